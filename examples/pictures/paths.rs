//! Several paths on a map as SVG, each in a colour of the charts, with a legend.

use std::fmt::Write as _;

use bestfirst::grid_maps::{Cell, GridMap};

use super::chart::{COLORS, PALETTE};
use super::map::{points, walls};
use super::markup::xml;

pub(crate) struct PathsPicture<'p> {
    pub(crate) map: &'p GridMap,
    pub(crate) title: &'p str,
    /// As many as there are colours, or fewer.
    pub(crate) paths: Vec<NamedPath>,
    pub(crate) start: Cell,
    pub(crate) goals: &'p [Cell],
    /// The cells of a unit in each direction.
    pub(crate) size: usize,
}

pub(crate) struct NamedPath {
    pub(crate) name: String,
    pub(crate) path: Vec<Cell>,
}

/// The size of the legend, in pixels, and the height of one of its lines.
const LEGEND: f64 = 340.0;
const LINE: f64 = 24.0;

impl PathsPicture<'_> {
    /// The legend is to the right of the map.
    ///
    /// The first path is the widest, and those that follow are on top of it. So where several take
    /// the same way, all of their colours are seen.
    pub(crate) fn svg(&self) -> String {
        let (columns, rows) = (self.map.width(), self.map.height());
        let longest = columns.max(rows) as f64;
        let scale = (1024.0 / longest).clamp(1.0, 24.0);
        let left = columns as f64 * scale;
        let legend = LINE * (self.paths.len() as f64 + 2.0);
        let (width, height) = (left + LEGEND, legend.max(rows as f64 * scale));
        let mut svg = format!(
            r#"<svg xmlns="http://www.w3.org/2000/svg" width="{width:.0}" height="{height:.0}" viewBox="0 0 {width:.0} {height:.0}" role="img">"#
        );
        // Writing to a string does not fail.
        let _ = writeln!(svg, "\n<title>{}</title>", xml(self.title));
        let _ = writeln!(svg, "<style>{PALETTE}{STYLE}</style>");
        svg.push_str("<rect class=\"ground\" width=\"100%\" height=\"100%\"/>\n");
        let _ = writeln!(svg, r#"<g transform="scale({scale:.3})">"#);
        let _ = writeln!(svg, r#"<rect class="edge" width="{columns}" height="{rows}"/>"#);
        walls(self.map, &mut svg);
        // Visible on large maps, too.
        let widest = 0.9_f64.max(longest / 100.0);
        for (index, NamedPath { path, .. }) in self.paths.iter().enumerate() {
            let points = points(self.map, path, self.size);
            let share = 1.0 - index as f64 / self.paths.len() as f64;
            let stroke =
                format!("--c:var(--c{});stroke-width:{:.2}", index % COLORS, widest * share);
            let _ = writeln!(svg, r#"<polyline class="path" style="{stroke}" points="{points}"/>"#);
        }
        let ends = [(self.start, "end start")].into_iter();
        for (cell, class) in ends.chain(self.goals.iter().map(|&goal| (goal, "end"))) {
            let (x, y) = self.map.position(cell);
            let middle = self.size as f64 / 2.0;
            let (x, y, radius) = (x as f64 + middle, y as f64 + middle, widest * 0.6);
            let _ = writeln!(svg, r#"<circle class="{class}" cx="{x}" cy="{y}" r="{radius:.2}"/>"#);
        }
        svg.push_str("</g>\n");
        let _ = writeln!(svg, r#"<g transform="translate({left:.0} 0)">"#);
        let _ = writeln!(svg, r#"<text class="title" x="16" y="25">{}</text>"#, xml(self.title));
        for (index, NamedPath { name, .. }) in self.paths.iter().enumerate() {
            let y = LINE * (index as f64 + 2.0);
            let (color, name) = (index % COLORS, xml(name));
            let _ =
                write!(svg, r#"<path class="key" style="--c:var(--c{color})" d="M16 {y}h24"/>"#);
            let _ = writeln!(svg, r#"<text x="50" y="{}">{name}</text>"#, y + 4.5);
        }
        svg.push_str("</g>\n</svg>\n");
        svg
    }
}

const STYLE: &str = "\
text{font:13px system-ui,sans-serif;fill:var(--ink)}.title{font-size:15px;font-weight:600}
.ground{fill:var(--ground)}.wall{fill:var(--grid)}.edge{fill:none;stroke:var(--grid);stroke-width:.1}
.path{fill:none;stroke:var(--c);stroke-linejoin:round;stroke-linecap:round}.key{stroke:var(--c);stroke-width:8}
.end{fill:var(--ink);stroke:var(--ink);stroke-width:.2}.start{fill:var(--ground)}
";
