//! The searches on several threads: each for itself, and all of them on the same problems.

#[macro_use]
mod each;
mod contenders;
#[expect(dead_code, reason = "some of it is for the other crate alone")]
#[path = "../../it/search/differential/mod.rs"]
mod differential;
mod parallel;
mod parallel_graph_search;
#[expect(dead_code, reason = "some of it is for the other crate alone")]
#[path = "../../it/search/searches.rs"]
mod searches;
mod shared_pool;
