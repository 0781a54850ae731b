//! The steps from all states of a set at once.

use super::Rectangle;
use super::class::{Class, Vertical};
use super::order::{Block, Order};

impl Rectangle {
    /// The successors of the states of these sets, which begin with `first`.
    #[inline]
    pub(super) fn expand(&self, first: usize, sets: &[u32], mut visit: impl FnMut(usize, u32)) {
        let mut block: Option<Block<'_>> = None;
        let mut class_before = 0;
        for (set, &states) in (first..).zip(sets).filter(|(_, states)| **states != 0) {
            let class_index = self.class_of(set);
            let class = &self.classes[class_index];
            if class_before != class_index {
                (block, class_before) = (None, class_index);
            }
            let (right, left) = ((states & class.to_right) << 1, (states & class.to_left) >> 1);
            if right | left != 0 {
                visit(set, right | left);
            }
            let other = &self.classes[(class_index + 1) % self.classes.len()];
            let first_order = (set - class.first_set) * class.groups;
            for group in 0..class.groups {
                let mut cells = states >> (group * class.cells) & ((1 << class.cells) - 1);
                if cells == 0 {
                    continue;
                }
                let number = first_order + group;
                let block = match &mut block {
                    Some(block) if block.has(number) => block,
                    block => block.insert(self.orders.block(number, class.is_odd)),
                };
                let order = block.order(number, &self.orders);
                while cells != 0 {
                    for vertical in class.vertical[cells.trailing_zeros() as usize].iter().flatten()
                    {
                        let (set, state) = self.vertical(number, order, vertical, other);
                        visit(set, state);
                    }
                    cells &= cells - 1;
                }
            }
        }
    }

    /// The set of the state after a vertical move, and the state in it.
    #[inline]
    fn vertical(
        &self,
        number: usize,
        order: &Order,
        &Vertical { places, to_first, cell }: &Vertical,
        other: &Class,
    ) -> (usize, u32) {
        let (set, bit) = other.group(self.orders.moved(number, order, places, to_first));
        (set, 1 << (bit + cell))
    }
}
