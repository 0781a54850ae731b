//! The two-phase algorithm: short solutions mostly in less than a millisecond.

use std::fmt;

use super::axes::{HALVES, INSIDE, OTHERS, axes, axis_of, farthest, turns_along, turns_within};
use super::back::{Back, Sums};
use super::cosets::{Coset, CosetDistances};
use super::cube_tables::combined;
use super::large_phases::LargePhases;
use super::moves::{move_automaton, turns_in};
use super::phases::{Phases, SUBGROUP};
use super::small_phases::SmallPhases;
use super::symmetry::Symmetry;
use super::{Cube, CubeTables, Face, Maneuver, Metric, Turn};
use crate::moves::MoveAutomaton;
use crate::pattern_database::{Projection, TableError};
use crate::{Cost, FileFault};

/// Solves Rubik's Cube with few turns, but not always with the fewest, in less than a millisecond;
/// or with [small tables](Self::small), in a twentieth of a second. Features `rubiks-cube` and
/// `pattern-databases`.
///
/// First, a short search looks for a solution of at most 11 turns, or 12 with small tables. Then
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
/// the first phase and 18 for the second. It is shortest if three turns are enough, and nearly
/// always if eleven are: where a millisecond is enough to find it. With small tables, it is
/// shortest if twelve are, where ten million nodes are enough. For others, search in a
/// [`CubeSpace`](super::CubeSpace).
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
    automaton: MoveAutomaton,
    /// For each axis and each turn, the turn as it is seen along that axis.
    turns: [[Turn; 18]; 3],
    back: Box<Back>,
}

#[derive(Clone)]
enum Tables<'a> {
    Small(Box<SmallPhases>),
    Large(Box<LargePhases<'a>>),
}

/// No two phases need more turns.
const MOST_TURNS: usize = 30;

/// Longer second phases are not tried at first: among others, a solution is found sooner.
const SHORT_SECOND_PHASE: usize = 11;

impl<'a> TwoPhase<'a> {
    /// Builds the table of the second phase.
    ///
    /// # Errors
    ///
    /// [`FileFault::Foreign`] if the tables are for the quarter-turn metric.
    pub fn new(tables: &'a CubeTables) -> Result<Self, TableError> {
        let cosets = &tables.axes.cosets;
        let expected = CosetDistances { cosets, metric: Metric::HalfTurn }.name();
        let found = tables.table().name();
        if found != expected {
            return Err(FileFault::Foreign { found: found.to_owned(), expected }.into());
        }
        Ok(Self::with(Tables::Large(Box::new(LargePhases::new(tables)))))
    }

    fn with(tables: Tables<'a>) -> Self {
        let automaton = move_automaton(Metric::HalfTurn, 2);
        Self { tables, automaton, turns: turns_along(), back: Box::new(Back::new()) }
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
        let few = search(P::FEW_TURNS, 0, P::FEW_NODES).shortest(cube, &views);
        let at_most = at_most.min(MOST_TURNS);
        // In the end, every second phase is short enough, and there is no limit.
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
        Self::with(Tables::Small(Box::new(SmallPhases::new())))
    }
}

impl fmt::Debug for TwoPhase<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut fields = f.debug_struct("TwoPhase");
        if let Tables::Large(phases) = &self.tables {
            fields.field("tables", phases.tables);
        }
        fields.finish_non_exhaustive()
    }
}

/// The cube as it is seen along an axis, or its inverse.
struct View<P: Phases> {
    coset: Coset,
    inner: P::Inner,
    /// Carries the turns of a solution back.
    back: Symmetry,
    is_inverse: bool,
}

