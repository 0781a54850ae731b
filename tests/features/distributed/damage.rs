//! Bytes that are changed, lost, doubled or exchanged on the way.

use std::sync::Arc;
use std::thread;

use bestfirst::Limits;
use bestfirst::distributed::ClusterErrorKind;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::builder;
use super::network::{Change, Way, each_through};
use super::tiles::Tiles;

#[derive(Clone, Copy, Debug)]
enum Damage {
    Flip,
    Lose(usize),
    Double(usize),
    Exchange,
}

/// Damages the bytes once, in the first piece after so many bytes that is long enough.
fn damage(damage: Damage, after: usize) -> Change {
    let mut left = Some(after);
    Box::new(move |piece: &mut Vec<u8>| {
        let Some(count) = left else { return };
        if count >= piece.len() || piece.len() < 8 {
            left = Some(count.saturating_sub(piece.len()));
            return;
        }
        left = None;
        let end = |length: usize| (count + length).min(piece.len());
        match damage {
            Damage::Flip => piece[count] ^= 16,
            Damage::Lose(length) => drop(piece.drain(count..end(length))),
            Damage::Double(length) => {
                let twice = piece[count..end(length)].to_vec();
                piece.splice(count..count, twice);
            }
            Damage::Exchange => {
                let middle = piece.len() / 2;
                piece.rotate_left(middle.max(1));
            }
        }
    })
}

/// None of these may hang, or end with an answer: heartbeats must not be taken for what was lost.
#[test]
fn what_is_damaged_on_the_way_is_known_to_be() {
    let mut random = ChaCha8Rng::seed_from_u64(1);
    let mut trials = Vec::new();
    for turn in 0..24 {
        let length = random.random_range(1..40);
        let kind = [
            Damage::Flip,
            Damage::Lose(length),
            Damage::Double(length),
            Damage::Exchange,
            Damage::Lose(5000),
            Damage::Double(5000),
        ][turn % 6];
        let way = if turn % 4 < 2 { Way::There } else { Way::Back };
        trials.push((kind, way, random.random_range(300..300_000)));
    }
    thread::scope(|scope| {
        for (kind, way, after) in trials {
            scope.spawn(move || {
                let change = move |_, of: Way| -> Change {
                    if of == way { damage(kind, after) } else { Box::new(|_| {}) }
                };
                let faults = each_through(2, change, |process, hosts| {
                    let mut cluster = builder(hosts, process).connect().unwrap();
                    let tiles = Tiles::new(3, 3).unwrap();
                    loop {
                        let none = Limits::none();
                        let found = cluster.enumerate("", &Arc::new(tiles), &tiles.goal(), &none);
                        match found {
                            Ok(found) => assert_eq!(found.states(), 181_440),
                            Err(error) => return error.kind().clone(),
                        }
                    }
                });
                let process = usize::from(way == Way::There);
                let expected = ClusterErrorKind::Damaged { process };
                assert_eq!(faults, [expected.clone(), expected], "{kind:?} {way:?} {after}");
            });
        }
    });
}
