//! Line charts as SVG, for light and for dark ground. Each line has its name at its end.

use std::fmt::Write as _;

use super::markup::xml;

pub(crate) struct Chart<'c> {
    pub(crate) title: &'c str,
    pub(crate) x: Axis<'c>,
    pub(crate) y: Axis<'c>,
    pub(crate) lines: Vec<Line>,
}

pub(crate) struct Axis<'c> {
    pub(crate) label: &'c str,
    pub(crate) scale: Scale,
    /// A value as it stands at the axis.
    pub(crate) text: &'c dyn Fn(f64) -> String,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Scale {
    /// From the first value to the last, with a tick at each.
    Values,
    /// From 0.
    Linear,
    /// From the first value to the last, with few ticks.
    Between,
    /// With a tick at each power of ten, or more of them where there are few. Values are positive.
    Logarithmic,
}

/// A line from left to right.
pub(crate) struct Line {
    pub(crate) name: String,
    pub(crate) points: Vec<Point>,
}

pub(crate) struct Point {
    pub(crate) x: f64,
    pub(crate) y: f64,
    /// Drawn as a ring.
    pub(crate) is_hollow: bool,
}

/// The size of a chart, and what is around its field, in pixels.
const WIDTH: f64 = 620.0;
const HEIGHT: f64 = 400.0;
const LEFT: f64 = 84.0;
const TOP: f64 = 62.0;
const BOTTOM: f64 = 56.0;

/// The height of a line of text.
const TEXT: f64 = 16.0;

