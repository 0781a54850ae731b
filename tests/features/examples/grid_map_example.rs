//! The example `grid_map` as a program.

use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use crate::common::files::directory;
use crate::common::programs::{examples, text};

fn grid_map(arguments: &[&str]) -> Output {
    let mut command = Command::new(&examples()["grid_map"]);
    command.args(arguments).stdin(Stdio::null()).output().unwrap()
}

/// A file in a directory, by its path.
fn file(directory: &Path, name: &str, contents: &str) -> String {
    let path = directory.join(name);
    fs::write(&path, contents).unwrap();
    path.into_os_string().into_string().unwrap()
}

const MAP: &str = "type octile\nheight 3\nwidth 4\nmap\n....\n.@@.\n....\n";

#[test]
fn the_maze_is_solved_in_every_way() {
    for arguments in [
        &[][..],
        &["--jps"],
        &["--jps-plus"],
        &["--search", "breadth-first"],
        &["--landmarks", "3"],
        &["--landmarks", "3", "--jps"],
        &["--landmarks", "3", "--jps-plus"],
    ] {
        let output = grid_map(arguments);
        let printed = text(&output.stdout);
        assert!(printed.starts_with("Length = 74 (74 straight steps, 0 diagonal)\n"), "{printed}");
        // The path begins at S, ends at G, and has 73 cells between.
        let marks = |mark| printed.split("\n\n").nth(1).unwrap().matches(mark).count();
        assert_eq!([marks('S'), marks('G'), marks('o')], [1, 1, 73]);
        assert!(output.status.success() && output.stderr.is_empty());
    }
}

#[test]
fn one_query() {
    let directory = directory("grid_map_query");
    let map = file(&directory, "map", MAP);
    let svg = directory.join("svg").into_os_string().into_string().unwrap();
    let arguments = [&map, "--from", "0,1", "--to", "3,1", "--neighbors", "4", "--show"];
    let printed = text(&grid_map(&arguments).stdout);
    let (length, picture) = printed.split_once("\n\n").unwrap();
    assert!(length.starts_with("Length = 5 (5 straight steps, 0 diagonal)\n"), "{length}");
    assert_eq!(picture.lines().nth(1), Some("S##G"));
    assert_eq!(picture.matches('o').count(), 4);

    let output = grid_map(&[&map, "--svg", &svg, "--jps"]);
    assert!(text(&output.stdout).starts_with("Length = 5 (5 straight"));
    let svg = fs::read_to_string(svg).unwrap();
    // Two walls, and a line through six cells.
    assert!(svg.contains("d=\"M1 1h2v1h-2z\""), "{svg}");
    let points = svg.split("points=\"").nth(1).unwrap().split('"').next().unwrap();
    assert_eq!(points.split_whitespace().count(), 6);

    let apart = file(&directory, "apart", "..#..");
    let output = grid_map(&[&apart]);
    assert!(text(&output.stdout).starts_with("No path leads from 0,0 to 4,0.\n"));
    assert_eq!(output.status.code(), Some(1));
    let output = grid_map(&[&map, "--max-expanded", "1"]);
    assert!(text(&output.stdout).starts_with("No solution yet: "));
    assert_eq!(output.status.code(), Some(1));
}

/// A room with a wall from the top: a unit of two cells has to go below it.
const ROOM: &str = ".......\n...#...\n...#...\n.......\n.......\n";

