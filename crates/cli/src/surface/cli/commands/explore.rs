//! `explore`: statistics of all solutions of a puzzle, or of those that match some filters.

mod interactive;
mod json;

use std::io::Write;

use num_bigint::BigUint;

use super::background::interruptible;
use super::json_answer::{JsonLayout, write_json};
use super::solution_space::open_or_list;
use super::table::{check_table, write_table};
use super::{Inputs, LoadedPuzzle, Output, OutputTarget, load};
use crate::cover::notation::{self, NotationError, PlacementPattern};
use crate::design::explore::{self, Overview, PieceUse, SpaceText};
use crate::picture::drawing::{Scene, svg};
use crate::publish::interchange::table::{Column, TableEncoding};
use crate::puzzle::PieceId;
use crate::solve::counting::distinct_of_all;
use crate::solve::search::WorkKind;
use crate::solve::space::{Filter, Space, SpaceError};
use crate::support::format::grouped;
use crate::support::input;
use crate::surface::cli::args::{ExploreArgs, MapFormat};
use crate::surface::cli::failure::{Failure, Outcome};
use crate::surface::cli::signals;

/// The statistics to be written, and the solutions they describe.
struct ExploreFindings<'a> {
    args: &'a ExploreArgs,
    space: &'a Space<'a>,
    filters: &'a [Filter],
    /// The number of all solutions, without the filters.
    all: BigUint,
    /// The number of distinct solutions. `None` under filters, because a filter may keep a solution
    /// and drop its images.
    distinct: Option<BigUint>,
    overview: Overview,
    /// The pieces whose heat maps are drawn.
    pieces: Vec<PieceId>,
}

pub(super) fn run(args: &ExploreArgs) -> Result<Outcome, Failure> {
    if args.interactive && input::is_stdin(&args.file) {
        refuse!("commands are read from stdin, so the puzzle must be in a file");
    }
    let inputs = Inputs::of([
        ("the puzzle", Some(&args.file)),
        ("the diagram", args.space.diagram.as_ref()),
    ]);
    let target = OutputTarget::of(args.output.as_ref(), &inputs)?;
    check_table(args.table(), target.as_ref())?;
    let loaded = load(&args.file, args.part.part(), args.space.machine.bytes())?;
    let LoadedPuzzle { instance, .. } = &loaded;
    let puzzle = instance.puzzle();
    let pattern = |text: &String| PlacementPattern::parse(text, instance);
    let mut filters: Vec<Filter> = Vec::new();
    for text in &args.with {
        filters.push(Filter::With(pattern(text)?));
    }
    for text in &args.without {
        filters.push(Filter::Without(pattern(text)?));
    }
    let pieces = if args.heat.is_empty() {
        puzzle.pieces().map(|(id, _)| id).collect()
    } else {
        let named = args.heat.iter().map(|name| notation::piece(name, puzzle));
        named.collect::<Result<_, NotationError>>()?
    };
    if loaded.warn_of_obstacles() {
        return Ok(Outcome::No);
    }
    let monitor = signals::listen()?.with(&args.space.machine);
    let whole = open_or_list(&args.space, instance, &monitor)?;
    let whole = whole.map_err(SpaceError::Frontier)?;
    if args.interactive {
        return interactive::run(&whole, filters, &monitor);
    }
    let distinct = if filters.is_empty() {
        let group = instance.symmetry(monitor.stop())?;
        let counted = distinct_of_all(instance, group, &monitor, &whole.count())?;
        Some(counted.ok_or(Failure::Interrupted)?)
    } else {
        None
    };
    let looking = Some(WorkKind::Busy("looking through the diagram"));
    let filtered = interruptible(&monitor, looking, || -> Result<_, Failure> {
        let mut filtered = None;
        for filter in &filters {
            filtered = Some(filtered.as_ref().unwrap_or(&whole).filtered(filter)?);
        }
        Ok(filtered)
    })?;
    let space = filtered.as_ref().unwrap_or(&whole);
    let overview = interruptible(&monitor, looking, || Overview::of(space))?;
    let findings = ExploreFindings {
        args,
        space,
        filters: &filters,
        all: whole.count(),
        distinct,
        overview,
        pieces,
    };
    if args.format == MapFormat::Svg && findings.overview.solutions == BigUint::ZERO {
        stderr_line!("there is no solution to draw");
        return Ok(Outcome::No);
    }
    findings.write(target.as_ref())?;
    Ok(Outcome::of(findings.overview.solutions != BigUint::ZERO))
}

