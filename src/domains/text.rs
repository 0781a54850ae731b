//! What readers of text share: they skip a byte order mark and the ends of lines, and shorten what
//! they show of a text.
#![cfg_attr(
    not(any(feature = "sliding-tiles", feature = "grid-maps", feature = "rubiks-cube")),
    allow(dead_code, reason = "each domain uses a part of it")
)]

/// The text without a byte order mark in front.
pub(crate) fn without_mark(text: &str) -> &str {
    text.strip_prefix('\u{feff}').unwrap_or(text)
}

/// The text for an error message: at most 20 characters of it.
pub(crate) fn shortened(text: &str) -> String {
    match text.char_indices().nth(20) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

/// The lines of a text without a byte order mark. A line ends with `\n`, `\r\n` or `\r`. After the
/// last end there is no further line.
#[derive(Clone)]
pub(crate) struct Lines<'t>(&'t str);

impl<'t> Lines<'t> {
    pub(crate) fn new(text: &'t str) -> Self {
        Self(without_mark(text))
    }
}

impl<'t> Iterator for Lines<'t> {
    type Item = &'t str;

    fn next(&mut self) -> Option<&'t str> {
        let text = Some(self.0).filter(|text| !text.is_empty())?;
        let (line, rest) = text.split_once(['\n', '\r']).unwrap_or((text, ""));
        let is_pair = text[line.len()..].starts_with("\r\n");
        self.0 = if is_pair { &rest[1..] } else { rest };
        Some(line)
    }
}
