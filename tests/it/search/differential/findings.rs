//! Findings: where a search broke a guarantee.

use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::fmt;
use std::panic::{self, AssertUnwindSafe};
use std::sync::Once;

/// A broken guarantee.
#[derive(Debug)]
pub(crate) struct Finding {
    /// The guarantee in a few words.
    pub(crate) kind: String,
    pub(crate) detail: String,
    /// The index of the problem.
    pub(crate) problem: usize,
}

/// The findings of one search on one problem, at most one for each guarantee.
#[derive(Debug, Default)]
pub(crate) struct Log {
    findings: RefCell<Vec<Finding>>,
    /// What was being done, where that matters.
    context: RefCell<String>,
    /// The index of the problem being searched.
    problem: Cell<usize>,
}

impl Log {
    /// Adds a finding unless the condition holds.
    pub(crate) fn ensure(&self, holds: bool, kind: &str, detail: impl FnOnce() -> String) {
        if !holds {
            self.add(kind, detail());
        }
    }

    pub(crate) fn add(&self, kind: &str, detail: String) {
        let kind = format!("{}{kind}", self.context.borrow());
        let mut findings = self.findings.borrow_mut();
        if findings.iter().all(|finding| finding.kind != kind) {
            findings.push(Finding { kind, detail, problem: self.problem.get() });
        }
    }

    /// Sets the context of later findings.
    pub(crate) fn set_context(&self, context: String) {
        self.context.replace(context);
    }

    pub(crate) fn set_problem(&self, problem: usize) {
        self.problem.set(problem);
    }

    pub(crate) fn into_findings(self) -> Vec<Finding> {
        self.findings.into_inner()
    }
}

thread_local! {
    /// The message of a panic that is about to be caught.
    static MESSAGE: RefCell<Option<String>> = const { RefCell::new(None) };
}

/// Catches a panic without printing it, and returns its message.
pub(crate) fn caught<T>(run: impl FnOnce() -> T) -> Result<T, String> {
    static HOOK: Once = Once::new();
    HOOK.call_once(|| {
        let before = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            let is_awaited = MESSAGE.with_borrow_mut(|message| {
                let is_awaited = message.is_some();
                if is_awaited {
                    *message = Some(info.to_string().replace('\n', " "));
                }
                is_awaited
            });
            if !is_awaited {
                before(info);
            }
        }));
    });
    let before = MESSAGE.replace(Some(String::new()));
    let result = panic::catch_unwind(AssertUnwindSafe(run));
    let message = MESSAGE.replace(before).unwrap_or_default();
    result.map_err(|_| message)
}

/// The findings of a test: for each search and guarantee, how many, and the smallest problem.
#[derive(Default)]
pub(crate) struct Findings(BTreeMap<(String, String), Found>);

struct Found {
    times: u64,
    seed: u64,
    size: usize,
    text: String,
}

impl Findings {
    pub(crate) fn add(
        &mut self,
        search: &str,
        seed: u64,
        size: usize,
        finding: Finding,
        problem: impl fmt::Display,
    ) {
        let key = (search.to_owned(), finding.kind);
        let before = self.0.get(&key).map(|found| (found.times, found.size));
        let times = before.map_or(1, |(times, _)| times + 1);
        if before.is_none_or(|(_, least)| size < least) {
            let text = format!("{}\n      in {problem}", finding.detail);
            self.0.insert(key, Found { times, seed, size, text });
        } else if let Some(found) = self.0.get_mut(&key) {
            found.times = times;
        }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl fmt::Display for Findings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for ((search, kind), Found { times, seed, text, .. }) in &self.0 {
            writeln!(f, "  {search}: {kind} ({times} times), BESTFIRST_SEED={seed}")?;
            writeln!(f, "      {text}")?;
        }
        Ok(())
    }
}
