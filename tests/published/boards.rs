//! Sliding tiles.
//!
//! `tiles`: an instance is the tiles row by row, with a `/` between the rows, 0 for the blank.
//! Figures: `growth`, the number of arrangements at each distance from it; `states`; `radius`.
//!
//! `korf-15` and `korf-24`: an instance is the tiles of a board, to be solved with the blank first.
//! Figures: `cost`; `manhattan`; `generated`, the nodes that IDA\* with Manhattan distance
//! generates.

use std::num::NonZero;
use std::sync::{Arc, Mutex};
use std::thread;

use bestfirst::enumeration::EnumerationBuilder;
use bestfirst::pattern_database::PatternDatabase;
use bestfirst::search::IdaStar;
use bestfirst::sliding_tiles::{
    Arrangement, Board, Goal, Partition, PatternSpace, Rectangle, TilePatterns,
};
use bestfirst::{Cost, Solver};

use crate::rules::{self, Instance, Rules};

/// Rows of tiles.
type Tiles = Vec<Vec<u8>>;

struct Sliding {
    space: Rectangle,
    initial: Arrangement,
    tiles: Tiles,
}

pub(crate) fn read_rectangle(text: &str) -> Result<Box<dyn Instance>, String> {
    let tiles = rows(text)?;
    let (rows, columns) = (tiles.len(), tiles[0].len());
    let goal = if tiles[0][0] == 0 { Goal::BlankFirst } else { Goal::BlankLast };
    let space = Rectangle::new(rows, columns, goal).map_err(|error| error.to_string())?;
    let initial = space.arrangement(tiles.iter().flatten().copied());
    let initial = initial.map_err(|error| error.to_string())?;
    Ok(Box::new(Sliding { space, initial, tiles }))
}

fn rows(text: &str) -> Result<Tiles, String> {
    let tile = |tile: &str| tile.parse().map_err(|_| format!("{tile:?} is no tile"));
    text.split('/').map(|row| row.split_whitespace().map(tile).collect()).collect()
}

fn cores() -> NonZero<usize> {
    thread::available_parallelism().unwrap_or(NonZero::<usize>::MIN)
}

impl Instance for Sliding {
    fn figure(&self, name: &str, most: Option<usize>) -> Result<String, String> {
        if most.is_some() {
            return rules::of_growth(name, &rules::growth(&self.space, self.initial, most));
        }
        let threads =
            if self.space.states() > 10_000_000 { cores() } else { NonZero::<usize>::MIN };
        let all = EnumerationBuilder::new().threads(threads).build(&self.space, [self.initial]);
        rules::of_growth(name, all.map_err(|error| error.to_string())?.histogram())
    }

    fn by_brute_force(&self, name: &str, most: Option<usize>) -> Option<String> {
        rules::by_brute_force(&Slide { from: &self.tiles }, name, most)
    }
}

struct Puzzle {
    board: Board,
    tiles: Tiles,
}

pub(crate) fn read(text: &str, size: usize) -> Result<Box<dyn Instance>, String> {
    let board: Board = text.parse().map_err(|error| format!("{error}"))?;
    if board.size() != size {
        return Err(format!("{} rows, expected {size}", board.size()));
    }
    let tiles: Vec<u8> = board.tiles().map(|tile| tile as u8).collect();
    let tiles = tiles.chunks(size).map(<[u8]>::to_vec).collect();
    Ok(Box::new(Puzzle { board: board.with_goal(Goal::BlankFirst), tiles }))
}

impl Instance for Puzzle {
    fn figure(&self, name: &str, _: Option<usize>) -> Result<String, String> {
        match name {
            "cost" => self.cost(),
            "manhattan" => Ok(self.board.manhattan().to_string()),
            "generated" => {
                let builder = Solver::builder(self.board.clone());
                let solver = builder.algorithm(IdaStar::new()).solve();
                rules::solution(&Slide { from: &self.tiles }, &solver, look)?;
                Ok(solver.statistics().generated.to_string())
            }
            _ => Err(format!("no figure is called {name:?}")),
        }
    }

    fn by_brute_force(&self, _: &str, _: Option<usize>) -> Option<String> {
        None
    }
}

impl Puzzle {
    /// By IDA\* with the tables that are built first.
    fn cost(&self) -> Result<String, String> {
        if self.board.size() == 5 {
            let patterns = patterns(5)?;
            return self.cost_in(PatternSpace::<5, 4, 1>::new(&patterns).as_ref());
        }
        let patterns = patterns(4)?;
        self.cost_in(PatternSpace::<4, 3, 1>::new(&patterns).as_ref())
    }

    fn cost_in<const N: usize, const P: usize>(
        &self,
        space: Option<&PatternSpace<'_, N, P>>,
    ) -> Result<String, String> {
        let space = space.ok_or("the tables are for another size")?;
        let initial = space.state(&self.board).ok_or("the board has another goal")?;
        let solver = Solver::builder_in(space, initial).algorithm(IdaStar::new()).solve();
        rules::solution(&Slide { from: &self.tiles }, &solver, |state| look(&space.board(state)))
    }
}

/// The tables for boards of this size. They are built once.
fn patterns(size: usize) -> Result<Arc<TilePatterns>, String> {
    static BUILT: [Mutex<Option<Arc<TilePatterns>>>; 2] = [const { Mutex::new(None) }; 2];
    let (built, partition) = match size {
        5 => (&BUILT[1], Partition::six_six_six_six(Goal::BlankFirst)),
        _ => (&BUILT[0], Partition::six_six_three(Goal::BlankFirst)),
    };
    let mut built = built.lock().map_err(|_| "the tables were not built")?;
    if built.is_none() {
        let mut builder = PatternDatabase::builder().threads(cores());
        let patterns = TilePatterns::build_with([partition], &mut builder);
        *built = Some(Arc::new(patterns.map_err(|error| error.to_string())?));
    }
    built.clone().ok_or_else(|| "the tables were not built".to_owned())
}

fn look(board: &Board) -> Tiles {
    let tiles: Vec<u8> = board.tiles().map(|tile| tile as u8).collect();
    tiles.chunks(board.size()).map(<[u8]>::to_vec).collect()
}

/// A tile next to the blank changes places with it. The goal has the blank first.
struct Slide<'a> {
    from: &'a Tiles,
}

impl Rules for Slide<'_> {
    type Position = Tiles;

    fn start(&self) -> Tiles {
        self.from.clone()
    }

    fn is_solved(&self, tiles: &Tiles) -> bool {
        tiles.concat().is_sorted()
    }

    fn next(&self, tiles: &Tiles) -> Vec<(Tiles, Cost)> {
        let places = || (0..tiles.len()).flat_map(|row| (0..tiles[0].len()).map(move |c| (row, c)));
        let blank = places().find(|&(row, column)| tiles[row][column] == 0).unwrap_or_default();
        let near =
            places().filter(|place| place.0.abs_diff(blank.0) + place.1.abs_diff(blank.1) == 1);
        near.map(|(row, column)| {
            let mut next = tiles.clone();
            next[blank.0][blank.1] = tiles[row][column];
            next[row][column] = 0;
            (next, 1)
        })
        .collect()
    }
}
