//! Errors of a cluster: which process, and what went wrong.

use std::fmt::{self, Write};
use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::answer::error::{error_of_kind, messages};

/// Why a cluster could not be connected, or has failed. `Display` names the process or the address,
/// in one line. It escapes text that comes from other processes or from strangers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClusterError {
    kind: ClusterErrorKind,
}

error_of_kind!(ClusterError, ClusterErrorKind);

messages! {
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
        } => ("host {host:?}: {reason}"),
        /// The index of this process is not less than the number of hosts.
        ProcessOutOfRange {
            /// The index of this process.
            process: usize,
            /// The number of hosts.
            processes: usize,
        } => ("process {process} is out of range: there are {processes} hosts"),
        /// This process cannot listen at its address, for example because its port is taken.
        Bind {
            /// The address.
            address: String,
            /// The reason of the system.
            reason: String,
        } => ("cannot listen at {address}: {reason}"),
        /// A process did not come within the time to connect.
        NotReached {
            /// The process.
            process: usize,
            /// Its host.
            host: String,
            /// The time to connect.
            within: Duration,
        } => ("process {process} at {host} did not come within {}", seconds(*within)),
        /// Something that is not a process of a cluster has connected, or was found at an address.
        NotAProcess {
            /// Its address.
            address: String,
        } => ("what connects at {address} is not a process of a cluster"),
        /// A process differs from this one, so they must not search together.
        Differs {
            /// The other process, if it is known.
            process: Option<usize>,
            /// What differs.
            part: Part,
            /// What this process has.
            here: String,
            /// What the other process has.
            there: String,
        } => (
            "{} has another {part}: {there}, but here {here}",
            process.map_or("a process".to_owned(), |it| format!("process {it}")),
        ),
        /// The connection to a process has ended: the process has died, or the network was cut.
        Lost {
            /// The process.
            process: usize,
        } => ("the connection to process {process} was lost"),
        /// Nothing came from a process, or it took nothing, for too long.
        Silent {
            /// The process.
            process: usize,
            /// How long it was silent.
            time: Duration,
        } => ("process {process} was silent for {}", seconds(*time)),
        /// A process is there, but did not begin this search in time.
        Late {
            /// The process.
            process: usize,
            /// How long this process waited for it.
            time: Duration,
        } => ("process {process} did not begin this search within {}", seconds(*time)),
        /// A process panicked.
        Panicked {
            /// The process.
            process: usize,
            /// The message of the panic.
            message: String,
        } => ("process {process} panicked: {message}"),
        /// A state without a number, or with a number that is not less than the number of numbers,
        /// in a search that needs numbers.
        NoNumber {
            /// The number, if there is one.
            number: Option<u64>,
        } => (
            "{}",
            match number {
                Some(number) => format!("the number {number} of a state is out of range"),
                None => "a state has no number".to_owned(),
            },
        ),
        /// A process cannot write its checkpoint, or must not go on with it.
        Checkpoint {
            /// The process.
            process: usize,
            /// Its file or directory.
            path: String,
            /// What is wrong.
            reason: String,
        } => ("checkpoint of process {process}, {path}: {reason}"),
        /// The bytes that a process has sent cannot be read, although they were not damaged on the
        /// way.
        Unreadable {
            /// The process.
            process: usize,
        } => ("process {process} has sent bytes that cannot be read"),
        /// What a process sent was damaged on the way: bytes were changed, lost, doubled or
        /// exchanged.
        Damaged {
            /// The process that has sent it.
            process: usize,
        } => ("what process {process} has sent was damaged on the way"),
        /// A process cannot write its problems, answers or states as bytes, or cannot read again
        /// what it has written. The format stores no names, and stores lengths in front. So
        /// `#[serde(flatten)]`, `#[serde(untagged)]` and sequences of unknown length do not work.
        NotSerializable {
            /// The process.
            process: usize,
            /// The reason of the format.
            reason: String,
        } => (
            "process {process} cannot write and read its problems, answers or states as bytes: \
             {reason}"
        ),
        /// The system refused a thread or an option of a connection.
        System {
            /// The reason of the system.
            reason: String,
        } => ("{reason}"),
    } shown by OneLine
}

impl ClusterErrorKind {
    /// A fault that process `by` has sent. If it is a difference from this process, `own`, then
    /// `here` and `there` are exchanged.
    pub(super) fn told_by(self, by: usize, own: usize) -> Self {
        match self {
            Self::Differs { process: Some(process), part, here, there } if process == own => {
                Self::Differs { process: Some(by), part, here: there, there: here }
            }
            kind => kind,
        }
    }
}

fn seconds(time: Duration) -> String {
    format!("{:.1} seconds", time.as_secs_f64())
}

/// Writes in one line, without control characters: text may come from elsewhere.
struct OneLine<'a, 'f>(&'a mut fmt::Formatter<'f>);

impl Write for OneLine<'_, '_> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        text.chars().try_for_each(|character| match character {
            '"' | '\'' | '\\' => self.0.write_char(character),
            _ => write!(self.0, "{}", character.escape_debug()),
        })
    }
}

messages! {
    /// A part of what all processes must have in common.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
    #[non_exhaustive]
    pub enum Part {
        /// The version of the protocol.
        Protocol => ("version of the protocol"),
        /// The version of this crate.
        Version => ("version of this crate"),
        /// The width of a pointer and the order of bytes.
        Machine => ("kind of machine"),
        /// The number of processes.
        Processes => ("number of processes"),
        /// The number of threads of each process.
        Threads => ("number of threads"),
        /// The index of the process: another one than that of its address, or one that is taken.
        Process => ("index than expected"),
        /// Which search, and how many came before it.
        Search => ("search"),
        /// The name of the problem.
        Problem => ("problem"),
        /// The initial state, its estimate or its successors, or the list of problems, as a
        /// checksum.
        Start => ("initial state"),
        /// The limits.
        Limits => ("limits"),
    }
}
