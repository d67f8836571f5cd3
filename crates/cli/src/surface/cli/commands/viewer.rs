//! `viewer`: makes a page to browse and play puzzles, as one HTML file or as a folder for a web server.

mod challenges;
mod goals;
mod page_maker;

use std::io::Write;

use self::page_maker::{PageMaker, options, target};
use super::{Inputs, LoadedPuzzle, Output, part_of, read_puzzle};
use crate::design::challenges::ChallengeFile;
use crate::design::challenges::cards::CardFile;
use crate::publish::viewer::Texts;
use crate::puzzle::{PuzzlePart, Source};
use crate::support::label::shown;
use crate::surface::cli::args::ViewerArgs;
use crate::surface::cli::failure::{Failure, Outcome};
use challenges::read_challenges;

pub(super) fn run(args: &ViewerArgs) -> Result<Outcome, Failure> {
    let Some(file) = args.file.as_ref().filter(|_| !args.words.print_texts) else {
        let mut out = Output::stdout();
        out.write_all(Texts::as_ron(args.words.language()).as_bytes())?;
        out.flush()?;
        return Ok(Outcome::Done);
    };
    let options = options(args)?;
    let maker = PageMaker {
        args,
        file,
        options: &options,
    };
    let mut inputs = Inputs::of([
        ("the puzzle", Some(file)),
        ("the file of challenges", args.challenges.as_ref()),
        ("the diagram", args.space.diagram.as_ref()),
        ("the file of texts", args.words.texts.as_ref()),
        ("the theme", args.theme.as_ref()),
        ("the logo", options.theme.logo_path.as_ref()),
    ]);
    let text = Source::load_named(file)?;
    if CardFile::is_one(&text) {
        return maker.of_cards(&text, inputs);
    }
    if ChallengeFile::is_one(&text) {
        return maker.of_challenges(text, inputs);
    }
    if let Some(path) = &args.challenges
        && CardFile::is_one(&Source::load_named(path)?)
    {
        refuse!(
            "{path} is a file of cards, which needs no puzzle: `tilewright viewer {path}`",
            path = shown(path)
        );
    }
    let (source, whole) = read_puzzle(text)?;
    if !whole.goals.is_empty() && args.part.part() == PuzzlePart::Whole && args.challenges.is_none()
    {
        let target = target(args, &inputs)?;
        return goals::of_goals(&maker, &whole, target.as_ref());
    }
    let (source, whole) = part_of(source, whole, args.part.part())?;
    let loaded = LoadedPuzzle::new(source, whole, args.space.machine.bytes())?;
    let challenges = match &args.challenges {
        Some(path) => {
            let (challenges, puzzle) = read_challenges(&loaded, file, path)?;
            inputs.add("the puzzle of the challenges", &puzzle);
            challenges
        }
        None => Vec::new(),
    };
    let target = target(args, &inputs)?;
    if loaded.warn_of_obstacles() {
        return Ok(Outcome::No);
    }
    maker.of_puzzle(&loaded, &challenges, target.as_ref())
}