impl ExploreFindings<'_> {
    fn write(&self, target: Option<&OutputTarget>) -> Result<(), Failure> {
        if let Some(encoding) = self.args.table() {
            return self.write_table(encoding, target);
        }
        let mut out = Output::to(target)?;
        match self.args.format {
            MapFormat::Json => {
                write_json(&mut out, &self.answer(), JsonLayout::Compact)?;
            }
            MapFormat::Svg => write!(out, "{}", svg::file(&self.sheet()))?,
            _ => self.write_text(&mut out)?,
        }
        Ok(out.flush()?)
    }

    /// Writes a row for each piece and cell: the number of solutions in which the piece covers the
    /// cell.
    fn write_table(
        &self,
        encoding: TableEncoding,
        target: Option<&OutputTarget>,
    ) -> Result<(), Failure> {
        let puzzle = self.space.puzzle();
        let solutions = Column::count("solutions", &self.overview.solutions);
        let columns = [Column::text("piece"), Column::text("cell"), solutions];
        let columns = columns.into_iter().collect();
        write_table(encoding, target, &puzzle.title, &columns, |add| {
            for of in self.mapped_pieces() {
                let name = puzzle.piece(of.piece).name.as_str();
                for (at, solutions) in puzzle.board.indices().zip(&of.density) {
                    add(&[
                        name.into(),
                        notation::cell(puzzle, at).into(),
                        solutions.into(),
                    ])?;
                }
            }
            Ok(())
        })
    }

    fn sheet(&self) -> Scene {
        let text = SpaceText {
            space: self.space,
            styled: false,
        };
        let mut remarks = vec![format!("{} solutions", self.solutions())];
        remarks.extend(self.filters.iter().map(|filter| {
            let (word, words) = text.filter(filter);
            format!("{word} {words}")
        }));
        explore::sheet(
            self.space.puzzle(),
            &self.mapped_pieces().collect::<Vec<_>>(),
            &self.overview.solutions,
            &remarks,
        )
    }

    /// The number of solutions that match the filters, in words.
    fn solutions(&self) -> String {
        let solutions = grouped(&self.overview.solutions);
        if self.filters.is_empty() {
            solutions
        } else {
            format!("{solutions} of {}", grouped(&self.all))
        }
    }

    /// The statistics of the pieces whose heat maps are drawn.
    fn mapped_pieces(&self) -> impl Iterator<Item = &PieceUse> {
        self.pieces
            .iter()
            .map(|id| &self.overview.pieces[id.index()])
    }

    fn write_text(&self, out: &mut Output) -> Result<(), Failure> {
        let Self {
            space, overview, ..
        } = self;
        let puzzle = space.puzzle();
        let text = SpaceText {
            space,
            styled: out.styled,
        };
        writeln!(out, "{}", puzzle.title)?;
        for filter in self.filters {
            let (word, words) = text.filter(filter);
            writeln!(out, "  {word:<12} {words}")?;
        }
        writeln!(out, "  solutions    {}", self.solutions())?;
        if let Some(distinct) = &self.distinct {
            writeln!(out, "  distinct     {}", grouped(distinct))?;
        }
        if overview.solutions == BigUint::ZERO {
            return Ok(());
        }
        write!(out, "{}", text.overview(overview))?;
        writeln!(out, "\n{}\n", SpaceText::legend())?;
        let maps = text.heat_maps(self.mapped_pieces(), &overview.solutions);
        write!(out, "{maps}")?;
        if self.args.unused {
            writeln!(out, "\nin no solution:")?;
            for option in &overview.unused {
                writeln!(out, "{}", notation::of(space.instance(), *option))?;
            }
        }
        Ok(())
    }
}
