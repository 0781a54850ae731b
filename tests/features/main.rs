//! The tests of what needs other features than those on by default. They are another crate than
//! `it`, so that neither is compiled with two sets of features.

#[expect(dead_code, reason = "some of it is for the other crate alone")]
#[path = "../it/common/mod.rs"]
mod common;
#[cfg(target_os = "linux")]
mod distributed;
mod domains;
mod examples;
mod external;
mod search;
mod stickers;
mod tables;
