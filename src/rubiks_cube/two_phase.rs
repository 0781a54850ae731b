//! The two-phase algorithm: short solutions in less than a millisecond.

use std::fmt;

use super::axes::axes;
use super::cosets::{Coset, CosetDistances};
use super::moves::{move_automaton, turns_in};
use super::second_phase::{Inner, SUBGROUP, SecondPhase};
use super::symmetry::Symmetry;
use super::{Cube, CubeSpace, CubeTables, Face, Maneuver, Metric, Turn};
use crate::moves::{MoveAutomaton, PrunedMoves};
use crate::pattern_database::{Projection, TableError, TableErrorKind};
use crate::search::IdaStar;
use crate::{Cost, Limits, Solver};

/// Solves Rubik's Cube with few turns, but not always with the fewest, in less than a millisecond.
/// Features `rubiks-cube` and `pattern-databases`.
///
/// First, a short search looks for a solution of at most 11 turns. Then the two phases begin.
///
/// The first phase leads to the subgroup ⟨U, D, R2, F2, L2, B2⟩, and the second solves the cube
/// within it. Both are depth-first searches. All first phases are tried, shortest ones first, each
/// with all second phases that are short enough. The cube is solved along each of its three axes,
/// and so is its inverse, in turns.
///
/// # Guarantees
///
/// The solution is correct. It is the same at every call. It has at most 30 turns: at most 12 for
/// the first phase and 18 for the second. It is shortest if three turns are enough, and nearly
/// always if eleven are: where a millisecond is enough to find it. For others, search in a
/// [`CubeSpace`].
///
/// # Complexity
///
/// The first phase uses the table of [`CubeTables`] for the half-turn metric. The table of the
/// second phase takes 5 MB, and is built in 0.3 s. Over 1,000 random cubes, to find at most 21
/// turns took 0.4 ms on average and 5 ms at the most, for 20.4 turns on average. To find at most 20
/// took 4 ms and 0.6 s, for 19.8 turns.
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
    tables: &'a CubeTables,
    automaton: MoveAutomaton,
    second_phase: SecondPhase<'a>,
}

/// No two phases need more turns.
const MOST_TURNS: usize = 30;

/// A solution of at most so many turns is looked for first. A random cube needs more, and shows it
/// after a few nodes.
const FEW_TURNS: Cost = 11;

/// So many expansions are spent on that: about a millisecond.
const FEW_EXPANSIONS: u64 = 2_000;

/// Longer second phases are not tried at first: among others, a solution is found sooner.
const SHORT_SECOND_PHASE: usize = 11;

impl<'a> TwoPhase<'a> {
    /// Builds the table of the second phase.
    ///
    /// # Errors
    ///
    /// [`TableErrorKind::Foreign`] if the tables are for the quarter-turn metric, and
    /// [`TableErrorKind::OutOfMemory`].
    pub fn new(tables: &'a CubeTables) -> Result<Self, TableError> {
        let cosets = &tables.axes.cosets;
        let expected = CosetDistances { cosets, metric: Metric::HalfTurn }.name();
        let found = tables.table().name();
        if found != expected {
            return Err(TableErrorKind::Foreign { found: found.to_owned(), expected }.into());
        }
        let second_phase = SecondPhase::new(&tables.axes.corners, &tables.axes.slice)?;
        Ok(Self { tables, automaton: move_automaton(Metric::HalfTurn, 2), second_phase })
    }

    /// A solution of at most `at_most` turns, if one is found before `nodes` nodes are generated.
    /// Otherwise one turn more is allowed, and the search begins again, until a solution is found.
    ///
    /// The fewer turns are allowed, the longer it takes. 20 are enough for every cube, but may take
    /// very long. With `nodes` = 0, the first solution of at most 30 turns is given.
    ///
    /// If few turns are enough, [they are found first](Self#guarantees), whatever is allowed.
    #[must_use]
    pub fn solve(&self, cube: &Cube, at_most: usize, nodes: u64) -> Maneuver {
        if let Some(shortest) = self.shortest(cube) {
            return shortest;
        }
        let views = View::all(cube);
        let at_most = at_most.min(MOST_TURNS);
        // In the end, every second phase is short enough, and there is no limit.
        (at_most..MOST_TURNS)
            .zip(SHORT_SECOND_PHASE..)
            .find_map(|(most, most_second)| self.solve_within(&views, most, most_second, nodes))
            .or_else(|| self.solve_within(&views, MOST_TURNS, MOST_TURNS, u64::MAX))
            .unwrap_or_default()
    }

    /// A shortest solution, if it is found within a few nodes, and has few turns.
    fn shortest(&self, cube: &Cube) -> Option<Maneuver> {
        let space = PrunedMoves::new(CubeSpace::new(self.tables), &self.automaton);
        let initial = space.initial(self.tables.state(cube));
        let limits = Limits::none().cost(FEW_TURNS).expansions(FEW_EXPANSIONS);
        let search = Solver::builder_in(&space, initial).algorithm(IdaStar::new()).limits(limits);
        Some(search.solve().actions_in(&space)?.into())
    }

