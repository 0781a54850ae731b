//! The two-phase algorithm: short solutions mostly in less than a millisecond.

use super::axes::{HALVES, INSIDE, OTHERS, axes, axis_of, farthest, turns_within};
use super::cosets::Coset;
use super::cube_tables::table_name;
use super::moves::move_automaton;
use super::phases::{LargePhases, Phases, SUBGROUP, Side, SideTurns, Sides, SmallPhases, sides};
use super::symmetry::Symmetry;
use super::{Cube, CubeState, CubeTables, Maneuver, Metric, Turn};
use crate::FileFault;
use crate::moves::MoveAutomaton;
use crate::pattern_database::TableError;
use crate::space::debug::debug;

/// Solves Rubik's Cube with few turns, but not always with the fewest, in less than a millisecond;
/// or with [small tables](Self::small), in a twentieth of a second. Features `rubiks-cube` and
/// `pattern-databases`.
///
/// First, a short search looks for a solution of at most 10 turns, or 12 with small tables. Then
/// the two phases begin.
///
/// The first phase leads to the subgroup ⟨U, D, R2, F2, L2, B2⟩, and the second solves the cube
/// within it. Both are depth-first searches. All first phases are tried, shortest ones first, each
/// with all second phases that are short enough. The cube is solved along each of its three axes,
/// and so is its inverse, in turns.
///
/// # Guarantees
///
/// The solution is correct. It is the same at every call. It has at most 30 turns: at most 12 for
/// the first phase and 18 for the second. It is shortest if three turns are enough. It is nearly
/// always shortest if ten are enough: the short search ends after 20,000 nodes. With small tables,
/// it is shortest if twelve turns and ten million nodes are enough. For the shortest solution of
/// any other cube, search in a [`CubeSpace`](super::CubeSpace).
///
/// # Complexity
///
/// The first phase uses the table of [`CubeTables`] for the half-turn metric. The table of the
/// second phase takes 5 MB, and is built in 0.3 s. Over 1,000 random cubes, to find at most 21
/// turns took 0.4 ms on average and 5 ms at the most, for 20.4 turns on average. To find at most 20
/// took 4 ms and 0.6 s, for 19.8 turns.
///
/// The [small tables](Self::small) take 3 MB, and are built in 0.05 s. To find at most 21 turns
/// then took 50 ms on average and 0.12 s at the most. So they are for one cube, or for some dozens.
///
/// # Example
///
/// ```no_run
/// use bestfirst::rubiks_cube::{Cube, CubeTables, Metric, TwoPhase};
///
/// let tables = CubeTables::load(Metric::HalfTurn, "tables/cube.pdb")?;
/// let solver = TwoPhase::new(&tables)?;
/// let facelets = "DUUBULDBF RBFRRULLL BRDFFFBLU RLUBDDFRD LRDDFLRUF UFBBLRUDB";
/// let solution = solver.solve(&facelets.parse()?, 21, 1_000_000);
/// println!("{} turns: {solution}", solution.turns().len());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Reference
///
/// H. Kociemba, "The two-phase algorithm", <https://kociemba.org/cube.htm>.
#[derive(Clone)]
pub struct TwoPhase<'a> {
    tables: Tables<'a>,
    turns: SideTurns,
    automaton: MoveAutomaton,
}

#[derive(Clone)]
enum Tables<'a> {
    Small(Box<SmallPhases>),
    Large(Box<LargePhases<'a>>),
}

/// No two phases need more turns.
const MOST_TURNS: usize = 30;

/// Longer second phases are not tried at first: a solution with a shorter one is found sooner.
const SHORT_SECOND_PHASE: usize = 11;

impl<'a> TwoPhase<'a> {
    /// Builds the table of the second phase.
    ///
    /// # Errors
    ///
    /// [`FileFault::Foreign`] if the tables are for the quarter-turn metric.
    pub fn new(tables: &'a CubeTables) -> Result<Self, TableError> {
        let (found, expected) = [tables.metric(), Metric::HalfTurn].map(table_name).into();
        if found != expected {
            return Err(FileFault::Foreign { found, expected }.into());
        }
        let large = |turns: &_| Tables::Large(Box::new(LargePhases::new(tables, turns)));
        Ok(Self::with(large))
    }

    fn with(tables: impl FnOnce(&SideTurns) -> Tables<'a>) -> Self {
        let turns = SideTurns::new();
        let automaton = move_automaton(Metric::HalfTurn, 2);
        Self { tables: tables(&turns), turns, automaton }
    }

