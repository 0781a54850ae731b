//! Scrambles and facelets, told apart.

/// Whether a text is facelets, and not turns. Both may be letters without spaces. Facelets are many
/// letters and nothing else, or have a letter that no turn has.
pub(crate) fn is_facelets(text: &str) -> bool {
    let lines = text.lines().map(|line| line.split("//").next().unwrap_or_default());
    let words: Vec<&str> = lines.flat_map(str::split_whitespace).collect();
    let letters = || words.iter().flat_map(|word| word.chars());
    let has_colours = letters().any(|letter| "WGYOwgyo".contains(letter));
    let are_many = letters().count() > 20 && words.iter().any(|word| word.chars().count() > 2);
    !letters().any(|c| c.is_ascii_digit() || "'’()[]".contains(c)) && (has_colours || are_many)
}