#[test]
fn large_units_turns_lines_fields_and_several_goals() {
    let directory = directory("grid_map_games");
    let map = file(&directory, "map", ROOM);
    let files = ["svg", "html"].map(|name| directory.join(name).into_os_string());
    let [svg, html] = files.map(|name| name.into_string().unwrap());
    for (arguments, answer, picture) in [
        (
            &["--size", "2", "--from", "0,1", "--to", "5,1"][..],
            "Length = 7.82842712474619 (5 straight steps, 2 diagonal)\n",
            "class=\"path unit\" style=\"stroke-width:2\"",
        ),
        (
            &["--turn-cost", "9", "--from", "0,0", "--to", "6,4"],
            "Length = 8.242640687119286 (4 straight steps, 3 diagonal, 2 turns)\n",
            "points=\"0.5,0.5 0.5,1.5 1.5,2.5 ",
        ),
        (
            &["--landmarks", "2", "--turn-cost", "9", "--from", "0,0", "--to", "6,4"],
            "Length = 8.242640687119286 (4 straight steps, 3 diagonal, 2 turns)\n",
            "class=\"path\"",
        ),
        (
            &["--landmarks", "2", "--to", "6,4", "--to", "0,3", "--from", "0,0"],
            "Length = 3 (3 straight steps, 0 diagonal) to 0,3\n",
            "class=\"goal\" cx=\"6.5\" cy=\"4.5\"",
        ),
        (
            &["--straighten", "--from", "0,1", "--to", "6,1"],
            "Straightened to 2 lines of length 6.35917360311745\nLength = 6.828",
            "class=\"path\" points=\"0.5,1.5 4.5,0.5 6.5,1.5\"",
        ),
        (
            &["--jps", "--to", "6,4", "--to", "0,3", "--from", "0,0"],
            "Length = 3 (3 straight steps, 0 diagonal) to 0,3\n",
            "class=\"goal\" cx=\"6.5\" cy=\"4.5\"",
        ),
        (
            &["--field", "0,0", "--field", "6,0", "--from", "6,4"],
            "Length = 4 (4 straight steps, 0 diagonal) to 6,0\n",
            "class=\"arrow\" d=\"M",
        ),
    ] {
        let arguments: Vec<&str> =
            arguments.iter().copied().chain([&*map, "--svg", &svg, "--html", &html]).collect();
        let output = grid_map(&arguments);
        let printed = text(&output.stdout);
        assert!(output.status.success() && printed.starts_with(answer), "{printed}");
        let drawn = fs::read_to_string(&svg).unwrap();
        assert!(drawn.contains(picture), "{drawn}");
        assert!(fs::read_to_string(&html).unwrap().contains("\"goals\":["));
    }
    let output = grid_map(&[&map, "--field", "6,0", "--show"]);
    let printed = text(&output.stdout);
    assert!(printed.ends_with("\nSoooooG\n↗↗↑#↗↗↑\n↗↗↑#↗↗↑\n↗→→→↗↗↑\n↗↗↗↗↗↗↑\n"), "{printed}");
    let marked = ["S#...\n.....\n...E.\n", "S.#..\n.....\n....E\n"];
    let [no_start, no_end] =
        [0, 1].map(|index| file(&directory, ["no_start", "no_end"][index], marked[index]));
    for (arguments, fault) in [
        (&[&*no_start, "--size", "2"][..], "the start 0,0 has no room for a unit of 2 by 2 cells"),
        (&[&*no_end, "--size", "2"], "the goal 4,2 has no room for a unit of 2 by 2 cells"),
        (&[&*map, "--size", "2", "--to", "2,1"], "2,1 has no room for a unit of 2 by 2 cells"),
        (&[&*map, "--size", "6"], "the map has no room for a unit of that size"),
        (&[&*map, "--field", "3,1"], "the goal 3,1 is a wall"),
        (&[&*map, "--turn-cost", "1", "--jps"], "'--turn-cost <C>' cannot be used with '--jps'"),
        (&[&*map, &*map, "--size", "2"], "cannot be used with"),
    ] {
        let output = grid_map(arguments);
        assert!(text(&output.stderr).contains(fault), "{}", text(&output.stderr));
        assert_eq!(output.status.code(), Some(2));
    }
}

/// A hall with a pillar: the straight way leads past it, and there is another one around.
const HALL: &str = "..........\n....#.....\n..........\n..........\n..........\n..........\n";

