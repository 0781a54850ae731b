//! Inputs made from others, at random.

/// G. L. Steele, D. Lea and C. H. Flood, "Fast splittable pseudorandom number generators",
/// *OOPSLA* 2014.
pub(crate) struct Random(pub(crate) u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// A number below `count`, which is not 0.
    pub(crate) fn below(&mut self, count: usize) -> usize {
        usize::try_from(self.next() % count as u64).unwrap()
    }

    /// A part of something so long; often a short one.
    fn range(&mut self, length: usize) -> std::ops::Range<usize> {
        let start = self.below(length + 1);
        let longest = if self.below(2) == 0 { 4 } else { length };
        start..length.min(start + self.below(longest + 1))
    }
}

/// Changes `input` in one to eight places.
pub(crate) fn mutate(input: &mut Vec<u8>, other: &[u8], tokens: &[&[u8]], random: &mut Random) {
    for _ in 0..=random.below(8) {
        let part = random.range(input.len());
        match random.below(7) {
            0 if part.start < input.len() => input[part.start] ^= 1 << random.below(8),
            1 if part.start < input.len() => {
                input[part.start] = u8::try_from(random.below(256)).unwrap();
            }
            2 => drop(input.drain(part)),
            3 => input.extend_from_within(part),
            4 => drop(input.splice(part, other[random.range(other.len())].iter().copied())),
            5 => input.truncate(part.end),
            _ => {
                let token = tokens[random.below(tokens.len())];
                drop(input.splice(part, token.iter().copied()));
            }
        }
    }
}
