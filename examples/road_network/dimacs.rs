//! Road networks, and the files of the 9th DIMACS Implementation Challenge, on shortest paths.
//!
//! A graph file has one line `p sp NODES ARCS`, and then one line `a FROM TO WEIGHT` for each arc.
//! For a search with several costs, there may be more weights on it. A coordinate file has one line
//! `p aux sp co NODES`, and one line `v NODE X Y` for each node. Nodes are numbered from 1. Lines
//! that begin with `c` are comments.

use std::fmt::Display;
use std::io::{self, Write};
use std::ops::RangeInclusive;
use std::str::{FromStr, SplitAsciiWhitespace};

use bestfirst::Cost;
use bestfirst::graphs::Graph;

/// A graph, and the places of its nodes if they are known. Its nodes are counted from 0; the files
/// count from 1.
pub(crate) struct Network {
    pub(crate) graph: Graph,
    /// None, or one for each node.
    pub(crate) places: Vec<(i32, i32)>,
}

impl Network {
    /// The straight-line distance, or 0 if the places are not known.
    pub(crate) fn distance(&self, from: u32, to: u32) -> f64 {
        let place = |node: u32| self.places.get(node as usize).copied().unwrap_or_default();
        let ((x, y), (to_x, to_y)) = (place(from), place(to));
        let [across, down] = [x.abs_diff(to_x), y.abs_diff(to_y)].map(f64::from);
        (across * across + down * down).sqrt()
    }

    /// The lowest weight of an arc for each unit of distance. A path weighs at least this for
    /// each unit between its ends, because the straight line is the shortest.
    pub(crate) fn lowest_ratio(&self) -> f64 {
        let ratio = |(from, to, weight)| f64::from(weight) / self.distance(from, to);
        let lowest = self.graph.arcs().map(ratio).fold(f64::INFINITY, f64::min);
        // Between nodes at the same place, the ratio is infinite or no number.
        if lowest.is_finite() { lowest } else { 0.0 }
    }

    pub(crate) fn write_graph(&self, out: &mut dyn Write) -> io::Result<()> {
        let Self { graph, .. } = self;
        writeln!(out, "p sp {} {}", graph.nodes().len(), graph.arcs().count())?;
        for (from, to, weight) in graph.arcs() {
            writeln!(out, "a {} {} {weight}", from + 1, to + 1)?;
        }
        Ok(())
    }

    pub(crate) fn write_places(&self, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out, "p aux sp co {}", self.places.len())?;
        for (node, (x, y)) in self.graph.nodes().zip(&self.places) {
            writeln!(out, "v {} {x} {y}", node + 1)?;
        }
        Ok(())
    }

    /// Reads a graph file.
    pub(crate) fn parse(text: &str) -> Result<Self, String> {
        let Arcs { nodes, ends, costs } = Arcs::parse(text, 1, None)?;
        let weights = costs.into_iter().flatten();
        let arcs = ends.into_iter().zip(weights).map(|((from, to), weight)| (from, to, weight));
        let graph = Graph::from_arcs(nodes, arcs).map_err(|error| error.to_string())?;
        Ok(Self { graph, places: Vec::new() })
    }

    /// Reads the file of the coordinates of these nodes.
    pub(crate) fn parse_places(&mut self, text: &str) -> Result<(), String> {
        let nodes = self.graph.nodes().end;
        let mut places = Vec::new();
        for (mut line, kind) in lines(text) {
            match kind {
                "p" if places.is_empty() => {
                    ["aux", "sp", "co"].iter().try_for_each(|word| line.literal(word))?;
                    line.number("the number of nodes of the graph", nodes..=nodes)?;
                    places = vec![None; nodes as usize];
                }
                "v" if !places.is_empty() => {
                    let node: u32 = line.number("the node", 1..=nodes)?;
                    let [x, y] = ["the x coordinate", "the y coordinate"]
                        .map(|what| line.number(what, i32::MIN..=i32::MAX));
                    if places[node as usize - 1].replace((x?, y?)).is_some() {
                        return Err(line.fault("one line for each node", &format!("v {node}")));
                    }
                }
                _ if places.is_empty() => {
                    return Err(line.fault("a line `p aux sp co NODES` first", kind));
                }
                _ => return Err(line.fault("a line `v NODE X Y`", kind)),
            }
            line.end()?;
        }
        if places.is_empty() && nodes > 0 {
            return Err("expected a line `p aux sp co NODES`, found none".to_owned());
        }
        let known = self.graph.nodes().zip(places).map(|(node, place)| {
            place.ok_or_else(|| format!("expected a line `v {} X Y`, found none", node + 1))
        });
        self.places = known.collect::<Result<_, _>>()?;
        Ok(())
    }
}

/// The arcs of a graph file, with one cost or several.
pub(crate) struct Arcs {
    pub(crate) nodes: u32,
    pub(crate) ends: Vec<(u32, u32)>,
    /// For each cost, that of each arc.
    pub(crate) costs: Vec<Vec<Cost>>,
}

