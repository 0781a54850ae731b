//! All arrangements of a rectangle.

use bestfirst::Limits;
use bestfirst::enumeration::{Enumeration, EnumerationBuilder};
use bestfirst::sliding_tiles::{Goal, Rectangle};

use crate::common::oracle;

#[test]
fn three_by_three_equals_an_independent_count() {
    for goal in [Goal::BlankFirst, Goal::BlankLast, Goal::BlankAt(2)] {
        let space = Rectangle::new(3, 3, goal).unwrap();
        let goal = std::array::from_fn(|cell| space.solved().tile(cell).into());
        let expected = oracle::distances(goal);
        let all = Enumeration::new(&space, [space.solved()]).unwrap();
        assert_eq!((all.radius(), all.states()), (Some(31), 181_440));
        assert_eq!(all.farthest().unwrap().len(), 2);
        let mut histogram = vec![0; 32];
        for (index, (tiles, &distance)) in expected.iter().enumerate() {
            histogram[distance as usize] += 1;
            if index % 17 == 0 {
                let state =
                    space.arrangement(tiles.map(|tile| u8::try_from(tile).unwrap())).unwrap();
                assert_eq!(all.distance(&state), Some(distance));
            }
        }
        assert_eq!(all.histogram(), histogram);
    }
}

#[test]
fn rows_and_columns_can_be_exchanged() {
    for (rows, columns, radius) in [(2, 3, 21), (2, 4, 36)] {
        let counts = |rows, columns| {
            let space = Rectangle::new(rows, columns, Goal::BlankLast).unwrap();
            Enumeration::new(&space, [space.solved()]).unwrap().histogram().to_vec()
        };
        let upright = counts(columns, rows);
        assert_eq!(upright.len(), radius + 1);
        assert_eq!(counts(rows, columns), upright);
    }
}

#[ignore = "takes a minute"]
#[test]
fn large_ones_have_the_published_radius() {
    let sizes = [(2, 5, 1_814_400, 55), (2, 6, 239_500_800, 80), (3, 4, 239_500_800, 53)];
    for (rows, columns, states, radius) in sizes {
        let space = Rectangle::new(rows, columns, Goal::BlankFirst).unwrap();
        let limits = Limits::none().bytes(110_000_000);
        let mut builder = EnumerationBuilder::new().threads(2.try_into().unwrap()).limits(limits);
        let all = builder.build(&space, [space.solved()]).unwrap();
        assert_eq!((all.states(), all.radius()), (states, Some(radius)));
    }
}
