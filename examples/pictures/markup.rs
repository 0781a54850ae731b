//! Text that is safe inside of other languages.

use std::borrow::Cow;

/// Text between the tags of XML and HTML, or in an attribute with double quotes.
pub(crate) fn xml(text: &str) -> Cow<'_, str> {
    if !text.contains(['&', '<', '>', '"']) && !text.contains(is_not_xml) {
        return text.into();
    }
    let mut escaped = String::with_capacity(text.len() + 16);
    for character in text.chars() {
        match character {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            character if is_not_xml(character) => escaped.push('\u{fffd}'),
            character => escaped.push(character),
        }
    }
    escaped.into()
}

/// A character that no XML file may contain.
fn is_not_xml(character: char) -> bool {
    matches!(character, '\0'..='\u{8}' | '\u{b}' | '\u{c}' | '\u{e}'..='\u{1f}' | '\u{fffe}' | '\u{ffff}')
}

/// A string of the language DOT, in double quotes.
pub(crate) fn dot(text: &str) -> String {
    let escaped = text.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n");
    format!("\"{escaped}\"")
}

/// A value as JSON that may stand in a `script` element of a page.
pub(crate) fn script(value: &serde_json::Value) -> String {
    value.to_string().replace('<', "\\u003c")
}
