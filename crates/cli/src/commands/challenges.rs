//! `challenges`: mines challenges, and writes them as a file, drawn or as JSON.

use std::io::Write;
use std::path::Path;
use std::time::Instant;

use anyhow::{Context, anyhow};
use itertools::Itertools;
use serde::Serialize;
use tilewright_dlx::{Bits, OptionId};
use tilewright_geometry::BoardCell;

use super::{Loaded, Output, counted, load, say_incomplete};
use crate::args::{ChallengesArgs, ChallengesFormat, LevelsArg};
use crate::challenges::{
    Amount, Challenge, End, Identity, Kin, Mine, Mined, Plan, Written, path_from,
};
use crate::deduction::{Grade, Rating};
use crate::effort::Effort;
use crate::failure::{Failure, Outcome};
use crate::orbits::Group;
use crate::puzzle::{PieceId, Span};
use crate::render::{self, Labels};
use crate::search::{Interrupt, Kind, Watch};
use crate::space::{Space, SpaceError};
use crate::whole_file;

pub(super) fn run(args: &ChallengesArgs) -> Result<Outcome, Failure> {
    let started = Instant::now();
    let loaded = load(&args.file, args.part.part())?;
    if loaded.warn_of_plain_obstacles() {
        return Ok(Outcome::No);
    }
    let plan = plan(args, &loaded)?;
    let Loaded { puzzle, matrix, .. } = &loaded;
    let effort = Effort::from(&args.space.resources);
    let interrupt = Interrupt::listen()?;
    let group = Group::of(puzzle, matrix).map_err(anyhow::Error::new)?;
    let kin = Kin::new(puzzle, matrix, &group);
    let space = space(args, &loaded, &effort, &interrupt)?;
    if space
        .as_ref()
        .is_some_and(|space| space.count() == 0_u32.into())
    {
        say("no solution: there is nothing to make challenges of");
        return Ok(Outcome::No);
    }
    let mine = Mine {
        puzzle,
        matrix,
        kin: &kin,
        space: space.as_ref(),
        interrupt: &interrupt,
    };
    let mined = on_threads(&effort, &interrupt, &mine, &plan)?;
    let mut identity = Identity::new(puzzle, matrix, &kin);
    let challenges: Vec<Challenge> = mined
        .challenges
        .iter()
        .map(|found| Challenge {
            id: identity.id(&found.givens),
            givens: found.givens.clone(),
            grade: found.rating.map(Rating::grade),
            rating: found.rating.map(Rating::score),
            span: Span::new(0, 0),
        })
        .collect();
    let list = List {
        args,
        loaded: &loaded,
        plan: &plan,
        mined: &mined,
        challenges: &challenges,
        fingerprint: identity.fingerprint(),
    };
    // An empty list is no reason to write over a file.
    if !challenges.is_empty() || args.format == ChallengesFormat::Json {
        list.write()?;
    }
    list.say_how_it_went(space.as_ref(), started.elapsed().as_secs_f64());
    Ok(match (mined.end, challenges.is_empty()) {
        (End::Interrupted, _) => Outcome::Interrupted,
        (_, true) => Outcome::No,
        (_, false) => Outcome::Done,
    })
}

/// What is asked for, if it can be.
fn plan(args: &ChallengesArgs, loaded: &Loaded) -> Result<Plan, Failure> {
    let sizes = |sizes: &[u32]| sizes.iter().map(|size| *size as usize).collect_vec();
    let amount = match (&args.deck, args.levels) {
        (None, _) => Amount::Count(args.count as usize),
        (Some(deck), LevelsArg::Quantiles) => Amount::Quantiles(sizes(deck)),
        (Some(deck), LevelsArg::Grades) => {
            if deck.len() > Grade::ALL.len() {
                return Err(anyhow!(
                    "a deck by grades has {} parts at most, easy to expert, not {}; \
                     `--levels quantiles` cuts it in any number of parts",
                    Grade::ALL.len(),
                    deck.len()
                )
                .into());
            }
            Amount::Grades(sizes(deck))
        }
    };
    if amount.total() == 0 {
        return Err(anyhow!("the deck has no challenges: write for instance --deck 4,3,2").into());
    }
    let puzzle = &loaded.puzzle;
    let copies = puzzle
        .pieces
        .iter()
        .map(|piece| u64::from(piece.copies.max));
    let pieces = copies.sum::<u64>() - puzzle.givens.len() as u64;
    let givens = args.givens.unwrap_or_default();
    if givens.least as u64 > pieces {
        let besides = if puzzle.givens.is_empty() {
            ""
        } else {
            " beside its own givens"
        };
        return Err(anyhow!(
            "no challenge has {givens} givens: the puzzle has {}{besides}",
            counted(pieces, "piece")
        )
        .into());
    }
    Ok(Plan {
        amount,
        givens,
        difficulty: args.difficulty,
        seed: args.seed,
        draws: args.draws,
    })
}

