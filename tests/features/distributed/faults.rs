//! What each process returns when another one fails.

use std::fs::{self, DirEntry};
use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Barrier};
use std::thread;
use std::time::Duration;

use bestfirst::distributed::{Cluster, ClusterError, ClusterErrorKind, Part};
use bestfirst::{Limits, NumberedSpace, StateSpace};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::tiles::Tiles;
use super::{LONG, builder, each, hosts};
use crate::common::files::directory;
use crate::common::programs::{examples, text};

/// Tiles that panic in one process.
struct Panicking(Tiles, bool);

impl StateSpace for Panicking {
    type State = u64;

    fn estimate(&self, board: &u64) -> u32 {
        self.0.estimate(board)
    }

    fn is_goal(&self, _: &u64) -> bool {
        false
    }

    fn for_each_successor(&self, board: &u64, _: Option<&u64>, visit: impl FnMut(u64, u32)) {
        assert!(!self.1 || self.0.number(board).unwrap() % 1000 != 7, "too bad");
        self.0.for_each_successor(board, None, visit);
    }

    fn number(&self, board: &u64) -> Option<usize> {
        self.0.number(board)
    }
}

impl NumberedSpace for Panicking {
    fn numbers(&self) -> usize {
        self.0.numbers()
    }

    fn state(&self, number: usize) -> Option<u64> {
        self.0.state(number)
    }
}

#[test]
fn a_panic_of_a_space_reaches_its_caller_and_ends_the_others() {
    for (processes, threads) in [(2, 2), (3, 1)] {
        for is_enumeration in [true, false] {
            let ends = each(processes, |process, hosts| {
                let builder = builder(hosts, process).threads(threads);
                let mut cluster = builder.connect().unwrap();
                let tiles = Tiles::new(3, 3).unwrap();
                let space = Arc::new(Panicking(tiles, process == 1));
                let none = Limits::none();
                let search = || {
                    if is_enumeration {
                        cluster.enumerate("tiles", &space, &tiles.goal(), &none).map(drop)
                    } else {
                        cluster.a_star("tiles", &space, &tiles.goal(), &none).map(drop)
                    }
                };
                match catch_unwind(AssertUnwindSafe(search)) {
                    Ok(result) => result.unwrap_err().to_string(),
                    Err(panic) => format!("panic: {}", panic.downcast_ref::<&str>().unwrap()),
                }
            });
            let error = "process 1 panicked: too bad".to_owned();
            let mut expected = vec![error; processes];
            expected[1] = "panic: too bad".to_owned();
            assert_eq!(ends, expected);
        }
    }
}

/// What each process gets.
fn faults<R: Send>(
    processes: usize,
    run: impl Fn(usize, &[String]) -> Result<R, ClusterError> + Sync,
) -> Vec<ClusterErrorKind> {
    each(processes, |process, hosts| {
        let error = run(process, hosts).err().expect("an error in every process");
        error.kind().clone()
    })
}

/// What differs, as each of two processes finds it.
fn differences(run: impl Fn(usize, &[String]) -> Result<(), ClusterError> + Sync) -> Vec<Part> {
    let part = |fault: ClusterErrorKind| match fault {
        ClusterErrorKind::Differs { part, here, there, .. } => {
            assert_ne!(here, there);
            part
        }
        _ => panic!("{fault:?}"),
    };
    faults(2, run).into_iter().map(part).collect()
}

fn enumerate(cluster: &mut Cluster, problem: &str, tiles: Tiles) -> Result<(), ClusterError> {
    cluster.enumerate(problem, &Arc::new(tiles), &tiles.goal(), &Limits::none()).map(drop)
}

#[test]
fn a_process_that_never_comes_is_named() {
    let faults = faults(3, |process, hosts| {
        match process {
            // It has met the other one by then, and tells it.
            0 => builder(hosts, process).within(Duration::from_secs(3)).connect(),
            1 => Err(Cluster::builder([""; 0], 0).connect().unwrap_err()),
            _ => builder(hosts, process).connect(),
        }
    });
    assert_eq!(faults[1], ClusterErrorKind::ProcessOutOfRange { process: 0, processes: 0 });
    for fault in [&faults[0], &faults[2]] {
        assert!(matches!(fault, ClusterErrorKind::NotReached { process: 1, .. }), "{fault:?}");
    }
}

