//! Vectors that check the memory limit before they grow.

/// The reason why there is no room for another node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Full {
    /// All node ids are in use.
    Ids,
    /// More memory is needed than allowed.
    Allowance,
    /// The allocator refused more memory.
    Allocator,
}

/// Reserves room for `additional` more items. Grows by half, or by what is missing if that is more,
/// within `allowance` bytes. Subtracts what it took from `allowance`. An item takes `item_bytes`,
/// including its heap memory.
#[cold]
pub(crate) fn make_room<T>(
    items: &mut Vec<T>,
    additional: usize,
    item_bytes: usize,
    allowance: &mut usize,
) -> Result<(), Full> {
    let room = items.capacity() - items.len();
    if room >= additional {
        return Ok(());
    }
    let more = missing(items.capacity(), additional - room, item_bytes, *allowance)?;
    items.try_reserve_exact(room + more).map_err(|_| Full::Allocator)?;
    *allowance -= more * item_bytes;
    Ok(())
}

/// By how many items a vector of this capacity grows, if it needs at least `missing` more.
fn missing(
    capacity: usize,
    missing: usize,
    item_bytes: usize,
    allowance: usize,
) -> Result<usize, Full> {
    let more = missing.max(capacity / 2).min(allowance / item_bytes.max(1));
    if more < missing { Err(Full::Allowance) } else { Ok(more) }
}

/// The number of items by which a full vector should grow: half of its length, or twice its length
/// if it is short, and at least 16. But no more than an eighth of the allowance, because other
/// vectors need memory too; one item if the allowance is enough for that.
pub(super) fn growth(len: usize, item_bytes: usize, allowance: usize) -> Result<usize, Full> {
    let allowed = allowance / item_bytes;
    if allowed == 0 {
        return Err(Full::Allowance);
    }
    Ok((if len < 128 { 2 * len } else { len / 2 }).max(16).min((allowed / 8).max(1)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_vector_grows_by_half_or_by_what_is_missing_and_no_more_than_allowed() {
        let mut items: Vec<u64> = Vec::new();
        let mut allowance = 100;
        make_room(&mut items, 8, 8, &mut allowance).unwrap();
        assert_eq!((items.capacity(), allowance), (8, 36));
        items.extend([0; 8]);
        assert_eq!(make_room(&mut items, 5, 8, &mut allowance), Err(Full::Allowance));
        make_room(&mut items, 1, 8, &mut allowance).unwrap();
        assert_eq!((items.capacity(), allowance), (12, 4));
        make_room(&mut items, 4, 8, &mut 0).unwrap();
        allowance = 1_000;
        make_room(&mut items, 5, 8, &mut allowance).unwrap();
        assert_eq!((items.capacity(), allowance), (18, 952));
        make_room(&mut items, 12, 8, &mut 16).unwrap();
        assert_eq!(items.capacity(), 20);
    }

    #[test]
    fn a_vector_among_others_takes_an_eighth_of_the_allowance() {
        assert_eq!(growth(100, 16, 15), Err(Full::Allowance));
        assert_eq!(growth(100, 16, 16), Ok(1));
        assert_eq!(growth(100, 16, 81 * 16), Ok(10));
        assert_eq!(growth(201, 16, usize::MAX), Ok(100));
        assert_eq!(growth(3, 16, usize::MAX), Ok(16));
    }
}
