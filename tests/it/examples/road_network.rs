//! The example `road_network` as a program.

use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use crate::common::files::directory;
use crate::common::programs::{examples, text};

fn road_network(arguments: &[&str]) -> Output {
    let mut command = Command::new(&examples()["road_network"]);
    command.args(arguments).stdin(Stdio::null()).output().unwrap()
}

/// What it prints if all goes well.
fn printed(arguments: &[&str]) -> String {
    let output = road_network(arguments);
    let message = text(&output.stderr);
    assert!(output.status.success() && message.is_empty(), "{arguments:?}: {message}");
    text(&output.stdout)
}

/// A file in a directory, by its path.
fn file(directory: &Path, name: &str, contents: &str) -> String {
    let path = directory.join(name);
    fs::write(&path, contents).unwrap();
    path.into_os_string().into_string().unwrap()
}

/// The number between two texts.
fn number(printed: &str, before: &str, after: &str) -> u32 {
    let rest = printed.split_once(before).unwrap_or_else(|| panic!("{before}: {printed}")).1;
    rest.split_once(after).unwrap().0.parse().unwrap()
}

/// Two ways from 1 to 4: of 2 arcs and cost 11, and of 3 arcs and cost 10. None leads to 5.
const GRAPH: &str =
    "c a comment\n\np sp 5 6\na 1 2 3\na 2 4 8\na 2 3 2\na 3 4 5\na 4 1 1\na 5 1 1\n";

const PLACES: &str = "p aux sp co 5\nv 1 0 0\nv 2 -3 0\nv 4 -4 4\nv 3 -3 2\nv 5 2147483647 0\n";

#[test]
fn a_graph_is_searched() {
    let directory = directory("road_network");
    let graph = file(&directory, "graph.gr", GRAPH);
    let places = file(&directory, "graph.co", PLACES);
    for arguments in [&[&*graph][..], &[&graph, &places], &[&graph, "--search", "ida-star"]] {
        let printed = printed(&[arguments, &["--to", "4", "--show"]].concat());
        let lines: Vec<&str> = printed.lines().collect();
        assert_eq!(lines[..2], ["5 nodes, 6 arcs", "Cost = 10 (3 arcs)"], "{printed}");
        assert!(lines[2].contains(" nodes expanded in ") && lines[2].ends_with(" s"), "{printed}");
        assert_eq!(lines[3..], ["1", "2", "3", "4"]);
    }
    let fewest = printed(&[&graph, "--to", "4", "--search", "breadth-first"]);
    assert!(fewest.contains("\nCost = 11 (2 arcs)\n"), "{fewest}");
    let by_landmarks = printed(&[&graph, "--to", "4", "--landmarks", "2"]);
    assert!(by_landmarks.contains(" s\nCost = 10 (3 arcs)\n"), "{by_landmarks}");
    let nowhere = printed(&[&graph, "--from", "3", "--to", "3", "--show"]);
    assert!(nowhere.contains("\nCost = 0 (0 arcs)\n") && nowhere.ends_with("\n3\n"), "{nowhere}");
    let all = printed(&[&graph, &places, "--from", "2", "--all"]);
    assert!(all.contains("\n4 nodes reached\nFarthest: node 1, cost 8\n"), "{all}");
    assert!(all.contains(" s, ") && all.ends_with("iB\n"), "{all}");

    for (arguments, answer) in [
        (&[][..], "\nNo path leads from 1 to 5.\n"),
        (&["--landmarks", "2"], "\nNo path leads from 1 to 5.\n"),
        (&["--to", "4", "--memory", "1"], "\nNo solution yet: stopped with "),
        (&["--all", "--memory", "1"], "\nNot all nodes yet: stopped with "),
        (&["--all", "--time", "0s"], "\nNot all nodes yet: stopped after "),
    ] {
        let output = road_network(&[&[&*graph], arguments].concat());
        let printed = text(&output.stdout);
        assert!(printed.contains(answer), "{printed}");
        assert_eq!((output.status.code(), output.stderr.len()), (Some(1), 0));
    }
}

