//! Many problems, spread over the processes of a cluster.

use std::panic::resume_unwind;
use std::sync::Arc;

use serde::Serialize;
use serde::de::DeserializeOwned;

use super::frame::to_bytes;
use super::{Cluster, ClusterError};
use crate::Limits;
use crate::frontier::hash;

impl Cluster {
    /// Solves many problems, each on one thread of one process. Answers are in the order of the
    /// problems, and the same in all processes.
    ///
    /// Each thread takes the next problem as soon as it is done with one, so fast machines solve
    /// more. Process 0 gives out the problems: for each, it receives one small message and sends
    /// one. `timely` is not used. `problem` is the name of the batch, as in
    /// [`enumerate`](Self::enumerate).
    ///
    /// The limits that `solve` gets hold only a flag, which is set when the cluster has failed. Add
    /// limits of your own, and pass them to the search. Without the flag, a fault is returned only
    /// when the problems that are being solved in this process are done.
    ///
    /// # Errors
    ///
    /// If the processes differ in their problems, if a process is lost, or if problems or answers
    /// cannot be serialized. All answers are lost then.
    ///
    /// # Panics
    ///
    /// If `solve` panics in this process. The others return
    /// [`Panicked`](super::ClusterErrorKind::Panicked).
    pub fn solve_all<T: Serialize + Sync, R: Serialize + DeserializeOwned + Send>(
        &mut self,
        problem: &str,
        problems: &[T],
        solve: impl Fn(&T, Limits) -> R + Sync,
    ) -> Result<Vec<R>, ClusterError> {
        let contents = to_bytes(problems).map_err(|reason| self.not_serializable(reason))?;
        let limits = Limits::none().cancel(Arc::clone(&self.watch.has_failed));
        self.begin("batch", problem, hash(&contents), &limits)?;
        let take = || -> Result<Option<usize>, ClusterError> {
            self.watch.check()?;
            // Process 0 gives out the numbers of the problems.
            let next = self.links[0].as_ref().map_or_else(|| Ok(self.watch.next()), |it| it.ask());
            Ok(usize::try_from(next?).ok().filter(|&next| next < problems.len()))
        };
        let work = |()| {
            let mut answers = Vec::new();
            while let Some(index) = take()? {
                answers.push((index as u64, solve(&problems[index], limits.clone())));
            }
            Ok(answers)
        };
        let own = self.on_threads(vec![(); self.threads], work);
        let own = own.unwrap_or_else(|panic| resume_unwind(panic))?;
        let own: Vec<_> = own.into_iter().flatten().collect();
        let mut answers: Vec<_> = self.exchange(&own, None)?.into_iter().flatten().collect();
        answers.sort_unstable_by_key(|&(index, _)| index);
        Ok(answers.into_iter().map(|(_, answer)| answer).collect())
    }
}
