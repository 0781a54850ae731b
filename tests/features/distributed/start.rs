//! How processes find each other: late, through strangers, and with others that fail meanwhile.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::sync::Mutex;
use std::sync::mpsc::channel;
use std::thread;
use std::time::{Duration, Instant};

use bestfirst::distributed::{Cluster, ClusterErrorKind, Part};
use wait4::Wait4;

use super::faults::{call, called_by, host_file};
use super::network::{Change, Way, each_through};
use super::{LONG, builder, each, hosts};
use crate::common::programs::{examples, text};

/// A batch that all processes solve together.
fn solve(cluster: &mut Cluster) -> Vec<u32> {
    cluster.solve_all("squares", &[1, 2, 3], |&number: &u32, _| number * number).unwrap()
}

/// The network keeps the first bytes of a connection until then.
fn late(until: Instant) -> Change {
    Box::new(move |_| thread::sleep(until.saturating_duration_since(Instant::now())))
}

#[test]
fn a_pause_while_processes_find_each_other_is_waited_for() {
    // The caller gives up after 2 seconds, and calls again. Its first call is answered then, and
    // must not count.
    let delay = Duration::from_millis(2500);
    let late =
        move |_, way| late(Instant::now() + if way == Way::Back { delay } else { Duration::ZERO });
    let answers = each_through(3, late, |process, hosts| {
        solve(&mut builder(hosts, process).connect().unwrap())
    });
    assert_eq!(answers, [[1, 4, 9]; 3]);
}

#[test]
fn a_process_that_waits_for_others_is_not_silent() {
    // Process 0 meets both others at once. These meet each other when it would take them for
    // silent.
    let start = Instant::now();
    let late =
        move |process, _| late(start + Duration::from_secs(if process == 1 { 7 } else { 0 }));
    let answers = each_through(3, late, |process, hosts| {
        solve(&mut builder(hosts, process).connect().unwrap())
    });
    assert_eq!(answers, [[1, 4, 9]; 3]);
}

#[test]
fn a_fault_while_processes_find_each_other_ends_all_that_have_met() {
    // Process 1 never comes. Processes 0 and 2 meet: heartbeats go both ways. They begin with the
    // kind, the length and the checksum of nothing. Then a stranger calls process 0.
    let (met, meets) = channel();
    let beats = move |_, way| -> Change {
        let met = met.clone();
        Box::new(move |bytes: &mut Vec<u8>| {
            if bytes.windows(7).any(|bytes| bytes == [0; 7]) {
                let _ = met.send(way);
            }
        })
    };
    let meets = Mutex::new(meets);
    let mut faults = each_through(3, beats, |process, hosts| {
        if process == 1 {
            let ways = meets.lock().unwrap();
            let first = ways.recv().unwrap();
            ways.iter().find(|&way| way != first).unwrap();
            call(&hosts[0]).write_all(b"GET / HTTP/1.0\r\n\r\n").unwrap();
            return None;
        }
        Some(builder(hosts, process).connect().unwrap_err().kind().clone())
    });
    let last = faults.pop().unwrap();
    assert!(matches!(faults[0], Some(ClusterErrorKind::NotAProcess { .. })), "{faults:?}");
    assert_eq!(faults[0], last);
}

#[test]
fn the_time_to_connect_may_be_without_end() {
    for within in [Duration::MAX, Duration::from_secs(u64::MAX), Duration::from_secs(1 << 62)] {
        let answers = each(2, |process, hosts| {
            solve(&mut Cluster::builder(hosts, process).within(within).connect().unwrap())
        });
        assert_eq!(answers, [[1, 4, 9]; 2]);
    }
}

#[test]
fn what_a_stranger_says_reaches_nobody_raw() {
    // As `postcard` writes it: numbers, the parts by number, and texts with their length in front.
    let version = "1\x1b[2J\x1b]0;owned\x07\nok";
    let mut words = vec![1, 2, 1, u8::try_from(version.len()).unwrap()];
    words.extend(version.as_bytes());
    words.extend(b"\x02\0\x03\x012\x04\x011");
    let fault = called_by(LONG, |socket| {
        let head = [&b"bestfrst\x03\0\0\0"[..], &[u8::try_from(words.len()).unwrap(), 0]];
        socket.write_all(&[&head.concat(), &words[..]].concat()).unwrap();
    });
    let ClusterErrorKind::Differs { part: Part::Version, there, .. } = &fault else {
        panic!("{fault:?}")
    };
    assert_eq!(there, version);
    assert!(!fault.to_string().contains(char::is_control), "{fault}");
    assert!(fault.to_string().contains(r"1\u{1b}[2J"), "{fault}");
}

#[test]
fn the_words_of_a_stranger_take_no_more_than_the_time_to_connect() {
    let hosts = hosts(2);
    thread::scope(|scope| {
        let builder = Cluster::builder(&hosts, 0).within(Duration::from_secs(1));
        let waiting = scope.spawn(|| builder.connect());
        let mut socket = call(&hosts[0]);
        // One byte at a time, each within the time for the first words.
        let is_heard = |&byte: &u8| {
            // It may have gone already.
            let _ = socket.write_all(&[byte]);
            thread::sleep(Duration::from_millis(1500));
            !waiting.is_finished()
        };
        let words = b"bestfrst\x03\0\0\0\x05\0";
        assert!(!words.iter().all(is_heard));
        let fault = waiting.join().unwrap().unwrap_err();
        assert!(matches!(fault.kind(), ClusterErrorKind::NotReached { process: 1, .. }));
    });
}

/// A process of two with a limit of the system, that waits for the other one for four seconds.
fn with_limit(limit: &str, hosts: &str) -> Child {
    let program = &examples()["distributed"];
    let mut command = Command::new("sh");
    command.args(["-c", &format!("ulimit {limit}; exec \"$@\""), "sh"]).arg(program);
    command.args(["--hosts", hosts, "--process", "0", "--within", "4s", "--enumerate", "2x2"]);
    // Else the allocator reserves most of the memory for threads to come.
    command.env("MALLOC_ARENA_MAX", "1");
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap()
}

#[test]
fn strangers_who_are_silent_use_up_neither_threads_nor_processors() {
    let file = host_file("silent_strangers", 2);
    let hosts = std::fs::read_to_string(&file).unwrap();
    let address = hosts.lines().next().unwrap();
    // Few threads by the memory for their stacks, and few connections.
    for limit in ["-v 400000", "-n 24"] {
        let mut child = with_limit(limit, &file);
        let mut strangers = Vec::new();
        let begin = Instant::now();
        while strangers.len() < 300 && begin.elapsed() < Duration::from_secs(3) {
            match TcpStream::connect(address) {
                Ok(stranger) => strangers.push(stranger),
                Err(_) => thread::sleep(Duration::from_millis(5)),
            }
        }
        let mut error = Vec::new();
        child.stderr.take().unwrap().read_to_end(&mut error).unwrap();
        let ended = child.wait4().unwrap();
        let error = text(&error);
        assert!(error.contains("did not come within 4.0 seconds"), "{limit}: {error}");
        assert_eq!(ended.status.code(), Some(2));
        let busy = ended.rusage.utime + ended.rusage.stime;
        // A thread that never sleeps takes all of the four seconds, and the others take next to
        // nothing.
        assert!(busy < Duration::from_secs(2), "{limit}: {busy:?}");
    }
}
