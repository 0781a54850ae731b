//! The table of searches names every search, the map of the code names every file, the tables of
//! the guide link what they name, its pages lead from one to the next, the search box finds what
//! people look for, the README stays short, and the version is that of the crate.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use bestfirst::search::SearchKind;

/// The searches without a `SearchKind`: they need more of a space than the others.
const WITHOUT_NAME: [&str; 9] = [
    "Bidirectional",
    "BidirectionalBreadthFirst",
    "CompactAStar",
    "DenseAStar",
    "Focal",
    "ParallelBreadthFirst",
    "ParallelGraphAStar",
    "ParallelIdaStar",
    "ParetoAStar",
];

/// The searches in the second column of the tables "which search when".
fn named(text: &str) -> BTreeSet<String> {
    let lines = text.lines().map(|line| line.trim_start_matches("//!").trim());
    let cells = lines.filter_map(|line| line.strip_prefix('|')?.split('|').nth(1));
    let words = cells.flat_map(|cell| cell.split('`').skip(1).step_by(2));
    let names = words.filter_map(|word| word.split("::").next());
    names.filter(|name| name.starts_with(char::is_uppercase)).map(str::to_owned).collect()
}

#[test]
fn the_table_of_searches_is_complete() {
    let kinds = SearchKind::ALL.iter().map(|kind| format!("{kind:?}"));
    let all: BTreeSet<String> = kinds.chain(WITHOUT_NAME.map(str::to_owned)).collect();
    assert_eq!(named(include_str!("../../src/search/mod.rs")), all);
}

/// What looks like a name of this crate in the tables of a page, and is no link. The first column
/// of a table of what is what has names of others.
fn unlinked(page: &str) -> Vec<&str> {
    const STANDARD: [&str; 3] = ["Hash", "None", "Option"];
    let is_name = |code: &str| {
        let is_path = code.chars().all(|c| c.is_alphanumeric() || "_:".contains(c));
        let is_item = code.starts_with(char::is_uppercase) || code.contains("::");
        is_path && is_item && !STANDARD.contains(&code)
    };
    let (mut found, mut foreign) = (Vec::new(), 0);
    for row in page.lines().map(|line| line.trim_start_matches("//!").trim()) {
        let Some(row) = row.strip_prefix('|') else {
            foreign = 0;
            continue;
        };
        if row.ends_with(" here |") {
            foreign = 1;
        }
        for cell in row.split('|').skip(foreign) {
            let mut pieces = cell.split('`');
            while let (Some(before), Some(code)) = (pieces.next(), pieces.next()) {
                if is_name(code) && !before.ends_with('[') {
                    found.push(code);
                }
            }
        }
    }
    found
}

/// Then `cargo doc` fails for a name that does not exist.
#[test]
fn names_in_the_tables_of_the_guide_are_links() {
    let guide = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/guide");
    let pages = fs::read_dir(&guide).unwrap().map(|entry| entry.unwrap().path());
    let mut rows = 0;
    for page in pages {
        let text = fs::read_to_string(&page).unwrap();
        rows += text.matches("\n|").count() + text.matches("\n//! |").count();
        assert_eq!(unlinked(&text), [""; 0], "{}", page.display());
    }
    assert!(rows > 150, "{rows}");
    assert_eq!(
        unlinked("| a | here |\n| `Their` | `search::Ours`, [`Ours`](x) |"),
        ["search::Ours"]
    );
}

/// A page, and the links in its lines "Back" and "Next".
fn neighbours(page: &str) -> Vec<&str> {
    let lines =
        page.lines().filter(|line| line.starts_with("Back: ") || line.starts_with("Next: "));
    lines.filter_map(|line| line.split_once("](")?.1.strip_suffix(").")).collect()
}

/// In the order of the list at the top of the guide. Each page begins with a sentence that says
/// what it is, because lists of modules show it.
#[test]
fn pages_of_the_guide_lead_from_one_to_the_next() {
    let guide = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/guide");
    let contents = fs::read_to_string(guide.join("mod.rs")).unwrap();
    let names = contents.lines().filter_map(|line| Some(line.split_once(": \"")?.0.trim()));
    let names: Vec<_> = names.collect();
    let listed = contents.lines().filter_map(|line| line.strip_prefix("//! ")?.split_once(". ["));
    let listed = listed.filter_map(|(_, rest)| rest.split_once("](")?.1.split(')').next());
    let listed: Vec<_> = listed.collect();
    assert!(listed.len() > 10 && names.starts_with(&listed), "{listed:?}, {names:?}");

    let link = |name: Option<&&str>| name.map(|name| format!("crate::guide::{name}"));
    for (place, name) in names.iter().enumerate() {
        let page = fs::read_to_string(guide.join(format!("{name}.md"))).unwrap();
        let back = listed.get(place.wrapping_sub(1)).filter(|_| place < listed.len());
        let back = link(back).unwrap_or_else(|| "crate::guide".to_owned());
        let next = link(listed.get(place + 1));
        let expected: Vec<_> = [back].into_iter().chain(next).collect();
        assert_eq!(neighbours(&page), expected, "{name}");
        let (sentence, heading) = page.split_once("\n\n# ").expect(name);
        assert!(sentence.ends_with('.') && !sentence.contains("\n\n"), "{name}: {sentence}");
        assert!(heading.starts_with(char::is_uppercase), "{name}");
    }
}

