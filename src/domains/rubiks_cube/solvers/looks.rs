//! The successors of a state that are not too far from the goal, found with many look-ups at once.

use std::slice;

use super::Turn;
use super::axes::{OTHERS, axis_of, farthest, turns_within};
use super::back::Sums;
use super::cosets::Coset;
use super::cube_space::{CubeState, Tables};

/// The states after some turns of a state.
pub(super) struct Successors {
    /// The turns, one bit each.
    pub(super) turns: u32,
    /// The states, in the order of the turns.
    pub(super) states: [CubeState; 18],
}

/// The number of states that are looked at together.
const STATES: usize = 6;

/// For each face, the turns that are seldom allowed after one of it: those of the same face, and of
/// two opposite faces those of the first.
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
    let mut looks = Looks::<18>::new();
    looks.add(0, turns);
    looks.keep_within(tables, slice::from_ref(state), most, |look, Back { sums, cosets }| {
        let turn = look.turn();
        let mut back = state.back;
        for (axis, coset) in OTHERS[axis_of(turn)].into_iter().zip(cosets) {
            back[axis] = tables.distance(coset);
        }
        let cosets = [0, 1, 2].map(|axis| tables.after(axis, state.cosets[axis], turn));
        let distances = cosets.map(|coset| tables.distance(coset));
        let after = CubeState { cosets, distances, back, sums, ..*state };
        if after.least() <= most.into() {
            let (cube, is_odd) = (state.cube.turned(turn), state.is_odd_after(turn));
            let hopeless = SELDOM_AFTER[turn.face() as usize];
            successors.turns |= 1 << turn.number();
            successors.states[count] = CubeState { cube, is_odd, hopeless, beyond: 0, ..after };
            count += 1;
        }
    });
    if let Some(most) = most.checked_sub(1) {
        let states = successors.states[..count].chunks_mut(STATES);
        states.for_each(|states| look_ahead(tables, states, most));
    }
    successors
}

/// Adds to the hopeless turns of each state those after which the estimate is above `most`.
fn look_ahead<T: Tables>(tables: &T, states: &mut [CubeState], most: u8) {
    let mut looks = Looks::<{ 18 * STATES }>::new();
    // Of other states, most turns will be needed, so looking ahead does not pay.
    let is_near_bound = |state: &CubeState| state.least() > most.into();
    for (index, state) in (0..).zip(&*states).filter(|(_, state)| is_near_bound(state)) {
        let turns = turns_within(tables.inside(), state.back, most) & !state.hopeless;
        looks.add(index, turns & tables.metric().unit_turns());
    }
    let mut kept = [0; STATES];
    looks.keep_within(tables, states, most, |look, _| {
        kept[usize::from(look.state)] |= 1 << look.turn;
    });
    for (state, kept) in states.iter_mut().zip(kept).filter(|(state, _)| is_near_bound(state)) {
        (state.hopeless, state.beyond) = (!(kept | state.hopeless), most + 1);
    }
}

/// A turn of one of several states.
#[derive(Clone, Copy, Default)]
struct Look {
    state: u8,
    turn: u8,
    /// The code along the first axis.
    code: u8,
}

impl Look {
    #[inline]
    fn turn(self) -> Turn {
        Turn::ALL[usize::from(self.turn)]
    }
}

/// The inverse after a turn.
#[derive(Clone, Copy, Default)]
struct Back {
    sums: Sums,
    /// Along the other axes than that of the turn.
    cosets: [Coset; 2],
}

/// Turns of several states.
struct Looks<const COUNT: usize> {
    looks: [Look; COUNT],
    count: usize,
}

impl<const COUNT: usize> Looks<COUNT> {
    fn new() -> Self {
        Self { looks: [Look::default(); COUNT], count: 0 }
    }

    fn add(&mut self, state: u8, turns: u32) {
        let numbers = (0..18).filter(|number| turns >> number & 1 == 1);
        for (look, turn) in self.looks[self.count..].iter_mut().zip(numbers) {
            *look = Look { state, turn, code: 0 };
            self.count += 1;
        }
    }

    /// Visits the turns that do not lead beyond `most`, as far as the codes tell.
    ///
    /// Each step first finds out where to look, and then looks at all at once, so that memory is
    /// waited for only once.
    #[inline]
    fn keep_within<T: Tables>(
        mut self,
        tables: &T,
        states: &[CubeState],
        most: u8,
        mut visit: impl FnMut(Look, Back),
    ) {
        let code = |entry| tables.code(entry);
        // Below the floor, codes tell only what is too far.
        let most = most.saturating_sub(tables.floor());
        let mut first = [0; STATES];
        for (first, state) in first.iter_mut().zip(states) {
            *first = farthest(state.distances);
        }
        let entry_after = |state: &CubeState, axis: usize, look: Look| {
            tables.entry(tables.after(axis, state.cosets[axis], look.turn()))
        };
        let of = |look: Look| {
            let state = usize::from(look.state);
            (&states[state], first[state])
        };

        let mut entries = [T::Entry::default(); COUNT];
        for (&look, entry) in self.looks[..self.count].iter().zip(&mut entries) {
            let (state, axis) = of(look);
            *entry = entry_after(state, axis, look);
        }
        for (look, &entry) in self.looks[..self.count].iter_mut().zip(&entries) {
            look.code = code(entry);
        }
        self.keep(|_, look| look.code <= most);

        let mut entries = [[T::Entry::default(); 2]; COUNT];
        for (&look, entries) in self.looks[..self.count].iter().zip(&mut entries) {
            let (state, axis) = of(look);
            *entries = OTHERS[axis].map(|axis| entry_after(state, axis, look));
        }
        let mut codes = [[0; 2]; COUNT];
        for (codes, entries) in codes.iter_mut().zip(&entries[..self.count]) {
            *codes = entries.map(code);
        }
        self.keep(|index, look| {
            let [second, third] = codes[index];
            let is_one_more = look.code > 0 && look.code == second && second == third;
            look.code.max(second).max(third) + u8::from(is_one_more) <= most
        });

        for looks in self.looks[..self.count].chunks(18) {
            let mut backs = [Back::default(); 18];
            let mut entries = [[T::Entry::default(); 2]; 18];
            for ((looked, entries), &look) in backs.iter_mut().zip(&mut entries).zip(looks) {
                let ((state, _), back) = (of(look), &tables.axes().back);
                let sums = back.sums_after(state.sums, &state.cube, look.turn());
                let cosets = OTHERS[axis_of(look.turn())].map(|axis| back.seen(sums, axis));
                *looked = Back { sums, cosets };
                *entries = cosets.map(|coset| tables.entry(coset));
            }
            let mut codes = [[0; 2]; 18];
            for (codes, entries) in codes.iter_mut().zip(&entries[..looks.len()]) {
                *codes = entries.map(code);
            }
            for ((&look, back), [second, third]) in looks.iter().zip(backs).zip(codes) {
                if second.max(third) <= most {
                    visit(look, back);
                }
            }
        }
    }

    /// Drops the other turns. Without branches, which would be hard to predict.
    #[inline]
    fn keep(&mut self, is_kept: impl Fn(usize, Look) -> bool) {
        let mut kept = 0;
        for index in 0..self.count {
            let look = self.looks[index];
            self.looks[kept] = look;
            kept += usize::from(is_kept(index, look));
        }
        self.count = kept;
    }
}
