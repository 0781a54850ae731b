//! A search that is watched, for traces and pictures.

use std::error::Error;
use std::fs;
use std::io::Write;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use bestfirst::heuristic::from_fn;
use bestfirst::sliding_tiles::Board;
use bestfirst::{Event, Heuristic, Limits, Solver};
use clap::ValueEnum;

use crate::choice::{self, Choice};
use crate::command_line::{check_folder, watch};
use crate::estimate::Tables;
use crate::goal::Aim;
use crate::pictures::player::{self, Player};
use crate::pictures::recording::{ClosedLists, Recorder, Recording};
use crate::pictures::tree::{self, Tree};
use crate::trace::Tracer;
use crate::{Format, Options};

/// The largest boards that pictures show.
const MOST_COLUMNS: usize = 10;

impl Options {
    pub(crate) fn is_observed(&self) -> bool {
        self.tree.is_some() || self.html.is_some() || self.is_traced()
    }

    fn is_traced(&self) -> bool {
        self.trace && self.format == Format::Standard
    }

    /// Whether this search of this board can be shown as the options ask.
    pub(crate) fn check_observed(&self, board: &Board) -> Result<(), String> {
        check_folder(self.tree.as_deref())?;
        check_folder(self.html.as_deref())?;
        let search = self.search_name();
        let is_default = self.weight.is_some();
        if self.is_observed() && !is_default && !self.search.can_be_observed() {
            return Err(format!("{search} is not observed: it runs on several threads"));
        }
        if self.trace && !is_default && !self.search.has_open_list() {
            return Err(format!("{search} has no open list to trace"));
        }
        if self.trace && self.format == Format::Course && self.search_name() != "a-star" {
            return Err("the course format traces a-star only".to_owned());
        }
        if let Some(file) = self.tree.as_deref().filter(|file| tree_format(file).is_none()) {
            return Err(format!("{}: expected a name that ends in .svg or .dot", file.display()));
        }
        let (size, most) = (board.size(), MOST_COLUMNS);
        if size > most && (self.tree.is_some() || self.html.is_some()) {
            return Err(format!(
                "pictures show boards of up to {most}-by-{most}, not {size}-by-{size}"
            ));
        }
        Ok(())
    }

    fn search_name(&self) -> String {
        let name =
            |choice: Choice| choice.to_possible_value().map(|value| value.get_name().to_owned());
        match self.weight {
            Some(weight) => format!("weighted A*, weight {weight}"),
            None => name(self.search).unwrap_or_default(),
        }
    }
}

#[derive(Clone, Copy)]
enum TreeFormat {
    Svg,
    Dot,
}

fn tree_format(file: &Path) -> Option<TreeFormat> {
    match file.extension()?.to_str()? {
        "svg" => Some(TreeFormat::Svg),
        "dot" | "gv" => Some(TreeFormat::Dot),
        _ => None,
    }
}

/// Solves a board on one thread, prints the trace, and returns what pictures are made from.
pub(crate) fn solve(
    (board, aim): (Board, &Aim),
    tables: Option<&Tables>,
    options: &Options,
    (limits, cancel): (&Limits, Arc<AtomicBool>),
    out: &mut dyn Write,
) -> Result<(Solver<Board>, Recording<Board>), Box<dyn Error>> {
    let tree = options.tree.as_ref().map_or(0, |_| tree::MOST_EVENTS);
    let html = options.html.as_ref().map_or(0, |_| player::MOST_EVENTS);
    let closed_lists = match options.weight {
        Some(_) => ClosedLists::One,
        None => options.search.closed_lists(),
    };
    let recorder = Recorder::new(tree.max(html), closed_lists);
    let tracer = options.is_traced().then(|| Tracer::new(out, closed_lists, cancel));
    let observer = |event: &Event<'_, Board>| {
        let board = aim.shown(event.state);
        let event = event.with_state(&board);
        recorder.record(&event);
        if let Some(tracer) = &tracer {
            tracer.observe(&event);
        }
    };
    let estimate =
        from_fn(|board: &Board| tables.map_or(board.manhattan(), |tables| tables.estimate(board)));
    let solver = watch("", options.time, |progress| {
        let builder = Solver::builder(board).limits(limits.clone()).on_progress(progress);
        let builder = builder.with_heuristic(estimate).on_event(observer);
        choice::solve_alone(builder, options.search, options.weighted())
    });
    if let Some(tracer) = tracer {
        tracer.finish()?;
    }
    Ok((solver, recorder.finish()))
}

/// Writes the pictures of a search that ended with this answer.
pub(crate) fn draw(
    recording: &Recording<Board>,
    options: &Options,
    answer: &str,
) -> Result<(), Box<dyn Error>> {
    let file = options
        .files
        .first()
        .map_or_else(|| "the board of 20 moves".to_owned(), |file| file.display().to_string());
    let title = format!("{}: {file}", options.search_name());
    if let Some(file) = &options.tree {
        let tree = Tree::new(recording);
        let title = format!("{title}. {answer}");
        let text = match tree_format(file) {
            Some(TreeFormat::Dot) => tree.dot(&title),
            _ => tree.svg(&title),
        };
        write(file, text)?;
    }
    if let Some(file) = &options.html {
        let player = Player { title: &title, answer, unit: 1 };
        write(file, player.boards(recording))?;
    }
    Ok(())
}

fn write(file: &Path, text: String) -> Result<(), String> {
    fs::write(file, text).map_err(|error| format!("{}: {error}", file.display()))
}
