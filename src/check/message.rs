//! The texts of faults: only what differs, and no long lists.

use std::fmt::Debug;

fn joined<T: Debug>(elements: &[T], separator: &str) -> String {
    elements.iter().map(|element| format!("{element:?}")).collect::<Vec<_>>().join(separator)
}

/// A path for printing. The middle of a long path is left out.
pub(super) fn arrows<S: Debug>(path: &[S]) -> String {
    const ENDS: usize = 4;
    let all = |states| joined(states, " -> ");
    match path.len() {
        length if length > 2 * ENDS + 1 => {
            let (first, last) = (all(&path[..ENDS]), all(&path[length - ENDS..]));
            format!("{first} -> ({} more) -> {last}", length - 2 * ENDS)
        }
        _ => all(path),
    }
}

/// How one list differs from another: what it lacks, what it has in addition, or where the order
/// differs. Few elements are printed.
pub(super) fn difference<T: Debug + PartialEq>(expected: &[T], found: &[T]) -> String {
    match (&without(expected, found)[..], &without(found, expected)[..]) {
        ([], []) => match expected.iter().zip(found).find(|(expected, found)| expected != found) {
            Some((expected, found)) => {
                format!("have another order: {found:?} comes before {expected:?}")
            }
            None => "are the same".to_owned(),
        },
        (lacking, []) => format!("lack {}", first_few(lacking)),
        ([], besides) => format!("also have {}", first_few(besides)),
        (lacking, besides) => {
            format!("lack {} but have {}", first_few(lacking), first_few(besides))
        }
    }
}

/// The elements of a list that are left after each element of `taken` removes one equal element.
fn without<'a, T: PartialEq>(list: &'a [T], taken: &[T]) -> Vec<&'a T> {
    let mut taken: Vec<_> = taken.iter().collect();
    let is_left = |element: &&T| {
        let place = taken.iter().position(|other| other == element);
        place.map(|place| taken.swap_remove(place)).is_none()
    };
    list.iter().filter(is_left).collect()
}

/// The first elements of a list for printing.
fn first_few<T: Debug>(elements: &[T]) -> String {
    const SHOWN: usize = 3;
    let first = joined(&elements[..SHOWN.min(elements.len())], ", ");
    match elements.len().saturating_sub(SHOWN) {
        0 => first,
        more => format!("{first} ({more} more)"),
    }
}

/// The words after `successors` or `predecessors` if one of them is left out.
pub(super) fn except_clause<S: Debug>(state: Option<&S>) -> String {
    state.map_or_else(String::new, |state| format!("except {state:?} "))
}
