//! The checkpoints of an enumeration: a directory with a file of each process.
//!
//! The title of a file has the problem, the numbers of processes and threads, the process and the
//! level. The second section has the microseconds spent, and for each thread: states expanded,
//! generated, and found again; the number of states at each distance up to the level; two bits for
//! each number, a word for each 32.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use std::{io, iter};

use super::levels::WorkerLevels;
use super::{Cluster, ClusterError, ClusterErrorKind};
use crate::frontier::hash;
use crate::tables::fault::FileFault;
use crate::tables::file::{self, Format, Sink, Source};
use crate::tables::replacement;
use crate::{Cost, Statistics};

const FORMAT: Format = Format { magic: *b"\x89bfdis\r\n", name: "a checkpoint" };

/// The directory in which an enumeration is saved, and whether it continues from there.
///
/// At each distance each process writes its own tables to a file of its own, such as
/// `process-0.level-17`. The file is written under another name and then renamed, so it is whole,
/// even if the program is killed. A level counts once all processes have saved it. Then each
/// removes its older files. So the directories need room for two levels: half a byte for each
/// number of the space, over all processes.
///
/// Machines may share a directory, or each have its own, as long as a process finds its own files
/// again.
///
/// # Example
///
/// A ring of ten states, in a cluster of one process.
///
/// ```
/// use std::sync::Arc;
///
/// use bestfirst::distributed::{Checkpoints, Cluster};
/// use bestfirst::{Limits, NumberedSpace, StateSpace};
///
/// struct Ring;
///
/// impl StateSpace for Ring {
///     type State = usize;
///
///     fn estimate(&self, _: &usize) -> u32 {
///         0
///     }
///
///     fn is_goal(&self, _: &usize) -> bool {
///         false
///     }
///
///     fn for_each_successor(
///         &self,
///         place: &usize,
///         _: Option<&usize>,
///         mut visit: impl FnMut(usize, u32),
///     ) {
///         visit((place + 1) % 10, 1);
///         visit((place + 9) % 10, 1);
///     }
///
///     fn number(&self, place: &usize) -> Option<usize> {
///         Some(*place)
///     }
/// }
///
/// impl NumberedSpace for Ring {
///     fn numbers(&self) -> usize {
///         10
///     }
///
///     fn state(&self, number: usize) -> Option<usize> {
///         Some(number)
///     }
/// }
///
/// let directory = std::env::temp_dir().join(format!("ring-{}", std::process::id()));
/// std::fs::create_dir_all(&directory)?;
/// let checkpoints = Checkpoints::in_directory(&directory);
/// let mut cluster = Cluster::builder(["127.0.0.1:0"], 0).connect()?;
/// let (ring, few) = (Arc::new(Ring), Limits::none().expansions(4));
/// let begun = cluster.enumerate_with("ring", &ring, &0, &few, &checkpoints)?;
/// assert!(begun.stopped_by().is_some());
///
/// let all = Limits::none();
/// let found = cluster.enumerate_with("ring", &ring, &0, &all, &checkpoints.resume())?;
/// assert_eq!(found.histogram(), [1, 2, 2, 2, 2, 1]);
/// # std::fs::remove_dir_all(&directory)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
#[must_use]
pub struct Checkpoints {
    directory: PathBuf,
    resumes: bool,
}

impl Checkpoints {
    /// Saves in this directory, which must exist. An enumeration that does not resume is refused if
    /// the directory already has a checkpoint of this process.
    pub fn in_directory(directory: impl Into<PathBuf>) -> Self {
        Self { directory: directory.into(), resumes: false }
    }

    /// Goes on with the newest level that all processes have saved. If none of them has saved any,
    /// the enumeration starts from the beginning.
    pub fn resume(self) -> Self {
        Self { resumes: true, ..self }
    }

    /// The name of the search. It depends on whether a process saves and resumes, so that processes
    /// that differ in this refuse each other.
    pub(super) fn name(&self) -> &'static str {
        if self.resumes { "resumed enumeration" } else { "enumeration with checkpoints" }
    }

    /// The levels that this process has saved, the newest last.
    fn levels(&self, process: usize) -> io::Result<Vec<Cost>> {
        let mut levels = Vec::new();
        let prefix = format!("process-{process}.level-");
        for entry in fs::read_dir(&self.directory)? {
            let name = entry?.file_name();
            let name = name.to_str().and_then(|name| name.strip_prefix(&prefix));
            let level = name.and_then(|name| name.parse::<Cost>().ok());
            // Names such as `level-+22` and `level-022` are of other files.
            levels.extend(level.filter(|level| name == Some(&level.to_string())));
        }
        levels.sort_unstable();
        Ok(levels)
    }
}

/// The checkpoints of one process of an enumeration.
pub(super) struct Saved<'a> {
    pub(super) checkpoints: &'a Checkpoints,
    pub(super) cluster: &'a Cluster,
    /// The problem, with a checksum of its start.
    pub(super) problem: String,
}