/// The path of cost 11 takes a half of that of cost 10, and leaves out the other.
#[test]
fn alternatives_are_given_in_order_of_cost() {
    let directory = directory("road_network_alternatives");
    let graph = "p sp 5 7\na 1 2 5\na 1 4 8\na 2 3 4\na 2 4 5\na 3 4 2\na 1 2 9\na 5 1 1\n";
    let graph = file(&directory, "graph.gr", graph);
    let lines = |arguments: &[&str]| {
        let printed = printed(&[&[&*graph, "--to", "4"], arguments].concat());
        let (answer, time) = printed.split_once(" in ").unwrap();
        assert!(time.ends_with(" s\n"), "{printed}");
        answer.lines().skip(1).map(str::to_owned).collect::<Vec<_>>()
    };
    let all = ["Cost = 8 (1 arc): 1 4", "Cost = 10 (2 arcs): 1 2 4", "Cost = 11 (3 arcs): 1 2 3 4"];
    assert_eq!(lines(&["--alternatives", "2", "--show"]), [all[0], all[1], "2 paths"]);
    let none = "No other path leads from 1 to 4.";
    let found = lines(&["--alternatives", "4", "--show"]);
    assert_eq!(found, [all[0], all[1], all[2], none, "3 paths"]);
    let by = |share| lines(&["--alternatives", "3", "--show", "--differing-by", share]);
    assert_eq!(by("0.5"), [all[0], all[1], all[2], "3 paths"]);
    let none = "No other path leads from 1 to 4 and differs by so much.";
    assert_eq!(by("0.51"), [all[0], all[1], none, "2 paths"]);

    for (arguments, answer) in [
        (&["--to", "5"][..], "\nNo path leads from 1 to 5.\n0 paths in "),
        (&["--to", "4", "--memory", "1"], "\nNot all yet: stopped with "),
        (&["--to", "4", "--time", "0s", "--differing-by", "0.5"], "\nNot all yet: stopped after "),
    ] {
        let output = road_network(&[&[&*graph, "--alternatives", "2"], arguments].concat());
        let printed = text(&output.stdout);
        assert!(printed.contains(answer), "{printed}");
        assert_eq!((output.status.code(), output.stderr.len()), (Some(1), 0));
    }
    for (arguments, fault) in [
        (&["--alternatives", "0"][..], "expected a whole number from 1 to 1000000"),
        (&["--alternatives", "2", "--differing-by", "1.1"], "expected a number from 0 to 1"),
        (&["--alternatives", "2", "--differing-by", "NaN"], "expected a number from 0 to 1"),
        (&["--differing-by", "0.5"], "required arguments were not provided"),
        (&["--alternatives", "2", "--all"], "cannot be used with"),
    ] {
        let output = road_network(&[&[&*graph], arguments].concat());
        let message = text(&output.stderr);
        assert!(message.contains(fault), "{fault}: {message}");
        assert_eq!((output.status.code(), output.stdout.len()), (Some(2), 0), "{message}");
    }
}

#[test]
fn a_generated_network_is_read_again() {
    let directory = directory("road_network_generated");
    let name = directory.join("roads.1").into_os_string().into_string().unwrap();
    let generate = ["--generate", "30", "--seed", "7"];
    let ends = ["--from", "211", "--to", "888", "--show"];
    // All but the time.
    let answer = |printed: &str| printed.split(" in ").next().unwrap().to_owned();

    let made = printed(&[&generate[..], &["--write", &name], &ends].concat());
    let [graph, places] = ["gr", "co"].map(|ending| format!("{name}.{ending}"));
    let read = printed(&[&[&*graph, &places], &ends[..]].concat());
    assert_eq!(answer(&made), answer(&read));
    assert_eq!(made.split_once(" s\n").unwrap().1, read.split_once(" s\n").unwrap().1);
    let other = printed(&["--generate", "30", "--seed", "8"]);
    assert_ne!(answer(&printed(&generate)), answer(&other));

    // All ways lead to the same cost.
    let cost = |printed: &str| number(printed, "\nCost = ", " (");
    let expanded = |printed: &str| number(printed, " arcs)\n", " nodes expanded");
    for ends in [["--from", "1", "--to", "30"], ["--from", "450", "--to", "421"]] {
        let guided = printed(&[&[&*graph, &places], &ends[..]].concat());
        let unguided = printed(&[&[&*graph], &ends[..]].concat());
        // Roads that are made lead both ways; of those that are read it is not known.
        let landmarks = [&ends[..], &["--landmarks", "4"]].concat();
        let by_landmarks = printed(&[&[&*graph], &landmarks[..]].concat());
        let same = printed(&[&generate, &landmarks[..]].concat());
        assert_eq!(expanded(&by_landmarks), expanded(&same));
        assert_eq!(cost(&guided), cost(&unguided));
        assert_eq!(cost(&by_landmarks), cost(&unguided));
        assert!(expanded(&guided) < expanded(&unguided), "{guided}{unguided}");
        assert!(expanded(&by_landmarks) < expanded(&guided), "{guided}{by_landmarks}");
    }
    let all = printed(&[&*graph, "--all"]);
    let farthest = number(&all, "Farthest: node ", ", cost ").to_string();
    let one = printed(&[&graph, &places, "--to", &farthest]);
    assert_eq!(cost(&one), number(&all, ", cost ", "\n"));
}

