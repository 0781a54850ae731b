//! States that compare, hash or are numbered wrongly.

use std::hash::{Hash, Hasher};

use bestfirst::check::{self, Answer, Fault};
use bestfirst::search::GraphAStar;
use bestfirst::{Outcome, Solver, WorldState};

/// A number from 0 to 5 that remembers whether it was reached from below.
#[derive(Clone, Debug)]
pub(super) struct Number<const BROKEN: char> {
    pub(super) value: u32,
    pub(super) from_below: bool,
}

impl<const BROKEN: char> PartialEq for Number<BROKEN> {
    fn eq(&self, other: &Self) -> bool {
        self.value == other.value && !(BROKEN == '=' && self.value == 3)
    }
}

impl<const BROKEN: char> Eq for Number<BROKEN> {}

impl<const BROKEN: char> Hash for Number<BROKEN> {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        self.value.hash(hasher);
        if BROKEN == '#' {
            self.from_below.hash(hasher);
        }
    }
}

impl<const BROKEN: char> WorldState for Number<BROKEN> {
    fn estimated_distance_to_goal(&self) -> u32 {
        self.value - u32::from(BROKEN == 'h' && self.from_below && self.value > 1)
    }

    fn neighbors(&self) -> impl IntoIterator<Item = Self> {
        let down = self.value.checked_sub(1).map(|value| Self { value, from_below: false });
        let up = Self { value: self.value + 1, from_below: true };
        let is_deaf = BROKEN == 'n' && self.from_below;
        [down, (self.value < 5 && !is_deaf).then_some(up)].into_iter().flatten()
    }

    fn is_goal(&self) -> bool {
        self.value == 0
    }
}

fn faults<const BROKEN: char>() -> Vec<Fault<(u32, bool)>> {
    let plain = |number: &Number<BROKEN>| (number.value, number.from_below);
    let start = Number::<BROKEN> { value: 5, from_below: false };
    let report = check::world(&start).run();
    let faults = report.faults().iter().map(|fault| match fault {
        Fault::UnequalClone { state, clone } => {
            Fault::UnequalClone { state: plain(state), clone: plain(clone) }
        }
        Fault::UnequalHashes { state, other } => {
            Fault::UnequalHashes { state: plain(state), other: plain(other) }
        }
        Fault::UnequalAnswers { state, other, answer } => {
            let (state, other) = (plain(state), plain(other));
            Fault::UnequalAnswers { state, other, answer: *answer }
        }
        _ => panic!("{fault}"),
    });
    faults.collect()
}

#[test]
fn states_that_compare_wrongly() {
    assert_eq!(faults::<' '>(), []);
    let (state, clone) = ((3, false), (3, false));
    assert_eq!(faults::<'='>(), [Fault::UnequalClone { state, clone }]);
    let (state, other) = ((5, false), (5, true));
    assert_eq!(faults::<'#'>(), [Fault::UnequalHashes { state, other }]);
    let answer = Answer::Estimate;
    assert_eq!(faults::<'h'>(), [Fault::UnequalAnswers { state, other, answer }]);
    // 5 has no state above it, so it is 4 whose neighbours differ.
    let (state, other, answer) = ((4, false), (4, true), Answer::Successors);
    assert_eq!(faults::<'n'>(), [Fault::UnequalAnswers { state, other, answer }]);
}

/// A corridor of the cells 0 to 5. The key is in cell 0, and the door before cell 5 needs it.
#[derive(Clone, Debug)]
struct Corridor<const FORGETS: bool> {
    cell: u32,
    has_key: bool,
}

/// Forgets the key, if it is a forgetful one.
impl<const FORGETS: bool> PartialEq for Corridor<FORGETS> {
    fn eq(&self, other: &Self) -> bool {
        self.cell == other.cell && (FORGETS || self.has_key == other.has_key)
    }
}

impl<const FORGETS: bool> Eq for Corridor<FORGETS> {}

impl<const FORGETS: bool> Hash for Corridor<FORGETS> {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        self.cell.hash(hasher);
    }
}

impl<const FORGETS: bool> WorldState for Corridor<FORGETS> {
    fn estimated_distance_to_goal(&self) -> u32 {
        u32::from(!self.is_goal())
    }

    fn neighbors(&self) -> impl IntoIterator<Item = Self> {
        let &Self { cell, has_key } = self;
        let last = if has_key { 5 } else { 4 };
        let to = move |cell| Self { cell, has_key: has_key || cell == 0 };
        [cell.checked_sub(1), (cell < last).then_some(cell + 1)].into_iter().flatten().map(to)
    }

    fn is_goal(&self) -> bool {
        self.cell == 5
    }
}

/// With the key every cell looks as without it, until the door. A search with a closed list never
/// gets there, and neither would a check.
#[test]
fn a_forgotten_field_is_found_where_it_matters() {
    let corridor = Corridor::<false> { cell: 2, has_key: false };
    check::world(&corridor).assert_sound();
    let solver = Solver::builder(corridor).algorithm(GraphAStar::new()).solve();
    assert_eq!(solver.moves(), Some(7));

    let forgetful = Corridor::<true> { cell: 2, has_key: false };
    let solver = Solver::builder(forgetful.clone()).algorithm(GraphAStar::new()).solve();
    assert!(matches!(solver.outcome(), Outcome::Unsolvable));
    let report = check::world(&forgetful).run();
    let [Fault::UnequalAnswers { state, other, answer: Answer::Successors }] = report.faults()
    else {
        panic!("{report}");
    };
    assert_eq!((state.cell, state.has_key, other.cell, other.has_key), (4, false, 4, true));
    assert!(report.to_string().contains(
        "equal states have different successors: Corridor { cell: 4, has_key: false }, \
         Corridor { cell: 4, has_key: true }"
    ));
}

/// A field that counts up and is not compared: there is no end of such states.
#[test]
fn a_field_that_may_be_ignored_is_no_fault() {
    #[derive(Clone, Debug)]
    struct Clock {
        hour: u32,
        turns: u32,
    }

    impl PartialEq for Clock {
        fn eq(&self, other: &Self) -> bool {
            self.hour == other.hour
        }
    }

    impl Eq for Clock {}

    impl Hash for Clock {
        fn hash<H: Hasher>(&self, hasher: &mut H) {
            self.hour.hash(hasher);
        }
    }

    impl WorldState for Clock {
        fn estimated_distance_to_goal(&self) -> u32 {
            self.hour.min(1)
        }

        fn neighbors(&self) -> impl IntoIterator<Item = Self> {
            [1, 11].map(|step| Clock { hour: (self.hour + step) % 12, turns: self.turns + 1 })
        }
    }

    let report = check::world(&Clock { hour: 5, turns: 0 }).undirected().run();
    assert!(report.is_sound() && report.is_exhaustive(), "{report}");
}
