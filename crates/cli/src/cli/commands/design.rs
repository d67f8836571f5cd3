//! `design`: every choice of pieces, and those that are wanted.

mod data;
mod search;
mod text;

use std::path::{Path, PathBuf};
use std::rc::Rc;

use anyhow::{Context, anyhow};
use num_bigint::BigUint;

use super::files::{self, OutputFile};
use super::{Inputs, Output, load_puzzle, part_of, warn_of_twins};
use crate::cli::args::{DesignArgs, DesignFormat};
use crate::cli::failure::{Failure, Outcome};
use crate::cli::signals;
use crate::cover::Instance;
use crate::design::choices::{
    Choice, ChoiceQuestion, ChoiceRule, GoalQuestion, Judge, Order, Selection, cells_to_cover,
};
use crate::puzzle::{DesignRequest, Goal, Part, Puzzle, PuzzleFile, Wanted};
use crate::solve::resources::Resources;
use crate::solve::search::{Kind, Monitor, Watch};
use crate::support::format::counted;
use crate::support::label::{Label, shown};

/// So many choices are printed as text.
const SHOWN: usize = 20;

/// What was found.
struct Designs<'a> {
    /// The pool.
    puzzle: &'a Puzzle,
    goals: &'a [Goal],
    /// How many choices the rule allows, if that is known and printed.
    choices: Option<BigUint>,
    selection: Selection,
    /// Whether only choices were kept that solve every goal.
    every_goal: bool,
}

pub(super) fn run(args: &DesignArgs) -> Result<Outcome, Failure> {
    let (source, whole) = load_puzzle(&args.file)?;
    let request = request(args, &whole.design);
    let (source, file) = match &args.goal {
        Some(goal) => part_of(source, whole, Part::Goal(goal))?,
        None => (source, whole),
    };
    warn_of_twins(&file.puzzle, &file.cases, &file.spans, &source);
    let puzzle = file.puzzle.with_choice(&request.must, &request.never)?;
    let rule = ChoiceRule::of(&request, &puzzle);
    if args.search.search {
        let wanted = wanted(args, request.wanted);
        return search::run(args, &file, &puzzle, &rule, &wanted);
    }
    let monitor = signals::listen()?;
    let resources = Resources::from(&args.resources);
    let order = Order::from(args.sort);
    let limit = match (args.limit, args.format) {
        (Some(0), _) => None,
        (None, DesignFormat::Text) => Some(SHOWN),
        (limit, _) => limit,
    };
    let wanted = wanted(args, request.wanted);
    let judge = Judge::new(&puzzle, &wanted, !file.goals.is_empty(), monitor.stop())?;
    let select =
        |choices: &mut dyn Iterator<Item = Choice>| Selection::of(choices, &judge, order, limit);
    let selection = if file.goals.is_empty() {
        let instance = Instance::new(puzzle.clone())?;
        let choices = ChoiceQuestion::new(&instance, &rule).count(&resources, &monitor)?;
        if judge.needs_symmetries() && !choices.knows_symmetries() {
            return Err(anyhow!(
                "two pieces have the same placements, so distinct solutions are not told"
            )
            .into());
        }
        select(&mut choices.iter())?
    } else {
        let kept = over_goals(args, &file, &puzzle, &rule, &resources, &monitor)?;
        select(&mut kept.into_iter())?
    };
    let designs = Designs {
        choices: match args.format {
            DesignFormat::Text => number_of_choices(&file, &puzzle, &rule),
            DesignFormat::Jsonl | DesignFormat::Csv => None,
        },
        puzzle: &puzzle,
        goals: &file.goals,
        selection,
        every_goal: args.every_goal,
    };
    if let Some(folder) = &args.write {
        designs.write_puzzles(args, folder, None)?;
    }
    let mut out = Output::stdout();
    match args.format {
        DesignFormat::Text => designs.write_text(&mut out)?,
        DesignFormat::Jsonl => designs.write_jsonl(&mut out)?,
        DesignFormat::Csv => designs.write_csv(&mut out)?,
    }
    std::io::Write::flush(&mut out)?;
    Ok(if designs.selection.wanted > 0 {
        Outcome::Done
    } else {
        Outcome::No
    })
}

