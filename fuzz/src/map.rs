//! Maps, mazes and scenarios as text.

use bestfirst::grid_maps::{GridMap, GridMapError, Scenarios};

use crate::Target;

/// `GridMap::from_str` and `Scenarios::from_str`.
pub struct Map;

impl Target for Map {
    fn seeds() -> Vec<Vec<u8>> {
        let texts: [&[u8]; 10] = [
            b"type octile\nheight 2\nwidth 4\nmap\n.GS@\nOTW.\n",
            b"type octile\r\nheight 1\r\nwidth 1\r\nmap\r\n.\r\n\r\n",
            b"\n#####\n#. .#\n#.#.#\n#####\n\n",
            b"\xef\xbb\xbf..\n.#",
            b"#S.\r#.E\r",
            b"0 1 0\n1,0,1\n",
            b"version 1\n0\tmap\t49\t49\t1\t11\t1\t12\t1\n\n7\ta b\t9\t9\t0\t0\t8\t8\t11.3137085\n",
            b"version 1.0\n0 maps/x 2 2 0 0 1 1 1.41421356\n",
            b"type octile\nheight 32767\nwidth 32767\nmap\n",
            b"",
        ];
        texts.map(<[u8]>::to_vec).to_vec()
    }

    const TOKENS: &'static [&'static [u8]] = &[
        b".",
        b"@",
        b"#",
        b"S",
        b"E",
        b",",
        b"\r",
        b" ",
        b"\n",
        b"\r\n",
        b"\t",
        b"0",
        b"1",
        b"2",
        b"-1",
        b"32767",
        b"32768",
        b"4294967296",
        b"1e400",
        b"NaN",
        b"type octile\n",
        b"height ",
        b"width ",
        b"map\n",
        b"version 1\n",
        b"\xc3\xa9",
        b"\xe2\x80\xa8",
    ];

    fn read(input: &[u8]) -> bool {
        let text = String::from_utf8_lossy(input);
        // As many as there may be.
        let lines = text.split(['\n', '\r']).count();
        let check = |error: GridMapError| {
            assert!(!error.to_string().is_empty());
            let (line, column) = (error.line().unwrap(), error.column().unwrap());
            assert!((1..=lines + 1).contains(&line), "{error}");
            let longest = text.split(['\n', '\r']).map(|line| line.chars().count()).max();
            assert!((1..=longest.unwrap_or(0) + 1).contains(&column), "{error}");
        };
        match text.parse::<Scenarios>() {
            Ok(scenarios) => {
                assert_eq!(scenarios.to_string().parse(), Ok(scenarios));
                return true;
            }
            Err(error) => check(error),
        }
        let map: GridMap = match text.parse() {
            Ok(map) => map,
            Err(error) => {
                check(error);
                return false;
            }
        };
        let header = if text.contains("octile") { 4 } else { 0 };
        let is_grid = text.trim_start_matches('\u{feff}').trim_start().starts_with(['0', '1']);
        let text = text.replace("\r\n", "\n").replace('\r', "\n");
        let cells = text.lines().skip(header).flat_map(str::chars);
        let terrain = match header {
            0 if is_grid => "0",
            0 => ". SE",
            _ => ".GS",
        };
        let open = cells.filter(|&cell| terrain.contains(cell)).count();
        assert_eq!(map.open_cells().count(), open, "{text}");
        assert_eq!(map.to_string().parse().as_ref(), Ok(&map));
        assert_eq!(format!("{map:#}").parse(), Ok(map));
        true
    }
}
