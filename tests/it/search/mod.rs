//! The searches: each for itself, and all of them on the same problems.

#[cfg(feature = "sliding-tiles")]
#[macro_use]
mod each;
mod beam;
mod best_first_beam;
mod breadth_first;
mod contenders;
mod dense;
mod depth_first;
mod differential;
mod focal;
mod interrupted;
mod k_shortest;
mod pareto;
mod pruned;
mod replan;
mod uniform_cost;
mod weighted_a_star;

#[cfg(feature = "sliding-tiles")]
mod all_shortest;
#[cfg(feature = "sliding-tiles")]
mod anytime_beam;
#[cfg(feature = "sliding-tiles")]
mod compact_a_star;
#[cfg(feature = "sliding-tiles")]
mod ida_star;
#[cfg(feature = "sliding-tiles")]
mod memory;
#[cfg(feature = "sliding-tiles")]
mod next_solution;
#[cfg(feature = "sliding-tiles")]
mod open_list;
#[cfg(feature = "sliding-tiles")]
mod searches;

#[cfg(all(feature = "sliding-tiles", feature = "word-ladder"))]
mod a_star;
#[cfg(all(feature = "sliding-tiles", feature = "word-ladder"))]
mod bidirectional;
