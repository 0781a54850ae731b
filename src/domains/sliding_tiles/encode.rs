//! Boards as bytes, for searches on disk.

use super::packed::{MAX_SIZE, Packed};
use super::{Arrangement, Board, Goal};
use crate::external::Encode;

/// Two bytes for the goal and the size. For a goal with the blank neither first nor last, there are
/// six more in front: two zeros, and four for the cell of the blank. Then the tiles row by row:
/// half a byte for each cell of a board of up to 4 by 4, always 8 bytes; four bytes for each cell
/// of a larger one.
impl Encode for Board {
    #[inline]
    fn encode(&self, bytes: &mut Vec<u8>) {
        if let Goal::BlankAt(cell) = self.goal() {
            0_u16.encode(bytes);
            cell.encode(bytes);
        }
        let goal = u16::from(self.goal() == Goal::BlankFirst) << 15;
        // A size is less than this bit.
        (u16::try_from(self.size()).unwrap_or(u16::MAX) | goal).encode(bytes);
        match self.packed() {
            Some(packed) => packed.tiles.encode(bytes),
            None => self.tiles().for_each(|tile| tile.encode(bytes)),
        }
    }

    #[inline]
    fn decode(bytes: &mut &[u8]) -> Option<Self> {
        let (blank, header) = match u16::decode(bytes)? {
            0 => (Some(u32::decode(bytes)?), u16::decode(bytes)?),
            header => (None, header),
        };
        let size = usize::from(header & 0x7FFF);
        let corner = if header >> 15 == 0 { Goal::BlankLast } else { Goal::BlankFirst };
        let goal = blank.map_or(corner, Goal::BlankAt);
        if (2..=MAX_SIZE).contains(&size) {
            let cells = u64::decode(bytes)?;
            let tiles = (0..size * size).map(|cell| cells >> (4 * cell) & 15);
            let all = tiles.clone().fold(0_u32, |all, tile| all | 1 << tile);
            let is_board = all + 1 == 1 << (size * size)
                && (size == MAX_SIZE || cells >> (4 * size * size) == 0);
            let tiles = tiles.map(|tile| (tile & 15) as u32);
            return is_board.then(|| Packed::new(size, goal, tiles).into());
        }
        let tiles: Vec<_> = (0..size * size).map(|_| u32::decode(bytes)).collect::<Option<_>>()?;
        let board = Self::from_rows(tiles.chunks(size.max(1))).ok()?;
        Some(board.with_goal(goal))
    }
}

/// In 8 bytes.
impl Encode for Arrangement {
    #[inline]
    fn encode(&self, bytes: &mut Vec<u8>) {
        self.0.encode(bytes);
    }

    /// The tiles are not checked.
    #[inline]
    fn decode(bytes: &mut &[u8]) -> Option<Self> {
        u64::decode(bytes).map(Self)
    }
}
