//! Cubes and maps as text: what is read, and what is wrong with the rest.

#[path = "../../../examples/command_line/cube.rs"]
mod cube;

mod maps {
    use bestfirst::grid_maps::{GridMap, Maze};

    /// Rows of `.` and `#`, joined by `/`.
    fn rows(map: &GridMap) -> String {
        format!("{map:#}").trim_end().replace('\n', "/")
    }

    #[test]
    fn mazes_and_grids_are_read() {
        for (text, expected) in [
            ("#.#\n#..", "#.#/#.."),
            ("\u{feff}\r\n#.#\r\n#. \r\n", "#.#/#.."),
            ("#.#\r#..\r", "#.#/#.."),
            ("#S#\n#E.", "#.#/#.."),
            ("101\n100", "#.#/#.."),
            ("1 0 1\n1 0 0\n\n", "#.#/#.."),
            ("\n1,0,1\r\n1,\t0, 0\r\n", "#.#/#.."),
            ("0", "."),
            ("type octile\r\nheight 1\r\nwidth 2\r\nmap\r\nSE".replace('E', "@").as_str(), ".#"),
        ] {
            assert_eq!(text.parse().map(|map| rows(&map)), Ok(expected.to_owned()), "{text:?}");
        }
    }

    #[test]
    fn a_maze_has_its_start_and_its_end() {
        for (text, start, end) in [
            ("#S#\n#.E", Some((1, 0)), Some((2, 1))),
            ("E..\n..S", Some((2, 1)), Some((0, 0))),
            ("S..", Some((0, 0)), None),
            ("...", None, None),
            ("000", None, None),
            // Swamp, and grass.
            ("type octile\nheight 1\nwidth 3\nmap\nS.G\n", None, None),
        ] {
            let maze: Maze = text.parse().unwrap();
            let [found, goal] =
                [maze.start, maze.end].map(|cell| cell.map(|cell| maze.map.position(cell)));
            assert_eq!((found, goal), (start, end), "{text:?}");
            assert_eq!(text.parse(), Ok(maze.map), "{text:?}");
        }
    }

    #[test]
    fn what_is_no_maze_is_told() {
        for (text, message) in [
            (
                "#.\n#x",
                "line 2, column 2: 'x' is not a terrain character: expected . or a space, # for a \
                 wall, S for the start or E for the end",
            ),
            (
                "0 1\n0 2",
                "line 2, column 3: '2' is not a terrain character: expected 0, or 1 for a wall",
            ),
            (
                "type octile\nheight 1\nwidth 2\nmap\n.#",
                "line 5, column 2: '#' is not a terrain character: expected ., G or S, or @, O, T \
                 or W for a wall",
            ),
            ("S.\n.S", "line 2, column 2: expected only one S, found \"S\""),
            ("SEE", "line 1, column 3: expected only one E, found \"E\""),
            ("0,1\n0", "line 2, column 2: this row has 1 cell, expected 2"),
            ("0,1\n0,1,1", "line 2, column 4: this row has 3 cells, expected 2"),
            ("\u{feff}..\r\n...", "line 2, column 3: this row has 3 cells, expected 2"),
        ] {
            let error = text.parse::<GridMap>().unwrap_err();
            assert_eq!(error.to_string(), message, "{text:?}");
        }
    }
}

mod cubes {
    use bestfirst::rubiks_cube::{Cube, Maneuver, PocketCube};

    use super::cube;

    #[test]
    fn scrambles_and_facelets_are_told_apart() {
        for (text, is_facelets) in [
            ("R U F2", false),
            ("RUF", false),
            ("RUR'U'RUR'U'RUR'U'RUR'U'", false),
            ("R U F R U F R U F R U F R U F R U F R U F R U F", false),
            ("(RUFRUFRUFRUFRUFRUFRUFRUFR)", false),
            ("", false),
            ("UFUF RRRR FDFD DBDB LLLL UBUB", true),
            ("ufufrrrrfdfddbdbllllubub // r", true),
            ("W R", true),
            ("UUUU RRRR FFFF DD?D LLLL BBBB", true),
            (SCRAMBLED, true),
        ] {
            assert_eq!(cube::is_facelets(text), is_facelets, "{text}");
        }
    }

