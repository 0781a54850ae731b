//! What the examples share as programs: exit status, Ctrl-C, reading input, and progress.
//!
//! The exit status is 0 if all went well. It is 1 if something was not solved, or if the search was
//! stopped first. It is 2 if an input is bad or the output cannot be written.
//!
//! If a reader closes the pipe early, as `head` does, the program ends quietly with status 0, so
//! that a pipeline does not fail under `set -o pipefail`.

#![allow(dead_code, reason = "each example takes what it needs")]

use std::error::Error;
use std::fmt::Display;
use std::fs;
use std::io::{self, BufWriter, Read, Write};
use std::ops::RangeInclusive;
use std::path::Path;
use std::process::ExitCode;
use std::str::FromStr;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use bestfirst::Progress;
use bytesize::ByteSize;
use clap::{Arg, Parser};
use indicatif::{ProgressBar, ProgressStyle};
use signal_hook::consts::SIGINT;
use signal_hook::flag;

/// The result of a run, in the order of the exit status.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Status {
    Success = 0,
    NotSolved = 1,
    BadInput = 2,
}

/// Runs an example with its options and the standard output.
///
/// An [`io::Error`] returned by the example belongs to the standard output. Errors of files become
/// messages that name the file.
pub(crate) fn main<O: Parser>(
    example: impl FnOnce(&O, &mut dyn Write) -> Result<Status, Box<dyn Error>>,
) -> ExitCode {
    let mut out = BufWriter::new(io::stdout().lock());
    let result = match options() {
        Ok(options) => example(&options, &mut out),
        Err(usage) if usage.use_stderr() => usage.exit(),
        Err(help) => help.print().map(|()| Status::Success).map_err(Box::from),
    };
    // Writes the output before the error message.
    let flushed = out.flush();
    let status = result.and_then(|status| Ok(flushed.map(|()| status)?)).unwrap_or_else(|error| {
        match error.downcast_ref::<io::Error>() {
            Some(error) if error.kind() == io::ErrorKind::BrokenPipe => Status::Success,
            Some(error) => complain(&format!("standard output: {error}")),
            None => complain(&error.to_string()),
        }
    });
    ExitCode::from(status as u8)
}

/// Parses the options. A negative number is the value of an option, not an option.
fn options<O: Parser>() -> Result<O, clap::Error> {
    let negative = |arg: Arg| {
        let has_value = arg.get_action().takes_values();
        arg.allow_negative_numbers(has_value)
    };
    let command =
        O::command().mut_args(negative).mut_subcommands(|command| command.mut_args(negative));
    O::from_arg_matches(&command.try_get_matches()?)
}

/// Prints an error of an input.
pub(crate) fn complain(error: &str) -> Status {
    // If the standard error is closed or full, the exit status still reports the error.
    let _ = writeln!(io::stderr(), "error: {error}");
    Status::BadInput
}

/// A flag for [`Limits::cancel`](bestfirst::Limits::cancel) that Ctrl-C sets from this call on. A
/// second Ctrl-C ends the program at once, with status 130.
pub(crate) fn ctrl_c() -> Result<Arc<AtomicBool>, String> {
    let pressed = Arc::new(AtomicBool::new(false));
    // The order matters: the first Ctrl-C checks the flag before it sets it.
    flag::register_conditional_shutdown(SIGINT, 130, Arc::clone(&pressed))
        .and_then(|_| flag::register(SIGINT, Arc::clone(&pressed)))
        .map_err(|error| format!("cannot handle Ctrl-C: {error}"))?;
    Ok(pressed)
}

/// Reads and parses a text file, without a byte order mark; `-` is the standard input. Errors name
/// the file.
pub(crate) fn read<T, E: ToString>(
    file: &Path,
    parse: impl FnOnce(&str) -> Result<T, E>,
) -> Result<T, String> {
    let is_standard_input = file == Path::new("-");
    let bytes = if is_standard_input {
        let mut bytes = Vec::new();
        io::stdin().lock().read_to_end(&mut bytes).map(|_| bytes)
    } else {
        fs::read(file)
    };
    bytes
        .map_err(|error| error.to_string())
        .and_then(|bytes| parse(utf8(&bytes)?).map_err(|error| error.to_string()))
        .map_err(|error| match file.to_str() {
            _ if is_standard_input => format!("standard input: {error}"),
            Some("") => "the name of the file is empty".to_owned(),
            _ => format!("{}: {error}", file.display()),
        })
}

