//! The checkpoints of an enumeration: a directory with a file of each process.

mod fault;
mod file;

use std::fs::{self, File};
use std::path::{Path, PathBuf};

use super::enumeration::Share;
use super::{Cluster, ClusterError, ClusterErrorKind};
use crate::tables::replacement;

pub use fault::CheckpointFault;
pub(super) use file::Head;

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

    fn path(&self, process: usize, level: usize) -> PathBuf {
        self.directory.join(format!("process-{process}.level-{level}"))
    }

    /// The levels that this process has saved, the newest last.
    fn levels(&self, process: usize) -> Result<Vec<usize>, CheckpointFault> {
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

impl Cluster {
    /// Puts what was saved into these shares. Returns the level, if there is one.
    pub(super) fn restore<P>(
        &self,
        checkpoints: &Checkpoints,
        head: Head,
        shares: &mut [Share<P>],
    ) -> Result<Option<Head>, ClusterError> {
        let process = self.process;
        let fail = |path: &Path, fault| self.fail(path, fault);
        let in_directory = |fault| fail(&checkpoints.directory, fault);
        let levels = checkpoints.levels(process).map_err(in_directory)?;
        if let Some(&newest) = levels.last() {
            let path = checkpoints.path(process, newest);
            if !checkpoints.resumes {
                return Err(fail(&path, CheckpointFault::Exists));
            }
            // A file of another cluster is known before its level is looked for elsewhere.
            let head = Head { level: newest, ..head };
            File::open(&path)
                .map_err(CheckpointFault::from)
                .and_then(|file| head.read_from(file))
                .map_err(|fault| fail(&path, fault))?;
        }
        let all = self.exchange(&levels, None)?;
        if all.iter().all(Vec::is_empty) {
            return Ok(None);
        }
        let is_everywhere = |level: &&usize| all.iter().all(|levels| levels.contains(level));
        let Some(&level) = levels.iter().rev().find(is_everywhere) else {
            return Err(in_directory(CheckpointFault::NoLevel));
        };
        let path = checkpoints.path(process, level);
        let head = Head { level, ..head };
        let parts = shares.iter_mut().map(|share| (&mut share.report, &mut share.marks));
        let head = File::open(&path)
            .map_err(CheckpointFault::from)
            .and_then(|file| file::read(file, &head, parts))
            .map_err(|fault| fail(&path, fault))?;
        // Nobody begins before all files have been found right.
        self.exchange(&(), None)?;
        Ok(Some(head))
    }

    /// Saves these shares, and removes what was saved before once all processes have saved theirs.
    pub(super) fn save<P>(
        &self,
        checkpoints: &Checkpoints,
        head: &Head,
        shares: &[Share<P>],
    ) -> Result<(), ClusterError> {
        let path = checkpoints.path(self.process, head.level);
        replacement::replace(&path, |file| {
            file::write(file, head, shares.iter().map(|share| (&share.report, &share.marks)))
        })
        .map_err(|fault| self.fail(&path, fault))?;
        self.exchange(&(), None)?;
        let levels = checkpoints.levels(self.process).unwrap_or_default();
        for level in levels.into_iter().filter(|&level| level < head.level) {
            // One that stays takes room, and is passed over.
            let _ = fs::remove_file(checkpoints.path(self.process, level));
        }
        Ok(())
    }

    fn fail(&self, path: &Path, fault: CheckpointFault) -> ClusterError {
        let (process, path) = (self.process, path.display().to_string());
        self.watch.fail(ClusterErrorKind::Checkpoint { process, path, fault })
    }
}
