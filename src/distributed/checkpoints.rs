//! The checkpoints of an enumeration: a directory with a file of each process.
//!
//! The title of a file has the problem, the numbers of processes and threads, the process and the
//! level. The second section has the microseconds spent, and for each thread: states expanded,
//! generated, and found again; the number of states at each distance up to the level; two bits for
//! each number, a word for each 32.

use std::fs::{self, File};
use std::io;
use std::iter;
use std::path::{Path, PathBuf};
use std::time::Duration;

use super::tally::Tally;
use super::{Cluster, ClusterError, ClusterErrorKind};
use crate::Statistics;
use crate::frontier::hash;
use crate::tables::fault::FileFault;
use crate::tables::file::{self, Format, Sink, Source};
use crate::tables::replacement;

const FORMAT: Format = Format { magic: *b"\x89bfdis\r\n", name: "a checkpoint" };

/// Where the processes of an enumeration save it, and whether they go on with what is saved there.
///
/// At each distance each process writes its own tables to a file of its own, such as
/// `process-0.level-17`. The file is written aside and renamed, so it is whole, even if the program
/// is killed. A level counts once all processes have saved it. Then each removes its older files.
/// So the directories have room for two levels: half a byte for each number of the space, over all
/// processes.
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
/// assert_eq!(found.states(), [1, 2, 2, 2, 2, 1]);
/// # std::fs::remove_dir_all(&directory)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Checkpoints {
    directory: PathBuf,
    resumes: bool,
}

impl Checkpoints {
    /// In this directory, which must exist. An enumeration that begins there is refused if there
    /// is a checkpoint of this process already.
    #[must_use]
    pub fn in_directory(directory: impl Into<PathBuf>) -> Self {
        Self { directory: directory.into(), resumes: false }
    }

    /// Goes on with the newest level that all processes have saved. If none of them has saved any,
    /// the enumeration begins.
    #[must_use]
    pub fn resume(mut self) -> Self {
        self.resumes = true;
        self
    }

    /// The name of the search. A process that saves must not connect to one that does not.
    pub(super) fn name(&self) -> &'static str {
        if self.resumes { "resumed enumeration" } else { "enumeration with checkpoints" }
    }

    /// The levels that this process has saved, the newest last.
    fn levels(&self, process: usize) -> io::Result<Vec<usize>> {
        let mut levels = Vec::new();
        let prefix = format!("process-{process}.level-");
        for entry in fs::read_dir(&self.directory)? {
            let name = entry?.file_name();
            let name = name.to_str().and_then(|name| name.strip_prefix(&prefix));
            let level = name.and_then(|name| name.parse::<usize>().ok());
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
    fn path(&self, level: usize) -> PathBuf {
        let name = format!("process-{}.level-{level}", self.cluster.process);
        self.checkpoints.directory.join(name)
    }

    fn title(&self, level: usize) -> String {
        let Self { problem, cluster, .. } = self;
        let (processes, threads) = (cluster.processes(), cluster.threads);
        let shape = format!("{processes} processes with {threads} threads each");
        // A title has at most 64 KiB.
        let first: String = problem.chars().take(1_000).collect();
        let rest =
            if first == *problem { String::new() } else { format!("... {:016x}", hash(problem)) };
        format!("{first}{rest}, {shape}, process {}, level {level}", cluster.process)
    }

    /// Puts what was saved into these tallies. Returns the level and the time spent, if there is
    /// one.
    pub(super) fn restore<'a>(
        &self,
        tallies: impl Iterator<Item = &'a mut Tally>,
    ) -> Result<Option<(usize, Duration)>, ClusterError> {
        let Self { checkpoints: Checkpoints { directory, resumes }, cluster, .. } = self;
        let levels = self.checkpoints.levels(cluster.process);
        let levels = levels.map_err(|error| self.fail(directory, &error))?;
        if let Some(&newest) = levels.last() {
            let path = self.path(newest);
            if !resumes {
                return Err(self.fail(&path, &"exists; go on with it, or remove it"));
            }
            // A file of another cluster is known before its level is looked for elsewhere.
            file::load(&path, |file| self.open(file, newest))
                .map_err(|fault| self.fail(&path, &fault))?;
        }
        let all = cluster.exchange(&levels, None)?;
        if all.iter().all(Vec::is_empty) {
            return Ok(None);
        }
        let is_everywhere = |level: &&usize| all.iter().all(|levels| levels.contains(level));
        let Some(&level) = levels.iter().rev().find(is_everywhere) else {
            return Err(self.fail(directory, &"there is no level that all processes have saved"));
        };
        let path = self.path(level);
        let elapsed = file::load(&path, |file| self.read(file, level, tallies))
            .map_err(|fault| self.fail(&path, &fault))?;
        // Nobody begins before all files have been found right.
        cluster.exchange(&(), None)?;
        Ok(Some((level, elapsed)))
    }

    /// Saves these tallies, and removes what was saved before once all processes have saved theirs.
    pub(super) fn save(
        &self,
        (level, elapsed): (usize, Duration),
        tallies: &[&Tally],
    ) -> Result<(), ClusterError> {
        let path = self.path(level);
        replacement::replace(&path, |file| self.write(file, (level, elapsed), tallies))
            .map_err(|fault| self.fail(&path, &fault))?;
        self.cluster.exchange(&(), None)?;
        let levels = self.checkpoints.levels(self.cluster.process).unwrap_or_default();
        for level in levels.into_iter().filter(|&saved| saved < level) {
            // One that stays takes room, and is passed over.
            let _ = fs::remove_file(self.path(level));
        }
        Ok(())
    }

    fn write(
        &self,
        file: &File,
        (level, elapsed): (usize, Duration),
        tallies: &[&Tally],
    ) -> Result<(), FileFault> {
        let mut sink = Sink::new(file, &FORMAT, &self.title(level))?;
        sink.numbers([u64::try_from(elapsed.as_micros()).unwrap_or(u64::MAX)])?;
        for Tally { report, marks } in tallies {
            let Statistics { expanded, generated, duplicates, .. } = report.statistics;
            sink.numbers([expanded, generated, duplicates])?;
            // Those that a worker has not reached have no count yet.
            let states = report.states.iter().copied().chain(iter::repeat(0));
            sink.numbers(states.take(level + 1))?;
            marks.write_to(&mut sink)?;
        }
        Ok(sink.end()?)
    }

    /// Reads a checkpoint into tallies of the right size. Returns the time spent.
    fn read<'a>(
        &self,
        file: File,
        level: usize,
        tallies: impl Iterator<Item = &'a mut Tally>,
    ) -> Result<Duration, FileFault> {
        let mut source = self.open(file, level)?;
        let elapsed = Duration::from_micros(source.number()?);
        for Tally { report, marks } in tallies {
            let Statistics { expanded, generated, duplicates, .. } = &mut report.statistics;
            for count in [expanded, generated, duplicates] {
                *count = source.number()?;
            }
            report.states = source.numbers((level as u64).saturating_add(1))?;
            report.complete = level + 1;
            marks.read_from(&mut source)?;
        }
        source.end()?;
        Ok(elapsed)
    }

    fn open(&self, file: File, level: usize) -> Result<Source<File>, FileFault> {
        let source = Source::new(file, &FORMAT)?;
        source.is_of(&self.title(level))?;
        Ok(source)
    }

    fn fail(&self, path: &Path, fault: &dyn ToString) -> ClusterError {
        let (path, reason) = (path.display().to_string(), fault.to_string());
        let process = self.cluster.process;
        self.cluster.watch.fail(ClusterErrorKind::Checkpoint { process, path, reason })
    }
}
