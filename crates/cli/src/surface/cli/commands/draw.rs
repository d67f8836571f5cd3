//! `draw`: a puzzle's board, pieces and solutions as pictures.

use std::ops::ControlFlow;

use tilewright_dlx::OptionId;

use super::challenge_input::no_part_of;
use super::pictures::{self, Pages};
use super::solution_stream::numbered;
use super::{Inputs, LoadedPuzzle, OutputTarget, counted, part_of, read_puzzle, say};
use crate::design::challenges::ChallengeFile;
use crate::design::challenges::cards::CardFile;
use crate::picture::drawing::{Artist, Grid, Scene, Sheet, Style};
use crate::puzzle::{Puzzle, PuzzleFile, PuzzlePart, Source};
use crate::support::control_flow::break_if;
use crate::support::format::grouped;
use crate::surface::cli::args::{DrawArgs, WhatArg};
use crate::surface::cli::failure::{Failure, Outcome};

/// The width of a row of pieces, in cells.
const LINE: f64 = 20.0;

/// The edge of a cell of a challenge, in millimetres.
const CHALLENGE_CELL: f64 = 4.0;
/// The width of a row of challenges in millimetres: that of a page of A4 between margins.
const CHALLENGE_LINE: f64 = 186.0;

pub(super) fn run(args: &DrawArgs) -> Result<Outcome, Failure> {
    let text = Source::load_named(&args.file)?;
    if ChallengeFile::is_one(&text) && !CardFile::is_one(&text) {
        return challenges(args, text);
    }
    let what = what(args)?;
    let format = pictures::format(args.format, args.output.as_ref())?;
    args.paper.page()?;
    let fonts = args.font.fonts()?;
    let style = args.look.style();
    let inputs = Inputs::of([
        ("the puzzle", Some(&args.file)),
        ("the font", args.font.font.as_ref()),
        ("the bold font", args.font.bold_font.as_ref()),
    ]);
    let target = OutputTarget::of(args.output.as_ref(), &inputs)?;
    let pages = |title: &str| Pages::new(title, format, args.dpi, &fonts, target.clone());
    match what {
        WhatArg::Board | WhatArg::Pieces => {
            // The whole puzzle of a file with goals has a board and pieces, but no solution.
            let (_, PuzzleFile { puzzle, .. }) = match args.part.part() {
                PuzzlePart::Whole => read_puzzle(text)?,
                part => part_of_text(text, part)?,
            };
            let picture = if what == WhatArg::Board {
                let artist = Artist::new(&puzzle, style);
                let whole = artist.board();
                artist.in_style(scaled(args, style, &whole)).board()
            } else {
                pieces(args, &puzzle, style)?
            };
            single(args, picture, pages(&puzzle.title)?)
        }
        WhatArg::Solution => {
            let (source, file) = part_of_text(text, args.part.part())?;
            let loaded = LoadedPuzzle::with_filter(source, file, None)?;
            let pages = pages(&loaded.instance.puzzle().title)?;
            solution(args, &loaded, style, pages)
        }
        WhatArg::Sheet => {
            let (source, file) = part_of_text(text, args.part.part())?;
            let loaded = LoadedPuzzle::with_filter(source, file, None)?;
            let pages = pages(&loaded.instance.puzzle().title)?;
            sheet(args, &loaded, style, pages)
        }
    }
}

/// Reads the text of a puzzle and takes one part of it.
fn part_of_text(text: Source, part: PuzzlePart<'_>) -> Result<(Source, PuzzleFile), Failure> {
    let (source, file) = read_puzzle(text)?;
    part_of(source, file, part)
}

