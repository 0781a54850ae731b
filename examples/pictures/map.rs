//! A search on a grid map: as text, as SVG, and growing in a terminal.

use std::fmt::Write as _;
use std::time::Duration;

use bestfirst::EventKind;
use bestfirst::grid_maps::{Cell, Direction, FlowField, GridMap};
use console::Style;

use super::animation::Stage;
use super::recording::Recording;

/// What can be drawn of a search.
pub(crate) struct MapPicture<'p> {
    pub(crate) map: &'p GridMap,
    pub(crate) recording: &'p Recording<Cell>,
    /// Between two of its cells is a straight line.
    pub(crate) path: &'p [Cell],
    pub(crate) start: Cell,
    pub(crate) goals: &'p [Cell],
    /// The cells of a unit in each direction.
    pub(crate) size: usize,
    /// The next step from each cell.
    pub(crate) field: Option<&'p FlowField>,
}

/// The arrow of each direction, clockwise from the north.
const ARROWS: [char; 8] = ['↑', '↗', '→', '↘', '↓', '↙', '←', '↖'];

/// What a cell shows. If one character stands for several cells, it shows the last of their marks
/// in this order.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Mark {
    Wall,
    Floor,
    Expanded,
    Open,
    Path,
    Start,
    Goal,
}

impl Mark {
    fn character(self) -> char {
        match self {
            Self::Wall => '#',
            Self::Floor => ' ',
            Self::Expanded => '.',
            Self::Open => '+',
            Self::Path => 'o',
            Self::Start => 'S',
            Self::Goal => 'G',
        }
    }

    /// The nearest of the 256 colours of terminals to the palette of the other pictures.
    fn style(self) -> Style {
        let style = Style::new();
        match self {
            Self::Wall => style.color256(244).on_color256(240),
            Self::Floor => style,
            Self::Expanded => style.color256(16).on_color256(74),
            Self::Open => style.color256(16).on_color256(214),
            Self::Path => style.color256(16).on_color256(36),
            Self::Start | Self::Goal => style.color256(231).on_color256(166).bold(),
        }
    }
}

