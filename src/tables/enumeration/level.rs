//! The expansion of all states at one distance.
//!
//! If steps may cost 0, the expansion takes two passes. The first expands the states by their steps
//! of cost 0, and then the states that these reach, which are at the same distance, until nothing
//! new is reached. It makes several sweeps through the table: what a sweep reaches in another share
//! is expanded by the next sweep. The second pass expands all states of the level by their steps of
//! cost 1, in one sweep.

use std::mem;
use std::num::NonZero;
use std::ops::Range;
use std::sync::atomic::{
    AtomicBool, AtomicU8, AtomicU32, AtomicU64, AtomicUsize, Ordering::Relaxed,
};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use super::{Enumeration, EnumerationErrorKind};
use crate::answer::clock::Instant;
use crate::space::numbering::for_each_number;
use crate::tables::threads;
use crate::tables::two_bits::{Refused, SET, TwoBits, filled};
use crate::{Cost, Limits, NumberedSpace};

/// The number of sets that a thread takes at a time.
pub(super) const SHARE: usize = 1 << 7;

/// What is known of each number.
pub(super) struct Marks {
    /// The distance modulo 3, if there is one.
    pub(super) residues: TwoBits,
    /// A bit for each number that is expanded, by steps of cost 0 and by those of cost 1. Without
    /// it, the states with the same residue that were expanded before are expanded again. They
    /// reach nothing new. The bits are written when states are expanded, which is in order, and not
    /// when they are reached.
    closed: [Option<Vec<AtomicU32>>; 2],
    /// For each share, whether a state in it is to be expanded: bit 0 for even distances, bit 1 for
    /// odd ones, both by steps of cost 1; and [`ZERO_COST`] and [`ZERO_COST_NEXT`].
    pub(super) active: Vec<AtomicU8>,
}

impl Marks {
    /// Marks in which no number is reached. Each number may take up to this many `bits`: see
    /// [`bytes_for`](Self::bytes_for).
    pub(super) fn new(numbers: usize, bits: usize) -> Result<Self, Refused> {
        let residues = TwoBits::new(numbers)?;
        let sets = residues.words().len();
        let active = filled(sets.div_ceil(SHARE), AtomicU8::default)?;
        // If there is no memory for it, the enumeration takes longer.
        let closed =
            |least| if bits >= least { filled(sets, AtomicU32::default).ok() } else { None };
        let by_unit_cost = closed(3);
        let by_zero_cost = by_unit_cost.as_ref().and_then(|_| closed(4));
        Ok(Self { residues, closed: [by_zero_cost, by_unit_cost], active })
    }

    /// The bytes that the marks of `numbers` numbers take: 2 bits for each of them, 3 with a bit
    /// for expanded ones, 4 with another bit for those expanded by steps of cost 0.
    pub(super) fn bytes_for(numbers: usize, bits: usize) -> usize {
        let sets = numbers.div_ceil(SET);
        let closed = sets.saturating_mul((bits - 2) * size_of::<u32>());
        TwoBits::bytes(numbers).saturating_add(closed).saturating_add(sets.div_ceil(SHARE))
    }

    pub(super) fn bytes(&self) -> usize {
        let closed = self.closed.iter().flatten().map(Vec::len).sum::<usize>();
        let residues = TwoBits::bytes(self.residues.numbers());
        residues + closed * size_of::<u32>() + self.active.len()
    }

    /// The number of states that are reached.
    pub(super) fn reached(&self) -> u64 {
        let sets = 0..self.residues.words().len();
        sets.map(|set| u64::from(self.residues.reached(set).count_ones())).sum()
    }

    /// Opens the states of active shares that may be open at this distance or the next. They
    /// include some that were expanded before.
    pub(super) fn reopen(&mut self, distance: u32) {
        for (set, closed) in self.closed[1].iter_mut().flatten().enumerate() {
            let active = self.active[set / SHARE].load(Relaxed);
            let of = |distance| {
                let is_active = active & parity(distance) != 0;
                if is_active { self.residues.with(set, distance % 3) } else { 0 }
            };
            *closed.get_mut() = self.residues.reached(set) & !(of(distance) | of(distance + 1));
        }
    }

    /// After a sweep by steps of cost 0: makes the shares in which it reached states the shares of
    /// the next sweep. Returns whether there are any.
    fn next_sweep(&self) -> bool {
        let mut has_next = false;
        for share in &self.active {
            let active = share.load(Relaxed);
            if active & ZERO_COST_NEXT != 0 {
                share.store(active & !ZERO_COST_NEXT | ZERO_COST, Relaxed);
                has_next = true;
            }
        }
        has_next
    }

    /// Frees all but the distances.
    pub(super) fn close(&mut self) {
        self.closed = [None, None];
        self.active = Vec::new();
    }

