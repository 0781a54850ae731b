//! The expansion of all states at one distance.

use std::num::NonZero;
use std::sync::Mutex;
use std::sync::PoisonError;
use std::sync::atomic::{
    AtomicBool, AtomicU8, AtomicU32, AtomicU64, AtomicUsize, Ordering::Relaxed,
};
use std::time::Duration;

use super::newest::Newest;
use crate::clock::Instant;
use crate::numbering::for_each_number;
use crate::residues::{Refused, Residues, SET};
use crate::{Limits, NumberedSpace, threads};

/// The number of sets that a thread takes at a time.
pub(super) const SHARE: usize = 1 << 6;

/// What is known of each number.
#[derive(Debug)]
pub(super) struct Marks {
    pub(super) residues: Residues,
    /// A bit for each number that is expanded. Without it, the states with the same residue that were
    /// expanded before are expanded again. They reach nothing new. It is written where states are
    /// expanded, in order, and not where they are reached.
    closed: Option<Vec<AtomicU32>>,
    /// For each share, whether a state in it is to be expanded: bit 0 for even distances, bit 1 for
    /// odd ones.
    active: Vec<AtomicU8>,
}

impl Marks {
    /// No number is reached.
    pub(super) fn new(numbers: usize, with_closed: bool) -> Result<Self, Refused> {
        let residues = Residues::new(numbers)?;
        let sets = residues.words().len();
        let active = filled(sets.div_ceil(SHARE))?;
        // If there is no memory for it, the enumeration takes longer.
        let closed = if with_closed { filled(sets).ok() } else { None };
        Ok(Self { residues, closed, active })
    }

    /// The bytes that the marks of so many numbers take.
    pub(super) fn bytes_for(numbers: usize, with_closed: bool) -> usize {
        let sets = numbers.div_ceil(SET);
        let closed = if with_closed { sets.saturating_mul(size_of::<u32>()) } else { 0 };
        Residues::bytes(numbers).saturating_add(closed).saturating_add(sets.div_ceil(SHARE))
    }

    pub(super) fn bytes(&self) -> usize {
        let closed = self.closed.as_ref().map_or(0, Vec::len) * size_of::<u32>();
        Residues::bytes(self.residues.numbers()) + closed + self.active.len()
    }

    /// The number of states that are reached.
    pub(super) fn reached(&self) -> u64 {
        let sets = 0..self.residues.words().len();
        sets.map(|set| u64::from(self.residues.reached(set).count_ones())).sum()
    }

    /// For each share, whether it has states to expand.
    pub(super) fn active(&self) -> &[AtomicU8] {
        &self.active
    }

    /// Opens the states of active shares that may be open at this distance or the next. They
    /// include some that were expanded before.
    pub(super) fn reopen(&mut self, distance: u32) {
        for (set, closed) in self.closed.iter_mut().flatten().enumerate() {
            let active = self.active[set / SHARE].load(Relaxed);
            let of = |distance| {
                let is_active = active & parity(distance) != 0;
                if is_active { self.residues.with(set, distance % 3) } else { 0 }
            };
            *closed.get_mut() = self.residues.reached(set) & !(of(distance) | of(distance + 1));
        }
    }

    /// Only the distances are needed from now on.
    pub(super) fn close(&mut self) {
        self.closed = None;
        self.active = Vec::new();
    }

    /// Reaches those states of a set that were not reached, at a distance. Returns them.
    #[inline]
    pub(super) fn reach(&self, set: usize, states: u32, distance: u32) -> u32 {
        let new = self.residues.set(set, states, distance % 3);
        let (active, parity) = (&self.active[set / SHARE], parity(distance));
        if active.load(Relaxed) & parity == 0 {
            active.fetch_or(parity, Relaxed);
        }
        new
    }
}

fn parity(distance: u32) -> u8 {
    if distance % 2 == 0 { 0b01 } else { 0b10 }
}

fn filled<T: Default>(length: usize) -> Result<Vec<T>, Refused> {
    let mut values = Vec::new();
    let bytes = length.saturating_mul(size_of::<T>());
    values.try_reserve_exact(length).map_err(|_| Refused(bytes))?;
    values.resize_with(length, T::default);
    Ok(values)
}

/// A part of the expansion of a level, between two looks at the limits.
pub(super) struct Round<'a, P> {
    pub(super) space: &'a P,
    pub(super) marks: &'a Marks,
    /// The distance of the states to expand.
    pub(super) distance: u32,
    /// The number of states found so far at the next distance.
    pub(super) found: u64,
    pub(super) threads: NonZero<usize>,
    pub(super) limits: &'a Limits,
    /// The round ends soon after so many expansions.
    pub(super) expansions: u64,
    /// And after so much time.
    pub(super) time: Duration,
    /// The time spent before, for the limits.
    pub(super) elapsed: Duration,
}