/// The shortest way has a weight below its length: an estimate by the length alone would be too
/// high, and that of a network with places that coincide must still be a number.
#[test]
fn estimates_fit_any_coordinates() {
    let directory = directory("road_network_estimates");
    let graph = "p sp 4 5\na 1 2 1\na 2 4 1\na 1 3 3\na 3 4 0\na 3 3 0\n";
    let graph = file(&directory, "graph.gr", graph);
    for places in [
        "v 1 0 0\nv 2 0 900\nv 3 1 0\nv 4 1 1\n",
        "v 1 -2147483648 -2147483648\nv 2 2147483647 2147483647\nv 3 0 0\nv 4 0 0\n",
        "v 1 0 0\nv 2 0 0\nv 3 0 0\nv 4 0 0\n",
    ] {
        let places = file(&directory, "graph.co", &format!("p aux sp co 4\n{places}"));
        let printed = printed(&[&graph, &places]);
        assert!(printed.contains("\nCost = 2 (2 arcs)\n"), "{places}: {printed}");
    }
}

#[test]
fn faults_of_files_are_named() {
    let directory = directory("road_network_faults");
    let graph = file(&directory, "right.gr", GRAPH);
    let faulty = directory.join("faulty").into_os_string().into_string().unwrap();
    let check = |arguments: &[&str], fault: &str| {
        let output = road_network(arguments);
        let message = text(&output.stderr);
        assert!(message.starts_with("error: ") && message.contains(fault), "{fault}: {message}");
        assert_eq!((output.status.code(), output.stdout.len()), (Some(2), 0), "{message}");
    };
    for (contents, fault) in [
        ("", "expected a line `p sp NODES ARCS`, found none\n"),
        ("c\n\na 1 2 3\n", "line 3: expected a line `p sp NODES ARCS` first, found \"a\"\n"),
        ("p max 2 1\n", "line 1: expected `sp`, found \"max\"\n"),
        ("p sp -1 1\n", "line 1: expected the number of nodes, from 0 to 4294967295, found \"-1\""),
        ("p sp 2 4294967296\n", "the number of arcs, from 0 to 4294967295, found \"4294967296\"\n"),
        ("p sp 2\n", "line 1: expected the number of arcs, from 0 to 4294967295, found the end\n"),
        ("p sp 2 1 7\n", "line 1: expected the end of the line, found \"7\"\n"),
        ("p sp 2 1\np sp 2 1\n", "line 2: expected a line `a FROM TO WEIGHT`, found \"p\"\n"),
        (
            "p sp 2 1\na 0 1 1\n",
            "line 2: expected the node that the arc leaves, from 1 to 2, found",
        ),
        (
            "p sp 2 1\na 1 3 1\n",
            "expected the node that the arc leads to, from 1 to 2, found \"3\"",
        ),
        ("p sp 2 1\na 1 2 0.5\n", "the weight of the arc, from 0 to 4294967295, found \"0.5\"\n"),
        ("p sp 2 1\na 1 2 99999999999999999999999\n", "found \"99999999999999999999\"...\n"),
        ("p sp 2 1\na 1 2 1\na 1 2 1\n", "line 3: expected no more than 1 arcs, found \"a\"\n"),
        ("p sp 2 4294967295\na 1 2 1\n", ": expected 4294967295 arcs, found 1\n"),
        ("p sp 4294967295 0\n", ": 4294967295 nodes are too many for 0 arcs\n"),
    ] {
        file(&directory, "faulty", contents);
        check(&[&faulty], fault);
        check(&[&faulty], &faulty);
    }
    for (contents, fault) in [
        ("", "expected a line `p aux sp co NODES`, found none\n"),
        ("v 1 0 0\n", "line 1: expected a line `p aux sp co NODES` first, found \"v\"\n"),
        ("p aux sp xy 5\n", "line 1: expected `co`, found \"xy\"\n"),
        ("p aux sp co 4\n", "line 1: expected the number of nodes of the graph, 5, found \"4\"\n"),
        ("p aux sp co 5\nv 6 0 0\n", "line 2: expected the node, from 1 to 5, found \"6\"\n"),
        (
            "p aux sp co 5\nv 1 0\n",
            "the y coordinate, from -2147483648 to 2147483647, found the end\n",
        ),
        ("p aux sp co 5\nv 1 0 0\nv 1 0 0\n", "line 3: expected one line for each node, found"),
        ("p aux sp co 5\nv 1 0 0\n", ": expected a line `v 2 X Y`, found none\n"),
        ("p aux sp co 5\na 1 2 3\n", "line 2: expected a line `v NODE X Y`, found \"a\"\n"),
    ] {
        file(&directory, "faulty", contents);
        check(&[&graph, &faulty], fault);
        check(&[&graph, &faulty], &faulty);
    }
    let empty = file(&directory, "empty", "p sp 0 0\n");
    check(&[&empty, "--all"], "node 1 is not in the network, which has 0 nodes\n");
    check(&[&graph, "--to", "6"], "node 6 is not in the network, which has 5 nodes\n");
    check(&["--generate", "9", "--write", &format!("{faulty}/x")], "/x.gr: Not a directory");
    check(&["--landmarks", "0"], "expected a whole number from 1 to 1024");
    check(&["--landmarks", "4", "--all"], "cannot be used with");
    let far = file(&directory, "far.gr", "p sp 3 2\na 1 2 4294967295\na 2 3 1\n");
    check(&[&far, "--landmarks", "1"], "--landmarks: ");
    check(&["--generate", "1"], "expected a whole number from 2 to 4096");
    check(&["--from", "0"], "expected a whole number from 1 to 4294967295");
    check(&["--search", "fast"], "invalid value 'fast' for '--search <NAME>'");
    check(&[&graph, "--seed", "1"], "cannot be used with");
}

