//! Sokoban: `examples/puzzles/sokoban`. An instance is the rows of a level with a `/` between them.
//!
//! Figure: `pushes`, the fewest.

use bestfirst::{Limits, Outcome};

use crate::rules::Instance;

mod drawing;
#[path = "../../examples/puzzles/sokoban/mod.rs"]
mod space;

use drawing::Drawing;
use space::{Level, Sokoban};

struct Drawn {
    space: Sokoban,
    drawing: Drawing,
}

pub(crate) fn read(text: &str) -> Result<Box<dyn Instance>, String> {
    let text = text.replace('/', "\n");
    let space = Sokoban::new(Level::parse(&text, 1)?);
    Ok(Box::new(Drawn { space, drawing: Drawing::new(&text) }))
}

impl Instance for Drawn {
    fn figure(&self, name: &str, _: Option<usize>) -> Result<String, String> {
        if name != "pushes" {
            return Err(format!("no figure is called {name:?}"));
        }
        let solver = self.space.solve(Limits::none());
        if matches!(solver.outcome(), Outcome::Unsolvable) {
            return Ok("none".to_owned());
        }
        let pushes = solver.actions_in(&self.space).ok_or("stopped")?;
        let moves = self.space.moves(&pushes);
        match self.drawing.pushes(&moves) {
            Some(count) if count == pushes.len() => Ok(count.to_string()),
            _ => Err(format!("{moves} is no solution")),
        }
    }

    fn by_brute_force(&self, name: &str, _: Option<usize>) -> Option<String> {
        let fewest = self.drawing.fewest_pushes();
        (name == "pushes").then(|| fewest.map_or_else(|| "none".to_owned(), |n| n.to_string()))
    }
}