fn utf8(bytes: &[u8]) -> Result<&str, String> {
    let text = std::str::from_utf8(bytes).map_err(|error| {
        let valid = &bytes[..error.valid_up_to()];
        let line = valid.split(|&byte| byte == b'\n').count();
        format!("line {line}: not valid UTF-8")
    });
    Ok(text?.trim_start_matches('\u{feff}'))
}

/// Parses a whole number in a range.
pub(crate) fn whole<T: FromStr + PartialOrd + Display>(
    range: RangeInclusive<T>,
) -> impl Fn(&str) -> Result<T, String> + Clone
where
    RangeInclusive<T>: Clone,
{
    move |text| {
        let number = text.parse().ok().filter(|number| range.contains(number));
        number.ok_or_else(|| {
            let (least, most) = (range.start().to_string(), range.end().to_string());
            if most == u64::MAX.to_string() {
                return format!("expected a whole number, {least} or more");
            }
            format!("expected a whole number from {least} to {most}")
        })
    }
}

/// Parses an amount of memory, in bytes. `K` stands for 1024 bytes and `M` for 1024 `K`, as in the
/// amounts that are printed.
pub(crate) fn bytes(text: &str) -> Result<usize, String> {
    let has_unit = text.ends_with(|last: char| "KMGT".contains(last.to_ascii_uppercase()));
    let size = if has_unit { format!("{text}iB").parse() } else { text.parse() };
    let size: ByteSize =
        size.map_err(|_| "expected an amount of memory, such as 128M or 2G".to_owned())?;
    Ok(usize::try_from(size.as_u64()).unwrap_or(usize::MAX))
}

/// An error if a file that is to be written has no folder. So a search does not run in vain.
pub(crate) fn check_folder(file: Option<&Path>) -> Result<(), String> {
    let folder = file.and_then(Path::parent).filter(|folder| !folder.as_os_str().is_empty());
    match (file, folder) {
        (Some(file), Some(folder)) if !folder.is_dir() => {
            Err(format!("{}: there is no directory {}", file.display(), folder.display()))
        }
        _ => Ok(()),
    }
}

/// Parses a time with its unit.
pub(crate) fn time(text: &str) -> Result<Duration, String> {
    humantime::parse_duration(text)
        .map_err(|_| "expected a time with its unit, such as 10s or 5m".to_owned())
}

/// Parses a factor by which a solution may be longer than the shortest.
pub(crate) fn factor(text: &str) -> Result<f64, &'static str> {
    let factor = text.parse().ok().filter(|factor| (1.0..=1000.0).contains(factor));
    factor.ok_or("expected a number from 1 to 1000")
}

/// Parses a number per second.
pub(crate) fn rate(text: &str) -> Result<f64, &'static str> {
    let rate = text.parse().ok().filter(|rate| (0.1..=1e6).contains(rate));
    rate.ok_or("expected a number from 0.1 to 1000000")
}

/// A count with what it counts: `1 node`, `2 nodes`.
pub(crate) fn count(count: u64, what: &str) -> String {
    if count == 1 { format!("1 {what}") } else { format!("{count} {what}s") }
}

/// A line that changes, and is cut where the terminal ends. Hidden if the standard error is no
/// terminal.
pub(crate) fn spinner() -> ProgressBar {
    let bar = ProgressBar::new_spinner();
    match ProgressStyle::with_template("{spinner} {wide_msg}") {
        Ok(style) => bar.with_style(style),
        Err(_) => bar,
    }
}

/// Runs a search. Shows its progress on one line after `position`, with the time left of a limit,
/// unless the standard error is no terminal.
pub(crate) fn watch<T>(
    position: &str,
    limit: Option<Duration>,
    search: impl FnOnce(&mut dyn FnMut(&Progress)) -> T,
) -> T {
    let bar = spinner();
    let answer = search(&mut |progress| {
        let left = limit.map(|limit| limit.saturating_sub(progress.statistics.elapsed));
        let left = left.map(|left| format!(", {:.0} s left", left.as_secs_f64().ceil()));
        bar.set_message(format!("{position}{progress}{}", left.unwrap_or_default()));
    });
    bar.finish_and_clear();
    answer
}

/// A bar that shows how many of all are done and how much time is left. Hidden if the standard
/// error is no terminal.
pub(crate) fn bar(all: usize, done: &str) -> ProgressBar {
    let template = format!("{{wide_bar}} {{pos}} of {{len}} {done}, about {{eta}} left");
    let bar = ProgressBar::new(all as u64);
    match ProgressStyle::with_template(&template) {
        Ok(style) => bar.with_style(style),
        Err(_) => bar,
    }
}