/// All solutions; none, which is said, if there is no diagram of them.
fn space<'l>(
    args: &ChallengesArgs,
    loaded: &'l Loaded,
    effort: &Effort,
    interrupt: &Interrupt,
) -> Result<Option<Space<'l>>, Failure> {
    let Loaded { puzzle, matrix, .. } = loaded;
    let file = args.space.diagram.as_deref();
    match Space::open(puzzle, matrix, effort, interrupt, file) {
        Ok(space) => Ok(Some(space)),
        Err(SpaceError::Frontier(error)) => {
            if !Bits::fits(&matrix.problem) {
                return Err(anyhow::Error::new(error)
                    .context("this puzzle is too large for challenges")
                    .into());
            }
            say(&format!(
                "{error}; without it, solutions are searched for in a random order, \
                 which finds some more often than others"
            ));
            Ok(None)
        }
        Err(error) => Err(error.into()),
    }
}

fn on_threads(
    effort: &Effort,
    interrupt: &Interrupt,
    mine: &Mine<'_>,
    plan: &Plan,
) -> Result<Mined, Failure> {
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(effort.threads.get())
        .build()
        .context("cannot start threads")?;
    let mut watch = Watch::new(interrupt, Kind::Mine);
    let mined = pool.install(|| {
        mine.mine(plan, &mut |progress| {
            // Mining itself sees whether it is to stop.
            let _ = watch.hear(&tilewright_dlx::Progress {
                nodes: progress.draws,
                solutions: progress.candidates as u64,
                fraction: progress.fraction,
            });
        })
    });
    watch.end();
    Ok(mined.map_err(anyhow::Error::new)?)
}

/// Says something on stderr.
fn say(words: &str) {
    let note = anstyle::AnsiColor::Yellow.on_default().bold();
    anstream::eprintln!("{note}note{note:#}: {words}");
}

/// The challenges with all that is told of them.
struct List<'a> {
    args: &'a ChallengesArgs,
    loaded: &'a Loaded,
    plan: &'a Plan,
    mined: &'a Mined,
    challenges: &'a [Challenge],
    fingerprint: &'a str,
}

/// The answer as JSON.
#[derive(Serialize)]
struct Answer<'a> {
    puzzle: &'a str,
    title: String,
    fingerprint: &'a str,
    seed: u64,
    challenges: Vec<ChallengeAnswer<'a>>,
    parts: Vec<PartAnswer>,
    /// Whether there are as many as were asked for.
    complete: bool,
    candidates: usize,
    draws: u64,
    spread: SpreadAnswer,
}

#[derive(Serialize)]
struct ChallengeAnswer<'a> {
    id: &'a str,
    givens: Vec<GivenAnswer<'a>>,
    grade: Option<String>,
    rating: Option<f64>,
}

#[derive(Serialize)]
struct GivenAnswer<'a> {
    piece: &'a str,
    cells: Vec<Vec<i32>>,
}

#[derive(Serialize)]
struct PartAnswer {
    level: String,
    wanted: usize,
    found: usize,
}

#[derive(Serialize)]
struct SpreadAnswer {
    pieces: f64,
    cells: f64,
}