#[test]
fn processes_that_differ_refuse_each_other() {
    let goal = Tiles::new(3, 3).unwrap();
    let connect = |process, hosts: &[String]| builder(hosts, process).connect();

    let threads = differences(|process, hosts| {
        builder(hosts, process).threads(process + 1).connect().map(drop)
    });
    assert_eq!(threads, [Part::Threads; 2]);

    let problem = differences(|process, hosts| {
        enumerate(&mut connect(process, hosts)?, &format!("tiles {process}"), goal)
    });
    assert_eq!(problem, [Part::Problem; 2]);

    // Another board.
    let start = differences(|process, hosts| {
        let initial = goal.state(1000 * process).unwrap();
        connect(process, hosts)?.enumerate("", &Arc::new(goal), &initial, &Limits::none())?;
        Ok(())
    });
    assert_eq!(start, [Part::Start; 2]);

    let limits = differences(|process, hosts| {
        let limits = Limits::none().expansions(process as u64);
        connect(process, hosts)?.enumerate("", &Arc::new(goal), &goal.goal(), &limits)?;
        Ok(())
    });
    assert_eq!(limits, [Part::Limits; 2]);

    let search = differences(|process, hosts| {
        let (mut cluster, none) = (connect(process, hosts)?, Limits::none());
        match process {
            0 => cluster.a_star("tiles", &Arc::new(goal), &goal.goal(), &none).map(drop),
            _ => cluster.breadth_first("tiles", &Arc::new(goal), &goal.goal(), &none).map(drop),
        }
    });
    assert_eq!(search, [Part::Search; 2]);

    // Two processes of the same index.
    let hosts = hosts(2);
    let zero = Cluster::builder(&hosts, 0).within(Duration::from_secs(1)).connect();
    assert!(matches!(zero.unwrap_err().kind(), ClusterErrorKind::NotReached { process: 1, .. }));
}

/// Calls a process as soon as it listens.
pub(super) fn call(host: &str) -> TcpStream {
    loop {
        match TcpStream::connect(host) {
            Ok(socket) => return socket,
            Err(_) => thread::sleep(Duration::from_millis(5)),
        }
    }
}

/// A process 0 that waits so long for process 1, and what it says when another one calls it and
/// does what `speak` does.
pub(super) fn called_by(within: Duration, speak: impl FnOnce(&mut TcpStream)) -> ClusterErrorKind {
    let hosts = hosts(2);
    thread::scope(|scope| {
        let waiting = scope.spawn(|| Cluster::builder(&hosts, 0).within(within).connect());
        let mut socket = call(&hosts[0]);
        speak(&mut socket);
        waiting.join().unwrap().unwrap_err().kind().clone()
    })
}

#[test]
fn another_version_of_the_protocol_is_refused() {
    let mut answer = [0; 12];
    let fault = called_by(LONG, |socket| {
        socket.write_all(b"bestfrst\xff\0\0\0\x05\0hello").unwrap();
        socket.read_exact(&mut answer).unwrap();
    });
    let expected = ClusterErrorKind::Differs {
        process: None,
        part: Part::Protocol,
        here: "3".to_owned(),
        there: "255".to_owned(),
    };
    assert_eq!(fault, expected);
    // The caller hears with whom it does not agree.
    assert_eq!(&answer, b"bestfrst\x03\0\0\0");
}

#[test]
fn a_client_with_garbage_is_refused() {
    let garbage: [&[u8]; 3] =
        [b"GET / HTTP/1.0\r\n\r\n", b"bestfrst\x03\0\0\0\x05\0hello", b"bestfriend"];
    for bytes in garbage {
        let fault = called_by(LONG, |socket| socket.write_all(bytes).unwrap());
        assert!(matches!(fault, ClusterErrorKind::NotAProcess { .. }), "{fault:?}");
    }
    // One that says nothing, or not enough, does not keep the others out.
    for bytes in [&b""[..], b"best"] {
        let within = Duration::from_secs(3);
        let fault = called_by(within, |socket| socket.write_all(bytes).unwrap());
        assert!(matches!(fault, ClusterErrorKind::NotReached { process: 1, .. }), "{fault:?}");
    }
}

#[test]
fn a_taken_port_is_named() {
    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = taken.local_addr().unwrap().to_string();
    let faults = faults(2, |process, hosts| {
        let hosts = [hosts[0].clone(), address.clone()];
        Cluster::builder(hosts, process).within(Duration::from_secs(1)).connect()
    });
    assert!(matches!(faults[0], ClusterErrorKind::NotReached { process: 1, .. }), "{faults:?}");
    let ClusterErrorKind::Bind { address: named, .. } = &faults[1] else { panic!("{faults:?}") };
    assert_eq!(*named, address);
}

#[test]
fn a_process_that_leaves_or_stays_away_is_named() {
    let tiles = Tiles::new(3, 3).unwrap();
    for stays in [false, true] {
        let patience = if stays { Duration::from_secs(2) } else { LONG };
        let together = Barrier::new(2);
        let ends = each(2, |process, hosts| {
            let mut cluster = builder(hosts, process).patience(patience).connect().unwrap();
            together.wait();
            enumerate(&mut cluster, "tiles", tiles).unwrap();
            if process == 1 {
                // Until it hears that the other one has an error.
                while stays && format!("{cluster:?}").contains("fault: None") {
                    thread::sleep(Duration::from_millis(10));
                }
                return None;
            }
            let error = enumerate(&mut cluster, "tiles", tiles).unwrap_err();
            // Once failed, it stays so.
            assert_eq!(enumerate(&mut cluster, "tiles", tiles).unwrap_err(), error);
            Some(error.kind().clone())
        });
        let expected = if stays {
            ClusterErrorKind::Late { process: 1, time: patience }
        } else {
            ClusterErrorKind::Lost { process: 1 }
        };
        assert_eq!(ends, [Some(expected), None]);
    }
}

