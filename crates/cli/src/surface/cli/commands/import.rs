//! `import`: converts files of other programs to puzzle files.

use std::collections::HashSet;
use std::io::Write;

use anyhow::{Context, anyhow};
use itertools::Itertools;

use super::json_answer::{JsonLayout, write_json};
use super::pictures::write_whole;
use super::{Inputs, OutputTarget, counted, grouped, say};
use crate::publish::interchange::burrtools::{BurrFile, ImportedProblem};
use crate::publish::interchange::listing::ListingOptions;
use crate::publish::interchange::puzzlecad::BoardOrigin;
use crate::publish::interchange::table::{Value, record};
use crate::publish::interchange::{ForeignFormat, listing, pixels, puzzlecad};
use crate::puzzle::{MAX_FILE_BYTES, Puzzle};
use crate::support::input;
use crate::surface::cli::args::ImportArgs;
use crate::surface::cli::failure::{Failure, Outcome};

pub(super) fn run(args: &ImportArgs) -> Result<Outcome, Failure> {
    let files = [("the file", Some(&args.file))];
    let target = OutputTarget::of(args.output.as_ref(), &Inputs::of(files))?;
    let others = files
        .into_iter()
        .chain([("the puzzle", args.output.as_ref())]);
    let kept = OutputTarget::of(args.assemblies.as_ref(), &Inputs::of(others))?;
    let bytes = input::read_named(&args.file, MAX_FILE_BYTES)?;
    let imported = imported(args, &bytes)?;
    if args.assemblies.is_some() && imported.len() > 1 {
        let message = "assemblies need one problem: add --problem 1";
        refuse!(message);
    }
    let text = text(&imported)?;
    write_whole(target.as_ref(), |out| Ok(out.write_all(text.as_bytes())?))?;
    if let (Some(kept), Some(problem)) = (&kept, imported.first()) {
        write_whole(Some(kept), |out| write_assemblies(problem, out))?;
    }
    Ok(Outcome::Done)
}

/// The puzzles in a file: one, or all problems of a BurrTools file.
fn imported(args: &ImportArgs, bytes: &[u8]) -> Result<Vec<ImportedProblem>, Failure> {
    let name = input::name(&args.file);
    let format = args
        .from
        .map_or_else(|| ForeignFormat::of(bytes), Into::into);
    refuse_idle_options(args, format)?;
    let text = || String::from_utf8_lossy(bytes);
    let problem = match format {
        ForeignFormat::Burrtools => return problems(args, bytes, &name),
        ForeignFormat::Puzzlecad => {
            let puzzle = puzzlecad::import(&text(), args.size);
            let (puzzle, origin) =
                puzzle.with_context(|| format!("{name} as a file of puzzlecad"))?;
            match origin {
                BoardOrigin::Given => {}
                BoardOrigin::Opening => say::note("the board is the opening of packing_tray"),
                BoardOrigin::Filled => {
                    say::note("the file has no board: a box that the pieces fill is used");
                }
            }
            ImportedProblem {
                puzzle,
                assembly_count: None,
                assemblies: Vec::new(),
            }
        }
        ForeignFormat::Png => {
            pixels::import(bytes, args.cell).with_context(|| format!("{name} as a picture"))?
        }
        ForeignFormat::Listing => {
            let options = ListingOptions {
                lattice: args.lattice.map(Into::into),
                wall: args.wall.as_deref(),
            };
            let listed = listing::import(&text(), options);
            let (problem, wall) =
                listed.with_context(|| format!("{name} as a list of solutions"))?;
            if let (Some(wall), None) = (wall, &args.wall) {
                say::note(format_args!(
                    "{wall} is taken as the wall, because its cells are not connected"
                ));
            }
            problem
        }
    };
    let pieces = problem.puzzle.pieces.iter().map(|piece| piece.copies.max);
    remark_line!(
        "{}, {}",
        counted(problem.puzzle.board.required_count(), "cell"),
        counted(pieces.sum::<u32>(), "piece")
    );
    Ok(vec![problem])
}

/// Returns an error for options that apply only to files of another format.
fn refuse_idle_options(args: &ImportArgs, format: ForeignFormat) -> Result<(), Failure> {
    let options = [
        (
            "--problem",
            args.problem.is_some(),
            ForeignFormat::Burrtools,
        ),
        ("--box", args.size.is_some(), ForeignFormat::Puzzlecad),
        ("--cell", args.cell.is_some(), ForeignFormat::Png),
        ("--lattice", args.lattice.is_some(), ForeignFormat::Listing),
        ("--wall", args.wall.is_some(), ForeignFormat::Listing),
    ];
    let is_idle = |(_, given, of): &(&str, bool, ForeignFormat)| *given && *of != format;
    match options.into_iter().find(is_idle) {
        Some((option, ..)) => {
            let kind = match format {
                ForeignFormat::Burrtools => "a file of BurrTools",
                ForeignFormat::Puzzlecad => "a file of puzzlecad",
                ForeignFormat::Png => "a picture",
                ForeignFormat::Listing => "a list of solutions",
            };
            Err(anyhow!("{option} does not apply to {kind}, which this seems to be").into())
        }
        None => Ok(()),
    }
}

