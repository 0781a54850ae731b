//! The automaton that accepts the sequences of moves that are not pruned.

use rustc_hash::FxHashMap;

use crate::space::debug::debug;
/// A finite automaton over moves. It reads the moves of a path, and forbids moves that would end a
/// pruned sequence.
///
/// It works in the inner loop of a search. A node says which moves may follow, before any of them
/// is made. The next node is one look-up, only for a successor that the search needs.
///
/// # Reference
///
/// L. A. Taylor and R. E. Korf, "Pruning duplicate nodes in depth-first search", *AAAI* 1993. N.
/// Burch and R. C. Holte, "Automatic move pruning revisited", *Symposium on Combinatorial Search*
/// 2012, on when it is safe. A. V. Aho and M. J. Corasick, "Efficient string matching",
/// *Communications of the ACM* 18, 1975.
#[derive(Clone)]
pub struct MoveAutomaton {
    /// For each node of the automaton a row: the next node for each move.
    ///
    /// The lowest bits of a node are the set of moves that it allows, or the number of the set; the
    /// others say where its row begins. So a search that has a node knows what may follow, without
    /// a look at the row.
    rows: Vec<u32>,
    moves: usize,
    /// How many bits of a node are for the set.
    set_bits: u32,
    /// The sets, one bit for each move, if nodes hold the numbers of sets. Empty if nodes hold the
    /// sets.
    sets: Vec<u32>,
    /// The node at the start of a path, by context.
    roots: Vec<u32>,
    /// The node at the start of a path in any other context.
    free: u32,
}

/// An automaton whose nodes have consecutive numbers, from [`FREE`] on.
pub(super) struct Counted {
    pub(super) moves: usize,
    /// For each node and each move, the next node or [`FORBIDDEN`].
    pub(super) next: Vec<u32>,
    /// The node at the start of a path, by context.
    pub(super) roots: Vec<u32>,
}

/// The number of the node from which nothing is ever forbidden.
pub(super) const FREE: u32 = 0;

/// Stands for a move that is pruned.
pub(super) const FORBIDDEN: u32 = u32::MAX;

/// The number of moves that have a bit in a set.
pub(super) const BITS: usize = u32::BITS as usize;

/// If there are no more moves than this, a node holds a set of moves in this many bits.
const FEW: u32 = 8;

impl MoveAutomaton {
    /// Forbids one move after another, by the numbers of both: `may_follow(last, next)`.
    ///
    /// Solutions are missed if the rule is not safe. It is, if there is an order of sequences of
    /// moves in which each forbidden pair can be replaced by a sequence that comes earlier, for
    /// instance by the same two moves in ascending order. [`check::pruning`](crate::check::pruning)
    /// tests a rule.
    ///
    /// ```
    /// use bestfirst::moves::MoveAutomaton;
    ///
    /// // The turns of the faces of a cube: three of each. Opposite faces are 0 and 1, 2 and 3, 4
    /// // and 5.
    /// let automaton = MoveAutomaton::from_rule(18, |last, next| {
    ///     let (last, next) = (last / 3, next / 3);
    ///     last != next && (last / 2 != next / 2 || last < next)
    /// });
    /// let start = automaton.initial(0);
    /// let first = automaton.after(start, 4).unwrap();
    /// assert_eq!(automaton.after(first, 3), None);
    /// assert!(automaton.after(first, 6).is_some());
    /// ```
    #[must_use]
    pub fn from_rule(moves: usize, may_follow: impl Fn(usize, usize) -> bool) -> Self {
        // Node 0 is the start of a path; node n + 1 comes after move n.
        let after = |step: usize| u32::try_from(step + 1).unwrap_or(FREE);
        let mut next: Vec<u32> = (0..moves).map(after).collect();
        for last in 0..moves {
            let following = |step| if may_follow(last, step) { after(step) } else { FORBIDDEN };
            next.extend((0..moves).map(following));
        }
        Self::new(&next, moves, &[])
    }

