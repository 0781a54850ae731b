//! Files of pattern databases.

use bestfirst::pattern_database::{PatternDatabase, Projection};

use crate::Target;

/// `PatternDatabase::read_from`.
pub struct Table;

/// States in a line, the first of which is the goal.
struct Line {
    name: &'static str,
    length: usize,
}

const LINE: Line = Line { name: "a line", length: 20 };

impl Projection for Line {
    type Cursor = ();

    fn name(&self) -> String {
        self.name.to_owned()
    }

    fn entries(&self) -> usize {
        self.length
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
        vec![whole, cut, file(&Line { name: "a lime", ..LINE }), file(&Line { length: 21, ..LINE })]
    }

    const TOKENS: &'static [&'static [u8]] = &[
        b"\x89bfpdb\r\n",
        b"\0\0\0\0",
        b"\x01\0\0\0",
        b"\x06\0\0\0",
        b"\xff\xff\xff\xff",
        b"a line",
        b"\x14\0\0\0\0\0\0\0",
        b"\xff\xff\xff\xff\xff\xff\xff\xff",
        b"\0\0\x01\0",
        b"\x01\0\x01\0",
    ];

    /// As it is, and once more with the checksums put right: else hardly any input passes them.
    fn read(input: &[u8]) -> bool {
        let is_accepted = read(input);
        read(&with_checksums(input)) || is_accepted
    }
}

fn read(file: &[u8]) -> bool {
    match PatternDatabase::read_from(file, &LINE) {
        Ok(table) => {
            assert_eq!((table.name(), table.entries().len()), (LINE.name, LINE.length));
            let mut again = Vec::new();
            table.write_to(&mut again).unwrap();
            assert_eq!(again, file);
            true
        }
        Err(error) => {
            assert!(!error.to_string().is_empty());
            false
        }
    }
}

/// With the checksums of the header and of the entries where the header says that they are.
fn with_checksums(file: &[u8]) -> Vec<u8> {
    const FIXED: usize = 24;
    let mut file = file.to_vec();
    let number =
        |bytes: &[u8]| bytes.iter().rev().fold(0, |sum, &byte| sum << 8 | usize::from(byte));
    let (Some(name), Some(entries)) =
        (file.get(12..16).map(number), file.get(16..FIXED).map(number))
    else {
        return file;
    };
    let header = FIXED + name;
    for (start, length) in [(0, header), (header + 4, entries)] {
        let Some(end) = usize::checked_add(start, length) else { break };
        let Some(bytes) = file.get(start..end) else { break };
        let checksum = crc32fast::hash(bytes).to_le_bytes();
        if let Some(place) = file.get_mut(end..end.saturating_add(4)) {
            place.copy_from_slice(&checksum);
        }
    }
    file
}
