//! Search over several processes, on one machine or many (feature `distributed`).
//!
//! A [`Cluster`] connects processes that all run the same program. Each calls the same methods in
//! the same order, and gets the same answers:
//!
//! | method | what it does |
//! |---|---|
//! | [`enumerate`](Cluster::enumerate) | counts the states at each distance, with two bits for each number of a [`NumberedSpace`](crate::NumberedSpace) |
//! | [`enumerate_with`](Cluster::enumerate_with) | the same, with a checkpoint at each distance to go on from |
//! | [`a_star`](Cluster::a_star) | finds a cheapest path, or proves that there is none: hash-distributed A\* |
//! | [`breadth_first`](Cluster::breadth_first) | finds a path of the fewest steps, without an estimate |
//! | [`solve_all`](Cluster::solve_all) | solves many problems, each on one thread of one process |
//!
//! All but `solve_all` are dataflows of [`timely`], whose progress tracking detects when a round is
//! complete and when nothing is left, and finds the lowest *f* of all processes. Spaces are those
//! of all other searches. For `a_star` and `breadth_first`, states have to be `Serialize` and
//! `Deserialize`.
//!
//! # Example
//!
//! Here two threads stand for two processes. A process on a machine of its own calls `run` once.
//!
//! ```
//! # #[cfg(feature = "sliding-tiles")] {
//! use std::sync::Arc;
//! use std::thread;
//!
//! use bestfirst::distributed::{Cluster, ClusterError};
//! use bestfirst::sliding_tiles::Board;
//! use bestfirst::{Limits, Outcome, Worlds};
//!
//! fn run(hosts: [String; 2], process: usize) -> Result<Option<usize>, ClusterError> {
//!     let board: Board = "8 6 7 / 2 5 4 / 3 0 1".parse().unwrap();
//!     let space = Arc::new(Worlds::<Board>::new());
//!     let mut cluster = Cluster::builder(hosts, process).threads(2).connect()?;
//!     let (outcome, _) = cluster.a_star("tiles", &space, &board, &Limits::none())?;
//!     Ok(match outcome {
//!         Outcome::Solved(solution) => Some(solution.moves()),
//!         _ => None,
//!     })
//! }
//!
//! # let free = || std::net::TcpListener::bind("127.0.0.1:0").unwrap();
//! # let held = [free(), free()];
//! # let hosts = held.each_ref().map(|held| held.local_addr().unwrap().to_string());
//! # drop(held);
//! # #[cfg(any())]
//! let hosts = ["127.0.0.1:7401", "127.0.0.1:7402"].map(str::to_owned);
//! let processes = [0, 1].map(|process| {
//!     let hosts = hosts.clone();
//!     thread::spawn(move || run(hosts, process))
//! });
//! for process in processes {
//!     assert_eq!(process.join().unwrap(), Ok(Some(31)));
//! }
//! # }
//! ```
//!
//! # On one machine
//!
//! The example `distributed` is a whole program. With `--processes` it starts its own processes:
//!
//! ```console
//! $ cargo build --release --features distributed --example distributed
//! $ target/release/examples/distributed --processes 2 --enumerate 3x3
//! 0 1
//! 1 2
//! 2 4
//! ...
//! 31 2
//! total: states 181440, radius 31, bytes 45376, seconds 0.2
//! ```
//!
//! Each line has a distance from the solved board and the number of boards at it. With `--solve
//! boards.txt` it solves the boards in a file: each thread of each process takes the next one, or
//! with `--a-star`, all processes search for each board together.
//!
//! # On several machines
//!
//! 1. Copy the same program, and the same files, to all machines. A program of another version is
//!    refused, but another space under the same name may not be noticed.
//! 2. Write a file with one line for each process: a name or an address of its machine as the
//!    others reach it, and a port. The first line is process 0. Two processes on the same machine
//!    need two ports.
//!
//!    ```text
//!    node1:7401
//!    node2:7401
//!    node3:7401
//!    ```
//!
//!    Do not write `0.0.0.0` or `[::]` in place of an address. The others cannot call it, and the
//!    process would listen in every network that the machine is in. Some systems map a machine's
//!    own name to 127.0.0.1, where the others cannot reach it. Then write addresses, not names.
//!
//! 3. Start each process on its machine, with its own index, within the time that they wait for
//!    each other. Each must be able to connect to each port of those before it.
//!
//!    ```console
//!    node1$ distributed --hosts hosts.txt --process 0 --threads 16 --wait 60s --enumerate 3x4
//!    node2$ distributed --hosts hosts.txt --process 1 --threads 16 --wait 60s --enumerate 3x4
//!    node3$ distributed --hosts hosts.txt --process 2 --threads 16 --wait 60s --enumerate 3x4
//!    ```
//!
//!    A job scheduler gives each process its index. With Slurm it is `$SLURM_PROCID`, and
//!    `scontrol show hostnames` lists the machines.
//!
//! 4. Process 0 prints the answer. If a process fails, all others that are connected with it end
//!    with an error that names it. Then start all processes again.
//!
//! Long enumerations are saved at each distance with `--directory DIR`. After a fault, or a
//! limit on time, start the same processes again and add `--resume`: they go on with the newest
//! distance that all of them have saved. Each process needs its own files again, so a directory
//! that all machines share is the simplest. The numbers of processes and threads must be the same.
//! The files take a quarter of a byte for each number of the space, twice while one distance
//! replaces another.
//!
//! # What it costs
//!
//! | | memory | network |
//! |---|---|---|
//! | [`enumerate`](Cluster::enumerate) | a quarter of a byte for each number of the space, over all processes | 8 bytes for each successor |
//! | [`a_star`](Cluster::a_star), [`breadth_first`](Cluster::breadth_first) | each state once and 25 to 32 bytes, and 8 more while it is open | the state as `timely` writes it, in the format of `bincode`, and 9 to 17 bytes, for each successor |
//! | [`solve_all`](Cluster::solve_all) | what each search takes, times the threads | next to nothing |
//!
//! Of *m* processes, each receives one part in *m* of the successors of the others. So a process
//! that generates *g* successors per second, of *b* bytes each, sends and receives *g b (m - 1) /
//! m* bytes per second. Messages are batched: their headers add one percent to small successors.
//!
//! States that `serde` writes in few bytes are worth the effort. A board of 4 by 4 tiles is written
//! as 108 bytes, because rows are lists of 32-bit numbers; a newtype of a `u64` with four bits a
//! tile is written as 8.
//!
//! Machines should be equally fast, for all wait for the slowest at each distance or *f*. Spaces
//! with small rounds gain nothing: each round takes a few messages between all pairs of processes.
//! A\* with many different *f*, as on a map in millimetres, has many small rounds.
//!
//! # When not to use it
//!
//! Do not use it for a problem that fits into one machine. Each successor is written as bytes,
//! sent, read and looked up by another worker. In one process,
//! [`GraphAStar`](crate::search::GraphAStar) and the searches of the feature `parallel` are faster.
//! If memory is short but time is not, [`IdaStar`](crate::search::IdaStar) needs almost none.
//! [`solve_all`](Cluster::solve_all) is different: it sends next to nothing, so many problems that
//! are independent gain from every machine.
//!
//! # What is found out at the start
//!
//! Processes find each other by a list of hosts. Each listens at its own address only. At each
//! connection both sides send the version of the protocol and of this crate, the width of a pointer
//! and the order of bytes, the numbers of processes and threads, and their index. Before each
//! search they compare its kind and number in sequence, the name of the problem, a checksum of the
//! initial state, its estimate and its successors, and the limits. If anything differs, both get an
//! error that says what. The rest of the space is not compared: two maps that differ far from the
//! initial state need two names.
//!
//! # Faults
//!
//! A fault of one process is a [`ClusterError`] in all others, and the cluster is over: every later
//! call returns the same error. A call returns an answer only if all processes stayed until its
//! end. If a process is lost after one process has the answer and before another has it, the first
//! returns the answer and the second the error.
//!
//! | fault | found |
//! |---|---|
//! | a process dies, or the network is cut in order | when its connection ends, at once |
//! | a process or a connection stalls | when nothing has come for 6 seconds; heartbeats come every second |
//! | bytes are changed, lost, doubled or exchanged on the way | by checksums, at once; within 6 seconds if the receiver waits for bytes that were lost |
//! | a host does not come | after the time to [connect](ClusterBuilder::within), 7 seconds by default |
//! | a process does not begin a search | after the [patience](ClusterBuilder::patience) of the others |
//! | a port is taken, a version or a problem differs, or a client is no process | at once |
//! | problems, answers or states cannot be written as bytes | at once |
//! | a checkpoint cannot be written, or is damaged or foreign | at once |
//! | a space panics | at once; the panic goes on in the process whose space it was |
//!
//! All this holds as soon as two processes are connected, even while they wait for others. A
//! process that is connected with none of the failed ones waits until its time to connect is over.
//!
//! A pause of less than 6 seconds is no fault, nor is a slow network if it carries more than 11 kB
//! per second.
//!
//! The other processes are told of a fault within a second. Workers look for a fault between two
//! slices of work: of up to 256 expansions in A\*, of about 32,768 successors in an enumeration. A
//! space that takes seconds for one state delays that. When the call returns, the threads of this
//! module and of `timely` have ended, except those of the connections, which end when the
//! [`Cluster`] is dropped.
//!
//! The network threads of `timely` panic when a connection fails. So they get no sockets, but
//! streams of this module, which end in order after a fault. With `panic = "abort"` a panic of a
//! space still aborts its process.
//!
//! # The network must be trusted
//!
//! There is no authentication and no encryption. Whoever can reach a port while processes connect
//! can keep them from it, or take part. Checksums find what is damaged by chance, not on purpose:
//! whoever can change what is sent can change the answers, and can make processes panic or use up
//! memory, for states are deserialized from what comes, and messages have no longest length. Use
//! loopback addresses, a private network, or a tunnel such as `WireGuard` or `ssh`. Text that comes
//! from elsewhere is escaped where an error is displayed, and is raw in
//! [`kind`](ClusterError::kind).
//!
//! # Dependencies and Rust version
//!
//! `timely` 0.31 needs Rust 1.86, and so does this feature. `timely` uses unsafe code, as do crates
//! that it depends on. Between dataflows, states and answers travel in the format of `postcard`.
//! Within one, `timely` writes them in that of `bincode` 1.3, which is no longer maintained
//! ([RUSTSEC-2025-0141](https://rustsec.org/advisories/RUSTSEC-2025-0141.html)). Neither is `paste`
//! 1, which comes with `timely` too
//! ([RUSTSEC-2024-0436](https://rustsec.org/advisories/RUSTSEC-2024-0436.html)). Neither advisory
//! is about a fault in the code. Run `cargo audit` for what has become known since.

mod batch;
mod best_first;
mod checkpoints;
mod cluster;
mod connect;
mod dataflow;
mod enumeration;
mod error;
mod frame;
mod levels;
mod link;
mod share;
mod wire;

use std::time::Duration;

pub use checkpoints::Checkpoints;
pub use cluster::{Cluster, ClusterBuilder};
pub use error::{ClusterError, ClusterErrorKind, Part};
pub use share::SharedSpace;

pub use crate::tables::counts::LevelCounts;

/// How long nothing may come from a process, or may be taken by it.
const SILENCE: Duration = Duration::from_secs(6);
