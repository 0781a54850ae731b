//! The integration tests. They are one crate, so that there is one program to link; what several
//! of them need is in `common`.

mod common;

mod beam;
mod best_first_beam;
mod breadth_first;
mod dense_distances;
mod depth_first;
mod differential;
mod documentation;
mod events;
mod fixed_point;
mod k_shortest;
mod moves;
mod nearest;
mod problem;
mod puzzles;
mod successor_function;
mod text_tables;
mod weighted_a_star;

#[cfg(feature = "enumeration")]
mod enumeration;
#[cfg(feature = "external")]
mod external;
#[cfg(feature = "grid-maps")]
mod grid_maps;
#[cfg(feature = "rubiks-cube")]
mod pocket_cube;
#[cfg(feature = "rubiks-cube")]
mod rubiks_cube;
#[cfg(all(feature = "pattern-databases", feature = "rand", feature = "rubiks-cube"))]
mod rubiks_cube_compact;
#[cfg(all(feature = "pattern-databases", feature = "rand", feature = "rubiks-cube"))]
mod rubiks_cube_tables;

#[cfg(all(feature = "sliding-tiles", feature = "word-ladder"))]
mod a_star;
#[cfg(feature = "sliding-tiles")]
mod all_shortest;
#[cfg(feature = "sliding-tiles")]
mod any_solution;
#[cfg(feature = "sliding-tiles")]
mod anytime_beam;
#[cfg(feature = "sliding-tiles")]
mod board;
#[cfg(feature = "sliding-tiles")]
mod board_text;
#[cfg(feature = "sliding-tiles")]
mod compact_a_star;
#[cfg(feature = "sliding-tiles")]
mod estimates;
#[cfg(feature = "sliding-tiles")]
mod goals;
#[cfg(feature = "sliding-tiles")]
mod ida_star;
#[cfg(feature = "sliding-tiles")]
mod memory;
#[cfg(feature = "sliding-tiles")]
mod next_solution;
#[cfg(feature = "sliding-tiles")]
mod open_list;
#[cfg(feature = "sliding-tiles")]
mod rectangle;
#[cfg(feature = "sliding-tiles")]
mod searches;
#[cfg(feature = "word-ladder")]
mod word_ladder;

#[cfg(all(feature = "sliding-tiles", feature = "word-ladder"))]
mod bidirectional;
#[cfg(all(feature = "sliding-tiles", feature = "word-ladder"))]
mod check;
#[cfg(all(target_os = "linux", feature = "sliding-tiles", feature = "word-ladder"))]
mod command_line;
#[cfg(all(target_os = "linux", feature = "sliding-tiles", feature = "word-ladder"))]
mod course;
#[cfg(all(feature = "sliding-tiles", feature = "word-ladder"))]
mod examples;
#[cfg(all(target_os = "linux", feature = "sliding-tiles", feature = "word-ladder"))]
mod pictures;
#[cfg(all(target_os = "linux", feature = "sliding-tiles", feature = "word-ladder"))]
mod road_network;
#[cfg(all(feature = "sliding-tiles", feature = "word-ladder"))]
mod solver;

#[cfg(all(
    target_os = "linux",
    feature = "enumeration",
    feature = "sliding-tiles",
    feature = "word-ladder"
))]
mod enumerate_example;
#[cfg(all(
    target_os = "linux",
    feature = "sliding-tiles",
    feature = "word-ladder",
    feature = "grid-maps"
))]
mod grid_map_example;
// What the example of this name needs.
#[cfg(all(
    target_os = "linux",
    feature = "distributed",
    feature = "sliding-tiles",
    feature = "word-ladder"
))]
mod distributed;
#[cfg(all(
    target_os = "linux",
    feature = "sliding-tiles",
    feature = "parallel",
    feature = "pattern-databases",
    feature = "rand"
))]
mod fifteen_puzzle;
#[cfg(all(feature = "sliding-tiles", feature = "parallel"))]
mod parallel;
#[cfg(all(feature = "sliding-tiles", feature = "parallel"))]
mod parallel_graph_search;
#[cfg(all(feature = "sliding-tiles", feature = "pattern-databases"))]
mod pattern_databases;
#[cfg(all(feature = "sliding-tiles", feature = "rand"))]
mod random_boards;
#[cfg(all(feature = "sliding-tiles", feature = "serde"))]
mod serde;
#[cfg(all(feature = "sliding-tiles", feature = "parallel"))]
mod shared_pool;
