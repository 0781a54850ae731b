//! Serialization of boards with `serde`: the goal and the rows of tiles.

use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::{Board, Goal};

#[derive(Serialize, Deserialize)]
#[serde(rename = "Board")]
struct Rows {
    #[serde(default)]
    goal: Goal,
    tiles: Vec<Vec<u32>>,
}

/// Written as `{ "goal": "BlankLast", "tiles": [[1, 2, 3], [4, 5, 6], [7, 8, 0]] }`.
impl Serialize for Board {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let tiles: Vec<_> = self.tiles().collect();
        let tiles = tiles.chunks(self.size()).map(<[u32]>::to_vec).collect();
        Rows { goal: self.goal(), tiles }.serialize(serializer)
    }
}

/// Invalid tiles are an error, as in [`Board::from_rows`].
impl<'de> Deserialize<'de> for Board {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let Rows { goal, tiles } = Rows::deserialize(deserializer)?;
        let board = Board::from_rows(tiles).map_err(D::Error::custom)?;
        Ok(board.with_goal(goal))
    }
}
