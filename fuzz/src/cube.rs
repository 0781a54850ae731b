//! Cubes and maneuvers as text.

use bestfirst::rubiks_cube::{Cube, Maneuver, PocketCube};

use crate::Target;

/// `Cube::from_str`, `PocketCube::from_str` and `Maneuver::from_str`.
pub struct Facelets;

impl Target for Facelets {
    fn seeds() -> Vec<Vec<u8>> {
        let texts: [&[u8]; 9] = [
            b"UUUUUUUUURRRRRRRRRFFFFFFFFFDDDDDDDDDLLLLLLLLLBBBBBBBBB",
            b"UUUUUUFFFUBBRRRRRRRRRFFDFFDDDBDDBDDBFFDLLLLLLLLLUBBUBB",
            b"  UU\n  UU\nLLFFRRBB\nLLFFRRBB\n  DD\n  DD\n",
            b"UFUF RRRR FDFD DBDB LLLL UBUB",
            b"R U R' U R U2 R'",
            b"(RUR'U')3 [R2' U]' // twice",
            b"((R)999)999",
            b"yoyyyyggg wbbrrrrrr rrrggyggy yybyybyyb ggyoooooo ooowbbwbb",
            b"",
        ];
        texts.map(<[u8]>::to_vec).to_vec()
    }

    const TOKENS: &'static [&'static [u8]] = &[
        b"U",
        b"R",
        b"F",
        b"D",
        b"L",
        b"B",
        b"2",
        b"'",
        b"\xe2\x80\x99",
        b" ",
        b"\n",
        b"UUU",
        b"UUUUUUUUU",
        b"\xc3\xa9",
        b"(",
        b")",
        b"]",
        b"9",
        b"//",
        b"w",
        b"g",
        b"\r",
    ];

    fn read(input: &[u8]) -> bool {
        let text = String::from_utf8_lossy(input);
        match text.parse::<Maneuver>() {
            Ok(maneuver) => {
                if !text.contains(['(', '[', '/']) {
                    let faces = text.chars().filter(|&c| "URFDLB".contains(c));
                    assert_eq!(maneuver.turns().len(), faces.count());
                }
                assert_eq!(maneuver.to_string().parse().as_ref(), Ok(&maneuver));
                let solved = Cube::SOLVED.after(&maneuver).after(&maneuver.inverse());
                assert!(solved.is_solved(), "{maneuver}");
                return true;
            }
            Err(error) => {
                assert!(error.position().is_some_and(|position| position > 0), "{error}");
                assert!(text.contains(error.word().trim_end_matches('…')), "{error}");
            }
        }
        let cube = text.parse::<Cube>();
        let pocket = text.parse::<PocketCube>();
        match (cube, pocket) {
            (Ok(cube), Err(_)) => {
                assert_eq!(cube.to_string().parse().as_ref(), Ok(&cube));
                assert_eq!(cube.facelets().parse(), Ok(cube));
                assert!(cube.then(&cube.inverse()).is_solved(), "{cube:?}");
                true
            }
            (Err(_), Ok(pocket)) => {
                assert_eq!(pocket.to_string().parse().as_ref(), Ok(&pocket));
                assert_eq!(pocket.facelets().parse(), Ok(pocket));
                assert_eq!(PocketCube::from_number(pocket.number()), Some(pocket));
                true
            }
            (Err(cube), Err(pocket)) => {
                assert!(!cube.to_string().is_empty() && !pocket.to_string().is_empty());
                false
            }
            (Ok(cube), Ok(pocket)) => panic!("{cube:?} and {pocket:?}"),
        }
    }
}
