//! `check`: reads a puzzle, counts its items and options, and reports obstacles to a solution.

mod goals;

use std::io::Write;

use itertools::Itertools;
use tilewright_dlx::StopFlag;

use super::background::interruptible;
use super::count::ItemCounts;
use super::json_answer::{JsonLayout, print_answer};
use super::{Output, counted, grouped, in_order, load_goal, say, say_how_to_ask_why};
use crate::cover::{Instance, InstanceError};
use crate::publish::interchange::table::{Record, Value, record};
use crate::puzzle::{Diagnostic, Puzzle, PuzzleFile, Span, Spans, Tray};
use crate::reason::twins::{twins, twins_warning};
use crate::solve::refute::feasibility::{idle_restrictions, obstacles};
use crate::solve::search::WorkKind;
use crate::surface::cli::args::{CheckArgs, DataFormat};
use crate::surface::cli::failure::{Failure, Outcome};
use crate::surface::cli::signals;
use goals::GoalsCheck;

pub(super) fn run(args: &CheckArgs) -> Result<Outcome, Failure> {
    let (source, file) = load_goal(&args.file, args.goal.as_deref())?;
    let memory = args.memory.as_u64();
    let within = |puzzle: Puzzle| Instance::within(puzzle, Some(memory), &StopFlag::new());
    let instance = within(file.puzzle.clone())?;
    if let Err(Ok(diagnostic)) = in_order(&instance, &file.order) {
        return Err(Failure::Diagnostic(Box::new(diagnostic), source));
    }
    let monitor = signals::listen()?;
    let looking = Some(WorkKind::Busy("checking the puzzle"));
    let (mut whole, cases) =
        interruptible(&monitor, looking, || findings(&instance, &file, &within))?;
    let looking = Some(WorkKind::Busy("looking at the goals"));
    let goals = interruptible(&monitor, looking, || {
        GoalsCheck::of(&file, &within, &monitor)
    })?;
    if goals.is_some() {
        // The file's puzzle is only the base of its goals and needs no solution itself.
        whole.obstacles.clear();
    }
    let all = || std::iter::once(&whole).chain(cases.iter().map(|(_, findings)| findings));
    let sound = all().all(|findings| findings.obstacles.is_empty())
        && goals.as_ref().is_none_or(GoalsCheck::may_work);
    let as_json = || answer(&instance, &whole, &cases, goals.as_ref());
    print_answer(args.format, JsonLayout::Pretty, as_json, |out| {
        write_text(out, &instance, &cases)?;
        if let Some(goals) = &goals {
            goals.write(out)?;
        } else if sound {
            writeln!(
                out,
                "  ok           nothing speaks against a solution; `tilewright count` counts them"
            )?;
        }
        Ok(())
    })?;
    for diagnostic in all().flat_map(CheckFindings::diagnostics) {
        stderr_line!("{}", diagnostic.render(&source, true));
    }
    let impossible = goals.as_ref().and_then(GoalsCheck::first_impossible);
    if let (DataFormat::Text, Some(goal)) = (args.format, impossible) {
        say_how_to_ask_why(&args.file, goal);
    }
    if let Some(goals) = goals.as_ref().filter(|goals| goals.interrupted()) {
        say::interrupted(goals.looked_at());
        return Ok(Outcome::Interrupted);
    }
    Ok(Outcome::of(sound))
}

/// The findings on each case of a puzzle, by the case's name.
type CaseFindings<'a> = Vec<(&'a str, CheckFindings)>;

/// The findings on a puzzle and on each of its cases. `within` makes the instance of a case.
fn findings<'a>(
    instance: &Instance,
    file: &'a PuzzleFile,
    within: &impl Fn(Puzzle) -> Result<Instance, InstanceError>,
) -> Result<(CheckFindings, CaseFindings<'a>), Failure> {
    let puzzle = instance.puzzle();
    let mut whole = CheckFindings::of(instance, &file.spans, 0)?;
    let twins = twins(puzzle, &file.cases);
    let warnings = twins
        .iter()
        .map(|ids| twins_warning(puzzle, &file.spans, ids));
    whole.warnings.extend(warnings);
    let own = puzzle.restrictions.len();
    let mut cases = Vec::new();
    for case in &file.cases {
        let PuzzleFile { puzzle, spans, .. } = file.with_case(case);
        let instance = within(puzzle)?;
        let mut findings = CheckFindings::of(&instance, &spans, own)?;
        // An obstacle of the whole puzzle is not reported again for its cases.
        if file.goals.is_empty() {
            findings
                .obstacles
                .retain(|obstacle| !whole.obstacles.contains(obstacle));
        }
        findings.name(&case.name);
        cases.push((case.name.as_str(), findings));
    }
    Ok((whole, cases))
}

/// The obstacles and warnings of a puzzle, or of one of its cases.
struct CheckFindings {
    options: usize,
    obstacles: Vec<Diagnostic>,
    warnings: Vec<Diagnostic>,
}

