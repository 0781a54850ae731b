//! Rubik's Cube as a space with the estimates of compact tables.

use std::slice;

use super::super::axes::{AXES, OTHERS, axis_of, farthest, turns_within};
use super::super::back::Sums;
use super::super::cube_space::known_by_cube;
use super::super::cube_tables::combined;
use super::super::moves::turns_in;
use super::super::{Cube, Turn};
use super::CompactCubeTables;
use super::layout::View;
use crate::domains::derived::derived;
use crate::moves::{MoveExpansion, MoveSpace};
use crate::{ActionSpace, Cost, StateSpace};

/// A cube, with what is known of it and of its inverse along the three axes.
///
/// [`CompactCubeTables::state`] makes it of a [`Cube`].
#[derive(Clone, Copy, Debug)]
pub struct CompactCubeState {
    cube: Cube,
    views: [View; 3],
    distances: [u8; 3],
    /// The distances of the inverse.
    back: [u8; 3],
    /// What the views of the inverse follow from.
    sums: Sums,
    /// Turns, one bit each, after which the estimate is at least `beyond`.
    hopeless: u32,
    beyond: u8,
}

known_by_cube!(CompactCubeState);

impl CompactCubeState {
    pub(super) fn new(
        tables: &CompactCubeTables,
        cube: Cube,
        views: [View; 3],
        sums: Sums,
    ) -> Self {
        let distances = views.map(|view| tables.distance(view));
        let seen = |axis| tables.layout.view(tables.back.seen(sums, axis));
        let back = [0, 1, 2].map(|axis| tables.distance(seen(axis)));
        Self { cube, views, distances, back, sums, hopeless: 0, beyond: 0 }
    }

    fn estimate(&self) -> Cost {
        combined(self.distances).max(combined(self.back))
    }
}

/// The cubes with the estimates of [`CompactCubeTables`], for fast searches in the half-turn
/// metric.
///
/// A step is one of the 18 turns, and costs 1. A turn of an axis does not change the distance of
/// the inverse along that axis. So if that distance is too high, none of the six turns is
/// generated, nor is anything looked up for them. Then come the look-ups for the cube, and at last
/// those for its inverse. They are made for several turns at once, and for states close to the
/// bound together with their siblings: the search waits for memory most of the time.
///
/// Use the space with [`PrunedMoves`](crate::moves::PrunedMoves) and
/// [`move_automaton`](crate::rubiks_cube::move_automaton), and with
/// [`IdaStar`](crate::search::IdaStar) or `ParallelIdaStar`. [`CompactCubeTables`] has an example.
///
/// # Complexity
///
/// Each turn of the solution takes 13 times as many nodes. On two cores, with the large table in
/// large pages of memory, 20 random cubes of 17 to 19 turns took 9 s on average, from 0.5 to 34 s.
#[derive(Clone, Copy, Debug)]
pub struct CompactCubeSpace<'a> {
    tables: &'a CompactCubeTables,
}

impl<'a> CompactCubeSpace<'a> {
    /// The space with these tables.
    #[must_use]
    pub fn new(tables: &'a CompactCubeTables) -> Self {
        Self { tables }
    }

    /// The views after a turn.
    #[inline]
    fn views_after(self, state: &CompactCubeState, turn: Turn) -> [View; 3] {
        [0, 1, 2].map(|axis| self.tables.layout.after(axis, state.views[axis], turn))
    }

    /// The states after those of these turns that lead to an estimate of `most` or less.
    // Its arrays are too large for a function that calls itself.
    #[inline(never)]
    fn successors(self, state: &CompactCubeState, turns: u32, most: u8) -> Successors {
        let Self { tables } = self;
        let mut successors = Successors { turns: 0, states: [*state; 18] };
        let mut passed_over = [0; 18];
        let mut count = 0;
        let mut looks = Looks::<18>::new();
        looks.add(0, turns);
        looks.keep_within(self, slice::from_ref(state), most, |look, Back { sums, views }| {
            let turn = look.turn();
            let mut back = state.back;
            for (axis, view) in OTHERS[axis_of(turn)].into_iter().zip(views) {
                back[axis] = tables.distance(view);
            }
            let views = self.views_after(state, turn);
            let distances = views.map(|view| tables.distance(view));
            let after = CompactCubeState { views, distances, back, sums, ..*state };
            if after.estimate() <= most.into() {
                let cube = state.cube.turned(turn);
                successors.turns |= 1 << turn.number();
                successors.states[count] =
                    CompactCubeState { cube, hopeless: 0, beyond: 0, ..after };
                passed_over[count] = SELDOM_AFTER[turn.face() as usize];
                count += 1;
            }
        });
        if let Some(most) = most.checked_sub(1) {
            let states = successors.states[..count].chunks_mut(STATES);
            for (states, passed_over) in states.zip(passed_over.chunks(STATES)) {
                self.look_ahead(states, passed_over, most);
            }
        }
        successors
    }

    /// Finds out after which turns of these states the estimate is above `most`, but for the turns
    /// that are passed over.
    fn look_ahead(self, states: &mut [CompactCubeState], passed_over: &[u32], most: u8) {
        let mut looks = Looks::<{ 18 * STATES }>::new();
        // After other states, most turns will be needed.
        let is_near_bound = |state: &CompactCubeState| state.estimate() > most.into();
        for (index, (state, passed_over)) in (0..).zip(states.iter().zip(passed_over)) {
            if is_near_bound(state) {
                looks.add(index, turns_within(AXES, state.back, most.into()) & !passed_over);
            }
        }
        let mut kept = [0; STATES];
        looks.keep_within(self, states, most, |look, _| {
            kept[usize::from(look.state)] |= 1 << look.turn;
        });
        for ((state, kept), passed_over) in states.iter_mut().zip(kept).zip(passed_over) {
            if is_near_bound(state) {
                (state.hopeless, state.beyond) = (!(kept | passed_over), most + 1);
            }
        }
    }
}

