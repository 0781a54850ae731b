//! Problems and answers that are large, slow to send, or not to be written at all.

use std::collections::BTreeMap;
use std::thread;
use std::time::Duration;

use bestfirst::distributed::{Cluster, ClusterErrorKind};
use serde::{Deserialize, Serialize};

use super::network::{Change, each_through};
use super::{builder, each};

/// What no format can write that wants lengths in front.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Flat {
    #[serde(flatten)]
    values: BTreeMap<String, u32>,
}

/// What is written, and cannot be read again without names.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
enum Nameless {
    Number(u32),
}

#[test]
fn what_cannot_be_serialized_is_an_error_and_no_mixture_of_batches() {
    let flat = |value: u32| Flat { values: BTreeMap::from([("value".to_owned(), value)]) };
    let fault_of = |run: &(dyn Fn(usize, &mut Cluster) -> ClusterErrorKind + Sync)| {
        let faults =
            each(2, |process, hosts| run(process, &mut builder(hosts, process).connect().unwrap()));
        for fault in &faults {
            assert!(matches!(fault, ClusterErrorKind::NotSerializable { .. }), "{fault:?}");
        }
        faults
    };
    // Two processes with different problems, none of which can be compared.
    fault_of(&|process, cluster| {
        let count = [4, 6][process];
        let problems: Vec<_> = (0..count).map(|number| flat(100 * count + number)).collect();
        let answers = cluster.solve_all("flat", &problems, |flat, _| flat.values["value"]);
        answers.unwrap_err().kind().clone()
    });
    let problems = [1, 2, 3, 4];
    fault_of(&|_, cluster| {
        let answers = cluster.solve_all("flat answers", &problems, |&number, _| flat(number));
        answers.unwrap_err().kind().clone()
    });
    // Each process finds this by itself, so none takes it for a fault of another one.
    let faults = fault_of(&|_, cluster| {
        let solve = |&number: &u32, _| Nameless::Number(number);
        cluster.solve_all("nameless", &problems, solve).unwrap_err().kind().clone()
    });
    for fault in faults {
        assert!(fault.to_string().contains("cannot write and read its"), "{fault}");
    }
}

/// Answers of more than a frame, over a slow network: one process has all answers seconds before
/// the other one, and leaves.
#[test]
fn who_has_all_answers_waits_until_the_others_have_them() {
    let problems: Vec<u32> = (0..8).collect();
    let slow = |_, _| -> Change {
        // At most 3.2 MB per second.
        Box::new(|_| thread::sleep(Duration::from_millis(5)))
    };
    let answers = each_through(2, slow, |process, hosts| {
        let mut cluster = builder(hosts, process).connect().unwrap();
        let solve = |&number: &u32, _| {
            let mut state = number;
            (0..3_000_000).map(|_| next(&mut state)).collect::<Vec<u8>>()
        };
        let answers = cluster.solve_all("long", &problems, solve);
        answers.map(|answers| {
            answers.iter().map(|it| (it.len(), it[it.len() - 1])).collect::<Vec<_>>()
        })
    });
    let expected = problems.iter().map(|&number| {
        let mut state = number;
        (3_000_000, (0..3_000_000).map(|_| next(&mut state)).last().unwrap())
    });
    let expected = expected.collect::<Vec<_>>();
    for answers in answers {
        assert_eq!(answers.as_ref(), Ok(&expected));
    }
}

/// Bytes without a pattern: the generator of Numerical Recipes.
fn next(state: &mut u32) -> u8 {
    *state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
    state.to_le_bytes()[3]
}
