//! A page that plays a search in a browser. It is one file and needs no server.

use std::hash::Hash;

#[cfg(feature = "grid-maps")]
use bestfirst::grid_maps::Cell;
#[cfg(feature = "sliding-tiles")]
use bestfirst::sliding_tiles::Board;
use bestfirst::{Cost, EventKind};
use serde_json::{Value, json};

#[cfg(feature = "grid-maps")]
use super::map::MapPicture;
use super::markup::{script, xml};
use super::recording::Recording;

/// The most events that a page has.
pub(crate) const MOST_EVENTS: usize = 50_000;

const PAGE: &str = include_str!("player.html");
const SCRIPT: &str = include_str!("player.js");

/// What a page says about a search.
pub(crate) struct Player<'p> {
    pub(crate) title: &'p str,
    pub(crate) answer: &'p str,
    /// The cost that is shown as 1.
    pub(crate) unit: Cost,
}

impl Player<'_> {
    #[cfg(feature = "sliding-tiles")]
    pub(crate) fn boards(&self, recording: &Recording<Board>) -> String {
        let size = recording.nodes.first().map_or(0, |node| node.state.size());
        let tiles = |board: &Board| json!(board.tiles().collect::<Vec<_>>());
        self.page(recording, &json!({ "size": size }), tiles)
    }

    #[cfg(feature = "grid-maps")]
    pub(crate) fn map(&self, picture: &MapPicture<'_>) -> String {
        let &MapPicture { map, recording, path, start, goals, size, field } = picture;
        let index = |&cell: &Cell| {
            let (x, y) = map.position(cell);
            json!(y * map.width() + x)
        };
        let walls = map.cells().map(|cell| if map.is_open(cell) { '.' } else { '#' });
        let turn = |cell| field.and_then(|field| field.direction(cell)).map_or(8, |to| to as u8);
        // A path that is found later is not on the page.
        let is_whole = recording.left_out == 0 && recording.events.len() <= MOST_EVENTS;
        let path = if is_whole { path } else { &[] };
        let scene = json!({
            "width": map.width(),
            "height": map.height(),
            "walls": walls.collect::<String>(),
            "start": index(&start),
            "goals": goals.iter().map(index).collect::<Vec<_>>(),
            "size": size,
            "path": path.iter().map(index).collect::<Vec<_>>(),
            "field": field.map(|_| map.cells().map(turn).collect::<Vec<_>>()),
        });
        self.page(recording, &scene, index)
    }

    /// `scene` is where states are shown, and `state` what a state is there.
    fn page<S: Clone + Eq + Hash>(
        &self,
        recording: &Recording<S>,
        scene: &Value,
        state: impl Fn(&S) -> Value,
    ) -> String {
        let events = &recording.events[..recording.events.len().min(MOST_EVENTS)];
        let nodes = events.iter().map(|step| step.node + 1).max().unwrap_or(0);
        let nodes = &recording.nodes[..nodes];
        let left_out = recording.left_out + (recording.events.len() - events.len()) as u64;
        let mut solution = recording.solution();
        // A path that is found later is not on the page.
        solution.retain(|&node| node < nodes.len());
        let replaced = (0..).zip(events).filter_map(|(event, step)| Some((event, step.replaced?)));
        let restarts = (0..).zip(events).filter(|(_, step)| step.is_restart);
        let data = json!({
            "unit": self.unit,
            "scene": scene,
            "solution": solution,
            "nodes": {
                "parent": nodes.iter().map(|node| node.parent.map_or(json!(-1), Value::from)).collect::<Vec<_>>(),
                "g": nodes.iter().map(|node| node.path_cost).collect::<Vec<_>>(),
                "h": nodes.iter().map(|node| node.estimate).collect::<Vec<_>>(),
                "state": nodes.iter().map(|node| state(&node.state)).collect::<Vec<_>>(),
            },
            "events": {
                "kinds": events.iter().map(|step| letter(step.kind)).collect::<String>(),
                "nodes": events.iter().map(|step| step.node).collect::<Vec<_>>(),
                "replaced": replaced.collect::<Vec<(u32, usize)>>(),
                "restarts": restarts.map(|(event, _)| event).collect::<Vec<u32>>(),
            },
        });
        let notice = if left_out == 0 {
            String::new()
        } else {
            let most = events.len();
            format!(
                "<p class=\"notice\" id=\"limit\">Only the first {most} events are shown. \
                 {left_out} more are left out.</p>"
            )
        };
        let parts = [
            ("title", xml(self.title).into_owned()),
            ("answer", xml(self.answer).into_owned()),
            ("notice", notice),
            ("data", script(&data)),
            ("script", SCRIPT.to_owned()),
        ];
        fill_in(PAGE, &parts)
    }
}

/// Replaces each `{{name}}`, without looking into what it is replaced with.
fn fill_in(template: &str, parts: &[(&str, String)]) -> String {
    let mut pieces = template.split("{{");
    let mut page = pieces.next().unwrap_or_default().to_owned();
    for piece in pieces {
        let (name, rest) = piece.split_once("}}").unwrap_or((piece, ""));
        for (_, text) in parts.iter().filter(|part| part.0 == name) {
            page.push_str(text);
        }
        page.push_str(rest);
    }
    page
}

/// An event as the page names it.
fn letter(kind: EventKind) -> char {
    match kind {
        EventKind::Generated => 'g',
        EventKind::Reopened => 'r',
        EventKind::Duplicate => 'd',
        EventKind::Expanded => 'e',
        EventKind::Goal => 'G',
        // `Pruned`.
        _ => 'p',
    }
}
