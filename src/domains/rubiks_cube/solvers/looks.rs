//! The successors of a state that are not too far from the goal, found with many look-ups at once.

use std::slice;

use super::Turn;
use super::axes::{OTHERS, axis_of, farthest, turns_within};
use super::cosets::Coset;
use super::cube_space::{CubeState, Tables};
use super::inverse::Sums;

/// The states after some turns of a state.
pub(super) struct Successors {
    /// The turns, one bit each.
    pub(super) turns: u32,
    /// The states, in the order of the turns.
    pub(super) states: [CubeState; 18],
}

/// The number of states that are looked at together.
const STATES: usize = 6;

/// For each face, the turns that are seldom allowed after a turn of the face: those of the same
/// face and, after the second of two opposite faces, those of the first.
const SELDOM_AFTER: [u32; 6] = [0o7, 0o70, 0o700, 0o7007, 0o70_070, 0o700_700];

/// The successors by these turns whose estimate is `most` or less.
// Its arrays are too large for a function that calls itself.
#[inline(never)]
pub(super) fn successors<T: Tables>(
    tables: &T,
    state: &CubeState,
    turns: u32,
    most: u8,
) -> Successors {
    let mut successors = Successors { turns: 0, states: [*state; 18] };
    let mut count = 0;
    let mut candidates = CandidateTurns::<18>::new();
    candidates.add(0, turns);
    candidates.keep_within(
        tables,
        slice::from_ref(state),
        most,
        |candidate, InverseAfter { sums, cosets }| {
            let turn = candidate.turn();
            let mut inverse_distances = state.inverse_distances;
            for (axis, coset) in OTHERS[axis_of(turn)].into_iter().zip(cosets) {
                inverse_distances[axis] = tables.distance(coset);
            }
            let cosets = [0, 1, 2].map(|axis| tables.after(axis, state.cosets[axis], turn));
            let distances = cosets.map(|coset| tables.distance(coset));
            let after = CubeState { cosets, distances, inverse_distances, sums, ..*state };
            if after.least() <= most.into() {
                let (cube, is_odd) = (state.cube.turned(turn), state.is_odd_after(turn));
                let pruned_turns = SELDOM_AFTER[turn.face() as usize];
                successors.turns |= 1 << turn.number();
                successors.states[count] =
                    CubeState { cube, is_odd, pruned_turns, pruned_from: 0, ..after };
                count += 1;
            }
        },
    );
    if let Some(most) = most.checked_sub(1) {
        let states = successors.states[..count].chunks_mut(STATES);
        states.for_each(|states| look_ahead(tables, states, most));
    }
    successors
}

/// Sets the pruned turns of each state near the bound: those after which the estimate is above
/// `most`, without the turns that were pruned before, which are not tested.
fn look_ahead<T: Tables>(tables: &T, states: &mut [CubeState], most: u8) {
    let mut candidates = CandidateTurns::<{ 18 * STATES }>::new();
    // For other states, most turns will be needed, so looking ahead does not pay.
    let is_near_bound = |state: &CubeState| state.least() > most.into();
    for (index, state) in (0..).zip(&*states).filter(|(_, state)| is_near_bound(state)) {
        let turns =
            turns_within(tables.inside(), state.inverse_distances, most) & !state.pruned_turns;
        candidates.add(index, turns & tables.metric().unit_turns());
    }
    let mut kept = [0; STATES];
    candidates.keep_within(tables, states, most, |candidate, _| {
        kept[usize::from(candidate.state)] |= 1 << candidate.turn;
    });
    for (state, kept) in states.iter_mut().zip(kept).filter(|(state, _)| is_near_bound(state)) {
        (state.pruned_turns, state.pruned_from) = (!(kept | state.pruned_turns), most + 1);
    }
}

/// A turn of one of several states.
#[derive(Clone, Copy, Default)]
struct CandidateTurn {
    state: u8,
    turn: u8,
    /// The code along the farthest axis of the state.
    code: u8,
}

impl CandidateTurn {
    #[inline]
    fn turn(self) -> Turn {
        Turn::ALL[usize::from(self.turn)]
    }
}

/// The inverse after a turn.
#[derive(Clone, Copy, Default)]
struct InverseAfter {
    sums: Sums,
    /// Along the other axes than that of the turn.
    cosets: [Coset; 2],
}