/// Imports the requested problems of a BurrTools file.
fn problems(args: &ImportArgs, bytes: &[u8], name: &str) -> Result<Vec<ImportedProblem>, Failure> {
    let file = BurrFile::read(bytes).with_context(|| format!("{name} is not a BurrTools file"))?;
    let mut imported = Vec::new();
    for index in selected_problems(args, &file)? {
        let problem = file
            .import(index)
            .with_context(|| format!("problem {} of {name}", index + 1))?;
        say_what_is_kept(index, &problem);
        imported.push(problem);
    }
    Ok(imported)
}

fn selected_problems(args: &ImportArgs, file: &BurrFile) -> Result<Vec<usize>, Failure> {
    let count = file.problems.len();
    if count == 0 {
        refuse!("the file has shapes, but no problem to import");
    }
    let Some(selected) = &args.problem else {
        return Ok((0..count).collect());
    };
    let by_name = file
        .problems
        .iter()
        .position(|problem| problem.name == *selected);
    let by_number = || {
        selected
            .parse()
            .ok()
            .filter(|number| (1..=count).contains(number))
    };
    let index = by_name.or_else(|| by_number().map(|number: usize| number - 1));
    let index = index.ok_or_else(|| {
        anyhow!(
            "there is no problem {selected:?}; there are {}",
            counted(count, "problem")
        )
    })?;
    Ok(vec![index])
}

/// The text of the puzzle file: one puzzle, or several puzzles as goals of one file.
fn text(imported: &[ImportedProblem]) -> Result<String, Failure> {
    let puzzles = imported.iter().map(|problem| &problem.puzzle).collect_vec();
    let [first, others @ ..] = puzzles.as_slice() else {
        return Ok(String::new());
    };
    if others.is_empty() {
        return Ok(first.to_ron());
    }
    let is_alike =
        |puzzle: &&Puzzle| puzzle.lattice == first.lattice && puzzle.restrictions.is_empty();
    if !puzzles.iter().all(is_alike) {
        refuse!(
            "these problems cannot be goals of one puzzle: they differ in their lattices, or need \
             restrictions of their own; import them one by one with --problem 1, 2, …"
        );
    }
    let mut taken = HashSet::new();
    let named = puzzles.iter().enumerate().map(|(index, puzzle)| {
        let title = puzzle.title.to_string();
        let name = if taken.contains(&title) {
            format!("{title} ({})", index + 1)
        } else {
            title
        };
        taken.insert(name.clone());
        (name, *puzzle)
    });
    Ok(first.to_ron_with_goals(&named.collect_vec()))
}

/// Prints a line about an imported problem on stderr: its title, its number of pieces, and the number of
/// assemblies that BurrTools counted.
fn say_what_is_kept(index: usize, problem: &ImportedProblem) {
    let number = index + 1;
    let title = &problem.puzzle.title;
    let counted_there = problem.assembly_count.map_or_else(String::new, |count| {
        format!(
            "; BurrTools counted {}, rotations divided out",
            match count {
                1 => "1 assembly".to_owned(),
                _ => format!("{} assemblies", grouped(count)),
            }
        )
    });
    remark_line!(
        "problem {number}, {title}: {}{counted_there}",
        counted(problem.puzzle.pieces.len(), "piece")
    );
}

fn write_assemblies(problem: &ImportedProblem, out: &mut dyn Write) -> Result<(), Failure> {
    let puzzle = &problem.puzzle;
    for (number, assembly) in (1..).zip(&problem.assemblies) {
        let placements = assembly.iter().map(|(piece, cells)| {
            let piece = puzzle.pieces[*piece].name.as_str();
            let cells = cells.iter().map(|cell| puzzle.lattice.coordinates(*cell));
            let in_words = cells.clone().map(|cell| format!("({cell})")).join("");
            record! {
                piece: piece,
                cells: cells.map(|cell| cell.to_vec()).collect::<Value>(),
                placement: format!("{piece}@{in_words}"),
            }
        });
        let placements = placements.collect::<Value>();
        let line = record! { type: "solution", number: number, placements: placements };
        write_json(&mut *out, &line, JsonLayout::Compact)?;
    }
    Ok(())
}
