//! Files of pattern databases.

use bestfirst::pattern_database::{PatternDatabase, Projection, TableFormat};

use crate::Target;

/// `PatternDatabase::read_from`.
pub struct Table;

/// States in a line, the first of which is the goal.
struct Line {
    name: &'static str,
    length: usize,
    format: TableFormat,
}

const LINE: Line = Line { name: "a line", length: 21, format: TableFormat::Bytes };
const IN_NIBBLES: Line = Line { format: TableFormat::Nibbles, ..LINE };

impl Projection for Line {
    type Cursor = ();

    fn name(&self) -> String {
        self.name.to_owned()
    }

    fn entries(&self) -> usize {
        self.length
    }

    fn format(&self) -> TableFormat {
        self.format
    }

    fn for_each_goal(&self, mut visit: impl FnMut(usize)) {
        visit(0);
    }

    fn for_each_predecessor(&self, (): &mut (), state: usize, mut visit: impl FnMut(usize, u32)) {
        if state + 1 < self.length {
            visit(state + 1, 1);
        }
    }
}

impl Target for Table {
    fn seeds() -> Vec<Vec<u8>> {
        let file = |line: &Line| {
            let mut file = Vec::new();
            PatternDatabase::build(line).unwrap().write_to(&mut file).unwrap();
            file
        };
        let whole = file(&LINE);
        let cut = whole[..whole.len() / 2].to_vec();
        let foreign = [Line { name: "a lime", ..LINE }, Line { length: 22, ..LINE }];
        let mut seeds = vec![whole, cut, file(&IN_NIBBLES)];
        seeds.extend(foreign.iter().map(file));
        seeds
    }

    const TOKENS: &'static [&'static [u8]] = &[
        b"\x89bfpdb\r\n",
        b"\0\0\0\0",
        b"\x04\0\0\0",
        b"\x1b\0\0\0",
        b"\x1d\0\0\0",
        b"\xff\xff\xff\xff",
        b"a line, 21 entries in ",
        b"bytes",
        b"nibbles",
        b"\0\0\x01\0",
        b"\x01\0\x01\0",
    ];

    /// As it is, and once more with the checksums put right: else hardly any input passes them.
    fn read(input: &[u8]) -> bool {
        let is_accepted = read(input);
        read(&with_checksums(input)) || is_accepted
    }
}

/// In both formats. A file is accepted in one at most.
fn read(file: &[u8]) -> bool {
    let read = |line: &Line| match PatternDatabase::read_from(file, line) {
        Ok(table) => {
            assert_eq!((table.name(), table.entries()), (line.name, line.length));
            assert_eq!((table.format(), table.distances().len()), (line.format, line.length));
            let mut again = Vec::new();
            table.write_to(&mut again).unwrap();
            assert_eq!(again, file);
            true
        }
        Err(error) => {
            assert!(!error.to_string().is_empty());
            false
        }
    };
    let (bytes, nibbles) = (read(&LINE), read(&IN_NIBBLES));
    assert!(!bytes || !nibbles);
    bytes || nibbles
}

/// With the checksums of the title and of the entries where the title ends.
fn with_checksums(file: &[u8]) -> Vec<u8> {
    let mut file = file.to_vec();
    let Some(length) = file.get(12..16) else { return file };
    let title = length.iter().rev().fold(0, |sum, &byte| sum << 8 | usize::from(byte));
    let end = file.len().saturating_sub(4);
    for (start, end) in [(0, 16 + title), (16 + title + 4, end)] {
        let Some(bytes) = file.get(start..end) else { break };
        let checksum = crc32fast::hash(bytes).to_le_bytes();
        if let Some(place) = file.get_mut(end..end.saturating_add(4)) {
            place.copy_from_slice(&checksum);
        }
    }
    file
}