    /// Reaches those states of a set that were not reached, at a distance. Returns them. They are
    /// to be expanded by steps of cost 1, and if `by_zero_cost`, by those of cost 0 in the next
    /// sweep.
    #[inline]
    pub(super) fn reach(&self, set: usize, states: u32, distance: u32, by_zero_cost: bool) -> u32 {
        let new = self.residues.set(set, states, distance % 3);
        let active = &self.active[set / SHARE];
        let flags = parity(distance) | if by_zero_cost { ZERO_COST_NEXT } else { 0 };
        if active.load(Relaxed) & flags != flags {
            active.fetch_or(flags, Relaxed);
        }
        new
    }

    /// The states of these sets, which begin with `first`, that are to be expanded by steps of this
    /// cost: all at this distance that are not known to be closed. Without bits for closed states,
    /// some were expanded before and reach nothing new.
    fn open(&self, first: usize, sets: &mut [u32], distance: u32, step_cost: Cost) {
        for (states, word) in sets.iter_mut().zip(&self.residues.words()[first..]) {
            *states = TwoBits::with_value(word, distance % 3);
        }
        for closed in self.closed[step_cost as usize..].iter().flatten() {
            for (states, closed) in sets.iter_mut().zip(&closed[first..]) {
                *states &= !closed.load(Relaxed);
            }
        }
    }
}

/// A state in the share is to be expanded by steps of cost 0, in this sweep.
const ZERO_COST: u8 = 0b0100;
/// A state in the share is to be expanded by steps of cost 0, in the next sweep.
const ZERO_COST_NEXT: u8 = 0b1000;

fn parity(distance: u32) -> u8 {
    if distance % 2 == 0 { 0b01 } else { 0b10 }
}

/// The numbers of some states, or none if there are more than are kept.
pub(super) struct Newest(pub(super) Option<Vec<usize>>);

impl Newest {
    pub(super) const EMPTY: Self = Self(Some(Vec::new()));

    /// The most numbers that are kept.
    pub(super) const MOST: usize = 1 << 16;

    #[inline]
    pub(super) fn push(&mut self, number: usize) {
        let is_full = |numbers: &mut Vec<usize>| {
            numbers.len() == Self::MOST || numbers.try_reserve(1).is_err()
        };
        self.0.take_if(is_full);
        if let Some(numbers) = &mut self.0 {
            numbers.push(number);
        }
    }

    pub(super) fn append(&mut self, other: Self) {
        match other.0 {
            Some(numbers) => numbers.into_iter().for_each(|number| self.push(number)),
            None => self.0 = None,
        }
    }
}

/// The longest time between two looks at the limits.
const ROUND: Duration = Duration::from_millis(200);

const NO_SHARE: usize = usize::MAX;

impl<P: NumberedSpace + Sync> Enumeration<P> {
    /// Expands states by steps of the current cost, until all are expanded, or for a while.
    pub(super) fn advance(
        &mut self,
        threads: NonZero<usize>,
        limits: &Limits,
    ) -> Result<(), EnumerationErrorKind> {
        let (distance, step_cost) = (self.level(), self.known_step_cost());
        let flag = if step_cost == 0 { ZERO_COST } else { parity(distance) };
        let is_active = |share: &&AtomicU8| share.load(Relaxed) & flag != 0;
        let next = AtomicUsize::new(0);
        let (expanded, paused) = (AtomicU64::new(0), AtomicBool::new(false));
        let breach = AtomicUsize::new(NO_SHARE);
        let sum = Mutex::new((0, Newest::EMPTY));
        let start = Instant::now();
        let most = limits.steps_left(&self.statistics());
        let sweep = || {
            let (found, newest) = (0, Newest::EMPTY);
            let (pending, pending_count) = ([(0, 0); PENDING], 0);
            let mut worker =
                Worker { enumeration: self, distance, found, newest, pending, pending_count };
            loop {
                let share = next.fetch_add(1, Relaxed);
                let Some(active) = self.marks.active.get(share) else { break };
                if !is_active(&active) {
                    continue;
                }
                let time = start.elapsed();
                if expanded.load(Relaxed) >= most
                    || time >= ROUND
                    || limits.interruption(self.statistics.elapsed + time).is_some()
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
                active.fetch_and(!flag, Relaxed);
            }
            let mut sum = sum.lock().unwrap_or_else(PoisonError::into_inner);
            sum.0 += worker.found;
            sum.1.append(worker.newest);
        };
        loop {
            let active = self.marks.active.iter().filter(is_active);
            let shares = active.take(threads.get()).count();
            threads::on_each(NonZero::new(shares).unwrap_or(NonZero::<usize>::MIN), sweep);
            let is_swept = !paused.load(Relaxed) && step_cost == 0;
            if !(is_swept && self.marks.next_sweep()) {
                break;
            }
            next.store(0, Relaxed);
        }
        let share = breach.into_inner();
        if share != NO_SHARE {
            return Err(first_breach(&self.space, share * SHARE..(share + 1) * SHARE));
        }
        let (found, newest) = sum.into_inner().unwrap_or_else(PoisonError::into_inner);
        self.statistics.expanded += expanded.into_inner();
        self.statistics.generated += found;
        self.newest[1].append(newest);
        if let Some(last) = self.histogram.last_mut() {
            *last += found;
        }
        if !paused.into_inner() {
            self.end_pass();
        }
        Ok(())
    }
}