impl<P: Phases> View<P> {
    /// The views of the cube, in the order of the axes, and then the views of its inverse.
    fn all(cube: &Cube) -> Vec<Self> {
        let (third, two_thirds) = (Symmetry::THIRD, Symmetry::THIRD.then(Symmetry::THIRD));
        let backs = [Symmetry::IDENTITY, two_thirds, third];
        let of = |cube: Cube, is_inverse| {
            axes().into_iter().zip(backs).map(move |(axis, back)| {
                let cube = axis.cube(&cube);
                Self { coset: Coset::of(&cube), inner: P::inner(&cube), back, is_inverse }
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

/// What is known of a cube and of its inverse along the three axes.
struct Along {
    cube: Cube,
    cosets: [Coset; 3],
    distances: [u8; 3],
    /// What is seen of the inverse follows from them.
    sums: Sums,
    inverse: [u8; 3],
}

impl Along {
    /// No solution has fewer turns.
    fn least(&self) -> usize {
        combined(self.distances).max(combined(self.inverse)) as usize
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
    fn shortest(mut self, cube: &Cube, views: &[View<P>]) -> Option<Maneuver> {
        let distance = |view: usize| self.phases.distance(views[view].coset);
        let along = Along {
            cube: *cube,
            cosets: [0, 1, 2].map(|axis| views[axis].coset),
            distances: [0, 1, 2].map(distance),
            sums: self.solver.back.sums(cube),
            inverse: [3, 4, 5].map(distance),
        };
        let node = self.solver.automaton.initial(0);
        (along.least()..=self.at_most)
            .any(|length| self.in_one_phase(&along, node, length))
            .then(|| self.turns.into())
    }

    /// Tries all solutions of exactly `left` more turns. Returns whether one was found.
    fn in_one_phase(&mut self, along: &Along, node: u32, left: usize) -> bool {
        let Some(left) = left.checked_sub(1) else { return along.cube.is_solved() };
        let most = Cost::try_from(left).unwrap_or(Cost::MAX);
        let mut turns =
            self.solver.automaton.allowed(node) & turns_within(INSIDE, along.inverse, most);
        while let Some(turn) = self.next_turn(&mut turns) {
            if let Some(along) = self.along_after(along, turn, left) {
                let on = |search: &mut Self, node| search.in_one_phase(&along, node, left);
                if self.descend(turn, node, on) {
                    return true;
                }
            }
        }
        false
    }

    /// The cube along all axes after a turn, if it is not known to be farther than `most`. The axis
    /// that is farthest is enough to show that of most cubes.
    #[inline]
    fn along_after(&self, along: &Along, turn: Turn, most: usize) -> Option<Along> {
        let Along { mut cosets, mut distances, mut inverse, .. } = *along;
        let first = farthest(distances);
        for axis in [first, OTHERS[first][0], OTHERS[first][1]] {
            let turn = self.solver.turns[axis][turn.number()];
            cosets[axis] = self.phases.coset_after(cosets[axis], turn);
            distances[axis] = self.phases.distance(cosets[axis]);
            if usize::from(distances[axis]) > most {
                return None;
            }
        }
        let back = &self.solver.back;
        let sums = back.sums_after(along.sums, &along.cube, turn);
        if HALVES >> turn.number() & 1 == 0 {
            for axis in OTHERS[axis_of(turn)] {
                inverse[axis] = self.phases.distance(back.seen(sums, axis).coset);
            }
        }
        let along = Along { cube: along.cube.turned(turn), cosets, distances, sums, inverse };
        (along.least() <= most).then_some(along)
    }

    /// A solution in two phases.
    fn solve(mut self, views: &[View<P>]) -> Option<Maneuver> {
        for length in 0..=self.at_most {
            for view in views {
                self.turns.clear();
                let node = self.solver.automaton.initial(0);
                let is_near = self.phases.distance(view.coset) as usize <= length;
                if is_near && self.first_phase(view, view.coset, node, length) {
                    return Some(view.back(self.turns));
                }
            }
        }
        None
    }

    /// Takes a turn out of a set of turns that are to be made, and counts it as a node. There is
    /// none if no more nodes are allowed.
    fn next_turn(&mut self, set: &mut u32) -> Option<Turn> {
        let turn = turns_in(*set).next()?;
        self.nodes = self.nodes.checked_sub(1)?;
        *set &= *set - 1;
        Some(turn)
    }

    /// Tries all first phases of exactly `left` more turns. Returns whether a solution was found.
    fn first_phase(&mut self, view: &View<P>, coset: Coset, node: u32, left: usize) -> bool {
        if left == 0 {
            return self.try_second_phase(view, node);
        }
        // Before a turn of the subgroup, the phase would have ended.
        let excluded = if left == 1 { SUBGROUP } else { 0 };
        let mut turns = self.solver.automaton.allowed(node) & !excluded;
        while let Some(turn) = self.next_turn(&mut turns) {
            let coset = self.phases.coset_after(coset, turn);
            let distance = self.phases.distance(coset) as usize;
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
    fn try_second_phase(&mut self, view: &View<P>, node: u32) -> bool {
        let phases = self.phases;
        let most = (self.at_most - self.turns.len()).min(self.at_most_second);
        let inner = self.turns.iter().fold(view.inner, |inner, &turn| phases.after(inner, turn));
        // Iterative deepening: of the second phases, a shortest one.
        (0..=most)
            .any(|length| phases.is_within(inner, length) && self.second_phase(inner, node, length))
    }

    /// Tries all second phases of at most `left` more turns, for a cube whose distances are not
    /// more. Returns whether one was found.
    fn second_phase(&mut self, inner: P::Inner, node: u32, left: usize) -> bool {
        if inner == P::Inner::default() {
            return true;
        }
        // The distances do not know the order in the slice, so they may be 0 before the end.
        let Some(left) = left.checked_sub(1) else { return false };
        let mut turns = self.solver.automaton.allowed(node) & SUBGROUP;
        while let Some(turn) = self.next_turn(&mut turns) {
            if let Some(inner) = self.phases.after_within(inner, turn, left) {
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
