//! A page that plays a search in a browser. It is one file and needs no server.

use std::fmt::Write as _;

use serde_json::{Value, json};

use bestfirst::EventKind;
#[cfg(feature = "sliding-tiles")]
use bestfirst::sliding_tiles::Board;

use super::markup::{script, xml};
use super::recording::Recording;

/// The most events that a page has.
pub(crate) const MOST_EVENTS: usize = 50_000;

/// What a page says about a search.
pub(crate) struct Player<'p> {
    pub(crate) title: &'p str,
    pub(crate) answer: &'p str,
}

impl Player<'_> {
    #[cfg(feature = "sliding-tiles")]
    pub(crate) fn boards(&self, recording: &Recording<Board>) -> String {
        let size = recording.nodes.first().map_or(0, |node| node.state.size());
        self.page(recording, json!({ "size": size }), |board| {
            json!(board.tiles().collect::<Vec<_>>())
        })
    }

    /// `scene` is what states are shown on, and `state` what a state is there.
    fn page<S>(
        &self,
        recording: &Recording<S>,
        scene: Value,
        state: impl Fn(&S) -> Value,
    ) -> String {
        let Self { title, answer } = self;
        let _ = (scene, state, title, answer);
        String::new()
    }
}
