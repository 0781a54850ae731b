//! The pictures that the examples make of searches, also in a browser and in a terminal.

use std::collections::HashSet;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use bestfirst::Worlds;
use bestfirst::search::{AStar, Algorithm, GraphAStar, OpenNode, Search, TreeAStar};
use bestfirst::sliding_tiles::Board;

use crate::common::boards::board;
use crate::common::files::{directory, input};
use crate::common::programs::{examples, text};

fn eight_puzzle(arguments: &[&str]) -> Output {
    let mut command = Command::new(&examples()["eight_puzzle"]);
    command.args(arguments).stdin(Stdio::null()).output().unwrap()
}

/// What is printed, if all goes well.
fn printed(arguments: &[&str]) -> String {
    let output = eight_puzzle(arguments);
    assert!(output.status.success() && output.stderr.is_empty(), "{arguments:?}: {output:?}");
    text(&output.stdout)
}

/// The numbers between these texts.
fn numbers_between(text: &str, before: &str, after: &str) -> Vec<usize> {
    let parts = text.split(before).skip(1);
    parts.filter_map(|part| part.split_once(after)?.0.parse().ok()).collect()
}

/// A counter of the statistics.
fn counter(printed: &str, name: &str) -> usize {
    let number = printed.lines().find_map(|line| line.strip_prefix(name)).unwrap();
    number.trim().parse().unwrap()
}