impl Arcs {
    /// Reads a graph file, in which a line `a FROM TO WEIGHT` may go on with more weights, up to
    /// `most` of them. If other arcs are given, those of the file must be the same.
    pub(crate) fn parse(text: &str, most: usize, like: Option<&Self>) -> Result<Self, String> {
        let mut arcs: Option<(Self, usize)> = None;
        for (mut line, kind) in lines(text) {
            match (kind, &mut arcs) {
                ("p", None) => {
                    line.literal("sp")?;
                    let (nodes, count) = like.map_or((0..=u32::MAX, 0..=u32::MAX), |like| {
                        let count = u32::try_from(like.ends.len()).unwrap_or(u32::MAX);
                        (like.nodes..=like.nodes, count..=count)
                    });
                    let nodes = line.number("the number of nodes", nodes)?;
                    let count = line.number("the number of arcs", count)? as usize;
                    // An arc takes at least eight bytes of text, so that a wrong number takes no
                    // more memory than there can be arcs.
                    let ends = Vec::with_capacity(count.min(text.len() / 8));
                    arcs = Some((Self { nodes, ends, costs: Vec::new() }, count));
                    line.end()?;
                }
                ("a", Some((Self { nodes, ends, costs }, count))) => {
                    if ends.len() == *count {
                        return Err(line.fault(&format!("no more than {count} arcs"), kind));
                    }
                    let same = like.map(|like| like.ends[ends.len()]);
                    let range =
                        |same: Option<u32>| same.map_or(1..=*nodes, |end| end + 1..=end + 1);
                    let from = range(same.map(|same| same.0));
                    let from = line.number("the node that the arc leaves", from)? - 1;
                    let to = range(same.map(|same| same.1));
                    let to = line.number("the node that the arc leads to", to)? - 1;
                    ends.push((from, to));
                    // The first arc says how many weights there are.
                    let is_first = ends.len() == 1;
                    let least = if is_first { 1 } else { costs.len() };
                    let most = if is_first { most } else { costs.len() };
                    for index in 0..most {
                        if index >= least && line.is_at_end() {
                            break;
                        }
                        let what = if most == 1 { "the weight" } else { "a weight" };
                        let what = format!("{what} of the arc");
                        let weight = line.number(&what, 0..=Cost::MAX)?;
                        if is_first {
                            costs.push(Vec::with_capacity(ends.capacity()));
                        }
                        costs[index].push(weight);
                    }
                    line.end()?;
                }
                (_, None) => return Err(line.fault("a line `p sp NODES ARCS` first", kind)),
                (_, Some(_)) => return Err(line.fault("a line `a FROM TO WEIGHT`", kind)),
            }
        }
        let (mut arcs, count) = arcs.ok_or("expected a line `p sp NODES ARCS`, found none")?;
        if arcs.ends.len() < count {
            return Err(format!("expected {count} arcs, found {}", arcs.ends.len()));
        }
        // The offsets of nodes without arcs take memory that the file does not.
        if arcs.nodes as usize / 16 > count + (1 << 16) {
            return Err(format!("{} nodes are too many for {count} arcs", arcs.nodes));
        }
        // Without arcs, a file still stands for a cost.
        if arcs.costs.is_empty() {
            arcs.costs.push(Vec::new());
        }
        Ok(arcs)
    }
}

/// Reads a file of queries: the numbers of two nodes on each line.
pub(crate) fn queries(text: &str, nodes: u32) -> Result<Vec<(u32, u32)>, String> {
    let query = |(mut line, first): (Line<'_>, &str)| {
        let from = line.parse("the node to start from", 1..=nodes, first)?;
        let to = line.number("the node to reach", 1..=nodes)?;
        line.end()?;
        Ok((from, to))
    };
    lines(text).map(query).collect()
}

/// What is left of a line, with its number.
struct Line<'t>(usize, SplitAsciiWhitespace<'t>);

/// The lines that are neither empty nor comments, with their first words.
fn lines(text: &str) -> impl Iterator<Item = (Line<'_>, &str)> {
    (1..).zip(text.lines()).filter_map(|(number, line)| {
        let mut words = line.split_ascii_whitespace();
        let kind = words.next().filter(|word| !word.starts_with('c'))?;
        Some((Line(number, words), kind))
    })
}

impl Line<'_> {
    fn fault(&self, expected: &str, found: &str) -> String {
        let start: String = found.chars().take(20).collect();
        let dots = if start == found { "" } else { "..." };
        let found = if found.is_empty() { "the end" } else { &format!("{start:?}{dots}") };
        format!("line {}: expected {expected}, found {found}", self.0)
    }

    fn literal(&mut self, expected: &str) -> Result<(), String> {
        let found = self.1.next().unwrap_or_default();
        if found == expected { Ok(()) } else { Err(self.fault(&format!("`{expected}`"), found)) }
    }

    fn number<T>(&mut self, what: &str, range: RangeInclusive<T>) -> Result<T, String>
    where
        T: FromStr + PartialOrd + Display,
    {
        let word = self.1.next().unwrap_or_default();
        self.parse(what, range, word)
    }

    fn parse<T>(&self, what: &str, range: RangeInclusive<T>, word: &str) -> Result<T, String>
    where
        T: FromStr + PartialOrd + Display,
    {
        let number = word.parse().ok().filter(|number| range.contains(number));
        number.ok_or_else(|| {
            let (least, most) = range.into_inner();
            let values = if least == most { "" } else { &format!("from {least} to ") };
            self.fault(&format!("{what}, {values}{most}"), word)
        })
    }

    fn is_at_end(&self) -> bool {
        self.1.clone().next().is_none()
    }

    fn end(&mut self) -> Result<(), String> {
        self.1.next().map_or(Ok(()), |word| Err(self.fault("the end of the line", word)))
    }
}