/// What people type into the search box of the documentation, and no item is called.
const LOOKED_FOR: [&str; 32] = [
    "a*",
    "all paths",
    "astar",
    "async",
    "beam search",
    "bfs",
    "cancel",
    "closure",
    "deadline",
    "dfs",
    "dijkstra",
    "float",
    "flow field",
    "graph",
    "ida*",
    "idastar",
    "iddfs",
    "jps",
    "longest path",
    "maximize",
    "nbs",
    "negative",
    "one to all",
    "pathfinding",
    "pause",
    "pdb",
    "resume",
    "shortest path",
    "timeout",
    "tsp",
    "wasm",
    "yen",
];

/// The other names of items, in the attributes of a file and in the list of pages of the guide.
fn aliases(source: &str) -> Vec<&str> {
    let after = |line, mark| str::split_once(line, mark).map(|(_, list)| list);
    let lists = source.lines();
    let lists =
        lists.filter_map(|line| after(line, "doc(alias").or_else(|| after(line, ".md\" [")));
    lists.flat_map(|list| list.split('"').skip(1).step_by(2)).collect()
}

fn sources(folder: &Path) -> Vec<String> {
    let paths = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let read = |path: PathBuf| match path.extension() {
        _ if path.is_dir() => sources(&path),
        Some(extension) if extension == "rs" => vec![fs::read_to_string(path).unwrap()],
        _ => Vec::new(),
    };
    paths.flat_map(read).collect()
}

/// The box does not find an alias of an item in a private module, only one of its export.
fn is_in_vain(source: &str) -> bool {
    let items = source.split("\n#[doc(alias").skip(1);
    let items = items.filter_map(|rest| rest.lines().skip(1).find(|line| !line.starts_with("#[")));
    let is_item =
        |line: &str| ["pub struct", "pub enum", "pub trait"].map(|it| line.starts_with(it));
    items.into_iter().any(|line| is_item(line).contains(&true))
}

#[test]
fn the_search_box_finds_what_people_look_for() {
    let sources = sources(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"));
    let in_vain = sources.iter().find(|source| is_in_vain(source));
    assert_eq!(in_vain, None, "the alias belongs to the `pub use` of the item");
    let known: BTreeSet<_> = sources.iter().flat_map(|source| aliases(source)).collect();
    let missing: Vec<_> = LOOKED_FOR.iter().filter(|word| !known.contains(*word)).collect();
    assert!(missing.is_empty(), "no item has the alias {missing:?}");
}

/// The paths below `src` that the map of the code names: the rooms, and in each table
/// ``| in `room/` | contents |`` the modules of that room.
fn on_the_map(map: &str) -> BTreeSet<String> {
    let (mut paths, mut room) = (BTreeSet::new(), None);
    for line in map.lines() {
        let Some(cell) = line.strip_prefix('|').and_then(|row| row.split('|').next()) else {
            room = None;
            continue;
        };
        let mut names = cell.split('`').skip(1).step_by(2);
        match (cell.trim(), &room) {
            ("room", _) => room = Some(String::new()),
            (cell, None) if cell.starts_with("in `") => room = names.next().map(str::to_owned),
            (_, Some(room)) => paths.extend(names.map(|name| format!("{room}{name}"))),
            (_, None) => {}
        }
    }
    paths
}

/// The names in a folder: its folders, and its files of Rust other than the one of the folder.
fn modules(folder: &Path) -> BTreeSet<String> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let entries = entries.filter(|path| path.is_dir() || path.extension() == Some("rs".as_ref()));
    let names = entries.map(|path| path.file_stem().unwrap().to_str().unwrap().to_owned());
    names.filter(|name| !["lib", "mod"].contains(&name.as_str())).collect()
}

#[test]
fn the_map_of_the_code_names_every_room_and_its_modules() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let source = root.join("src");
    let rooms = modules(&source);
    let mut all = rooms.clone();
    for room in rooms {
        let modules = modules(&source.join(&room));
        all.extend(modules.into_iter().map(|module| format!("{room}/{module}")));
    }
    let named = on_the_map(&fs::read_to_string(root.join("ARCHITECTURE.md")).unwrap());
    let without_row: Vec<_> = all.difference(&named).collect();
    let without_file: Vec<_> = named.difference(&all).collect();
    assert!(without_row.is_empty(), "not in ARCHITECTURE.md: {without_row:?}");
    assert!(without_file.is_empty(), "only in ARCHITECTURE.md: {without_file:?}");
}

/// The rest is in the guide.
#[test]
fn the_readme_has_at_most_1000_words() {
    let words = include_str!("../../README.md").split_whitespace().count();
    assert!(words <= 1000, "{words}");
}

#[test]
fn search_kind_says_which_searches_it_lacks() {
    let source = include_str!("../../src/search/kind.rs");
    for name in WITHOUT_NAME {
        assert!(source.contains(&format!("`{name}`")), "{name}");
    }
}

#[test]
fn the_citation_is_of_this_version() {
    let line = format!("\nversion: {}\n", env!("CARGO_PKG_VERSION"));
    assert!(include_str!("../../CITATION.cff").contains(&line), "{line}");
}

#[test]
fn names_are_read_back() {
    for &kind in SearchKind::ALL {
        assert_eq!(kind.name().parse(), Ok(kind));
    }
    let error = "a*".parse::<SearchKind>().unwrap_err();
    assert_eq!(error.name(), "a*");
    assert!(error.to_string().contains("graph-a-star"));
}
