//! Grid maps: shortest paths between two cells of a map or a maze. Feature `grid-maps`.
//!
//! A [`GridMap`] is read from text, generated, or made cell by cell. A [`GridSpace`] is the problem
//! of reaching one of its cells, step by step. [`JumpPoints`] are the same problem with far fewer
//! states.
//!
//! ```
//! use bestfirst::Solver;
//! use bestfirst::grid_maps::{GridMap, GridSpace, JumpPoints, Steps};
//! use bestfirst::search::GraphAStar;
//!
//! let map: GridMap = "
//! ..........
//! .########.
//! .#......#.
//! .#.####.#.
//! .......##.
//! ".parse()?;
//! let (start, goal) = (map.cell(3, 2).unwrap(), map.cell(9, 4).unwrap());
//!
//! let space = GridSpace::new(&map, Steps::eight(), goal);
//! let by_steps = Solver::builder_in(space, start).algorithm(GraphAStar::new()).solve();
//! assert_eq!(by_steps.moves(), Some(22));
//! assert_eq!(by_steps.cost(), Some(22_000));
//!
//! let points = JumpPoints::new(&map, Steps::eight(), goal).unwrap();
//! let by_jumps = Solver::builder_in(points, start).algorithm(GraphAStar::new()).solve();
//! assert_eq!(by_jumps.cost(), by_steps.cost());
//! assert!(by_jumps.statistics().expanded < by_steps.statistics().expanded);
//! # Ok::<(), bestfirst::grid_maps::GridMapError>(())
//! ```
//!
//! # Which space when
//!
//! | you have | use | searches | memory besides the map |
//! |---|---|---|---|
//! | four neighbours, corners that may be cut, weights | [`GridSpace`] | all | none |
//! | eight neighbours, no weights | [`JumpPoints`] | those that keep a parent: see there | none |
//! | the same, and thousands of queries on one map | [`JumpDistances`] | the same | 16 bytes a cell |
//!
//! For each of these spaces, [landmarks](crate::search::Landmarks) estimate better than distances
//! without walls: in mazes, among obstacles, and with weights.
//!
//! Each of these spaces reaches the nearest of [several goals](GridSpace::and_goals), and works on
//! the map [for a larger unit](GridMap::for_size). Distances from the goals become a [`FlowField`]
//! for many units. [`WithTurns`](crate::WithTurns) adds a cost for turns. A path may be
//! [straightened](GridMap::straightened).
//!
//! For many queries, [`SolverBuilder::solve_in`](crate::SolverBuilder::solve_in) keeps the memory
//! of the search. The map may change between two queries.
//!
//! # Rules
//!
//! [`Steps`] has the rules of movement and the costs. By default they are those of the [Grid-Based
//! Path Planning Competition](https://movingai.com/GPPC/): eight neighbours, and a diagonal step
//! needs both of the cells that it passes between. [`GridMap::set_weight`] gives a cell a weight,
//! by which the cost of a step to the cell is multiplied. [`Scenarios`] are the queries of a
//! benchmark, with the lengths of their shortest paths.
//!
//! # Reference
//!
//! N. Sturtevant, "Benchmarks for grid-based pathfinding", *IEEE Transactions on Computational
//! Intelligence and AI in Games* 4, 2012.

mod bit_rows;
mod components;
mod direction;
mod error;
mod flow_field;
mod goals;
mod jump_distances;
mod jump_points;
mod jumps;
mod layout;
mod map;
#[cfg(feature = "rand")]
mod random;
mod scenario;
mod sight;
mod space;
mod steps;
mod text;

pub use direction::Direction;
pub use error::{GridMapError, GridMapErrorKind, NoJumpPoints};
#[doc(alias("vector field", "flowfield", "crowd"))]
pub use flow_field::FlowField;
pub use jump_distances::{JumpDistances, StoredJumpPoints};
#[doc(alias = "jps")]
pub use jump_points::JumpPoints;
pub use layout::Cell;
pub use map::GridMap;
pub use scenario::{Scenario, Scenarios};
pub use space::GridSpace;
pub use steps::Steps;
pub use text::Maze;