/// How many choices there are, solvable or not; none if it is unknown, or differs from goal to goal.
fn number_of_choices(file: &PuzzleFile, puzzle: &Puzzle, rule: &ChoiceRule) -> Option<BigUint> {
    let mut cells =
        (file.goals.iter()).map(|goal| cells_to_cover(&file.with_goal(goal).puzzle.board));
    let first = cells
        .next()
        .unwrap_or_else(|| cells_to_cover(&puzzle.board));
    if cells.any(|other| other != first) {
        return None;
    }
    rule.choices(puzzle, first)
}

/// Which pieces the file and the options ask for.
fn request(args: &DesignArgs, file: &DesignRequest) -> DesignRequest {
    let names = |file: &[Label], more: &[String]| {
        let more = more.iter().map(|name| Label::escaping(name));
        file.iter().cloned().chain(more).collect()
    };
    DesignRequest {
        choose: args.choose.or(file.choose),
        must: names(&file.must, &args.must),
        never: names(&file.never, &args.never),
        one_of_mirrors: args.one_of_mirrors || file.one_of_mirrors,
        wanted: file.wanted.clone(),
    }
}

/// What the file and the options want of a choice.
fn wanted(args: &DesignArgs, file: Option<Wanted>) -> Wanted {
    let every = args
        .every
        .iter()
        .map(|look| Wanted::EverySolution((*look).into()));
    let some = args
        .some
        .iter()
        .map(|look| Wanted::SomeSolution((*look).into()));
    let asked = [
        file,
        args.solutions.map(Wanted::Solutions),
        args.distinct.map(Wanted::Distinct),
        args.goals.map(Wanted::Goals),
        args.symmetric.then_some(Wanted::Symmetric),
        args.unique_start.then_some(Wanted::UniqueStart),
    ];
    let asked = asked.into_iter().flatten().chain(every).chain(some);
    Wanted::All(asked.collect())
}

/// The choices of all goals.
fn over_goals(
    args: &DesignArgs,
    file: &PuzzleFile,
    puzzle: &Puzzle,
    rule: &ChoiceRule,
    resources: &Resources,
    monitor: &Monitor,
) -> Result<Vec<Choice>, Failure> {
    let question = GoalQuestion {
        file,
        rule,
        every_goal: args.every_goal,
    };
    let all = file.goals.len();
    let mut watch = Watch::new(monitor, Kind::Busy("counting choices"));
    let kept = question.count(puzzle, resources, monitor, &mut |done, kept| {
        let words = format!(
            "{done} of {}, {} left",
            counted(all, "goal"),
            counted(kept, "choice")
        );
        #[expect(clippy::cast_precision_loss, reason = "for reading")]
        let share = done as f64 / all as f64;
        // A flag that is set ends the count of the next goal.
        let _ = watch.hear_words(Some(share), &words);
    })?;
    Ok(kept)
}

impl Designs<'_> {
    /// Writes the puzzle of each choice kept to a file of its own; `source` says where it was found.
    fn write_puzzles(
        &self,
        args: &DesignArgs,
        folder: &Path,
        source: Option<&str>,
    ) -> Result<(), Failure> {
        let cannot = || format!("cannot make the folder {}", shown(folder));
        std::fs::create_dir_all(folder).with_context(cannot)?;
        let inputs = Rc::new(Inputs::of([("the puzzle", Some(&args.file))]));
        let digits = self.selection.first.len().to_string().len();
        let written = self
            .selection
            .first
            .iter()
            .enumerate()
            .map(|(index, choice)| {
                let number = index + 1;
                let path: PathBuf = folder.join(format!("{number:0digits$}.ron"));
                let mut puzzle = self.puzzle.chosen(&choice.copies);
                puzzle.title = Label::escaping(&format!("{}, choice {number}", puzzle.title));
                puzzle.source = source.map(Label::escaping).or(puzzle.source);
                OutputFile {
                    index,
                    path,
                    bytes: puzzle.to_ron().into_bytes(),
                }
            });
        files::write(&written.collect::<Vec<_>>(), &inputs)
    }

    /// `F, I, 2 L`: the pieces of a choice.
    fn names(&self, choice: &Choice) -> Vec<String> {
        let name = |(piece, copies): (_, u32)| {
            let name = &self.puzzle.piece(piece).name;
            match copies {
                1 => name.to_string(),
                _ => format!("{copies}×{name}"),
            }
        };
        choice.pieces().map(name).collect()
    }
}