/// Of two costs: from 1 to 4 in three ways that do not dominate one another, and one that is
/// dominated. None leads to 5.
const LENGTHS: &str = "p sp 5 6\na 1 2 1\na 2 4 1\na 1 3 2\na 3 4 2\na 1 4 6\na 1 4 9\n";
const TIMES: &str = "p sp 5 6\na 1 2 5\na 2 4 5\na 1 3 4\na 3 4 4\na 1 4 1\na 1 4 1\n";

#[test]
fn several_costs_are_of_several_files_or_of_one() {
    let directory = directory("road_network_pareto");
    let lengths = file(&directory, "lengths.gr", LENGTHS);
    let times = file(&directory, "times.gr", TIMES);
    let both =
        LENGTHS.lines().zip(TIMES.lines()).map(|(line, other)| match line.strip_prefix('a') {
            Some(_) => format!("{line} {}\n", other.rsplit(' ').next().unwrap()),
            None => format!("{line}\n"),
        });
    let both = file(&directory, "both.gr", &both.collect::<String>());
    let queries = file(&directory, "queries", "c two\n1 4\n\n2 4\n");

    let expected = "5 nodes, 6 arcs, 2 costs\n1 to 4: 3 vectors\n2 10\n4 8\n6 1\n";
    let total = "total: queries 1, vectors 3, seconds ";
    for files in [&[&*lengths, &times][..], &[&both]] {
        let printed = printed(&[files, &["--pareto", "--to", "4"]].concat());
        let rest = printed.strip_prefix(expected).unwrap_or_else(|| panic!("{printed}"));
        let seconds = rest.strip_prefix(total).unwrap().trim_end().parse::<f64>();
        assert!(seconds.is_ok(), "{printed}");
    }
    let shown = printed(&[&both, "--pareto", "--to", "4", "--show"]);
    assert!(shown.contains("\n2 10 : 1 2 4\n4 8 : 1 3 4\n6 1 : 1 4\n"), "{shown}");
    let all = printed(&[&both, "--pareto", "--queries", &queries]);
    assert!(all.contains("\n6 1\n2 to 4: 1 vector\n1 5\ntotal: queries 2, vectors 4, "), "{all}");
    let within = printed(&[&both, "--budget", "9", "--to", "4"]);
    assert!(within.contains("\n1 to 4: 1 vector\n4 8\ntotal: "), "{within}");
    let chart = directory.join("set.svg").into_os_string().into_string().unwrap();
    printed(&[&both, "--pareto", "--to", "4", "--svg", &chart]);
    assert_eq!(fs::read_to_string(&chart).unwrap().matches("<circle").count(), 3);

    for (arguments, answer) in [
        (&["--pareto"][..], "\n1 to 5: 0 vectors\nNo path leads from 1 to 5.\n"),
        (&["--budget", "0", "--to", "4"], "\nNo path leads from 1 to 4 within the budget.\n"),
        (&["--pareto", "--to", "4", "--memory", "1"], "\nNot all yet: stopped with "),
    ] {
        let output = road_network(&[&[&*both], arguments].concat());
        let printed = text(&output.stdout);
        assert!(printed.contains(answer), "{printed}");
        assert_eq!((output.status.code(), output.stderr.len()), (Some(1), 0));
    }

    let faulty = directory.join("faulty").into_os_string().into_string().unwrap();
    let check = |arguments: &[&str], fault: &str| {
        let output = road_network(arguments);
        let message = text(&output.stderr);
        assert!(message.contains(fault), "{fault}: {message}");
        assert_eq!((output.status.code(), output.stdout.len()), (Some(2), 0), "{message}");
    };
    for (contents, fault) in [
        ("p sp 4 6\n", "faulty: line 1: expected the number of nodes, 5, found \"4\"\n"),
        ("p sp 5 7\n", "line 1: expected the number of arcs, 6, found \"7\"\n"),
        ("p sp 5 6\na 2 1 1\n", "line 2: expected the node that the arc leaves, 1, found \"2\"\n"),
        (
            "p sp 5 6\na 1 3 1\n",
            "line 2: expected the node that the arc leads to, 2, found \"3\"\n",
        ),
        (
            "p sp 5 6\na 1 2\n",
            "line 2: expected a weight of the arc, from 0 to 4294967295, found the",
        ),
        ("p sp 5 6\na 1 2 1\n", ": expected 6 arcs, found 1\n"),
    ] {
        file(&directory, "faulty", contents);
        check(&[&lengths, &faulty, "--pareto"], fault);
    }
    for (contents, fault) in [
        ("p sp 2 2\na 1 2 1 1\na 2 1 1\n", "line 3: expected a weight of the arc, from 0 to"),
        (
            "p sp 2 2\na 1 2 1 1\na 2 1 1 1 1\n",
            "line 3: expected the end of the line, found \"1\"\n",
        ),
        ("p sp 2 1\na 1 2 1 1 1 1 1 1 1\n", "line 2: expected the end of the line, found \"1\"\n"),
    ] {
        file(&directory, "faulty", contents);
        check(&[&faulty, "--pareto"], fault);
    }
    for (contents, fault) in [
        ("1\n", "line 1: expected the node to reach, from 1 to 5, found the end\n"),
        ("1 2 3\n", "line 1: expected the end of the line, found \"3\"\n"),
        ("\nx 2\n", "line 2: expected the node to start from, from 1 to 5, found \"x\"\n"),
    ] {
        file(&directory, "faulty", contents);
        check(&[&both, "--pareto", "--queries", &faulty], fault);
    }
    let seven = ["--pareto", &lengths, &lengths, &lengths, &lengths, &lengths, &lengths, &lengths];
    check(&seven, "expected at most 6 costs for each arc, found 7\n");
    check(&[&both, "--budget", "1,2"], "--budget: expected 1 cost, all but the first, found 2\n");
    check(&[&lengths, &times, &times], "a third file needs --pareto or --budget\n");
    check(&[&both, "--queries", &queries], "--queries needs --pareto or --budget\n");
    check(&[&lengths, "--pareto", "--svg", &chart], "--svg: expected two costs, found 1\n");
    check(&["--pareto"], "required arguments were not provided");
}

/// Without arcs, each file stands for a cost. A path that costs too much gives no bound.
#[test]
fn several_costs_of_no_arcs_or_of_too_much() {
    let directory = directory("road_network_no_arcs");
    let none = file(&directory, "none.gr", "p sp 3 0\n");
    let chart = directory.join("set.svg").into_os_string().into_string().unwrap();
    for arguments in [&["--budget", "9"][..], &["--pareto", "--svg", &chart]] {
        let output = road_network(&[&[&*none, &none], arguments].concat());
        let printed = text(&output.stdout);
        assert!(printed.starts_with("3 nodes, 0 arcs, 2 costs\n1 to 3: 0 vectors\n"), "{printed}");
        assert_eq!((output.status.code(), output.stderr.len()), (Some(1), 0));
    }
    let huge = file(&directory, "huge.gr", "p sp 3 2\na 1 2 4294967295\na 2 3 1\n");
    let output = road_network(&[&huge, "--pareto"]);
    let printed = text(&output.stdout);
    assert!(printed.contains("\nNo vector found: "), "{printed}");
    assert!(!printed.contains("come after"), "{printed}");
}