    fn solve_within(
        &self,
        views: &[View],
        at_most: usize,
        at_most_second: usize,
        nodes: u64,
    ) -> Option<Maneuver> {
        let turns = Vec::new();
        let mut search = Search { solver: self, at_most, at_most_second, nodes, turns };
        for length in 0..=at_most {
            for view in views {
                search.turns.clear();
                let node = self.automaton.initial(0);
                let is_near = self.tables.distance(view.coset) as usize <= length;
                if is_near && search.first_phase(view, view.coset, node, length) {
                    return Some(view.back(search.turns));
                }
            }
        }
        None
    }
}

impl fmt::Debug for TwoPhase<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("TwoPhase").field("tables", &self.tables).finish_non_exhaustive()
    }
}

/// The cube as it is seen along an axis, or its inverse.
struct View {
    coset: Coset,
    inner: Inner,
    /// Carries the turns of a solution back.
    back: Symmetry,
    is_inverse: bool,
}

impl View {
    fn all(cube: &Cube) -> Vec<Self> {
        let (third, two_thirds) = (Symmetry::THIRD, Symmetry::THIRD.then(Symmetry::THIRD));
        let backs = [Symmetry::IDENTITY, two_thirds, third];
        let of = |cube: Cube, is_inverse| {
            axes().into_iter().zip(backs).map(move |(axis, back)| {
                let cube = axis.cube(&cube);
                Self { coset: Coset::of(&cube), inner: Inner::of(&cube), back, is_inverse }
            })
        };
        of(*cube, false).chain(of(cube.inverse(), true)).collect()
    }

    /// The solution of the cube itself.
    fn back(&self, turns: Vec<Turn>) -> Maneuver {
        let maneuver: Maneuver = turns.into_iter().map(|turn| self.back.turn(turn)).collect();
        if self.is_inverse { maneuver.inverse() } else { maneuver }
    }
}

/// A search for a solution of at most so many turns.
struct Search<'s> {
    solver: &'s TwoPhase<'s>,
    at_most: usize,
    /// The most turns of the second phase.
    at_most_second: usize,
    /// How many nodes may still be generated.
    nodes: u64,
    /// The turns so far.
    turns: Vec<Turn>,
}

impl Search<'_> {
    /// Takes a turn out of a set of turns that are to be made, and counts it as a node. There is none
    /// if no more nodes are allowed.
    fn next_turn(&mut self, set: &mut u32) -> Option<Turn> {
        let turn = turns_in(*set).next()?;
        self.nodes = self.nodes.checked_sub(1)?;
        *set &= *set - 1;
        Some(turn)
    }

    /// Tries all first phases of exactly so many more turns. Returns whether a solution was found.
    fn first_phase(&mut self, view: &View, coset: Coset, node: u32, left: usize) -> bool {
        if left == 0 {
            return self.try_second_phase(view, node);
        }
        let TwoPhase { tables, automaton, .. } = self.solver;
        // Before a turn of the subgroup, the phase would have ended.
        let excluded = if left == 1 { SUBGROUP } else { 0 };
        let mut turns = automaton.allowed(node) & !excluded;
        while let Some(turn) = self.next_turn(&mut turns) {
            let coset = tables.axes.cosets.after(coset, turn);
            let distance = tables.distance(coset) as usize;
            if distance > left {
                // The other turns of the face are only one turn away from here: too far as well.
                turns &= !turns_of(turn.face());
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

    /// Solves the cube at the end of the first phase, if few enough turns do.
    fn try_second_phase(&mut self, view: &View, node: u32) -> bool {
        let solver = self.solver;
        let most = (self.at_most - self.turns.len()).min(self.at_most_second);
        let second = &solver.second_phase;
        let inner = self.turns.iter().fold(view.inner, |inner, &turn| second.after(inner, turn));
        // Iterative deepening: of the second phases, a shortest one.
        (0..=most)
            .any(|length| second.is_within(inner, length) && self.second_phase(inner, node, length))
    }

    /// Tries all second phases of at most so many more turns, for a cube whose distances are not
    /// more. Returns whether one was found.
    fn second_phase(&mut self, inner: Inner, node: u32, left: usize) -> bool {
        if inner == Inner::default() {
            return true;
        }
        let solver = self.solver;
        // The distances do not know the order in the slice, so they may be 0 before the end.
        let Some(left) = left.checked_sub(1) else { return false };
        let mut turns = solver.automaton.allowed(node) & SUBGROUP;
        while let Some(turn) = self.next_turn(&mut turns) {
            if let Some(inner) = solver.second_phase.after_within(inner, turn, left) {
                if self.descend(turn, node, |search, node| search.second_phase(inner, node, left)) {
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

/// The numbers of the turns of a face, one bit each.
fn turns_of(face: Face) -> u32 {
    face.turns().into_iter().fold(0, |turns, turn| turns | 1 << turn.number())
}