    /// An automaton, given the node after each node and move. Nodes have consecutive numbers.
    // Inline, so that only programs that prune moves compile it.
    #[inline]
    pub(super) fn new(next: &[u32], moves: usize, roots: &[u32]) -> Self {
        let allowed = next.chunks_exact(moves.max(1)).map(|next| {
            let forbidden = next.iter().take(BITS).enumerate();
            let forbidden = forbidden.filter(|&(_, &next)| next == FORBIDDEN);
            forbidden.fold(u32::MAX, |allowed, (step, _)| allowed & !(1 << step))
        });
        let (mut sets, mut set_bits) = (Vec::new(), FEW);
        let set_of: Vec<usize> = if moves <= FEW as usize {
            allowed.map(|allowed| (allowed & !(u32::MAX << FEW)) as usize).collect()
        } else {
            let mut numbers = FxHashMap::default();
            let mut number = |allowed| {
                *numbers.entry(allowed).or_insert_with(|| {
                    sets.push(allowed);
                    sets.len() - 1
                })
            };
            let set_of = allowed.map(&mut number).collect();
            set_bits = sets.len().next_power_of_two().trailing_zeros();
            set_of
        };
        let name = |node: u32| {
            let (row, set) = (node as usize * moves, *set_of.get(node as usize)?);
            u32::try_from(row.checked_mul(1 << set_bits)? | set)
                .ok()
                .filter(|&name| name != FORBIDDEN)
        };
        // If there are too many nodes, nothing is pruned after those that have no name.
        let free = name(FREE).unwrap_or(0);
        let name = |&node: &u32| name(node).unwrap_or(free);
        // A forbidden move with a bit is never looked up.
        let rows = next.iter().enumerate().map(|(index, node)| match *node {
            FORBIDDEN if index % moves >= BITS => FORBIDDEN,
            FORBIDDEN => free,
            _ => name(node),
        });
        let (rows, roots) = (rows.collect(), roots.iter().map(name).collect());
        Self { rows, moves, set_bits, sets, roots, free }
    }

    /// The nodes that a path can visit, with consecutive numbers.
    #[inline]
    pub(super) fn counted(&self) -> Counted {
        let mut names = vec![self.free];
        // The number of the node of each row. `FREE` means none yet, but for the first node.
        let mut numbers = vec![FREE; self.len()];
        let mut number = |names: &mut Vec<u32>, name| {
            let number = &mut numbers[self.row(name) as usize / self.moves.max(1)];
            if *number == FREE && name != self.free {
                *number = u32::try_from(names.len()).unwrap_or(FREE);
                names.push(name);
            }
            *number
        };
        let roots = self.roots.iter().map(|&root| number(&mut names, root)).collect();
        let mut next = Vec::new();
        let mut done = 0;
        while let Some(&name) = names.get(done) {
            next.extend((0..self.moves).map(|step| match self.after(name, step) {
                Some(after) => number(&mut names, after),
                None => FORBIDDEN,
            }));
            done += 1;
        }
        Counted { moves: self.moves, next, roots }
    }

    /// The node of the automaton at the start of a path in this
    /// [context](super::MoveSpace::context).
    #[inline]
    pub fn initial(&self, context: usize) -> u32 {
        self.roots.get(context).copied().unwrap_or(self.free)
    }

    /// The node after a move, or `None` if the move is forbidden.
    ///
    /// # Panics
    ///
    /// If `node` is not a node of this automaton, or `step` not the number of a move.
    #[inline]
    pub fn after(&self, node: u32, step: usize) -> Option<u32> {
        assert!(step < self.moves, "move {step} of {}", self.moves);
        let next = self.next(self.row(node), step);
        let has_bit = step < BITS;
        let is_allowed =
            if has_bit { self.allowed(node) >> step & 1 == 1 } else { next != FORBIDDEN };
        is_allowed.then_some(next)
    }

    /// Whether a move without a bit is allowed at the node of a row.
    #[inline]
    pub(super) fn is_allowed_by_row(&self, row: u32, step: usize) -> bool {
        self.next(row, step) != FORBIDDEN
    }

    /// Where the row of a node begins.
    #[inline]
    pub(super) fn row(&self, node: u32) -> u32 {
        node >> self.set_bits
    }

    /// The node after a move that is allowed at the node of a row.
    #[inline]
    pub(super) fn next(&self, row: u32, step: usize) -> u32 {
        self.rows[row as usize + step]
    }

    /// The moves that are allowed at a node: bit *n* is that of move *n*. Moves from number 32 on
    /// have no bit.
    ///
    /// # Panics
    ///
    /// If `node` is not a node of this automaton.
    #[inline]
    pub fn allowed(&self, node: u32) -> u32 {
        if self.sets.is_empty() {
            node & !(u32::MAX << FEW)
        } else {
            self.sets[(node & !(u32::MAX << self.set_bits)) as usize]
        }
    }

    /// The number of nodes of the automaton.
    #[expect(clippy::len_without_is_empty, reason = "there is always a first node")]
    pub fn len(&self) -> usize {
        self.rows.len() / self.moves.max(1)
    }

    /// The memory in use, in bytes.
    pub fn bytes(&self) -> usize {
        let Self { rows, sets, roots, .. } = self;
        (rows.capacity() + sets.capacity() + roots.capacity()) * size_of::<u32>()
    }
}

debug!(MoveAutomaton, |it| nodes: it.len(), moves: it.moves, contexts: it.roots.len());
