//! Items in rows, one row after the other in memory.

/// Rows of items. They are made in time linear in the number of rows and items.
#[derive(Clone, Debug)]
pub(crate) struct Rows<T> {
    /// Where each row begins in `items`, and where the last one ends.
    starts: Box<[u32]>,
    items: Box<[T]>,
}

impl<T: Copy + Default> Rows<T> {
    /// The rows that begin at these places.
    #[cfg(feature = "word-ladder")]
    pub(crate) fn new(starts: Vec<u32>, items: Vec<T>) -> Self {
        Self { starts: starts.into(), items: items.into() }
    }

    /// Puts each item into its row, which is below `count`. In a row, items stay in their order.
    pub(crate) fn collect<I: Iterator<Item = (u32, T)>>(
        count: usize,
        pairs: impl Fn() -> I,
    ) -> Self {
        // Counts the items of each row, and adds the counts up to the starts of the rows. The start
        // of a row is kept one place later, and moves on as the row is filled. So in the end that
        // place holds the start of the next row, as it should.
        let mut starts = vec![0; count + 2];
        pairs().for_each(|(row, _)| starts[row as usize + 2] += 1);
        for row in 2..starts.len() {
            starts[row] += starts[row - 1];
        }
        let mut items = vec![T::default(); starts[count + 1] as usize];
        pairs().for_each(|(row, item)| {
            let next = &mut starts[row as usize + 1];
            items[*next as usize] = item;
            *next += 1;
        });
        starts.pop();
        Self { starts: starts.into(), items: items.into() }
    }

    /// The items of a row. There are none if there is no such row.
    #[inline]
    pub(crate) fn row(&self, row: u32) -> &[T] {
        match self.starts.get(row as usize..) {
            Some(&[start, end, ..]) => &self.items[start as usize..end as usize],
            _ => &[],
        }
    }

    /// All rows.
    #[cfg(feature = "word-ladder")]
    pub(crate) fn rows(&self) -> impl ExactSizeIterator<Item = &[T]> {
        self.starts.windows(2).map(|ends| &self.items[ends[0] as usize..ends[1] as usize])
    }

    /// The memory of all rows in bytes.
    #[cfg(feature = "word-ladder")]
    pub(crate) fn bytes(&self) -> usize {
        size_of_val(&*self.starts) + size_of_val(&*self.items)
    }
}