/// The states after some turns of a state.
struct Successors {
    /// The turns, one bit each.
    turns: u32,
    /// The states, in the order of the turns.
    states: [CompactCubeState; 18],
}

/// The number of states that are looked at together.
const STATES: usize = 6;

/// For each face, the turns that are seldom allowed after one of it: those of the same face, and of
/// two opposite faces those of the first.
const SELDOM_AFTER: [u32; 6] = [0o7, 0o70, 0o700, 0o7007, 0o70_070, 0o700_700];

/// A turn of one of several states.
#[derive(Clone, Copy, Default)]
struct Look {
    state: u8,
    turn: u8,
    /// The two bits along the first axis.
    code: u8,
}

impl Look {
    #[inline]
    fn turn(self) -> Turn {
        Turn::ALL[usize::from(self.turn)]
    }
}

/// What is seen of the inverse after a turn.
#[derive(Clone, Copy, Default)]
struct Back {
    sums: Sums,
    /// Along the other axes than that of the turn.
    views: [View; 2],
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

    /// Visits the turns that do not lead beyond `most`, as far as the two bits tell.
    ///
    /// Each step first finds out where to look, and then looks at all at once, so that memory is
    /// waited for only once.
    #[inline]
    fn keep_within(
        mut self,
        space: CompactCubeSpace<'_>,
        states: &[CompactCubeState],
        most: u8,
        mut visit: impl FnMut(Look, Back),
    ) {
        let CompactCubeTables { layout, back, .. } = space.tables;
        let code = |entry| space.tables.code(entry);
        // Below the floor, two bits tell only what is too far.
        let most = most.saturating_sub(layout.size().floor());
        let mut first = [0; STATES];
        for (first, state) in first.iter_mut().zip(states) {
            *first = farthest(state.distances);
        }
        let of = |look: Look| {
            let state = usize::from(look.state);
            (&states[state], first[state])
        };

        let mut entries = [0; COUNT];
        for (&look, entry) in self.looks[..self.count].iter().zip(&mut entries) {
            let (state, axis) = of(look);
            *entry = layout.entry_after(axis, state.views[axis], look.turn());
        }
        for (look, &entry) in self.looks[..self.count].iter_mut().zip(&entries) {
            look.code = code(entry);
        }
        self.keep(|_, look| look.code <= most);

        let mut entries = [[0; 2]; COUNT];
        for (&look, entries) in self.looks[..self.count].iter().zip(&mut entries) {
            let (state, axis) = of(look);
            *entries =
                OTHERS[axis].map(|axis| layout.entry_after(axis, state.views[axis], look.turn()));
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
            for (Back { sums, views }, &look) in backs.iter_mut().zip(looks) {
                let (state, _) = of(look);
                *sums = back.sums_after(state.sums, &state.cube, look.turn());
                *views =
                    OTHERS[axis_of(look.turn())].map(|axis| layout.view(back.seen(*sums, axis)));
            }
            let mut entries = [[0; 2]; 18];
            for (entries, back) in entries.iter_mut().zip(&backs[..looks.len()]) {
                *entries = back.views.map(|view| layout.entry(view));
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

impl StateSpace for CompactCubeSpace<'_> {
    type State = CompactCubeState;

    #[inline]
    fn estimate(&self, state: &CompactCubeState) -> Cost {
        state.estimate()
    }

    #[inline]
    fn is_goal(&self, state: &CompactCubeState) -> bool {
        state.cube.is_solved()
    }

    derived!(for_each_successor from moves);
}

/// A move is a turn.
impl MoveSpace for CompactCubeSpace<'_> {
    derived!(moves of Turn);

    #[inline]
    fn for_each_allowed_move(
        &self,
        _: &CompactCubeState,
        allowed: u32,
        mut visit: impl FnMut(Turn, Cost),
    ) {
        turns_in(allowed).for_each(|turn| visit(turn, 1));
    }

    #[inline]
    fn apply(&self, state: &CompactCubeState, turn: Turn) -> CompactCubeState {
        let cube = state.cube.turned(turn);
        let views = self.views_after(state, turn);
        let sums = self.tables.back.sums_after(state.sums, &state.cube, turn);
        CompactCubeState::new(self.tables, cube, views, sums)
    }

    #[inline]
    fn offer_moves(
        &self,
        state: &CompactCubeState,
        allowed: u32,
        mut expansion: impl MoveExpansion<CompactCubeState, Turn>,
    ) {
        let most = u8::try_from(expansion.most(1)).unwrap_or(u8::MAX);
        let mut turns = allowed & turns_within(AXES, state.back, most.into());
        if state.beyond > most {
            turns &= !state.hopeless;
        }
        if turns == 0 {
            for turn in turns_in(allowed) {
                expansion.offer(turn, 1, Cost::from(most) + 1, || self.apply(state, turn));
            }
            return;
        }
        let successors = self.successors(state, turns, most);
        let mut states = successors.states.iter();
        for turn in turns_in(allowed) {
            if successors.turns >> turn.number() & 1 == 0 {
                expansion.offer(turn, 1, Cost::from(most) + 1, || self.apply(state, turn));
            } else if let Some(after) = states.next() {
                expansion.offer(turn, 1, after.estimate(), || *after);
            }
        }
    }
}

/// The actions are the turns.
impl ActionSpace for CompactCubeSpace<'_> {
    type Action = Turn;

    derived!(for_each_action from moves);
}
