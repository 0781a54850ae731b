//! Tidy drawings of trees: parents stand over the middle of their children, and subtrees are as
//! close together as they can be.
//!
//! Reference: Reingold and Tilford, "Tidier Drawings of Trees", *IEEE Transactions on Software
//! Engineering* 7 (1981), 223-228.

/// The column of each node, in units of the width of a node, and its row.
///
/// `children` has the children of each node, whose indices are greater than that of the node. The
/// roots are placed beside each other.
pub(crate) fn tidy(children: &[Vec<usize>], roots: &[usize]) -> Vec<(f64, usize)> {
    let mut places = vec![(0.0, 0); children.len()];
    let mut outlines: Vec<Outline> = children.iter().map(|_| Outline::default()).collect();
    // Children first. The column of each is relative to its parent for now.
    for node in (0..children.len()).rev() {
        let below = join(&children[node], &mut places, &mut outlines);
        outlines[node] = below.under_a_parent();
    }
    let all = join(roots, &mut places, &mut outlines);
    let left = all.0.iter().map(|row| row.0).fold(0.0, f64::min);
    for &root in roots {
        places[root].0 -= left;
    }
    for node in 0..children.len() {
        let (column, row) = places[node];
        for &child in &children[node] {
            places[child].0 += column;
            places[child].1 = row + 1;
        }
    }
    places
}

/// Places subtrees beside each other, centred.
fn join(nodes: &[usize], places: &mut [(f64, usize)], outlines: &mut [Outline]) -> Outline {
    let mut joined = Outline::default();
    for &node in nodes {
        let outline = std::mem::take(&mut outlines[node]);
        places[node].0 = joined.add(outline);
    }
    let (Some(&first), Some(&last)) = (nodes.first(), nodes.last()) else { return joined };
    let middle = f64::midpoint(places[first].0, places[last].0);
    for &node in nodes {
        places[node].0 -= middle;
    }
    joined.shift(-middle);
    joined
}

/// The leftmost and the rightmost column in each row of a subtree.
#[derive(Default)]
struct Outline(Vec<(f64, f64)>);

impl Outline {
    fn shift(&mut self, by: f64) {
        for (left, right) in &mut self.0 {
            *left += by;
            *right += by;
        }
    }

    /// Adds a subtree to the right, and returns how far it is moved.
    fn add(&mut self, mut other: Self) -> f64 {
        let rows = self.0.iter().zip(&other.0);
        let shift = rows.map(|(mine, its)| mine.1 + 1.0 - its.0).reduce(f64::max).unwrap_or(0.0);
        other.shift(shift);
        for (mine, its) in self.0.iter_mut().zip(&other.0) {
            mine.1 = its.1;
        }
        let known = self.0.len().min(other.0.len());
        self.0.extend(other.0.drain(known..));
        shift
    }

    fn under_a_parent(mut self) -> Self {
        self.0.insert(0, (0.0, 0.0));
        self
    }
}
