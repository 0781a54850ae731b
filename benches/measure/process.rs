//! What a process of its own takes: the only honest way to a peak of memory.

use std::io::{self, Read};
use std::process::{Command, Stdio};

use wait4::{ResourceUsage, Wait4};

/// Runs a command to its end, and gives what it printed and what it took.
///
/// The peak of memory is at least what this process has in memory: keep that small.
///
/// # Errors
///
/// If the command cannot be run, or if it fails.
pub(crate) fn run(command: &mut Command) -> io::Result<(String, ResourceUsage)> {
    let mut child = command.stdout(Stdio::piped()).spawn()?;
    let mut output = String::new();
    if let Some(mut stdout) = child.stdout.take() {
        stdout.read_to_string(&mut output)?;
    }
    let ended = child.wait4()?;
    if ended.status.success() {
        Ok((output, ended.rusage))
    } else {
        Err(io::Error::other(format!("{command:?}: {}", ended.status)))
    }
}