    /// A solution of at most `at_most` turns, if one is found before `nodes` nodes are generated.
    /// Otherwise one turn more is allowed, and the search begins again, until a solution is found.
    ///
    /// The fewer turns are allowed, the longer it takes. 20 are enough for every cube, but may take
    /// very long. With `nodes` = 0, the first solution of at most 30 turns is returned.
    ///
    /// If few turns are enough, [they are found first](Self#guarantees), whatever is allowed.
    #[must_use]
    pub fn solve(&self, cube: &Cube, at_most: usize, nodes: u64) -> Maneuver {
        match &self.tables {
            Tables::Small(phases) => self.solve_by(&**phases, cube, at_most, nodes),
            Tables::Large(phases) => self.solve_by(&**phases, cube, at_most, nodes),
        }
    }

    fn solve_by<P: Phases>(&self, phases: &P, cube: &Cube, at_most: usize, nodes: u64) -> Maneuver {
        let views = View::all(cube);
        let search = |at_most, at_most_second, nodes| {
            let turns = Vec::new();
            Search { solver: self, phases, at_most, at_most_second, nodes, turns }
        };
        let few = search(P::FEW_TURNS, 0, P::FEW_NODES).shortest(cube);
        let at_most = at_most.min(MOST_TURNS);
        // The last search allows second phases of any length and any number of nodes.
        few.or_else(|| {
            (at_most..MOST_TURNS)
                .zip(SHORT_SECOND_PHASE..)
                .map(|(most, most_second)| search(most, most_second, nodes))
                .chain([search(MOST_TURNS, MOST_TURNS, u64::MAX)])
                .find_map(|search| search.solve(&views))
        })
        .unwrap_or_default()
    }
}

impl TwoPhase<'static> {
    /// Builds small tables in 0.05 s, for one cube or for some dozens. See
    /// [Complexity](Self#complexity).
    #[must_use]
    pub fn small() -> Self {
        Self::with(|turns| Tables::Small(Box::new(SmallPhases::new(turns))))
    }
}

debug!(TwoPhase<'_>, |all| is_small: matches!(all.tables, Tables::Small(_)));

/// The cube as it is seen along an axis, or its inverse.
struct View {
    coset: Coset,
    sides: Sides,
    /// Carries the turns of a solution back.
    to_original: Symmetry,
    is_inverse: bool,
}

impl View {
    /// The views of the cube, in the order of the axes, and then the views of its inverse.
    fn all(cube: &Cube) -> Vec<Self> {
        let (third, two_thirds) = (Symmetry::THIRD, Symmetry::THIRD.then(Symmetry::THIRD));
        let backs = [Symmetry::IDENTITY, two_thirds, third];
        let of = |cube: Cube, is_inverse| {
            axes().into_iter().zip(backs).map(move |(axis, to_original)| {
                let cube = axis.cube(&cube);
                Self { coset: Coset::of(&cube), sides: sides(&cube), to_original, is_inverse }
            })
        };
        of(*cube, false).chain(of(cube.inverse(), true)).collect()
    }
}

/// A search for a solution with a bound on the number of turns.
struct Search<'s, P> {
    solver: &'s TwoPhase<'s>,
    phases: &'s P,
    at_most: usize,
    /// The most turns of the second phase.
    at_most_second: usize,
    /// How many nodes may still be generated.
    nodes: u64,
    /// The turns so far.
    turns: Vec<Turn>,
}

