//! The search tree of a sliding-tile puzzle, as SVG or for Graphviz.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::fmt::Write as _;

use bestfirst::sliding_tiles::Board;

use super::layout::tidy;
use super::markup::{dot, xml};
use super::recording::{Fate, Node, Recording};

/// The most events that are worth recording. The nodes after them are counted only.
pub(crate) const MOST_EVENTS: usize = 1_000_000;

/// The most nodes that are drawn.
const MOST_NODES: usize = 300;

/// The part of a search tree that is drawn: the path to the goal, and then the nodes expanded
/// first, each with all of its children.
pub(crate) struct Tree<'r> {
    recording: &'r Recording<Board>,
    /// The nodes that are drawn, in the order of their indices.
    shown: Vec<Shown>,
    roots: Vec<usize>,
}

struct Shown {
    /// The index in the recording.
    node: usize,
    /// Indices in `shown`.
    children: Vec<usize>,
    /// The number of nodes below it that are not drawn.
    folded: usize,
    is_on_path: bool,
}

impl<'r> Tree<'r> {
    pub(crate) fn new(recording: &'r Recording<Board>) -> Self {
        let nodes = &recording.nodes;
        let children = recording.children();
        let mut below = vec![0; nodes.len()];
        for (index, node) in nodes.iter().enumerate().rev() {
            if let Some(parent) = node.parent {
                below[parent] += below[index] + 1;
            }
        }
        let mut is_on_path = vec![false; nodes.len()];
        for node in recording.solution() {
            is_on_path[node] = true;
        }
        let roots = (0..nodes.len()).filter(|&node| nodes[node].parent.is_none());
        let roots: Vec<usize> = roots.take(MOST_NODES).collect();

        // A node is opened after its parent, so the next one is always among those that are shown.
        let rank = |node: usize| {
            let order = nodes[node].expanded.unwrap_or(u64::MAX);
            Reverse((!is_on_path[node], order, node))
        };
        let mut waiting: BinaryHeap<_> = roots.iter().map(|&root| rank(root)).collect();
        let mut shown = roots.clone();
        let mut is_open = vec![false; nodes.len()];
        while let Some(Reverse((_, _, node))) = waiting.pop() {
            if shown.len() + children[node].len() > MOST_NODES {
                break;
            }
            is_open[node] = true;
            shown.extend(&children[node]);
            waiting.extend(children[node].iter().map(|&child| rank(child)));
        }
        shown.sort_unstable();
        let place = |node: &usize| shown.binary_search(node).ok();
        let roots = roots.iter().filter_map(place).collect();
        let shown = shown.iter().map(|&node| Shown {
            node,
            children: if is_open[node] {
                children[node].iter().filter_map(place).collect()
            } else {
                Vec::new()
            },
            folded: if is_open[node] { 0 } else { below[node] },
            is_on_path: is_on_path[node],
        });
        Self { recording, shown: shown.collect(), roots }
    }