/// The colours are those of Okabe and Ito, *Color Universal Design*, 2008. On light ground, yellow
/// is left out; on dark ground, the darker blue.
pub(crate) const PALETTE: &str = "
svg{--ground:#fff;--ink:#1a1a1a;--soft:#5c6066;--grid:#dcdfe3;--c0:#0072b2;--c1:#e69f00;--c2:#009e73;--c3:#d55e00;--c4:#cc79a7;--c5:#56b4e9;--c6:#1a1a1a}
@media(prefers-color-scheme:dark){svg{--ground:#16181c;--ink:#eee;--soft:#a6abb3;--grid:#33373d;--c0:#f0e442;--c2:#00b887;--c3:#f0701a;--c6:#eee}}
";

const STYLE: &str = "\
text{font:13px system-ui,sans-serif;fill:var(--ink)}.title{font-size:15px;font-weight:600}.label,.tick{fill:var(--soft)}
.end{text-anchor:end}.mid{text-anchor:middle}.ground{fill:var(--ground)}.grid{stroke:var(--grid)}.axis{stroke:var(--soft)}
.line{fill:none;stroke:var(--c);stroke-width:2.2;stroke-linejoin:round}.lead{fill:none;stroke:var(--c)}
circle{fill:var(--c);stroke:var(--c);stroke-width:1.8}.hollow{fill:var(--ground)}
";

/// How many colours there are. More lines begin again with the first.
pub(crate) const COLORS: usize = 7;

/// Draws charts side by side.
pub(crate) fn svg(charts: &[Chart<'_>]) -> String {
    let width = WIDTH * charts.len() as f64;
    let mut svg = format!(
        r#"<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{HEIGHT}" viewBox="0 0 {width} {HEIGHT}" role="img">"#
    );
    let titles: Vec<_> = charts.iter().map(|chart| chart.title).collect();
    // Writing to a string does not fail.
    let _ = writeln!(svg, "\n<title>{}</title>", xml(&titles.join("; ")));
    let _ = writeln!(svg, "<style>{PALETTE}{STYLE}</style>");
    svg.push_str("<rect class=\"ground\" width=\"100%\" height=\"100%\"/>\n");
    for (index, chart) in charts.iter().enumerate() {
        let _ = writeln!(svg, r#"<g transform="translate({} 0)">"#, WIDTH * index as f64);
        chart.draw(&mut svg);
        svg.push_str("</g>\n");
    }
    svg.push_str("</svg>\n");
    svg
}

impl Chart<'_> {
    fn draw(&self, svg: &mut String) {
        let points = || self.lines.iter().flat_map(|line| &line.points);
        let longest = self.lines.iter().map(|line| line.name.chars().count()).max().unwrap_or(0);
        let (right, bottom) = (WIDTH - 48.0 - 7.0 * longest as f64, HEIGHT - BOTTOM);
        let across = Range::new(self.x.scale, points().map(|point| point.x), (LEFT + 12.0, right));
        let up = Range::new(self.y.scale, points().map(|point| point.y), (bottom, TOP));

        let _ = writeln!(svg, r#"<text class="title" x="16" y="25">{}</text>"#, xml(self.title));
        let _ = writeln!(svg, r#"<text class="label" x="16" y="45">{}</text>"#, xml(self.y.label));
        let middle = f64::midpoint(LEFT, right);
        let base = HEIGHT - 12.0;
        let label = xml(self.x.label);
        let _ =
            writeln!(svg, r#"<text class="label mid" x="{middle:.1}" y="{base}">{label}</text>"#);
        for tick in up.ticks() {
            let (y, text) = (up.place(tick), (self.y.text)(tick));
            let _ = write!(svg, r#"<path class="grid" d="M{LEFT} {y:.1}H{right}"/>"#);
            let (x, base) = (LEFT - 8.0, y + 4.5);
            let _ = writeln!(svg, r#"<text class="tick end" x="{x}" y="{base:.1}">{text}</text>"#);
        }
        let _ = writeln!(svg, r#"<path class="axis" d="M{LEFT} {bottom}H{right}"/>"#);
        for tick in across.ticks() {
            let (x, text) = (across.place(tick), (self.x.text)(tick));
            let (to, base) = (bottom + 5.0, bottom + 19.0);
            let _ = write!(svg, r#"<path class="axis" d="M{x:.1} {bottom}V{to}"/>"#);
            let _ = writeln!(svg, r#"<text class="tick mid" x="{x:.1}" y="{base}">{text}</text>"#);
        }

        let lines = || self.lines.iter().enumerate().filter(|(_, line)| !line.points.is_empty());
        // The points from right to left: of lines that meet at the end, the one that comes from
        // above has its name above.
        let heights =
            |line: &Line| line.points.iter().rev().map(|point| up.place(point.y)).collect();
        let heights: Vec<Vec<f64>> = lines().map(|(_, line)| heights(line)).collect();
        let names = apart(&heights, (TOP, bottom));
        for ((index, line), name) in lines().zip(names) {
            let _ = writeln!(svg, r#"<g style="--c:var(--c{})">"#, index % COLORS);
            let places = line.points.iter().map(|point| (across.place(point.x), up.place(point.y)));
            let places: Vec<_> = places.collect();
            let path: Vec<_> = places.iter().map(|(x, y)| format!("{x:.1} {y:.1}")).collect();
            let _ = writeln!(svg, r#"<path class="line" d="M{}"/>"#, path.join("L"));
            for (point, (x, y)) in line.points.iter().zip(&places) {
                let class = if point.is_hollow { r#" class="hollow""# } else { "" };
                let _ = write!(svg, r#"<circle{class} cx="{x:.1}" cy="{y:.1}" r="3.5"/>"#);
            }
            if let Some((x, y)) = places.last() {
                let (from, to, base) = (x + 6.0, right + 24.0, name + 4.5);
                let bend = right + 10.0;
                let _ = write!(
                    svg,
                    r#"<path class="lead" d="M{from:.1} {y:.1}L{bend} {name:.1}H{to}"/>"#
                );
                let (x, name) = (to + 5.0, xml(&line.name));
                let _ = writeln!(svg, r#"<text x="{x}" y="{base:.1}">{name}</text>"#);
            }
            svg.push_str("</g>\n");
        }
    }
}

/// The heights of names. Each name is wanted at the first of its heights, and names that would
/// overlap are moved apart.
fn apart(wanted: &[Vec<f64>], (top, bottom): (f64, f64)) -> Vec<f64> {
    let mut order: Vec<usize> = (0..wanted.len()).collect();
    order.sort_by(|&a, &b| wanted[a].partial_cmp(&wanted[b]).unwrap_or(std::cmp::Ordering::Equal));
    let mut places: Vec<f64> = wanted.iter().map(|heights| heights[0]).collect();
    let mut least = top;
    for &name in &order {
        places[name] = places[name].max(least);
        least = places[name] + TEXT;
    }
    // Moves names that are beyond the edge back, and with them those that they would overlap.
    let mut most = bottom;
    for &name in order.iter().rev() {
        places[name] = places[name].min(most);
        most = places[name] - TEXT;
    }
    places
}

/// The values of an axis, and the pixels from its first to its last.
struct Range {
    scale: Scale,
    values: Vec<f64>,
    first: f64,
    last: f64,
    pixels: (f64, f64),
}

impl Range {
    fn new(scale: Scale, values: impl Iterator<Item = f64>, pixels: (f64, f64)) -> Self {
        let mut values: Vec<f64> = values.collect();
        values.sort_by(f64::total_cmp);
        values.dedup();
        let ends = (values.first().copied().unwrap_or(1.0), values.last().copied().unwrap_or(1.0));
        let (first, last) = match scale {
            Scale::Values | Scale::Between => ends,
            Scale::Linear => (0.0, ends.1 * 1.05),
            Scale::Logarithmic => (ends.0 / 1.2, ends.1 * 1.2),
        };
        Self { scale, values, first, last, pixels }
    }

    fn place(&self, value: f64) -> f64 {
        let position = |value: f64| match self.scale {
            Scale::Values | Scale::Between | Scale::Linear => value,
            Scale::Logarithmic => value.log10(),
        };
        let [first, last, value] = [self.first, self.last, value].map(position);
        let share = if last > first { (value - first) / (last - first) } else { 0.5 };
        self.pixels.0 + share * (self.pixels.1 - self.pixels.0)
    }

    fn ticks(&self) -> Vec<f64> {
        let inside = |tick: &f64| (self.first..=self.last).contains(tick);
        match self.scale {
            Scale::Values => self.values.clone(),
            Scale::Between if self.last <= self.first => self.values.clone(),
            Scale::Linear | Scale::Between => {
                // The first of 1, 2 and 5 times a power of ten that makes at most six.
                let length = self.last - self.first;
                let power = 10f64.powf((length / 6.0).max(f64::MIN_POSITIVE).log10().floor());
                let steps = [1.0, 2.0, 5.0, 10.0].map(|factor| factor * power);
                let step = steps.into_iter().find(|step| length / step <= 6.0).unwrap_or(power);
                let first = (self.first / step).ceil();
                (0..=6).map(|index| (first + f64::from(index)) * step).filter(inside).collect()
            }
            Scale::Logarithmic => {
                let is_short = self.last / self.first < 1e3;
                let factors: &[f64] = if is_short { &[1.0, 2.0, 5.0] } else { &[1.0] };
                let powers = (-12..=18).map(|power| 10f64.powi(power));
                let ticks =
                    powers.flat_map(|power| factors.iter().map(move |factor| factor * power));
                ticks.filter(inside).collect()
            }
        }
    }
}

/// A whole number with a comma after each thousand.
pub(crate) fn thousands(value: f64) -> String {
    let digits = format!("{value:.0}");
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index) % 3 == 0 {
            text.push(',');
        }
        text.push(digit);
    }
    text
}