/// What a round has done.
pub(super) struct Done {
    pub(super) expanded: u64,
    /// The number of states found at the next distance.
    pub(super) found: u64,
    /// Some of them.
    pub(super) newest: Newest,
    pub(super) end: End,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum End {
    /// All states of the level are expanded.
    Level,
    /// The round has taken long enough.
    Pause,
    /// A state of this share breaks the contract of the space.
    Breach { share: usize },
}

const NO_SHARE: usize = usize::MAX;

impl<P: NumberedSpace + Sync> Round<'_, P> {
    pub(super) fn run(&self) -> Done {
        let is_active = |share: &&AtomicU8| share.load(Relaxed) & parity(self.distance) != 0;
        let shares = self.marks.active.iter().filter(is_active).take(self.threads.get()).count();
        let threads = NonZero::new(shares).unwrap_or(NonZero::<usize>::MIN);
        let next = AtomicUsize::new(0);
        let (expanded, paused) = (AtomicU64::new(0), AtomicBool::new(false));
        let breach = AtomicUsize::new(NO_SHARE);
        let sum = Mutex::new((0, Newest::default()));
        let start = Instant::now();
        threads::on_each(threads, || {
            let mut worker = Worker { round: self, found: 0, newest: Newest::default() };
            loop {
                let share = next.fetch_add(1, Relaxed);
                let Some(active) = self.marks.active.get(share) else { break };
                if !is_active(&active) {
                    continue;
                }
                let now = Instant::now();
                let time = now - start;
                if expanded.load(Relaxed) >= self.expansions
                    || time >= self.time
                    || self.limits.interruption(self.elapsed + time).is_some()
                {
                    paused.store(true, Relaxed);
                }
                if paused.load(Relaxed) {
                    break;
                }
                let Some(count) = worker.expand(share) else {
                    breach.fetch_min(share, Relaxed);
                    paused.store(true, Relaxed);
                    break;
                };
                expanded.fetch_add(count, Relaxed);
                active.fetch_and(!parity(self.distance), Relaxed);
            }
            let mut sum = sum.lock().unwrap_or_else(PoisonError::into_inner);
            sum.0 += worker.found;
            sum.1.append(worker.newest);
        });
        let (found, newest) = sum.into_inner().unwrap_or_else(PoisonError::into_inner);
        let end = match (breach.into_inner(), paused.into_inner()) {
            (NO_SHARE, false) => End::Level,
            (NO_SHARE, true) => End::Pause,
            (share, _) => End::Breach { share },
        };
        Done { expanded: expanded.into_inner(), found, newest, end }
    }
}

/// The data of one thread.
struct Worker<'a, P> {
    round: &'a Round<'a, P>,
    found: u64,
    newest: Newest,
}

impl<P: NumberedSpace> Worker<'_, P> {
    /// Expands the open states of a share. Returns their number, or `None` if the space breaks its
    /// contract.
    fn expand(&mut self, share: usize) -> Option<u64> {
        let (round, marks) = (self.round, self.round.marks);
        let first = share * SHARE;
        let mut sets = [0; SHARE];
        let sets = &mut sets[..SHARE.min(marks.residues.words().len() - first)];
        let mut expanded = 0;
        for (set, states) in (first..).zip(&mut *sets) {
            *states = marks.residues.with(set, round.distance % 3);
            if let Some(closed) = &marks.closed {
                *states &= !closed[set].load(Relaxed);
            }
            expanded += u64::from(states.count_ones());
        }
        if expanded == 0 {
            return Some(0);
        }
        let (end, last) = valid(marks.residues.numbers());
        let mut is_sound = true;
        round.space.for_each_successor_set(first, sets, |set, states, step_cost| {
            if step_cost != 1 || set >= end || (set + 1 == end && states & !last != 0) {
                is_sound = false;
                return;
            }
            let unknown = states & !marks.residues.reached(set);
            if unknown != 0 {
                self.reach(set, unknown);
            }
        });
        if !is_sound {
            return None;
        }
        if let Some(closed) = &marks.closed {
            for (set, &states) in (first..).zip(&*sets) {
                // Only one thread at a time has this share.
                closed[set].store(closed[set].load(Relaxed) | states, Relaxed);
            }
        }
        Some(expanded)
    }

    /// Reaches states of a set at the next distance.
    #[inline(never)]
    fn reach(&mut self, set: usize, states: u32) {
        let Self { round, found, newest } = self;
        let new = round.marks.reach(set, states, round.distance + 1);
        if new == 0 {
            return;
        }
        *found += u64::from(new.count_ones());
        if round.found + *found <= Newest::MOST as u64 {
            for_each_number(set, new, |number| newest.push(number));
        } else {
            newest.overflow();
        }
    }
}

/// The number of sets that so many numbers take, and the states in the last one.
pub(super) fn valid(numbers: usize) -> (usize, u32) {
    let last = match numbers % SET {
        0 => u32::MAX,
        rest => (1 << rest) - 1,
    };
    (numbers.div_ceil(SET), last)
}