    fn node(&self, shown: &Shown) -> &'r Node<Board> {
        &self.recording.nodes[shown.node]
    }

    /// How much of the search is drawn.
    fn extent(&self) -> String {
        let (drawn, all) = (self.shown.len(), self.recording.nodes.len());
        let mut text = if drawn == all {
            format!("{all} nodes. #n: the n-th that is expanded. Below a board: g + h = f")
        } else {
            format!(
                "{drawn} of {all} nodes. #n: the n-th that is expanded. Below a board: g + h = f, and \
                 +n for n nodes below it that are not drawn"
            )
        };
        if self.recording.left_out > 0 {
            let left_out = self.recording.left_out;
            let _ = write!(text, ". {left_out} events after the first {MOST_EVENTS} are left out");
        }
        text
    }

    /// The tree for Graphviz.
    pub(crate) fn dot(&self, title: &str) -> String {
        let title = dot(&format!("{title}\n{}", self.extent()));
        let mut text = format!("digraph search {{\n  label={title}; labelloc=t;\n");
        text.push_str("  node [shape=box, fontname=monospace, style=\"rounded,filled\"];\n");
        for shown in &self.shown {
            let (index, node) = (shown.node, self.node(shown));
            let label = dot(&format!("{}\n{}\n{}", order(node), rows(&node.state), costs(node)));
            let class = Class::of(node);
            let (color, style) = match class {
                Class::Open => ("#ffdf99", ""),
                Class::Closed => ("#bfe0f5", ""),
                Class::Goal => ("#a6e0cd", ""),
                Class::Dropped => ("#ffffff", ", style=\"rounded,dashed\""),
            };
            let width = if shown.is_on_path { ", penwidth=3" } else { "" };
            // Writing to a string does not fail.
            let _ =
                writeln!(text, "  n{index} [label={label}, fillcolor=\"{color}\"{style}{width}];");
            if let Some(parent) = node.parent {
                let _ = writeln!(text, "  n{parent} -> n{index};");
            }
            if shown.folded > 0 {
                let folded = shown.folded;
                let _ = writeln!(
                    text,
                    "  f{index} [shape=plaintext, style=\"\", label=\"+{folded}\"];"
                );
                let _ = writeln!(text, "  n{index} -> f{index} [style=dashed, arrowhead=none];");
            }
        }
        text.push_str("}\n");
        text
    }

    /// The tree as a picture, with a ground of its own, for light and for dark.
    pub(crate) fn svg(&self, title: &str) -> String {
        let size = self.shown.first().map_or(3, |shown| self.node(shown).state.size());
        let measures = Measures::new(size);
        let children: Vec<_> = self.shown.iter().map(|shown| shown.children.clone()).collect();
        let places = tidy(&children, &self.roots);
        let place = |index: usize| {
            let (column, row) = places[index];
            (MARGIN + column * measures.column, HEADER + row as f64 * measures.row)
        };
        let corners = || (0..places.len()).map(place);
        // At least as wide as its title.
        let header = (9.5 * title.chars().count() as f64).max(620.0);
        let right = corners().map(|(x, _)| x + measures.width).fold(header, f64::max) + MARGIN;
        let bottom = corners().map(|(_, y)| y + measures.row).fold(HEADER, f64::max) + MARGIN;

        let mut svg = format!(
            r#"<svg xmlns="http://www.w3.org/2000/svg" width="100%" style="max-width: {right:.0}px" viewBox="0 0 {right:.0} {bottom:.0}">"#
        );
        let _ = write!(svg, "\n<style>{STYLE}</style>\n<title>{}</title>\n", xml(title));
        svg.push_str("<rect class=\"ground\" width=\"100%\" height=\"100%\"/>\n");
        let _ = writeln!(svg, r#"<text class="title" x="{MARGIN}" y="30">{}</text>"#, xml(title));
        let _ = writeln!(svg, r#"<text x="{MARGIN}" y="50">{}</text>"#, self.extent());
        svg.push_str(&legend());
        for (index, shown) in self.shown.iter().enumerate() {
            let (x, y) = place(index);
            let (from, below) = (x + measures.width / 2.0, y + measures.height());
            for &child in &shown.children {
                let (x, y) = place(child);
                let (to, middle) = (x + measures.width / 2.0, f64::midpoint(below, y));
                let path = if self.shown[child].is_on_path { " path" } else { "" };
                let _ = writeln!(
                    svg,
                    r#"<path class="edge{path}" d="M{from:.1} {below:.1}C{from:.1} {middle:.1} {to:.1} {middle:.1} {to:.1} {y:.1}"/>"#
                );
            }
        }
        for (index, shown) in self.shown.iter().enumerate() {
            self.draw(&mut svg, shown, place(index), &measures);
        }
        svg.push_str("</svg>\n");
        svg
    }

    fn draw(&self, svg: &mut String, shown: &Shown, (x, y): (f64, f64), measures: &Measures) {
        let node = self.node(shown);
        let &Measures { cell, width, board, .. } = measures;
        let class = Class::of(node).name();
        let path = if shown.is_on_path { " path" } else { "" };
        let height = measures.height();
        let _ = writeln!(svg, r#"<g class="{class}{path}" transform="translate({x:.1} {y:.1})">"#);
        let _ = writeln!(svg, r#"<rect class="box" width="{width}" height="{height}" rx="5"/>"#);
        let middle = width / 2.0;
        let _ = writeln!(svg, r#"<text class="mid" x="{middle}" y="13">{}</text>"#, order(node));
        let left = (width - board) / 2.0;
        let columns = node.state.size();
        for (index, tile) in node.state.tiles().enumerate().filter(|&(_, tile)| tile != 0) {
            let x = left + (index % columns) as f64 * cell;
            let y = 18.0 + (index / columns) as f64 * cell;
            let (side, middle, base) = (cell - 1.0, x + (cell - 1.0) / 2.0, y + cell * 0.7);
            let _ = write!(
                svg,
                r#"<rect class="tile" x="{x:.1}" y="{y:.1}" width="{side}" height="{side}"/>"#
            );
            let _ = writeln!(
                svg,
                r#"<text class="number" x="{middle:.1}" y="{base:.1}">{tile}</text>"#
            );
        }
        let base = height - 5.0;
        let _ =
            writeln!(svg, r#"<text class="mid" x="{middle}" y="{base}">{}</text>"#, costs(node));
        if shown.folded > 0 {
            let (from, to) = (height, height + 8.0);
            let _ = write!(svg, r#"<path class="edge fold" d="M{middle} {from}V{to}"/>"#);
            let base = to + 11.0;
            let _ = writeln!(
                svg,
                r#"<text class="mid" x="{middle}" y="{base}">+{}</text>"#,
                shown.folded
            );
        }
        svg.push_str("</g>\n");
    }
}

const MARGIN: f64 = 20.0;
const HEADER: f64 = 100.0;

const STYLE: &str = "
svg{--ground:#fff;--ink:#1a1a1a;--soft:#767676;--open:#ffdf99;--closed:#bfe0f5;--goal:#a6e0cd;--path:#009e73;--tile:#fffc}
@media(prefers-color-scheme:dark){svg{--ground:#16181c;--ink:#eee;--soft:#999;--open:#6b4a00;--closed:#0b4a73;--goal:#00614a;--path:#00c896;--tile:#0006}}
text{font:11px system-ui,sans-serif;fill:var(--ink)}.title{font-size:16px;font-weight:600}.mid,.number{text-anchor:middle}
.ground{fill:var(--ground)}.box{stroke:var(--soft);fill:var(--ground)}.open .box{fill:var(--open)}.closed .box{fill:var(--closed)}
.goal .box{fill:var(--goal)}.dropped .box{stroke-dasharray:3}.path .box{stroke:var(--path);stroke-width:3}.tile{fill:var(--tile)}
.edge{fill:none;stroke:var(--soft)}.edge.path{stroke:var(--path);stroke-width:3}.fold{stroke-dasharray:2}
";

fn legend() -> String {
    let classes = [Class::Open, Class::Closed, Class::Goal, Class::Dropped];
    let names = ["open", "expanded", "goal", "duplicate or pruned"];
    let mut svg = String::new();
    let mut x = MARGIN;
    for (class, name) in classes.iter().zip(names) {
        let (class, text) = (class.name(), x + 20.0);
        let _ = write!(
            svg,
            r#"<g class="{class}"><rect class="box" x="{x}" y="62" width="14" height="14" rx="3"/></g>"#
        );
        let _ = writeln!(svg, r#"<text x="{text}" y="73">{name}</text>"#);
        x += 44.0 + 6.0 * name.len() as f64;
    }
    let (end, text) = (x + 22.0, x + 28.0);
    let _ = write!(svg, r#"<path class="edge path" d="M{x} 69H{end}"/>"#);
    let _ = writeln!(svg, r#"<text x="{text}" y="73">path to the goal</text>"#);
    svg
}

/// Sizes in pixels.
struct Measures {
    cell: f64,
    board: f64,
    width: f64,
    column: f64,
    row: f64,
}

impl Measures {
    fn new(size: usize) -> Self {
        let cell = if size <= 3 { 16.0 } else { 18.0 };
        let board = cell * size as f64;
        let width = board.max(64.0) + 10.0;
        Self { cell, board, width, column: width + 12.0, row: board + 36.0 + 40.0 }
    }

    fn height(&self) -> f64 {
        self.board + 36.0
    }
}

#[derive(Clone, Copy)]
enum Class {
    Open,
    Closed,
    Goal,
    Dropped,
}

impl Class {
    fn of(node: &Node<Board>) -> Self {
        match node.fate {
            Fate::Goal => Self::Goal,
            Fate::Kept if node.expanded.is_some() => Self::Closed,
            Fate::Kept => Self::Open,
            Fate::Duplicate | Fate::Pruned => Self::Dropped,
        }
    }

    fn name(self) -> &'static str {
        match self {
            Self::Open => "open",
            Self::Closed => "closed",
            Self::Goal => "goal",
            Self::Dropped => "dropped",
        }
    }
}

/// The order of expansion, or why a node was not expanded.
fn order(node: &Node<Board>) -> String {
    match (node.expanded, node.fate) {
        (Some(order), _) => format!("#{order}"),
        (None, Fate::Goal) => "goal".to_owned(),
        (None, Fate::Duplicate) => "duplicate".to_owned(),
        (None, Fate::Pruned) => "pruned".to_owned(),
        (None, Fate::Kept) => String::new(),
    }
}

fn costs(node: &Node<Board>) -> String {
    format!("{} + {} = {}", node.path_cost, node.estimate, node.f())
}

/// The rows of a board, without its size.
fn rows(board: &Board) -> String {
    let text = board.to_string();
    text.split_once('\n').map_or_else(String::new, |(_, rows)| rows.to_owned())
}
