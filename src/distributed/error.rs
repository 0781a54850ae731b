//! Errors of a cluster: which process, and what went wrong.

use std::fmt::{self, Write};
use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::answer::error::error_of_kind;

/// Why a cluster did not come together, or fell apart. `Display` names the process or the address, in
/// one line: what other processes or strangers have said is escaped.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClusterError {
    kind: ClusterErrorKind,
}

error_of_kind!(ClusterError, ClusterErrorKind);

/// What went wrong in a cluster. Processes are counted from 0, in the order of the hosts.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub enum ClusterErrorKind {
    /// A host whose name has no address.
    Host {
        /// The host as given.
        host: String,
        /// The reason of the system.
        reason: String,
    },
    /// The index of this process is not less than the number of hosts.
    ProcessOutOfRange {
        /// The index of this process.
        process: usize,
        /// The number of hosts.
        processes: usize,
    },
    /// The address of this process cannot be listened at, for example because its port is taken.
    Bind {
        /// The address.
        address: String,
        /// The reason of the system.
        reason: String,
    },
    /// A process did not come within the time to connect.
    NotReached {
        /// The process.
        process: usize,
        /// Its host.
        host: String,
        /// The time to connect.
        within: Duration,
    },
    /// Something that is not a process of a cluster has connected, or was found at an address.
    NotAProcess {
        /// Its address.
        address: String,
    },
    /// A process has something else than this one, so that they must not search together.
    Differs {
        /// The other process, if it is known.
        process: Option<usize>,
        /// What differs.
        part: Part,
        /// What this process has.
        here: String,
        /// What the other process has.
        there: String,
    },
    /// The connection to a process has ended: the process has died, or the network was cut.
    Lost {
        /// The process.
        process: usize,
    },
    /// Nothing came from a process, or it took nothing, for too long.
    Silent {
        /// The process.
        process: usize,
        /// For how long.
        time: Duration,
    },
    /// A process is there, but did not begin this search in time.
    Late {
        /// The process.
        process: usize,
        /// For how long it was waited for.
        time: Duration,
    },
    /// A process panicked.
    Panicked {
        /// The process.
        process: usize,
        /// The message of the panic.
        message: String,
    },
    /// A state without a number, or with a number that is not less than the number of numbers, in a
    /// search that needs numbers.
    NoNumber {
        /// The number, if there is one.
        number: Option<u64>,
    },
    /// A process cannot write its checkpoint, or must not go on with it.
    Checkpoint {
        /// The process.
        process: usize,
        /// Its file or directory.
        path: String,
        /// What is wrong.
        reason: String,
    },
    /// The bytes of a process cannot be read, though they came as they were sent.
    Unreadable {
        /// The process.
        process: usize,
    },
    /// What a process sent was damaged on the way: bytes were changed, lost, doubled or exchanged.
    Damaged {
        /// The process that has sent it.
        process: usize,
    },
    /// A process cannot write its problems, answers or states as bytes, or cannot read again what it
    /// has written. Their types do not suit a format without names and with lengths in front:
    /// `#[serde(flatten)]`, `#[serde(untagged)]` and sequences of unknown length do not.
    NotSerializable {
        /// The process.
        process: usize,
        /// The reason of the format.
        reason: String,
    },
    /// The system refused a thread or an option of a connection.
    System {
        /// The reason of the system.
        reason: String,
    },
}

impl ClusterErrorKind {
    /// The fault that process `by` has told of, as process `own` sees it.
    pub(super) fn told_by(self, by: usize, own: usize) -> Self {
        match self {
            Self::Differs { process: Some(process), part, here, there } if process == own => {
                Self::Differs { process: Some(by), part, here: there, there: here }
            }
            kind => kind,
        }
    }
}

impl ClusterErrorKind {
    /// What is wrong, where text that comes from elsewhere is as it came.
    fn text(&self) -> String {
        match self {
            Self::Host { host, reason } => format!("host {host:?}: {reason}"),
            Self::ProcessOutOfRange { process, processes } => {
                format!("process {process} is out of range: there are {processes} hosts")
            }
            Self::Bind { address, reason } => format!("cannot listen at {address}: {reason}"),
            Self::NotReached { process, host, within } => {
                format!("process {process} at {host} did not come within {}", seconds(*within))
            }
            Self::NotAProcess { address } => {
                format!("what connects at {address} is not a process of a cluster")
            }
            Self::Differs { process, part, here, there } => {
                let who = process.map_or("a process".to_owned(), |it| format!("process {it}"));
                format!("{who} has another {part}: {there}, but here {here}")
            }
            Self::Lost { process } => format!("the connection to process {process} was lost"),
            Self::Silent { process, time } => {
                format!("process {process} was silent for {}", seconds(*time))
            }
            Self::Late { process, time } => {
                format!("process {process} did not begin this search within {}", seconds(*time))
            }
            Self::Panicked { process, message } => format!("process {process} panicked: {message}"),
            Self::NoNumber { number: Some(number) } => {
                format!("the number {number} of a state is out of range")
            }
            Self::NoNumber { number: None } => "a state has no number".to_owned(),
            Self::Checkpoint { process, path, reason } => {
                format!("checkpoint of process {process}, {path}: {reason}")
            }
            Self::Unreadable { process } => {
                format!("process {process} has sent bytes that cannot be read")
            }
            Self::Damaged { process } => {
                format!("what process {process} has sent was damaged on the way")
            }
            Self::NotSerializable { process, reason } => {
                let what = "its problems, answers or states as bytes";
                format!("process {process} cannot write and read {what}: {reason}")
            }
            Self::System { reason } => reason.clone(),
        }
    }
}

fn seconds(time: Duration) -> String {
    format!("{:.1} seconds", time.as_secs_f64())
}

/// In one line, without control characters.
impl fmt::Display for ClusterErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.text().chars().try_for_each(|character| match character {
            '"' | '\'' | '\\' => f.write_char(character),
            _ => write!(f, "{}", character.escape_debug()),
        })
    }
}

/// A part of what all processes must have in common.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub enum Part {
    /// The version of the protocol.
    Protocol,
    /// The version of this crate.
    Version,
    /// The width of a pointer and the order of bytes.
    Machine,
    /// The number of processes.
    Processes,
    /// The number of threads of each process.
    Threads,
    /// The index of the process: another one than that of its address, or one that is taken.
    Process,
    /// Which search, and how many came before it.
    Search,
    /// The name of the problem.
    Problem,
    /// The initial state, its estimate or its successors, or the list of problems, as a checksum.
    Start,
    /// The limits.
    Limits,
}

impl fmt::Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Protocol => "version of the protocol",
            Self::Version => "version of this crate",
            Self::Machine => "kind of machine",
            Self::Processes => "number of processes",
            Self::Threads => "number of threads",
            Self::Process => "index than expected",
            Self::Search => "search",
            Self::Problem => "problem",
            Self::Start => "initial state",
            Self::Limits => "limits",
        })
    }
}
