//! What the large and the small tables of the two-phase algorithm have in common. The second phase
//! is for cubes of the subgroup ⟨U, D, R2, F2, L2, B2⟩.

use super::axes::INSIDE;
use super::cosets::Coset;
use super::reduced::Group;
use super::symmetry::Symmetry;
use super::{Cube, Turn};

/// The symmetries that keep the axis from up to down and that from right to left. They leave 5,376
/// of the 40,320 permutations of the corners.
pub(super) const GROUP: Group =
    [(Symmetry::HALF_ABOUT_UP, 2), (Symmetry::HALF, 2), (Symmetry::REFLECTION, 2)];

/// The number of placements of four edges on the eight places of up and down.
pub(super) const PLACEMENTS: usize = 1680;

/// The numbers of the turns that stay in the subgroup, one bit each.
pub(super) const SUBGROUP: u32 = INSIDE[0];

/// What the two phases know of a cube.
pub(super) trait Phases {
    /// What is left of it for the second phase. In the subgroup, only the solved cube has the
    /// default.
    type Inner: Copy + Default + PartialEq;

    /// A solution of at most this number of turns is looked for first. A random cube needs more,
    /// and shows it after a few nodes.
    const FEW_TURNS: usize;

    /// The most nodes that are generated for that.
    const FEW_NODES: u64;

    /// The cube need not be in the subgroup yet.
    fn inner(cube: &Cube) -> Self::Inner;

    fn coset_after(&self, coset: Coset, turn: Turn) -> Coset;

    /// A lower bound of the turns from a coset to the subgroup, which is consistent. It is 0 in the
    /// subgroup alone.
    fn distance(&self, coset: Coset) -> u8;

    fn after(&self, inner: Self::Inner, turn: Turn) -> Self::Inner;

    /// Whether no lower bound of a cube of the subgroup is above this.
    fn is_within(&self, inner: Self::Inner, most: usize) -> bool;

    /// The cube after a turn of the subgroup, if [no lower bound is above](Self::is_within) this.
    #[inline]
    fn after_within(&self, inner: Self::Inner, turn: Turn, most: usize) -> Option<Self::Inner> {
        let inner = self.after(inner, turn);
        self.is_within(inner, most).then_some(inner)
    }
}