impl CheckFindings {
    /// The findings on a puzzle. Warns of restrictions without effect, but only of those with index `first` or
    /// higher: for a case, the ones before are those of the whole puzzle.
    fn of(instance: &Instance, spans: &Spans, first: usize) -> Result<Self, Failure> {
        let puzzle = instance.puzzle();
        let obstacles = obstacles(instance).into_iter();
        let idle = idle_restrictions(puzzle, first)?;
        let looked_at: Vec<usize> = (first..spans.restrictions.len()).collect();
        // A restriction of a tile with coloured cells becomes one for each face, all with the same
        // span.
        let written = looked_at.chunk_by(|&a, &b| spans.restrictions[a] == spans.restrictions[b]);
        let idle = written.filter(|faces| faces.iter().all(|face| idle.contains(face)));
        Ok(Self {
            options: instance.problem().option_count(),
            obstacles: obstacles
                .map(|obstacle| obstacle.diagnostic(puzzle, spans))
                .collect(),
            warnings: idle
                .map(|faces| idle_warning(spans.restrictions[faces[0]]))
                .collect(),
        })
    }

    /// Puts the name of the case before each message.
    fn name(&mut self, case: &str) {
        for diagnostic in self.obstacles.iter_mut().chain(&mut self.warnings) {
            diagnostic.message = format!("case {case:?}: {}", diagnostic.message);
        }
    }

    fn diagnostics(&self) -> impl Iterator<Item = &Diagnostic> {
        self.obstacles.iter().chain(&self.warnings)
    }

    fn messages(&self) -> Record {
        let messages = |of: &[Diagnostic]| of.iter().map(|found| &found.message).collect::<Value>();
        record! { obstacles: messages(&self.obstacles), warnings: messages(&self.warnings) }
    }
}

/// The warning that the restriction at `span` removes no placement.
fn idle_warning(span: Span) -> Diagnostic {
    Diagnostic::warning(
        "this restriction removes no placement",
        span,
        "always holds",
    )
    .help("leave it out, or correct its cells")
}

fn options_by_piece(instance: &Instance) -> Vec<usize> {
    let mut options = vec![0; instance.puzzle().pieces.len()];
    for meaning in instance.meanings() {
        options[meaning.piece.index()] += 1;
    }
    options
}

fn answer(
    instance: &Instance,
    whole: &CheckFindings,
    cases: &[(&str, CheckFindings)],
    goals: Option<&GoalsCheck<'_>>,
) -> Record {
    let puzzle = instance.puzzle();
    let options = options_by_piece(instance);
    let pieces = puzzle.pieces().map(|(id, piece)| {
        record! {
            name: &piece.name,
            size: piece.polyform.size(),
            copies: [piece.copies.min, piece.copies.max],
            options: options[id.index()],
        }
    });
    let cases = cases.iter().map(|(name, findings)| {
        record! { name: *name, options: findings.options, ..findings.messages() }
    });
    record! {
        puzzle: &puzzle.title,
        lattice: puzzle.lattice.to_string(),
        cells: record! {
            required: puzzle.board.required_count(),
            optional: puzzle.board.optional_count(),
        },
        pieces: pieces.collect::<Value>(),
        options: instance.problem().option_count(),
        items: ItemCounts::of(instance.problem()),
        ..whole.messages(),
        cases?: cases.collect::<Value>().unless_empty(),
        goals?: goals.map(GoalsCheck::record),
        complete: goals.is_none_or(GoalsCheck::complete),
    }
}

fn write_text(
    out: &mut Output,
    instance: &Instance,
    cases: &[(&str, CheckFindings)],
) -> Result<(), Failure> {
    let puzzle = instance.puzzle();
    writeln!(out, "{}", puzzle.title)?;
    if let Some(source) = &puzzle.source {
        writeln!(out, "  source       {source}")?;
    }
    let optional = match puzzle.board.optional_count() {
        0 => String::new(),
        count => format!(", {} optional", grouped(count as u64)),
    };
    writeln!(
        out,
        "  board        {}{optional}, {} lattice{}",
        counted(puzzle.board.required_count() as u64, "cell"),
        puzzle.lattice,
        match puzzle.tray {
            Tray::Flat => String::new(),
            Tray::Projected { layers } => format!(", pieces {layers} layers deep"),
        }
    )?;
    let mut options = vec![0; puzzle.pieces.len()];
    for (tile, of_face) in puzzle.tiles().into_iter().zip(options_by_piece(instance)) {
        options[tile.index()] += of_face;
    }
    let pieces = puzzle
        .first_faces()
        .map(|(id, piece)| {
            let all = piece.copies_of_tile();
            let copies = match all.exactly() {
                Some(1) => String::new(),
                _ => format!(" ({all} copies)"),
            };
            let options = grouped(options[id.index()] as u64);
            format!("{}{copies} {options}", piece.name_of_tile())
        })
        .join(", ");
    let all = grouped(instance.problem().option_count() as u64);
    writeln!(out, "  placements   {all}: {pieces}")?;
    for (name, findings) in cases {
        writeln!(
            out,
            "  case         {name}: {}",
            counted(findings.options as u64, "placement")
        )?;
    }
    Ok(())
}