/// The example as one of several processes that count what takes minutes to count.
fn start(hosts: &str, process: usize, within: &str) -> Child {
    let mut command = Command::new(&examples()["distributed"]);
    command.args(["--hosts", hosts, "--process", &process.to_string(), "--within", within]);
    command.args(["--enumerate", "3x4"]).stdin(Stdio::null());
    command.stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap()
}

/// Waits until a process searches: until it has met all others, and they have begun.
fn wait_for_search(child: &mut Child) {
    let threads = format!("/proc/{}/task", child.id());
    let is_worker = |thread: DirEntry| {
        // The system keeps 15 bytes of a name. A thread may have ended meanwhile.
        let name = fs::read_to_string(thread.path().join("comm"));
        name.is_ok_and(|name| name.starts_with("bestfirst searc"))
    };
    while !fs::read_dir(&threads).unwrap().any(|thread| thread.is_ok_and(is_worker)) {
        assert_eq!(child.try_wait().unwrap(), None);
        thread::sleep(Duration::from_millis(10));
    }
}

/// The error that a process ends with.
fn error_of(child: Child) -> String {
    let output = child.wait_with_output().unwrap();
    let error = text(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{error}");
    assert!(error.starts_with("error: process ") && error.lines().count() == 1, "{error}");
    error
}

pub(super) fn host_file(name: &str, processes: usize) -> String {
    let file = directory(name).join("hosts.txt");
    fs::write(&file, hosts(processes).join("\n")).unwrap();
    file.into_os_string().into_string().unwrap()
}

#[test]
fn a_killed_process_is_an_error_in_all_others() {
    let mut random = ChaCha8Rng::seed_from_u64(1);
    let (mut turn, mut seen) = (0, 0);
    // Some are killed before they have connected: on a machine that is busy, most. Then the later
    // ones get more time.
    while turn < 20 || seen <= 10 {
        assert!(turn < 80, "only {seen} of {turn} were seen");
        let processes = 2 + turn % 2;
        let hosts = host_file("a_killed_process", processes);
        let mut children: Vec<_> =
            (0..processes).map(|process| start(&hosts, process, "4s")).collect();
        let most = 300 << (turn / 20);
        thread::sleep(Duration::from_millis(random.random_range(0..most)));
        let mut killed = children.remove(random.random_range(0..processes));
        killed.kill().unwrap();
        killed.wait().unwrap();
        for child in children {
            let error = error_of(child);
            let is_seen = error.contains("was lost");
            assert!(is_seen || error.contains("did not come within 4.0 seconds"), "{error}");
            seen += u32::from(is_seen);
        }
        turn += 1;
    }
}

/// Sends a signal to processes.
fn signal(name: &str, children: &[Child]) {
    let ids = children.iter().map(|child| child.id().to_string());
    let status = Command::new("kill").arg(name).args(ids).status();
    assert!(status.unwrap().success());
}

#[test]
fn processes_that_are_stopped_together_go_on_together() {
    let go_on = |_| {
        let hosts = host_file("stopped_together", 2);
        let mut children = [0, 1].map(|process| start(&hosts, process, "2min"));
        children.iter_mut().for_each(wait_for_search);
        signal("-STOP", &children);
        thread::sleep(Duration::from_secs(7));
        signal("-CONT", &children);
        thread::sleep(Duration::from_millis(500));
        let have_ended = children.each_mut().map(|child| child.try_wait().unwrap().is_some());
        for child in &mut children {
            child.kill().unwrap();
            child.wait().unwrap();
        }
        have_ended == [false; 2]
    };
    // On a machine that is very busy, a process may get no time for seconds and be silent indeed.
    // One that took the pause for silence would end each time.
    assert!((0..5).any(go_on));
}

#[test]
fn a_stopped_process_is_an_error_in_all_others() {
    let hosts = host_file("a_stopped_process", 3);
    let mut children: Vec<_> = (0..3).map(|process| start(&hosts, process, "2min")).collect();
    children.iter_mut().for_each(wait_for_search);
    let mut stopped = [children.remove(1)];
    signal("-STOP", &stopped);
    for child in children {
        let error = error_of(child);
        assert!(error.contains("process 1 was silent for 6.0 seconds"), "{error}");
    }
    // It hears of it as soon as it goes on.
    signal("-CONT", &stopped);
    assert_eq!(stopped[0].wait().unwrap().code(), Some(2));
}
