//! The resources of a separate process, which is the only reliable way to measure peak memory.

use std::io::{self, Read};
use std::process::{Command, Stdio};

use wait4::{ResourceUsage, Wait4};

/// Runs a command to its end. Returns its output and the resources that it used.
///
/// The reported peak is never less than the memory of the calling process, so keep that small.
///
/// # Errors
///
/// If the command cannot be started or fails.
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
