//! Boards and answers through `serde`.

use bestfirst::search::SearchKind;
use bestfirst::sliding_tiles::{Board, Goal};
use bestfirst::{Limits, Outcome, Solver, Statistics, StopReason};
use serde_json::{from_str, from_value, json, to_string, to_value};

#[test]
fn boards_keep_their_tiles_and_their_goal() {
    let mut board: Board = "0 1 3 / 4 2 5 / 7 8 6".parse().unwrap();
    assert_eq!(
        to_value(&board).unwrap(),
        json!({ "goal": "BlankLast", "tiles": [[0, 1, 3], [4, 2, 5], [7, 8, 6]] })
    );
    board = board.with_goal(Goal::BlankFirst);
    assert_eq!(from_str::<Board>(&to_string(&board).unwrap()).unwrap(), board);
    let middle = board.with_goal(Goal::BlankAt(4));
    assert_eq!(to_value(&middle).unwrap()["goal"], json!({ "BlankAt": 4 }));
    assert_eq!(from_str::<Board>(&to_string(&middle).unwrap()).unwrap(), middle);
    let large = Board::solved(7, Goal::BlankFirst).unwrap();
    assert_eq!(from_str::<Board>(&to_string(&large).unwrap()).unwrap(), large);
}

#[test]
fn what_is_no_board_is_an_error() {
    let error = from_value::<Board>(json!({ "tiles": [[1, 2], [2, 0]] })).unwrap_err();
    assert!(error.to_string().contains("tile 2 appears twice"), "{error}");
    let error = from_value::<Board>(json!({ "tiles": [[1, 2], [3]] })).unwrap_err();
    assert!(error.to_string().contains("row"), "{error}");
}

#[test]
fn answers_and_statistics_are_written_and_statistics_read_again() {
    let board: Board = "0 1 3 / 4 2 5 / 7 8 6".parse().unwrap();
    let solver = Solver::builder(board.clone()).algorithm(SearchKind::GraphAStar).solve();
    let outcome = to_value(solver.outcome()).unwrap();
    assert_eq!(outcome["Solved"]["cost"], 4);
    assert_eq!(outcome["Solved"]["states"].as_array().unwrap().len(), 5);
    let statistics = solver.statistics();
    let text = to_string(&statistics).unwrap();
    assert_eq!(from_str::<Statistics>(&text).unwrap(), statistics);

    let solver = Solver::builder(board).limits(Limits::none().expansions(1)).solve();
    let Outcome::Stopped(stopped) = solver.outcome() else { panic!("{solver:?}") };
    let value = to_value(stopped).unwrap();
    assert_eq!(value["reason"]["Expansions"], json!({ "limit": 1, "expanded": 1 }));
    assert_eq!(from_value::<StopReason>(value["reason"].clone()).unwrap(), stopped.reason);
}

#[test]
fn searches_go_by_their_names() {
    for &kind in SearchKind::ALL {
        assert_eq!(to_value(kind).unwrap(), kind.name());
        assert_eq!(from_value::<SearchKind>(json!(kind.name())).unwrap(), kind);
    }
}