#[test]
fn a_tree_shows_or_counts_every_node() {
    let directory = directory("pictures/tree");
    let [svg, dot] = ["tree.svg", "tree.dot"].map(|name| directory.join(name));
    let searches =
        ["a-star", "tree-a-star", "graph-a-star", "breadth-first", "beam", "bidirectional"];
    for file in ["input/puzzle3x3-04.txt", "input/puzzle3x3-20.txt", "input/puzzle4x4-35.txt"] {
        for search in searches
            .iter()
            .copied()
            .filter(|&search| search != "breadth-first" || !file.contains("4x4"))
        {
            let tree = |picture: &Path| {
                let picture = picture.to_str().unwrap();
                let printed = printed(&["--search", search, "--stats", "--tree", picture, file]);
                (counter(&printed, "generated"), fs::read_to_string(picture).unwrap())
            };
            let (all, svg) = tree(&svg);
            let drawn = svg.matches(r#"<g class=""#).count() - 4;
            let folded: usize = numbers_between(&svg, ">+", "</text>").iter().sum();
            assert_eq!(drawn + folded, all, "{search} {file}");
            assert!(drawn <= 300 && (folded > 0 || drawn == all));
            // A bidirectional search has a tree for each end.
            let edges = svg.matches(r#"<path class="edge"#).count();
            let folds = svg.matches(r#"<path class="edge fold"#).count();
            // Another is in the legend.
            let roots = if search == "bidirectional" { 2 } else { 1 };
            assert_eq!(edges - folds - 1, drawn - roots, "{search} {file}");
            assert!(svg.contains(r#"<g class="goal path""#), "{search} {file}");

            let (_, dot) = tree(&dot);
            let nodes = dot.matches(", fillcolor=").count();
            let folded: usize = numbers_between(&dot, "label=\"+", "\"").iter().sum();
            assert_eq!((nodes, nodes + folded), (drawn, all), "{search} {file}");
            assert_eq!(dot.matches(" -> n").count(), drawn - roots);
        }
    }
}

#[test]
fn the_solution_is_marked_in_the_tree() {
    let file = directory("pictures/path").join("tree.dot");
    let path = file.to_str().unwrap();
    for search in ["tree-a-star", "ida-star", "anytime"] {
        let printed = printed(&["--search", search, "--tree", path, "input/puzzle3x3-05.txt"]);
        let boards = printed.split("\n\n").filter(|board| board.contains('0')).count();
        let marked = fs::read_to_string(&file).unwrap().matches("penwidth=3").count();
        assert_eq!(marked, boards, "{search}");
    }
}

/// A step of a trace: what is known of each open node, the next one first.
fn steps(trace: &str) -> Vec<Vec<[String; 4]>> {
    let steps = trace.split("Step ").skip(1).map(|step| {
        let (header, rest) = step.split_once(" on the open list\n\n").unwrap();
        let rows = rest.split("\n\n").next().unwrap().lines().skip(1);
        let rows: Vec<_> = rows
            .map(|row| {
                let (_, row) = row.split_at(1);
                let mut words = row.split_whitespace();
                let mut word = || words.next().unwrap().to_owned();
                let [_, _, g, h, f] = [word(), word(), word(), word(), word()];
                [words.collect::<Vec<_>>().join(" "), g, h, f]
            })
            .collect();
        let count = header.split_whitespace().nth(1).unwrap().parse();
        assert_eq!(count, Ok(rows.len()), "{header}");
        rows
    });
    steps.collect()
}

/// The same from the search itself.
fn open_list<'a>(nodes: impl Iterator<Item = OpenNode<'a, Board>>) -> Vec<[String; 4]> {
    let row = |node: OpenNode<'_, Board>| {
        let rows = node.state.tiles().collect::<Vec<_>>();
        let rows = rows
            .chunks(node.state.size())
            .map(|row| row.iter().map(u32::to_string).collect::<Vec<_>>().join(" "));
        let numbers = [node.path_cost, node.estimate, node.priority].map(|n| n.to_string());
        let [g, h, f] = numbers;
        [rows.collect::<Vec<_>>().join(" / "), g, h, f]
    };
    nodes.map(row).collect()
}

/// That the trace of a search shows its open list before each step.
macro_rules! assert_traces {
    ($algorithm:expr, $name:expr) => {
        let file = "puzzle3x3-20.txt";
        let trace = printed(&["--search", $name, "--trace", &format!("input/{file}")]);
        let steps = steps(&trace);
        let mut search = $algorithm.start(Worlds::new(), board(&input(file)));
        for step in &steps {
            let sorted = |mut rows: Vec<[String; 4]>| {
                rows.sort();
                rows
            };
            let open = open_list(search.open_list());
            assert_eq!(step[0], open[0], "{}: the next node", $name);
            assert_eq!(sorted(step.clone()), sorted(open), "{}", $name);
            let end = search.advance(1);
            assert_eq!(end.is_some(), std::ptr::eq(step, steps.last().unwrap()));
        }
    };
}

#[test]
fn the_trace_is_the_open_list() {
    assert_traces!(AStar::new(), "a-star");
    assert_traces!(TreeAStar::new(), "tree-a-star");
    assert_traces!(GraphAStar::new(), "graph-a-star");
}

#[test]
fn a_traced_parent_was_open_before() {
    for search in ["breadth-first", "bidirectional", "beam", "bounded-memory", "anytime"] {
        let trace = printed(&["--search", search, "--trace", "--moves", "input/puzzle3x3-10.txt"]);
        let mut known = HashSet::new();
        let mut taken = Vec::new();
        for step in trace.split("Step ").skip(1) {
            let table = step.split("\n\n").nth(1).unwrap();
            for row in table.lines().skip(1) {
                let row = row.replace('>', " ");
                let mut words = row.split_whitespace().map(str::to_owned);
                let (node, parent) = (words.next().unwrap(), words.next().unwrap());
                assert!(known.contains(&node) || parent == "-" || taken.contains(&parent), "{row}");
                known.insert(node);
            }
            let next = table.lines().find_map(|row| row.strip_prefix('>'));
            taken.extend(next.map(|row| row.split_whitespace().next().unwrap().to_owned()));
        }
        assert!(taken.len() > 10, "{search}");
    }
}

#[test]
fn what_cannot_be_drawn_is_refused_before_the_search() {
    let big = directory("pictures/refused").join("big.txt");
    let tiles: Vec<String> = (1..121).chain([0]).map(|tile| tile.to_string()).collect();
    fs::write(&big, format!("11 {}", tiles.join(" "))).unwrap();
    let big = big.to_str().unwrap();
    let wrong: [(&[&str], &str); 6] = [
        (&["--tree", "tree.png"], "tree.png: expected a name that ends in .svg or .dot\n"),
        (&["--tree", "no-such-folder/x.svg"], "no-such-folder/x.svg: there is no directory"),
        (&["--html", "x.html", big], "pictures show boards of up to 10-by-10, not 11-by-11\n"),
        (&["--trace", "--search", "ida-star"], "ida-star has no open list to trace\n"),
        (&["--html", "x.html", big, big], "--tree, --html and --animate take one board\n"),
        (&["--animate=0"], "invalid value '0' for '--animate[=<PER_SECOND>]': expected a number"),
    ];
    for (arguments, fault) in wrong {
        let output = eight_puzzle(arguments);
        let message = text(&output.stderr);
        assert!(message.starts_with(&format!("error: {fault}")), "{message}");
        assert_eq!(output.status.code(), Some(2), "{message}");
    }
}

/// A browser, if this system has one.
fn browser() -> Option<PathBuf> {
    let folders = std::env::var_os("PATH")?;
    let files = std::env::split_paths(&folders).flat_map(|folder| {
        ["chromium", "chromium-browser", "google-chrome"].map(|name| folder.join(name))
    });
    let found = files.into_iter().find(|file| file.is_file());
    if found.is_none() {
        // The test harness captures the output of macros.
        let _ = writeln!(io::stderr(), "skipped: no Chromium to open pages with");
    }
    found
}

/// What a page notes when this script runs at its end: one line for each call of `note`.
fn notes(browser: &Path, page: &Path, script: &str) -> Vec<String> {
    let harness = r#"
        const notes = [];
        const note = (value) => notes.push(String(value));
        const counts = () => note(["count", "expanded", "generated", "open", "lowest"]
            .map((id) => element(id).textContent).join(" "));
        const press = (key, shiftKey = false) =>
            document.dispatchEvent(new KeyboardEvent("keydown", { key, shiftKey }));
        const end = () => document.body.textContent = "NOTES\n" + notes.join("\n") + "\nEND";
    "#;
    let copy = page.with_extension("test.html");
    let page = fs::read_to_string(page).unwrap();
    fs::write(&copy, format!("{page}<script>{harness}{script}</script>")).unwrap();
    let profile = copy.with_extension("profile");
    let output = Command::new(browser)
        .args(["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"])
        .args(["--disable-background-networking", "--disable-component-update", "--disable-sync"])
        .arg(format!("--user-data-dir={}", profile.display()))
        // Time in the page runs ahead of time outside.
        .args(["--virtual-time-budget=20000", "--dump-dom"])
        .arg(format!("file://{}", copy.display()))
        .stdin(Stdio::null())
        .output()
        .unwrap();
    let dom = text(&output.stdout);
    let notes = dom.split_once("NOTES\n").and_then(|(_, rest)| rest.split_once("\nEND"));
    let (notes, _) = notes.unwrap_or_else(|| panic!("{dom}{}", text(&output.stderr)));
    let notes = notes.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&");
    notes.lines().map(str::to_owned).collect()
}

/// The board takes 15 events: 10 nodes are generated, 4 expanded, and one is the goal.
#[test]
fn a_page_plays_a_search_in_a_browser() {
    let Some(browser) = browser() else { return };
    let page = directory("pictures/page").join("page.html");
    printed(&["--html", page.to_str().unwrap(), "input/puzzle3x3-04.txt"]);
    let script = r#"
        counts();
        press("Home"); counts();
        press("ArrowRight"); counts();
        element("step-expansion").click(); counts();
        press("ArrowRight", true); counts();
        press("ArrowLeft", true); counts();
        press("End"); counts();
        element("place").value = 7;
        element("place").dispatchEvent(new Event("input")); counts();
        press("Home");
        const look = () => element("scene").innerHTML + element("event").textContent;
        const seen = [];
        for (let at = 0; at <= 15; at += 1) { seen.push(look()); press("ArrowRight"); }
        let same = 0;
        for (let at = 15; at >= 0; at -= 1) { same += seen[at] === look(); press("ArrowLeft"); }
        note(same + " " + new Set(seen).size);
        element("speed").value = 3;
        element("speed").dispatchEvent(new Event("input"));
        press(" ");
        note(element("play").textContent);
        const wait = setInterval(() => {
            if (at < 15) return;
            clearInterval(wait);
            counts(); note(element("play").textContent); end();
        }, 100);
    "#;
    let expected = [
        "1 of 15 0 1 1 4",
        "0 of 15 0 0 0 –",
        "1 of 15 0 1 1 4",
        "4 of 15 1 3 2 4",
        "7 of 15 2 5 3 4",
        "4 of 15 1 3 2 4",
        "15 of 15 4 10 5 6",
        "7 of 15 2 5 3 4",
        "16 16",
        "⏸ pause",
        "15 of 15 4 10 5 6",
        "▶ play",
    ];
    assert_eq!(notes(&browser, &page, script), expected);
}

#[test]
fn a_page_says_what_it_leaves_out_and_escapes_names() {
    let directory = directory("pictures/names");
    let board = directory.join("<script>alert(1)<&\"{{data}}.txt");
    fs::write(&board, input("puzzle4x4-40.txt")).unwrap();
    let page = directory.join("page.html");
    let tree = directory.join("tree.svg");
    let pictures = ["--html", page.to_str().unwrap(), "--tree", tree.to_str().unwrap()];
    // Tree search has one event for each node that it generates or takes off.
    let search = ["--search", "tree-a-star", "--stats", board.to_str().unwrap()];
    let printed = printed(&[pictures, search].concat());
    for picture in [&page, &tree] {
        let written = fs::read_to_string(picture).unwrap();
        assert!(!written.contains("<script>alert"), "{}", picture.display());
        assert!(written.contains("&lt;script&gt;alert(1)&lt;&amp;&quot;{{data}}.txt"));
    }
    let left_out = counter(&printed, "generated") + counter(&printed, "dequeued") - 50_000;
    let page_text = fs::read_to_string(&page).unwrap();
    let notice = format!("Only the first 50000 events are shown. {left_out} more are left out.");
    assert!(page_text.contains(&notice), "{notice}");

    let Some(browser) = browser() else { return };
    let script = r#"
        note(document.title);
        note(document.querySelector("h1").textContent);
        press("End"); note(element("count").textContent); end();
    "#;
    let title = format!("tree-a-star: {}", board.display());
    assert_eq!(notes(&browser, &page, script), [&*title, &*title, "50000 of 50000"]);
}

/// The cells of a canvas have the colours of what a search has done with them.
#[test]
fn a_page_draws_a_map_in_a_browser() {
    let (Some(browser), Some(grid_map)) = (browser(), examples().get("grid_map")) else { return };
    let directory = directory("pictures/map");
    let (map, page) = (directory.join("map"), directory.join("page.html"));
    fs::write(&map, "....\n.##.\n...#\n").unwrap();
    let arguments = ["--to", "3,0", "--search", "breadth-first", "--neighbors", "4", "--html"];
    let mut command = Command::new(grid_map);
    let output =
        command.arg(&map).args(arguments).arg(&page).stdin(Stdio::null()).output().unwrap();
    assert!(output.status.success(), "{output:?}");
    let script = r#"
        const side = canvas.width / 4;
        const look = () => {
            const pixel = (cell) => canvas.getContext("2d")
                .getImageData((cell % 4) * side + 1, (cell >> 2) * side + 1, 1, 1).data.slice(0, 3);
            const names = { wall: palette.wall, floor: palette.status[0], open: palette.status[1],
                closed: palette.status[2], goal: palette.status[3] };
            const name = (cell) => Object.keys(names).find((name) => `${names[name]}` === `${pixel(cell)}`);
            note([1, 4, 5, 2, 8, 11].map(name).join(" "));
        };
        press("Home"); look();
        press("ArrowRight"); press("ArrowRight", true); look();
        press("End"); look();
        note(data.solution.map((node) => nodes.state[node]).join(" "));
        press("Home"); look();
        end();
    "#;
    let notes = notes(&browser, &page, script);
    assert_eq!(notes[0], "floor floor wall floor floor wall");
    assert_eq!(notes[1], "open open wall floor floor wall");
    assert!(notes[2].starts_with("closed closed wall closed "), "{notes:?}");
    assert_eq!(notes[3], "0 1 2 3");
    assert_eq!(notes[4], notes[0]);
}

/// A limit stops most searches, so that many lines end in the same place.
#[test]
fn the_names_in_a_chart_are_apart_and_inside() {
    let file = directory("pictures/chart").join("chart.svg");
    let arguments = ["--boards", "1", "--max-expanded", "200", "--svg"];
    let Some(compare) = examples().get("compare") else { return };
    let output = Command::new(compare).args(arguments).arg(&file).output().unwrap();
    assert!(output.status.success(), "{output:?}");
    let svg = fs::read_to_string(file).unwrap();
    let number = |text: &str, name: &str| -> f64 {
        let rest = text.split_once(&format!("{name}=\"")).unwrap().1;
        rest.split_once('"').unwrap().0.parse().unwrap()
    };
    let (width, height) = (number(&svg, "width"), number(&svg, "height"));
    let names = svg.lines().filter(|line| line.contains("class=\"lead\""));
    let names = names.filter_map(|line| Some(line.rsplit_once("<text ")?.1));
    let mut heights = Vec::new();
    for name in names {
        let characters = name.split(['<', '>']).rev().nth(2).unwrap().chars().count();
        assert!(number(name, "x") + 7.0 * characters as f64 <= width, "{name}");
        heights.push(number(name, "y"));
    }
    heights.sort_by(f64::total_cmp);
    assert_eq!(heights.len(), 7);
    assert!(heights[0] > 16.0 && heights[6] < height - 16.0, "{heights:?}");
    assert!(heights.windows(2).all(|pair| pair[1] - pair[0] >= 15.0), "{heights:?}");
}

/// What a program prints to a terminal of 100 columns and 40 rows, or `None` without `script`.
fn in_a_terminal(name: &str, arguments: &str) -> Option<String> {
    let program = examples().get(name)?.display();
    let call = format!("stty cols 100 rows 40; exec '{program}' {arguments}");
    let mut command = Command::new("script");
    command.args(["-qec", &call, "/dev/null"]).env("TERM", "xterm").stdin(Stdio::null());
    let Ok(output) = command.output() else {
        let _ = writeln!(io::stderr(), "skipped: no `script` to make a terminal with");
        return None;
    };
    assert!(output.status.success(), "{output:?}");
    Some(text(&output.stdout).replace("\r\n", "\n"))
}

#[test]
fn a_solution_is_shown_in_place_in_a_terminal_only() {
    let file = "input/puzzle3x3-04.txt";
    assert_eq!(printed(&["--animate", file]), printed(&[file]));
    let Some(shown) = in_a_terminal("eight_puzzle", &format!("--animate=1000 {file}")) else {
        return;
    };
    let frames: Vec<_> = shown.split("\u{1b}[6A\u{1b}[J").collect();
    assert_eq!(frames.len(), 5, "{shown}");
    for (index, frame) in frames.iter().enumerate() {
        assert!(frame.contains(&format!("Move {index} of 4")), "{frame}");
    }
    // The tile that was moved is highlighted.
    assert!(frames[4].contains("\n 7 \u{1b}[7m 8 \u{1b}[0m   \n"), "{shown:?}");
}

#[test]
fn the_frontier_grows_in_a_terminal_only() {
    let Some(grid_map) = examples().get("grid_map") else { return };
    let run = |arguments: &[&str]| {
        let output = Command::new(grid_map).args(arguments).stdin(Stdio::null()).output();
        text(&output.unwrap().stdout)
    };
    assert_eq!(run(&["--animate"]), run(&[]));
    let Some(shown) = in_a_terminal("grid_map", "--animate=5000") else { return };
    let expanded = numbers_between(&shown, "\u{1b}[J", " of 246 expanded");
    assert_eq!(expanded, [200, 246], "{shown}");
    assert!(shown.ends_with("Length = 74 (74 straight steps, 0 diagonal)\n246 nodes expanded\n"));
}