impl<P: Phases> Search<'_, P> {
    /// A shortest solution: iterative deepening by the distances of the cube and of its inverse
    /// along all axes, as in [`CubeSpace`](super::CubeSpace).
    fn shortest(mut self, cube: &Cube) -> Option<Maneuver> {
        let state = CubeState::new(self.phases, cube);
        let node = self.solver.automaton.initial(0);
        (state.least() as usize..=self.at_most)
            .any(|length| self.in_one_phase(&state, node, length))
            .then(|| self.turns.into())
    }

    /// Tries all solutions of exactly `left` more turns. Returns whether one was found.
    fn in_one_phase(&mut self, state: &CubeState, node: u32, left: usize) -> bool {
        let Some(left) = left.checked_sub(1) else { return state.cube.is_solved() };
        let most = u8::try_from(left).unwrap_or(u8::MAX);
        let mut turns = self.solver.automaton.allowed(node)
            & turns_within(INSIDE, state.inverse_distances, most);
        while let Some(turn) = self.next_turn(&mut turns) {
            if let Some(state) = self.state_after(state, turn, most) {
                let on = |search: &mut Self, node| search.in_one_phase(&state, node, left);
                if self.descend(turn, node, on) {
                    return true;
                }
            }
        }
        false
    }

    /// The cube after a turn, unless it is known to be farther than `most`. For most cubes that are
    /// farther, the farthest axis alone shows it.
    #[inline]
    fn state_after(&self, state: &CubeState, turn: Turn, most: u8) -> Option<CubeState> {
        let axes = self.phases.axes();
        let CubeState { mut cosets, mut distances, mut inverse_distances, .. } = *state;
        let first = farthest(distances);
        for axis in [first, OTHERS[first][0], OTHERS[first][1]] {
            cosets[axis] = axes.after(axis, cosets[axis], turn);
            distances[axis] = self.phases.distance(cosets[axis]);
            if distances[axis] > most {
                return None;
            }
        }
        let sums = axes.inverse.sums_after(state.sums, &state.cube, turn);
        if HALVES >> turn.number() & 1 == 0 {
            for axis in OTHERS[axis_of(turn)] {
                inverse_distances[axis] = self.phases.distance(axes.inverse.coset(sums, axis));
            }
        }
        let cube = state.cube.turned(turn);
        let next = CubeState { cube, cosets, distances, inverse_distances, sums, ..*state };
        (next.least() <= most.into()).then_some(next)
    }

    /// A solution in two phases.
    fn solve(mut self, views: &[View]) -> Option<Maneuver> {
        for length in 0..=self.at_most {
            for view in views {
                self.turns.clear();
                let node = self.solver.automaton.initial(0);
                let is_near = self.phases.distance(view.coset) as usize <= length;
                if is_near && self.first_phase(view, view.coset, node, length) {
                    let turns = self.turns.into_iter().map(|turn| view.to_original.turn(turn));
                    let maneuver: Maneuver = turns.collect();
                    return Some(if view.is_inverse { maneuver.inverse() } else { maneuver });
                }
            }
        }
        None
    }

    /// Takes the next turn out of a set, and counts it as a node. `None` if the set is empty, or if
    /// no more nodes are allowed.
    fn next_turn(&mut self, set: &mut u32) -> Option<Turn> {
        let turn = Turn::in_set(*set).next()?;
        self.nodes = self.nodes.checked_sub(1)?;
        *set &= *set - 1;
        Some(turn)
    }

    /// Tries all first phases of exactly `left` more turns. Returns whether a solution was found.
    fn first_phase(&mut self, view: &View, coset: Coset, node: u32, left: usize) -> bool {
        if left == 0 {
            return self.try_second_phase(view, node);
        }
        // A turn of the subgroup is not the last one of the phase, which would have ended before
        // it.
        let excluded = if left == 1 { SUBGROUP } else { 0 };
        let mut turns = self.solver.automaton.allowed(node) & !excluded;
        while let Some(turn) = self.next_turn(&mut turns) {
            let coset = self.phases.axes().turns.after(coset, turn);
            let distance = self.phases.distance(coset) as usize;
            if distance > left {
                // The other turns of the face lead to cubes that are one turn away from here, and
                // so too far as well.
                turns &= !(0o7 << (3 * turn.face() as u32));
            }
            if distance < left
                && self.descend(turn, node, |search, node| {
                    search.first_phase(view, coset, node, left - 1)
                })
            {
                return true;
            }
        }
        false
    }

    /// Solves the cube at the end of the first phase, if the turns that are left are enough.
    fn try_second_phase(&mut self, view: &View, node: u32) -> bool {
        let most = (self.at_most - self.turns.len()).min(self.at_most_second);
        let is_near = |side| self.is_near(side, most);
        let Some(sides) = self.solver.turns.after_within(view.sides, &self.turns, is_near) else {
            return false;
        };
        // Iterative deepening, so that the second phase is a shortest one.
        (0..=most).any(|length| {
            sides.into_iter().all(|side| self.is_near(side, length))
                && self.second_phase(sides, node, length)
        })
    }

    /// Whether no lower bound of a cube of the subgroup is above `most`.
    #[inline]
    fn is_near(&self, side: Side, most: usize) -> bool {
        usize::from(self.phases.distance_inside(side)) <= most
    }

    /// Tries all second phases of at most `left` more turns, for a cube whose distances are not
    /// more. Returns whether one was found.
    fn second_phase(&mut self, sides: Sides, node: u32, left: usize) -> bool {
        if sides == Sides::default() {
            return true;
        }
        // The large tables ignore the order in the slice, so the distances may be 0 before the end.
        let Some(left) = left.checked_sub(1) else { return false };
        let mut turns = self.solver.automaton.allowed(node) & SUBGROUP;
        while let Some(turn) = self.next_turn(&mut turns) {
            let is_near = |side| self.is_near(side, left);
            if let Some(sides) = self.solver.turns.after_within(sides, &[turn], is_near) {
                if self.descend(turn, node, |search, node| search.second_phase(sides, node, left)) {
                    return true;
                }
            }
        }
        false
    }

    /// Makes a turn that is allowed at this node of the automaton, and searches on. Takes the turn
    /// back if no solution was found.
    fn descend(&mut self, turn: Turn, node: u32, on: impl FnOnce(&mut Self, u32) -> bool) -> bool {
        let Some(node) = self.solver.automaton.after(node, turn.number()) else { return false };
        self.turns.push(turn);
        let is_solved = on(self, node);
        if !is_solved {
            self.turns.pop();
        }
        is_solved
    }
}