/// The data of one thread.
struct Worker<'a, P> {
    enumeration: &'a Enumeration<P>,
    /// The distance of the states to expand.
    distance: Cost,
    found: u64,
    newest: Newest,
    /// Successors that were visited, as states of a set. They are reached together, once there are
    /// [`PENDING`] of them or the share is expanded.
    pending: [(usize, u32); PENDING],
    pending_count: usize,
}

/// The number of successors that are reached together.
const PENDING: usize = 64;

impl<P: NumberedSpace> Worker<'_, P> {
    /// Expands the open states of a share. Returns their number, or `None` if the space breaks its
    /// contract.
    fn expand(&mut self, share: usize) -> Option<u64> {
        let Enumeration { space, marks, .. } = self.enumeration;
        let step_cost = self.enumeration.known_step_cost();
        let has_zero = space.has_zero_cost_steps();
        let first = share * SHARE;
        let length = SHARE.min(marks.residues.words().len() - first);
        let mut done = [0; SHARE];
        let mut expanded = 0;
        loop {
            let mut sets = [0; SHARE];
            let sets = &mut sets[..length];
            marks.open(first, sets, self.distance, step_cost);
            if step_cost == 0 {
                for (states, done) in sets.iter_mut().zip(&mut done) {
                    *states &= !*done;
                    *done |= *states;
                }
            }
            let open = sets.iter().map(|states| u64::from(states.count_ones())).sum::<u64>();
            if open == 0 {
                break;
            }
            expanded += open;
            let (end, last) = set_bounds(marks.residues.numbers());
            let mut is_sound = true;
            space.for_each_successor_set(first, sets, |set, states, cost| {
                let is_in_range = set < end && (set + 1 != end || states & !last == 0);
                if cost != step_cost || !is_in_range {
                    is_sound &= is_in_range && has_zero && cost <= 1;
                    return;
                }
                self.pending[self.pending_count] = (set, states);
                self.pending_count += 1;
                if self.pending_count == PENDING {
                    self.reach_pending(share);
                }
            });
            self.reach_pending(share);
            if !is_sound {
                return None;
            }
            if let Some(closed) = &marks.closed[step_cost as usize] {
                for (closed, &mut states) in closed[first..].iter().zip(sets) {
                    // Only one thread at a time has this share.
                    closed.store(closed.load(Relaxed) | states, Relaxed);
                }
            }
            // A step of cost 0 may lead to others from the same share.
            if step_cost != 0 {
                break;
            }
        }
        Some(expanded)
    }

    /// Reaches the successors that are pending, by steps from a share.
    #[inline(never)]
    fn reach_pending(&mut self, share: usize) {
        let Self { enumeration, found, newest, pending, pending_count, .. } = self;
        let Enumeration { space, marks, .. } = enumeration;
        let step_cost = enumeration.known_step_cost();
        let distance = self.distance + step_cost;
        // Without branches that depend on the words read, the processor loads many of them at once.
        let mut unknown = 0;
        for index in 0..mem::take(pending_count) {
            let (set, states) = pending[index];
            let states = states & !marks.residues.reached(set);
            pending[unknown] = (set, states);
            unknown += usize::from(states != 0);
        }
        for &(set, states) in &pending[..unknown] {
            // States that a share reaches in itself by steps of cost 0 are expanded at once.
            let by_zero_cost =
                space.has_zero_cost_steps() && (step_cost != 0 || set / SHARE != share);
            let new = marks.reach(set, states, distance, by_zero_cost);
            *found += u64::from(new.count_ones());
            if newest.0.is_some() {
                for_each_number(set, new, |number| newest.push(number));
            }
        }
        if enumeration.found() + *found > Newest::MOST as u64 {
            newest.0 = None;
        }
    }
}

/// The number of sets for `numbers` numbers, and the states in the last one.
pub(super) fn set_bounds(numbers: usize) -> (usize, u32) {
    let rest = numbers % SET;
    let last = if rest == 0 { u32::MAX } else { (1 << rest) - 1 };
    (numbers.div_ceil(SET), last)
}

/// The first step from the states of these sets that breaks the contract of the space.
#[cold]
pub(super) fn first_breach<P: NumberedSpace>(
    space: &P,
    sets: Range<usize>,
) -> EnumerationErrorKind {
    let numbers = space.numbers();
    let least = Cost::from(!space.has_zero_cost_steps());
    let mut first = None;
    for set in sets.start..sets.end.min(numbers.div_ceil(SET)) {
        for_each_number(set, u32::MAX, |state| {
            space.for_each_successor_number(state, |successor, cost| {
                if first.is_some() {
                    return;
                }
                if successor >= numbers {
                    first = Some(EnumerationErrorKind::Successor { state, successor, numbers });
                } else if !(least..=1).contains(&cost) {
                    first = Some(EnumerationErrorKind::StepCost { state, successor, cost, least });
                }
            });
        });
    }
    // If no step breaks it, only the sets of successors are wrong.
    let state = sets.start * SET;
    first.unwrap_or(EnumerationErrorKind::Successor { state, successor: usize::MAX, numbers })
}