/// Draws the challenges of a file.
fn challenges(args: &DrawArgs, text: Source) -> Result<Outcome, Failure> {
    let stray = [
        ("--what", args.what.is_some()),
        ("--solution", args.solution.is_some()),
        ("--distinct", args.distinct),
        ("--limit", args.limit.is_some()),
        ("--columns", args.columns.is_some()),
    ];
    if let Some((name, _)) = stray.into_iter().find(|(_, is_stray)| *is_stray) {
        refuse!("{name} needs a puzzle, but this is a file of challenges");
    }
    no_part_of(&args.file, &args.part)?;
    let format = pictures::format(args.format, args.output.as_ref())?;
    let fonts = args.font.fonts()?;
    let file = ChallengeFile::read(text, &args.file)?;
    if file.challenges.is_empty() {
        refuse!("the file has no challenges");
    }
    let mut inputs = Inputs::of([
        ("the challenges", Some(&args.file)),
        ("the font", args.font.font.as_ref()),
        ("the bold font", args.font.bold_font.as_ref()),
    ]);
    for puzzle in &file.puzzles {
        inputs.add("the puzzle", &puzzle.path);
    }
    let target = OutputTarget::of(args.output.as_ref(), &inputs)?;
    let cell = args.cell.map_or(CHALLENGE_CELL, |length| length.0);
    let style = args.look.style().with_cell(cell);
    let width = args.width.map_or(CHALLENGE_LINE, |length| length.0);
    let mut pages = Pages::new(&file.title, format, args.dpi, &fonts, target)?;
    pages.add(file.draw(width, style))?;
    pages.finish()?;
    Ok(Outcome::Done)
}

/// The requested subject of the picture. Returns an error for options that belong to another
/// subject.
fn what(args: &DrawArgs) -> Result<WhatArg, Failure> {
    let what = args.what.unwrap_or(match args.solution {
        Some(_) => WhatArg::Solution,
        None => WhatArg::Board,
    });
    let solves = matches!(what, WhatArg::Solution | WhatArg::Sheet);
    let stray = [
        (
            "--solution",
            !solves && args.solution.is_some(),
            "solution or sheet",
        ),
        ("--distinct", !solves && args.distinct, "solution or sheet"),
        (
            "--limit",
            what != WhatArg::Sheet && args.limit.is_some(),
            "sheet",
        ),
        (
            "--columns",
            what != WhatArg::Sheet && args.columns.is_some(),
            "sheet",
        ),
    ];
    if let Some((name, _, with)) = stray.into_iter().find(|(_, is_stray, _)| *is_stray) {
        refuse!("{name} needs --what {with}");
    }
    let flat = what != WhatArg::Sheet && args.paper.paper.is_none();
    if flat && args.paper.landscape {
        refuse!("--landscape needs --paper");
    }
    args.resources.engine.must_list("draw with links or bits")?;
    Ok(what)
}

/// The style with the requested cell size, given directly or by the width of the picture. Every
/// length in a picture is proportional to its cells.
fn scaled(args: &DrawArgs, style: Style, picture: &Scene) -> Style {
    let cell = match (args.cell, args.width) {
        (Some(cell), _) => cell.0,
        (None, Some(width)) => style.cell * width.0 / picture.width,
        (None, None) => style.cell,
    };
    style.with_cell(cell)
}

fn pieces(args: &DrawArgs, puzzle: &Puzzle, style: Style) -> Result<Scene, Failure> {
    let artist = Artist::new(puzzle, style);
    if args.width.is_some() {
        let line = LINE * style.cell;
        let style = scaled(args, style, &artist.pieces(line));
        let line = LINE * style.cell * (1.0 + 1e-9);
        return Ok(artist.in_style(style).pieces(line));
    }
    let style = scaled(args, style, &artist.board());
    let line = match args.paper.asked()? {
        Some(paper) => paper.room().0,
        None => LINE * style.cell,
    };
    Ok(artist.in_style(style).pieces(line))
}

/// Writes one picture, centred on a page if `--paper` is given.
fn single(args: &DrawArgs, picture: Scene, mut pages: Pages<'_>) -> Result<Outcome, Failure> {
    let page = match args.paper.asked()? {
        Some(paper) => paper.centre(picture)?,
        None => picture,
    };
    pages.add(page)?;
    pages.finish()?;
    Ok(Outcome::Done)
}