impl List<'_> {
    fn title(&self) -> String {
        self.args.title.clone().unwrap_or_else(|| {
            let count = self.challenges.len();
            format!(
                "{}: {}",
                self.loaded.puzzle.title,
                counted(count, "challenge")
            )
        })
    }

    /// How many challenges each part has.
    fn parts(&self) -> Vec<PartAnswer> {
        let amount = &self.plan.amount;
        let sizes = amount.sizes().iter().enumerate();
        sizes
            .map(|(part, wanted)| PartAnswer {
                level: amount.part_name(part),
                wanted: *wanted,
                found: self
                    .mined
                    .challenges
                    .iter()
                    .filter(|c| c.part == part)
                    .count(),
            })
            .collect()
    }

    fn write(&self) -> Result<(), Failure> {
        let Some(path) = &self.args.output else {
            let mut out = Output::stdout();
            let text = self.text(&self.args.file, out.styled)?;
            out.write_all(text.as_bytes())?;
            return Ok(out.flush()?);
        };
        let cannot = || format!("cannot write {}", path.display());
        let folder = path.parent().unwrap_or(Path::new(""));
        let puzzle_path = path_from(folder, &self.args.file).with_context(cannot)?;
        let text = self.text(&puzzle_path, false)?;
        whole_file::replace(path, |file| file.write_all(text.as_bytes())).with_context(cannot)?;
        Ok(())
    }

    fn text(&self, puzzle_path: &Path, styled: bool) -> Result<String, Failure> {
        Ok(match self.args.format {
            ChallengesFormat::Ron => Written {
                title: &self.title(),
                puzzle_path,
                part: self.args.part.part(),
                puzzle: &self.loaded.puzzle,
                matrix: &self.loaded.matrix,
                seed: Some(self.args.seed),
                challenges: self.challenges,
            }
            .ron(),
            ChallengesFormat::Json => serde_json::to_string(&self.answer())? + "\n",
            ChallengesFormat::Text => self.drawn(styled),
        })
    }

    fn answer(&self) -> Answer<'_> {
        let given = |option: &OptionId| {
            let Loaded { puzzle, matrix, .. } = self.loaded;
            let meaning = matrix.meaning(*option);
            let cells = meaning.placement.cells.iter();
            let cells = cells.map(|cell| puzzle.lattice.coordinates(puzzle.board.cell(*cell)));
            GivenAnswer {
                piece: &puzzle.piece(meaning.piece).name,
                cells: cells.map(|numbers| numbers.to_vec()).collect(),
            }
        };
        let challenges = self.challenges.iter().map(|challenge| ChallengeAnswer {
            id: &challenge.id,
            givens: challenge.givens.iter().map(given).collect(),
            grade: challenge.grade.map(|grade| grade.to_string()),
            rating: challenge.rating,
        });
        Answer {
            puzzle: &self.loaded.puzzle.title,
            title: self.title(),
            fingerprint: self.fingerprint,
            seed: self.args.seed,
            challenges: challenges.collect(),
            parts: self.parts(),
            complete: self.challenges.len() == self.plan.amount.total(),
            candidates: self.mined.candidates,
            draws: self.mined.draws,
            spread: SpreadAnswer {
                pieces: self.mined.spread.pieces,
                cells: self.mined.spread.cells,
            },
        }
    }

    fn drawn(&self, styled: bool) -> String {
        let Loaded { puzzle, matrix, .. } = self.loaded;
        let labels = Labels::of_puzzle(puzzle);
        let mut text = self.title() + "\n";
        if let Some(legend) = labels.legend(puzzle) {
            text += &format!("{legend}\n");
        }
        for challenge in self.challenges {
            let grade = challenge.grade.zip(challenge.rating);
            let grade = grade.map(|(grade, rating)| format!("{grade} {rating:.1}, "));
            let givens = counted(challenge.givens.len(), "given");
            text += &format!(
                "\n{}  {}{givens}\n",
                challenge.id,
                grade.unwrap_or_default()
            );
            let placements: Vec<(PieceId, &[BoardCell])> = matrix
                .givens
                .iter()
                .chain(&challenge.givens)
                .map(|option| matrix.meaning(*option))
                .map(|meaning| (meaning.piece, meaning.placement.cells.as_ref()))
                .collect();
            text += &render::placements(puzzle, &labels, &placements, styled);
        }
        text
    }

    fn say_how_it_went(&self, space: Option<&Space<'_>>, seconds: f64) {
        let Mined {
            candidates,
            draws,
            end,
            spread,
            unchecked,
            ..
        } = self.mined;
        let (found, wanted) = (self.challenges.len(), self.plan.amount.total());
        anstream::eprintln!(
            "{} of {} from {} in {seconds:.2} s; spread: pieces {:.2}, cells {:.2}",
            counted(found, "challenge"),
            counted(candidates, "candidate"),
            counted(draws, "draw"),
            spread.pieces,
            spread.cells,
        );
        if self.args.deck.is_some() {
            let parts = self.parts();
            let parts = parts
                .iter()
                .map(|part| format!("{} {}", part.level, part.found));
            anstream::eprintln!("the deck: {}", parts.collect_vec().join(", "));
        }
        if *unchecked > 0 {
            say(&format!(
                "{} left out: a second engine took too long to check them",
                counted(unchecked, "challenge")
            ));
        }
        if space.is_some_and(|space| space.count() == 1_u32.into()) {
            say("the puzzle has one solution: nothing has to be given");
        }
        if *end == End::Interrupted {
            say_incomplete(&counted(found, "challenge"));
            return;
        }
        if found == wanted {
            return;
        }
        let short = self.parts();
        let short = short.iter().filter(|part| part.found < part.wanted);
        let short = match &self.plan.amount {
            Amount::Count(_) => format!("{found} of {wanted} challenges"),
            _ => short
                .map(|part| format!("{} has {} of {}", part.level, part.found, part.wanted))
                .join(", "),
        };
        let why = match end {
            End::All => "the puzzle has no more such challenges".to_owned(),
            End::Draws | End::Enough | End::Interrupted => format!(
                "no more were found in {}; --draws N looks further",
                counted(draws, "draw")
            ),
        };
        say(&format!("{short}: {why}"));
        if matches!(self.plan.amount, Amount::Grades(_)) {
            say("--levels quantiles makes a deck of equal parts, whatever the grades");
        }
    }
}
