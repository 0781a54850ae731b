//! The steps from all states of a set at once.

use super::Rectangle;
use super::class::Vertical;
use super::order::Block;
use crate::space::bits::bits;

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
            // The last class is the other one, or the same if there is only one.
            let other = &self.classes[self.classes.len() - 1 - class_index];
            let first_order = (set - class.first_set) * class.groups;
            for bit in bits::<usize>(states) {
                let (group, cell) = class.positions[bit];
                let number = first_order + usize::from(group);
                let block = match &mut block {
                    Some(block) if block.has(number) => block,
                    block => block.insert(self.orders.block(number, class.is_odd)),
                };
                for &Vertical { index, cell } in class.vertical[usize::from(cell)].iter().flatten()
                {
                    let (set, bit) = other.group(block.moved(number, index.into()));
                    visit(set, 1 << (bit + usize::from(cell)));
                }
            }
        }
    }
}
