//! Pictures of searches, made from their events.

#![allow(dead_code, reason = "each example takes what it needs")]

pub(crate) mod animation;
pub(crate) mod chart;
pub(crate) mod layout;
#[cfg(feature = "grid-maps")]
pub(crate) mod map;
pub(crate) mod markup;
#[cfg(feature = "grid-maps")]
pub(crate) mod paths;
pub(crate) mod player;
pub(crate) mod recording;
#[cfg(feature = "sliding-tiles")]
pub(crate) mod tree;