/// Calls `visit` with the solutions from number `--solution` on, until it breaks. Returns the
/// number of solutions found until then, and whether the search was interrupted.
fn solutions(
    args: &DrawArgs,
    loaded: &LoadedPuzzle,
    mut visit: impl FnMut(u64, &[OptionId]) -> Result<ControlFlow<()>, Failure>,
) -> Result<(u64, bool), Failure> {
    let first = args.solution.unwrap_or(1);
    let found = numbered(
        loaded,
        args.distinct,
        &args.resources,
        |number, solution| {
            if number < first {
                return Ok(ControlFlow::Continue(()));
            }
            visit(number, &solution)
        },
    )?;
    Ok((found.solutions, found.interrupted))
}

fn solution(
    args: &DrawArgs,
    loaded: &LoadedPuzzle,
    style: Style,
    pages: Pages<'_>,
) -> Result<Outcome, Failure> {
    if loaded.warn_of_obstacles() {
        return Ok(Outcome::No);
    }
    let puzzle = loaded.instance.puzzle();
    let artist = Artist::new(puzzle, style);
    let artist = artist.in_style(scaled(args, style, &artist.empty_board()));
    let mut picture = None;
    let (seen, interrupted) = solutions(args, loaded, |number, solution| {
        let title = format!("{}, {}", puzzle.title, grouped(number));
        picture = Some(artist.solution(&title, &loaded.instance.placed_pieces(solution)));
        Ok(ControlFlow::Break(()))
    })?;
    match picture {
        Some(picture) => single(args, picture, pages),
        None => Ok(none_left(args, seen, interrupted)),
    }
}

fn sheet(
    args: &DrawArgs,
    loaded: &LoadedPuzzle,
    style: Style,
    mut pages: Pages<'_>,
) -> Result<Outcome, Failure> {
    if loaded.warn_of_obstacles() {
        return Ok(Outcome::No);
    }
    let puzzle = loaded.instance.puzzle();
    let artist = Artist::new(puzzle, style);
    let (grid, artist) = layout(args, &artist)?;
    let mut sheet = Sheet::new(grid, &puzzle.title);
    let mut left = args.limit.unwrap_or(u64::MAX);
    let (seen, interrupted) = solutions(args, loaded, |number, solution| {
        let caption = grouped(number);
        let picture = artist.solution(&caption, &loaded.instance.placed_pieces(solution));
        if let Some(page) = sheet.add(&caption, "", picture) {
            pages.add(page)?;
        }
        left -= 1;
        Ok(break_if(left == 0))
    })?;
    if args.solution.unwrap_or(1) > seen {
        return Ok(none_left(args, seen, interrupted));
    }
    if interrupted && let Some(page) = sheet.add_interruption() {
        pages.add(page)?;
    }
    if let Some(page) = sheet.finish() {
        pages.add(page)?;
    }
    pages.finish()?;
    if interrupted {
        say::incomplete(&counted(seen, "solution"));
        return Ok(Outcome::Interrupted);
    }
    Ok(Outcome::Done)
}

/// The grid of pictures on a sheet, and an artist that draws each picture in the size of a grid cell.
fn layout<'p>(args: &DrawArgs, artist: &Artist<'p>) -> Result<(Grid, Artist<'p>), Failure> {
    let paper = args.paper.page()?;
    let style = artist.style();
    let whole = artist.empty_board();
    let shape = whole.width / whole.height;
    let grid = if args.cell.is_some() || args.width.is_some() {
        let factor = scaled(args, style, &whole).cell / style.cell;
        Grid::of_size(paper, whole.width * factor, whole.height * factor)
    } else {
        Grid::of_columns(paper, usize::from(args.columns.unwrap_or(4)), shape)
    }?;
    let cell = style.cell * grid.picture().0 / whole.width;
    Ok((grid, artist.in_style(style.with_cell(cell))))
}

/// Reports that no solution has the number that `--solution` gives: only `seen` were found.
fn none_left(args: &DrawArgs, seen: u64, interrupted: bool) -> Outcome {
    if interrupted {
        say::incomplete(&counted(seen, "solution"));
        return Outcome::Interrupted;
    }
    let asked = args.solution.unwrap_or(1);
    let kind = if args.distinct {
        "distinct solution"
    } else {
        "solution"
    };
    say::error(format_args!(
        "there is no {kind} {}: there are {}",
        grouped(asked),
        grouped(seen)
    ));
    Outcome::No
}