/// The sets are those that a search without estimates and dominance gave, by another program.
#[test]
fn compromises_of_length_and_distance_from_walls() {
    let directory = directory("grid_map_costs");
    let hall = file(&directory, "hall", HALL);
    let svg = directory.join("svg").into_os_string().into_string().unwrap();
    let ends = ["--from", "1,1", "--to", "8,1"];
    let house = "7 vectors: the length, and the steps to cells beside a wall
    45.48528        9
    47.14214        6
    51.87006        4
    52.45584        3
    58.84062        2
    59.42641        1
    60.01219        0
";
    let hall_vectors = "2 vectors: the length, and the steps to cells beside a wall
     7.82843        3
     8.65685        0
";
    for (arguments, vectors, paths) in [
        (&[][..], house, 7),
        (&[&[&*hall], &ends[..]].concat(), hall_vectors, 2),
        // The other goal is nearer, and its cell is beside the edge.
        (
            &[&[&*hall], &ends[..], &["--to", "1,0"]].concat(),
            "2 vectors: the length, and the steps to cells beside a wall
     1.00000        1
     8.65685        0
",
            2,
        ),
    ] {
        let output = grid_map(&[arguments, &["--costs", "--svg", &svg]].concat());
        let printed = text(&output.stdout);
        let rest = printed.strip_prefix(vectors).unwrap_or_else(|| panic!("{printed}"));
        assert!(rest.ends_with(" nodes expanded\n") && rest.lines().count() == 1, "{printed}");
        assert!(output.status.success() && output.stderr.is_empty());
        let svg = fs::read_to_string(&svg).unwrap();
        assert_eq!(
            ["<polyline", "class=\"key\""].map(|part| svg.matches(part).count()),
            [paths; 2]
        );
    }
    let apart = file(&directory, "apart", "..#..");
    for (arguments, answer) in [
        (&[&*apart][..], "No path leads from 0,0 to 4,0.\n1 node expanded\n"),
        (&["--max-expanded", "1"], "\nNot all yet: stopped after 1 node expanded"),
    ] {
        let output = grid_map(&[arguments, &["--costs"]].concat());
        let printed = text(&output.stdout);
        assert!(printed.contains(answer), "{printed}");
        assert_eq!((output.status.code(), output.stderr.len()), (Some(1), 0));
    }
    for other in [
        &["--html", "page"][..],
        &["--animate"],
        &["--jps"],
        &["--landmarks", "1"],
        &[&hall, &hall],
    ] {
        let output = grid_map(&[&["--costs"], other].concat());
        assert!(text(&output.stderr).contains("cannot be used with"), "{other:?}");
        assert_eq!((output.status.code(), output.stdout.len()), (Some(2), 0));
    }
}

#[test]
fn scenarios_are_compared() {
    let directory = directory("grid_map_scenarios");
    let map = file(&directory, "map", MAP);
    let line = |goal: &str, length: f64| format!("0\tmap\t4\t3\t0\t0\t{goal}\t{length}\n");
    let right = format!("version 1\n{}{}", line("3\t0", 3.0), line("3\t1", 4.0));
    let right = file(&directory, "right", &right);
    for choice in [
        &[][..],
        &["--jps"],
        &["--jps-plus"],
        &["--landmarks", "2"],
        &["--landmarks", "2", "--jps"],
        &["--landmarks", "2", "--jps-plus"],
    ] {
        let output = grid_map(&[&[&*map, &*right], choice].concat());
        let mut printed = text(&output.stdout);
        if choice.contains(&"--landmarks") {
            let (computed, table) = printed.split_once('\n').unwrap();
            assert!(computed.starts_with("landmarks computed in "), "{computed}");
            printed = table.to_owned();
        }
        let total = printed.lines().last().unwrap();
        assert!(total.starts_with("total: scenarios 2, wrong 0, expanded "), "{printed}");
        assert!(output.status.success() && printed.lines().count() == 4);
    }
    let wrong = format!("version 1\n{}{}", line("3\t0", 3.001), line("1\t1", 1.0));
    let wrong = file(&directory, "wrong", &wrong);
    let output = grid_map(&[&map, &wrong]);
    let printed = text(&output.stdout);
    assert!(printed.contains("\ntotal: scenarios 2, wrong 2, expanded "), "{printed}");
    assert_eq!((output.status.code(), printed.matches("  WRONG").count()), (Some(1), 2));

    let other = file(&directory, "other", "version 1\n0 map 5 3 0 0 1 0 1\n");
    for (arguments, fault) in [
        (&[&*map, &*other][..], "scenario 1 is for a map of 5 by 3 cells, not of 4 by 3"),
        (&[&*map, &*right, "--neighbors", "4"], "the lengths in a scenario file are those of"),
        (&[&*map, &*map], "line 1, column 1: expected `version 1`, found \"type\""),
        (&[&*map, "--jps", "--neighbors", "4"], "jump points are for --neighbors 8"),
        (&[&*map, "--jps", "--search", "beam"], "jump points are for the searches graph-a-star,"),
        (&[&*map, "--to", "4,0"], "4,0 is not on the map, which has 4 columns and 3 rows"),
        (&[&*map, "--landmarks", "0"], "expected a whole number from 1 to 1024"),
        (&[&*map, "--to", "4"], "invalid value '4' for '--to <X,Y>': expected a column and a row"),
    ] {
        let output = grid_map(arguments);
        let message = text(&output.stderr);
        assert!(message.contains(fault) && message.starts_with("error: "), "{message}");
        assert_eq!((output.status.code(), output.stdout.len()), (Some(2), 0), "{message}");
    }
}