    #[test]
    fn maneuvers_are_read() {
        for (text, expected) in [
            ("R U R' U'", "R U R' U'"),
            ("RUR'U'", "R U R' U'"),
            ("R2'U2’ F2", "R2 U2 F2"),
            ("R U // scramble\n// by hand\r\nR' U'//", "R U R' U'"),
            ("\u{feff}R U\rR' U'\r", "R U R' U'"),
            ("(R U) R' U'", "R U R' U'"),
            ("(R U)2", "R U R U"),
            ("[R U]x2", "R U R U"),
            ("(RU2)×3", "R U2 R U2 R U2"),
            ("(R U)*1", "R U"),
            ("(R U)0", ""),
            ("(R U')'", "U R'"),
            ("(R U)2'", "U' R' U' R'"),
            ("((R)2 [U F']')2", "R R F U' R R F U'"),
            ("()", ""),
            ("", ""),
            ("// nothing", ""),
            ("U0".replace('0', "").as_str(), "U"),
        ] {
            let found = text.parse::<Maneuver>().map(|maneuver| maneuver.to_string());
            assert_eq!(found.as_deref(), Ok(expected), "{text:?}");
        }
    }

    #[test]
    fn what_is_no_maneuver_is_told() {
        let expected = "is not a turn: expected one of U, R, F, D, L and B, alone or followed by 2 \
                        or '";
        for (text, word, fault) in [
            ("R x", "word 2: \"x\"", expected),
            ("RUxF", "word 2: \"Ux\"", expected),
            ("r", "word 1: \"r\"", expected),
            ("R3", "word 1: \"R3\"", expected),
            ("R22", "word 1: \"R22\"", expected),
            ("R''", "word 1: \"R''\"", expected),
            ("R/ /U", "word 1: \"R/\"", expected),
            ("(R U)y", "word 4: \")y\"", expected),
            ("(R U)-1", "word 4: \")-1\"", expected),
            ("( R )99999999999999999999999", "word 3: \")9999999999999999999…\"", expected),
            ("R (U", "word 2: \"(\"", "has no partner"),
            ("R) U", "word 2: \")\"", "has no partner"),
            ("(R] U", "word 3: \"]\"", "has no partner"),
            ("(R U)32769", "word 4: \")32769\"", "makes more than 65536 turns"),
            ("((R U)9999)9999", "word 6: \")9999\"", "makes more than 65536 turns"),
            ("(R)40000(R)40000", "word 6: \")40000\"", "makes more than 65536 turns"),
        ] {
            let error = text.parse::<Maneuver>().unwrap_err().to_string();
            assert_eq!(error, format!("{word} {fault}"), "{text:?}");
        }
        assert_eq!("(R U)32768".parse::<Maneuver>().unwrap().turns().len(), 65_536);
        // Brackets take no stack.
        let deep = "(".repeat(100_000) + "R" + &")".repeat(100_000);
        assert_eq!(deep.parse::<Maneuver>().unwrap().to_string(), "R");
    }

    const SCRAMBLED: &str = "UUUUUUFFF UBBRRRRRR RRRFFDFFD DDBDDBDDB FFDLLLLLL LLLUBBUBB";

    #[test]
    fn facelets_are_read() {
        let cube = Cube::SOLVED.after(&"R U".parse().unwrap());
        let colours: String = SCRAMBLED
            .chars()
            .map(|c| "WRGYOB ".as_bytes()["URFDLB ".find(c).unwrap()] as char)
            .collect();
        // The same held with yellow up and blue in front: turned about the axis from left to right.
        let turned: String = colours
            .chars()
            .map(|c| "YRBWOG ".as_bytes()["WRGYOB ".find(c).unwrap()] as char)
            .collect();
        for text in [
            SCRAMBLED.to_owned(),
            SCRAMBLED.to_lowercase(),
            SCRAMBLED.replace(' ', ""),
            SCRAMBLED.replace(' ', "\r\n"),
            format!("\u{feff}{}", SCRAMBLED.replace(' ', " // a face\r")),
            cube.to_string(),
            colours.clone(),
            colours.to_lowercase(),
            turned,
        ] {
            assert_eq!(text.parse().as_ref(), Ok(&cube), "{text}");
        }
        let pocket = PocketCube::SOLVED.after(&"R U".parse().unwrap());
        for text in [pocket.facelets(), pocket.facelets().to_lowercase()] {
            assert_eq!(text.parse(), Ok(pocket), "{text}");
        }
        assert!("WWWW RRRR gggg YYYY oooo BBBB".parse::<PocketCube>().unwrap().is_solved());
    }

    #[test]
    fn what_is_no_colour_is_told() {
        let expected = "is not a colour: expected U, R, F, D, L or B, or W, R, G, Y, O or B";
        for (text, fault) in [
            (SCRAMBLED.replacen('D', "x", 1), "facelet F6: 'x'"),
            // White is a colour, but no other face has one.
            (SCRAMBLED.replacen('D', "W", 1), "facelet U1: 'U'"),
        ] {
            let error = text.parse::<Cube>().unwrap_err().to_string();
            assert_eq!(error, format!("{fault} {expected}"), "{text}");
        }
    }
}
