//! The table of searches names every search, the map of the code names every file, the tables of
//! the guide link what they name, the README stays short, and the version is that of the crate.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use bestfirst::search::SearchKind;

/// The searches without a `SearchKind`: they need more of a space than the others.
const WITHOUT_NAME: [&str; 7] = [
    "Bidirectional",
    "BidirectionalBreadthFirst",
    "CompactAStar",
    "DenseAStar",
    "ParallelBreadthFirst",
    "ParallelGraphAStar",
    "ParallelIdaStar",
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