impl Saved<'_> {
    fn path(&self, level: Cost) -> PathBuf {
        let name = format!("process-{}.level-{level}", self.cluster.process);
        self.checkpoints.directory.join(name)
    }

    fn title(&self, level: Cost) -> String {
        let Self { problem, cluster, .. } = self;
        let (processes, threads) = (cluster.processes(), cluster.threads);
        let shape = format!("{processes} processes with {threads} threads each");
        // A title has at most 64 KiB.
        let first: String = problem.chars().take(1_000).collect();
        let rest =
            if first == *problem { String::new() } else { format!("... {:016x}", hash(problem)) };
        format!("{first}{rest}, {shape}, process {}, level {level}", cluster.process)
    }

    /// Reads the newest level that all processes have saved into the workers of this process.
    /// Returns the level and the time spent, or `None` if nothing is saved.
    pub(super) fn restore<P>(
        &self,
        shares: &mut [WorkerLevels<P>],
    ) -> Result<Option<(Cost, Duration)>, ClusterError> {
        let Self { checkpoints: Checkpoints { directory, resumes }, cluster, .. } = self;
        let levels = self.checkpoints.levels(cluster.process);
        let levels = levels.map_err(|error| self.fail(directory, &error))?;
        if let Some(&newest) = levels.last() {
            if !resumes {
                return Err(self.fail(&self.path(newest), &"exists; go on with it, or remove it"));
            }
            // Checks that the file is of this cluster before the levels are compared.
            self.load(newest, |_| Ok(()))?;
        }
        let all = cluster.exchange(&levels, None)?;
        if all.iter().all(Vec::is_empty) {
            return Ok(None);
        }
        let is_everywhere = |level: &&Cost| all.iter().all(|levels| levels.contains(level));
        let Some(&level) = levels.iter().rev().find(is_everywhere) else {
            return Err(self.fail(directory, &"there is no level that all processes have saved"));
        };
        let elapsed = self.load(level, |source| read(source, level, shares))?;
        // No process begins before all have checked their files.
        cluster.exchange(&(), None)?;
        Ok(Some((level, elapsed)))
    }

    /// Saves these workers. Once all processes have saved theirs, removes the older files.
    pub(super) fn save<P>(
        &self,
        level: Cost,
        shares: &[WorkerLevels<P>],
    ) -> Result<(), ClusterError> {
        let path = self.path(level);
        replacement::replace(&path, |file| {
            let mut sink = Sink::new(file, &FORMAT, &self.title(level))?;
            write(&mut sink, level, shares)?;
            Ok(sink.end()?)
        })
        .map_err(|fault: FileFault| self.fail(&path, &fault))?;
        self.cluster.exchange(&(), None)?;
        let levels = self.checkpoints.levels(self.cluster.process).unwrap_or_default();
        for level in levels.into_iter().filter(|&saved| saved < level) {
            // A file that cannot be removed takes room, but does no harm.
            let _ = fs::remove_file(self.path(level));
        }
        Ok(())
    }

    fn load<T>(
        &self,
        level: Cost,
        read: impl FnOnce(Source<File>) -> Result<T, FileFault>,
    ) -> Result<T, ClusterError> {
        let path = self.path(level);
        let read = |file| read(Source::new(file, &FORMAT, &self.title(level))?);
        file::load(&path, read).map_err(|fault| self.fail(&path, &fault))
    }

    fn fail(&self, path: &Path, fault: &dyn ToString) -> ClusterError {
        let (path, reason) = (path.display().to_string(), fault.to_string());
        let process = self.cluster.process;
        self.cluster.watch.fail(ClusterErrorKind::Checkpoint { process, path, reason })
    }
}

fn write<P>(sink: &mut Sink<&File>, level: Cost, shares: &[WorkerLevels<P>]) -> io::Result<()> {
    let start = shares.first().map_or_else(Instant::now, |share| share.context.start);
    sink.numbers([u64::try_from(start.elapsed().as_micros()).unwrap_or(u64::MAX)])?;
    for WorkerLevels { context, states, marks, .. } in shares {
        let Statistics { expanded, generated, duplicates, .. } = context.statistics;
        sink.numbers([expanded, generated, duplicates])?;
        // A distance that the worker has not reached has no count yet.
        sink.numbers(states.iter().copied().chain(iter::repeat(0)).take(level as usize + 1))?;
        sink.two_bits(marks)?;
    }
    Ok(())
}

/// Reads a checkpoint into workers with tables of the right size. Returns the time spent.
fn read<P>(
    mut source: Source<File>,
    level: Cost,
    shares: &mut [WorkerLevels<P>],
) -> Result<Duration, FileFault> {
    let elapsed = Duration::from_micros(source.number()?);
    for WorkerLevels { context, states, complete, marks, .. } in shares {
        let Statistics { expanded, generated, duplicates, .. } = &mut context.statistics;
        for count in [expanded, generated, duplicates] {
            *count = source.number()?;
        }
        *states = source.numbers(u64::from(level) + 1)?;
        *complete = level as usize + 1;
        source.two_bits(marks)?;
    }
    source.end()?;
    Ok(elapsed)
}