/// Turns of several states.
struct CandidateTurns<const COUNT: usize> {
    candidates: [CandidateTurn; COUNT],
    count: usize,
}

impl<const COUNT: usize> CandidateTurns<COUNT> {
    fn new() -> Self {
        Self { candidates: [CandidateTurn::default(); COUNT], count: 0 }
    }

    fn add(&mut self, state: u8, turns: u32) {
        let numbers = (0..18).filter(|number| turns >> number & 1 == 1);
        for (candidate, turn) in self.candidates[self.count..].iter_mut().zip(numbers) {
            *candidate = CandidateTurn { state, turn, code: 0 };
            self.count += 1;
        }
    }

    /// Visits the turns that do not lead beyond `most`, by the codes.
    ///
    /// Each step first computes all entries, and then looks them all up at once, so that it waits
    /// for memory only once.
    #[inline]
    fn keep_within<T: Tables>(
        mut self,
        tables: &T,
        states: &[CubeState],
        most: u8,
        mut visit: impl FnMut(CandidateTurn, InverseAfter),
    ) {
        let code = |entry| tables.code(entry);
        // Up to the floor, all codes are 0. So if `most` is below the floor, only what is beyond
        // the floor is dropped.
        let most = most.saturating_sub(tables.floor());
        let mut first = [0; STATES];
        for (first, state) in first.iter_mut().zip(states) {
            *first = farthest(state.distances);
        }
        let entry_after = |state: &CubeState, axis: usize, candidate: CandidateTurn| {
            tables.entry(tables.after(axis, state.cosets[axis], candidate.turn()))
        };
        let of = |candidate: CandidateTurn| {
            let state = usize::from(candidate.state);
            (&states[state], first[state])
        };

        let mut entries = [T::Entry::default(); COUNT];
        for (&candidate, entry) in self.candidates[..self.count].iter().zip(&mut entries) {
            let (state, axis) = of(candidate);
            *entry = entry_after(state, axis, candidate);
        }
        for (candidate, &entry) in self.candidates[..self.count].iter_mut().zip(&entries) {
            candidate.code = code(entry);
        }
        self.keep(|_, candidate| candidate.code <= most);

        let mut entries = [[T::Entry::default(); 2]; COUNT];
        for (&candidate, entries) in self.candidates[..self.count].iter().zip(&mut entries) {
            let (state, axis) = of(candidate);
            *entries = OTHERS[axis].map(|axis| entry_after(state, axis, candidate));
        }
        let mut codes = [[0; 2]; COUNT];
        for (codes, entries) in codes.iter_mut().zip(&entries[..self.count]) {
            *codes = entries.map(code);
        }
        self.keep(|index, candidate| {
            let [second, third] = codes[index];
            let is_one_more = candidate.code > 0 && candidate.code == second && second == third;
            candidate.code.max(second).max(third) + u8::from(is_one_more) <= most
        });

        for candidates in self.candidates[..self.count].chunks(18) {
            let mut inverses = [InverseAfter::default(); 18];
            let mut entries = [[T::Entry::default(); 2]; 18];
            for ((inverse_after, entries), &candidate) in
                inverses.iter_mut().zip(&mut entries).zip(candidates)
            {
                let ((state, _), inverse) = (of(candidate), &tables.axes().inverse);
                let sums = inverse.sums_after(state.sums, &state.cube, candidate.turn());
                let cosets =
                    OTHERS[axis_of(candidate.turn())].map(|axis| inverse.coset(sums, axis));
                *inverse_after = InverseAfter { sums, cosets };
                *entries = cosets.map(|coset| tables.entry(coset));
            }
            let mut codes = [[0; 2]; 18];
            for (codes, entries) in codes.iter_mut().zip(&entries[..candidates.len()]) {
                *codes = entries.map(code);
            }
            for ((&candidate, after), [second, third]) in candidates.iter().zip(inverses).zip(codes)
            {
                if second.max(third) <= most {
                    visit(candidate, after);
                }
            }
        }
    }

    /// Drops the turns for which `is_kept` is false. Without branches, which would be hard to
    /// predict.
    #[inline]
    fn keep(&mut self, is_kept: impl Fn(usize, CandidateTurn) -> bool) {
        let mut kept = 0;
        for index in 0..self.count {
            let candidate = self.candidates[index];
            self.candidates[kept] = candidate;
            kept += usize::from(is_kept(index, candidate));
        }
        self.count = kept;
    }
}