impl MapPicture<'_> {
    fn expanded(&self) -> impl Iterator<Item = Cell> {
        let steps = self.recording.events.iter();
        let expanded = steps.filter(|step| step.kind == EventKind::Expanded);
        expanded.map(|step| self.recording.nodes[step.node].state)
    }

    /// The cells as they are before the search.
    fn marks(&self) -> Vec<Mark> {
        let mut marks = vec![Mark::Wall; self.map.index_bound()];
        for cell in self.map.open_cells() {
            marks[cell.index()] = Mark::Floor;
        }
        self.mark_ends(&mut marks);
        marks
    }

    fn mark_ends(&self, marks: &mut [Mark]) {
        for goal in self.goals {
            marks[goal.index()] = Mark::Goal;
        }
        marks[self.start.index()] = Mark::Start;
    }

    /// Marks the cells below the unit, along the lines of its path.
    fn mark_path(&self, marks: &mut [Mark]) {
        let mut mark_unit = |(x, y): (usize, usize)| {
            for cell in (y..y + self.size).flat_map(|y| (x..x + self.size).map(move |x| (x, y))) {
                if let Some(cell) = self.map.cell(cell.0, cell.1) {
                    marks[cell.index()] = Mark::Path;
                }
            }
        };
        for ends in self.path.windows(2) {
            let [from, to] = [ends[0], ends[1]].map(|cell| self.map.position(cell));
            let steps = from.0.abs_diff(to.0).max(from.1.abs_diff(to.1)).max(1);
            for step in 0..=steps {
                let between = |from: usize, to: usize| {
                    (from * (steps - step) + to * step + steps / 2) / steps
                };
                mark_unit((between(from.0, to.0), between(from.1, to.1)));
            }
        }
    }

    /// Walls are `#`, cells expanded `.`, or arrows of the field, those of the path `o`, and its
    /// ends `S` and `G`.
    pub(crate) fn text(&self) -> String {
        let mut marks = self.marks();
        for cell in self.expanded() {
            marks[cell.index()] = Mark::Expanded;
        }
        self.mark_path(&mut marks);
        self.mark_ends(&mut marks);
        let mut text = String::new();
        for cell in self.map.cells() {
            let mark = marks[cell.index()];
            let direction = self.field.and_then(|field| field.direction(cell));
            let direction = direction.filter(|_| mark == Mark::Expanded);
            text.push(direction.map_or(mark.character(), |direction| ARROWS[direction as usize]));
            if self.map.position(cell).0 + 1 == self.map.width() {
                text.push('\n');
            }
        }
        text
    }

    /// A cell is one unit. The cells expanded have one of 32 colours, in the order of expansion.
    pub(crate) fn svg(&self) -> String {
        const COLORS: usize = 32;
        let (width, height) = (self.map.width(), self.map.height());
        let scale = (1024 / width.max(height)).max(1);
        let mut svg = String::new();
        // Writing to a string does not fail.
        let _ = writeln!(
            svg,
            r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{}" height="{}">"#,
            width * scale,
            height * scale
        );
        svg.push_str(STYLE);
        let _ = writeln!(svg, r#"<rect class="floor" width="{width}" height="{height}"/>"#);
        walls(self.map, &mut svg);
        let expanded: Vec<Cell> = self.expanded().collect();
        let size = expanded.len().div_ceil(COLORS).max(1);
        for (color, cells) in expanded.chunks(size).enumerate() {
            let lightness = 88 - 52 * color / COLORS;
            let paint = format!(r#"fill="hsl(202,65%,{lightness}%)""#);
            squares(self.map, &mut svg, &paint, cells.iter().copied());
        }
        self.arrows(&mut svg);
        let middle = self.size as f64 / 2.0;
        let points = points(self.map, self.path, self.size);
        if self.size > 1 {
            let size = self.size;
            let _ = writeln!(
                svg,
                r#"<polyline class="path unit" style="stroke-width:{size}" points="{points}"/>"#
            );
        }
        let _ = writeln!(svg, r#"<polyline class="path" points="{points}"/>"#);
        for (x, y) in self.goals.iter().map(|&goal| self.map.position(goal)) {
            let (x, y) = (x as f64 + middle, y as f64 + middle);
            let _ = writeln!(svg, r#"<circle class="goal" cx="{x}" cy="{y}" r=".4"/>"#);
        }
        svg.push_str("</svg>\n");
        svg
    }

    /// The next step from each cell, as an arrow.
    fn arrows(&self, svg: &mut String) {
        let Some(field) = self.field else { return };
        svg.push_str(r#"<path class="arrow" d=""#);
        for cell in self.map.open_cells() {
            let Some(direction) = field.direction(cell) else { continue };
            let (x, y) = self.map.position(cell);
            let middle = self.size as f64 / 2.0;
            let along = |turn: usize, length: f64| {
                let (dx, dy) = Direction::ALL[(direction as usize + turn) % 8].delta();
                (dx as f64 * length, dy as f64 * length)
            };
            let (dx, dy) = along(0, 0.3);
            let tip = (x as f64 + middle + dx, y as f64 + middle + dy);
            for (turn, length) in [(4, 0.6), (3, 0.2), (5, 0.2)] {
                let (dx, dy) = along(turn, length);
                let _ = write!(svg, "M{:.1} {:.1}l{dx:.1} {dy:.1}", tip.0, tip.1);
            }
        }
        svg.push_str("\"/>\n");
    }

    /// The search as it grows, and how long to show each picture. It expands `per_second` nodes a
    /// second, or all of them in ten seconds.
    pub(crate) fn frames(
        &self,
        stage: &Stage,
        per_second: Option<f64>,
    ) -> (impl Iterator<Item = String>, Duration) {
        const MOST_A_SECOND: f64 = 25.0;
        let expansions = self.expanded().count();
        let per_second = per_second.unwrap_or((expansions as f64 / 10.0).max(10.0));
        // From 1 to a million million, so it fits.
        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
        let each_frame = (per_second / MOST_A_SECOND).ceil() as usize;
        let each = Duration::from_secs_f64(each_frame as f64 / per_second);

        let view = View::new(self.map, stage);
        let blank = self.marks();
        let mut marks = blank.clone();
        let mut steps = self.recording.events.iter().peekable();
        let (mut expanded, mut has_ended) = (0, false);
        let frames = std::iter::from_fn(move || {
            if has_ended {
                return None;
            }
            let next = expanded + each_frame;
            while expanded < next {
                let Some(step) = steps.next() else { break };
                if step.is_restart {
                    marks.clone_from(&blank);
                }
                let cell = self.recording.nodes[step.node].state;
                match step.kind {
                    EventKind::Generated | EventKind::Reopened => marks[cell.index()] = Mark::Open,
                    EventKind::Expanded => {
                        marks[cell.index()] = Mark::Expanded;
                        expanded += 1;
                    }
                    _ => {}
                }
            }
            has_ended = steps.peek().is_none();
            if has_ended {
                self.mark_path(&mut marks);
            }
            self.mark_ends(&mut marks);
            let open = marks.iter().filter(|&&mark| mark == Mark::Open).count();
            let title = format!("{expanded} of {expansions} expanded, {open} cells open");
            Some(format!("{title:.0$}\n{1}", stage.columns, view.draw(self.map, &marks)))
        });
        (frames, each)
    }
}

/// The squares of all walls.
pub(super) fn walls(map: &GridMap, svg: &mut String) {
    squares(map, svg, r#"class="wall""#, map.cells().filter(|&cell| !map.is_open(cell)));
}

/// The squares of cells, as one path.
fn squares(map: &GridMap, svg: &mut String, paint: &str, cells: impl Iterator<Item = Cell>) {
    let _ = write!(svg, r#"<path {paint} d=""#);
    let mut places = cells.map(|cell| map.position(cell)).peekable();
    while let Some((x, y)) = places.next() {
        // Neighbours in a row are one rectangle.
        let mut width = 1;
        while places.next_if_eq(&(x + width, y)).is_some() {
            width += 1;
        }
        let _ = write!(svg, "M{x} {y}h{width}v1h-{width}z");
    }
    svg.push_str("\"/>\n");
}

/// The points of a polyline through the middle of a unit of this size.
pub(super) fn points(map: &GridMap, path: &[Cell], size: usize) -> String {
    let middle = size as f64 / 2.0;
    let places = path.iter().map(|&cell| map.position(cell));
    let points: Vec<_> =
        places.map(|(x, y)| format!("{},{}", x as f64 + middle, y as f64 + middle)).collect();
    points.join(" ")
}

const STYLE: &str = "<style>
.floor{fill:#fff}.wall{fill:#3a3d42}.path{fill:none;stroke:#d55e00;stroke-width:.5;stroke-linejoin:round}.unit{stroke-opacity:.3}
.goal{fill:#009e73}.arrow{fill:none;stroke:#000;stroke-width:.08;stroke-opacity:.6}
@media(prefers-color-scheme:dark){.floor{fill:#101215}.wall{fill:#6d727a}.path{stroke:#ff9a3c}}
</style>
";

/// How a map fits into a terminal.
struct View {
    /// The side of the square of cells that is one character.
    block: usize,
    /// The characters for a square: two, where there is room, because they are higher than wide.
    repeat: usize,
}

impl View {
    fn new(map: &GridMap, stage: &Stage) -> Self {
        // One line is for the title.
        let rows = stage.rows.saturating_sub(1).max(1);
        let columns = stage.columns.max(1);
        let block = map.height().div_ceil(rows).max(map.width().div_ceil(columns)).max(1);
        let repeat = if 2 * map.width().div_ceil(block) <= columns { 2 } else { 1 };
        Self { block, repeat }
    }

    fn draw(&self, map: &GridMap, marks: &[Mark]) -> String {
        let &Self { block, repeat } = self;
        let mut text = String::new();
        // The mark of each square, and how many cells of floor it has more than walls.
        let blank = vec![(Mark::Wall, 0); map.width().div_ceil(block)];
        let mut row = blank.clone();
        for y in 0..map.height() {
            for x in 0..map.width() {
                let (seen, floor) = &mut row[x / block];
                let mark = map.cell(x, y).map_or(Mark::Wall, |cell| marks[cell.index()]);
                *seen = mark.max(*seen);
                *floor += if mark == Mark::Wall { -1 } else { 1 };
            }
            if (y + 1) % block == 0 || y + 1 == map.height() {
                for (seen, floor) in &mut row {
                    if *seen == Mark::Floor && *floor < 0 {
                        *seen = Mark::Wall;
                    }
                }
                for run in row.chunk_by(|left, right| left.0 == right.0) {
                    let mark = run[0].0;
                    let characters = mark.character().to_string().repeat(run.len() * repeat);
                    let _ = write!(text, "{}", mark.style().apply_to(characters));
                }
                text.push('\n');
                row.clone_from(&blank);
            }
        }
        text
    }
}
