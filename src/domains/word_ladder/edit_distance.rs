//! The edit distance, used for the estimate of a word ladder and for suggestions.

use smallvec::SmallVec;

/// The most letters of the shorter word, without common ends, for which the row of the table is
/// kept on the stack. A longer row goes to the heap.
const ON_STACK: usize = 64;

/// The least number of `char`s to change, add or remove to turn `a` into `b` (Levenshtein 1965).
///
/// The time is the product of the lengths (Wagner and Fischer 1974). The memory is one row of the
/// table. There is no allocation unless both words, without their common beginning and end, are
/// longer than 64 letters.
pub(super) fn edit_distance(a: &str, b: &str) -> u32 {
    // Without the longest common beginning and then the longest common end. Some shortest series of
    // edits changes neither.
    let beginning = common_bytes(a.chars(), b.chars());
    let (a, b) = (&a[beginning..], &b[beginning..]);
    let end = common_bytes(a.chars().rev(), b.chars().rev());
    let (a, b) = (&a[..a.len() - end], &b[..b.len() - end]);
    let (short, long) = if a.len() <= b.len() { (a, b) } else { (b, a) };

    // After i letters of `long`, entry j is the distance between these i letters and the first j
    // letters of `short`.
    let mut row: SmallVec<[(char, u32); ON_STACK]> = short.chars().zip(1..).collect();
    let mut to_nothing = 0;
    for letter in long.chars() {
        let mut diagonal = to_nothing;
        to_nothing += 1;
        let mut left = to_nothing;
        for (other, above) in &mut row {
            let changed = diagonal + u32::from(letter != *other);
            diagonal = *above;
            *above = changed.min(left.min(diagonal) + 1);
            left = *above;
        }
    }
    row.last().map_or(to_nothing, |&(_, distance)| distance)
}

fn common_bytes(a: impl Iterator<Item = char>, b: impl Iterator<Item = char>) -> usize {
    a.zip(b).take_while(|(a, b)| a == b).map(|(a, _)| a.len_utf8()).sum()
}
