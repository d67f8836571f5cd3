//! `challenges --cards`: deals a deck of cards, and writes it as a file, drawn or as JSON.

use std::time::Instant;

use anyhow::anyhow;
use itertools::Itertools;
use serde::Serialize;

use super::super::beside::{ProgressNote, with_progress};
use super::super::table::write_table;
use super::super::{Target, counted, grouped, load_puzzle, refuse_conditions, say, warn_of_twins};
use super::list::{self, PartAnswer, parts, shortfall};
use super::{amount, threads};
use crate::design::challenges::cards::{
    Card, CardPlan, CardProgress, CardText, DealtCards, Sides, deal, pool_boards,
};
use crate::design::challenges::{Amount, pool_fingerprint};
use crate::picture::render::{self, Labels};
use crate::publish::interchange::table::{Column, Columns, TableEncoding, Value};
use crate::puzzle::PuzzleFile;
use crate::solve::resources::Resources;
use crate::solve::search::Kind;
use crate::surface::cli::args::{ChallengesArgs, ChallengesFormat};
use crate::surface::cli::failure::{Failure, Outcome};
use crate::surface::cli::signals;

/// A deck with all that is told of it.
struct Deck<'a> {
    args: &'a ChallengesArgs,
    file: &'a PuzzleFile,
    plan: &'a CardPlan,
    dealt: &'a DealtCards,
    cards: &'a [Card],
}

/// The answer as JSON.
#[derive(Serialize)]
struct Answer<'a> {
    puzzle: &'a str,
    title: String,
    fingerprint: String,
    seed: u64,
    cards: Vec<CardAnswer<'a>>,
    parts: Vec<PartAnswer>,
    /// Whether there are as many as were asked for.
    complete: bool,
    candidates: usize,
    boards: usize,
    spread: f64,
}

#[derive(Serialize)]
struct CardAnswer<'a> {
    id: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    side: Option<char>,
    #[serde(skip_serializing_if = "Option::is_none")]
    goal: Option<&'a str>,
    pieces: Vec<&'a str>,
    grade: Option<String>,
    rating: Option<f64>,
}

pub(super) fn run(args: &ChallengesArgs, target: Option<&Target>) -> Result<Outcome, Failure> {
    let started = Instant::now();
    let (source, mut file) = load_puzzle(&args.file)?;
    let why = "cards are dealt of boards and pieces alone, without conditions";
    refuse_conditions(&source, &file, why, |_| true)?;
    warn_of_twins(&file.puzzle, &file.cases, &file.spans, &source);
    if let Some(name) = &args.part.goal {
        match file.goal(name) {
            Ok(_) => file.goals.retain(|goal| goal.name == *name),
            Err(error) => return Err(Failure::Diagnostic(error, source)),
        }
    }
    let plan = CardPlan {
        amount: amount(args)?,
        difficulty: args.difficulty,
        sides: sides(args)?,
        seed: args.seed,
    };
    let resources = Resources::from(&args.space.machine);
    let monitor = signals::listen()?;
    let pool = threads(&resources)?;
    let boards = pool_boards(&file).map_err(anyhow::Error::new)?;
    let dealt = with_progress(&monitor, Kind::Busy("looking for cards"), |tell| {
        let hear = |progress| tell(told(progress));
        pool.install(|| deal(&file, &boards, &plan, &resources, &monitor, &hear))
    });
    let dealt = dealt.map_err(anyhow::Error::new)?;
    let cards = dealt.cards(&boards)?;
    let deck = Deck {
        args,
        file: &file,
        plan: &plan,
        dealt: &dealt,
        cards: &cards,
    };
    // An empty deck is no reason to write over a file.
    if !cards.is_empty() || args.format.is_data() {
        deck.write(target)?;
    }
    deck.say_how_it_went(started.elapsed().as_secs_f64());
    Ok(match (dealt.interrupted, cards.is_empty()) {
        (true, _) => Outcome::Interrupted,
        (false, true) => Outcome::No,
        (false, false) => Outcome::Done,
    })
}

/// How many pieces are on each side.
fn sides(args: &ChallengesArgs) -> Result<Sides, Failure> {
    let Some(sides) = &args.sides else {
        return Ok(Sides::One(args.pieces));
    };
    let [first, second] = sides[..] else {
        return Err(anyhow!(
            "a card has two sides: write a number of pieces for each, as in --sides 3,4"
        )
        .into());
    };
    Ok(Sides::Two([first, second]))
}

/// How far a deal has come, in words.
#[expect(clippy::cast_precision_loss, reason = "for reading")]
fn told(progress: CardProgress) -> ProgressNote {
    let CardProgress { boards, of, cards } = progress;
    ProgressNote {
        fraction: Some(boards as f64 / of.max(1) as f64),
        words: format!(
            "{} of {}: {}",
            grouped(boards),
            counted(of, "board"),
            counted(cards, "card")
        ),
    }
}

impl Deck<'_> {
    fn title(&self) -> String {
        match &self.args.title {
            Some(title) => title.to_string(),
            None => format!(
                "{}: {}",
                self.file.puzzle.title,
                counted(self.dealt.cards.len(), "card")
            ),
        }
    }

    /// How many cards each part has.
    fn parts(&self) -> Vec<PartAnswer> {
        let found = self.dealt.cards.iter().map(|card| card.part).collect_vec();
        parts(&self.plan.amount, &found)
    }

    fn write(&self, target: Option<&Target>) -> Result<(), Failure> {
        if let Some(encoding) = self.args.table() {
            return self.write_table(encoding, target);
        }
        list::write(&self.args.file, target, |path, styled| {
            self.text(path, styled)
        })
    }

    fn text(&self, puzzle_path: &std::path::Path, styled: bool) -> Result<String, Failure> {
        Ok(match self.args.format {
            ChallengesFormat::Ron => {
                let comment = self.what_is_missing().map(|words| format!("// {words}\n"));
                let deck = CardText {
                    title: &self.title(),
                    puzzle_path,
                    fingerprint: &pool_fingerprint(&self.file.puzzle),
                    seed: Some(self.args.seed),
                    cards: self.cards,
                };
                comment.unwrap_or_default() + &deck.ron()
            }
            ChallengesFormat::Json => serde_json::to_string(&self.answer())? + "\n",
            _ => {
                let words = self.what_is_missing().map(|words| format!("\n{words}\n"));
                self.drawn(styled) + &words.unwrap_or_default()
            }
        })
    }

    /// A row for each card, or side of one.
    fn write_table(&self, encoding: TableEncoding, target: Option<&Target>) -> Result<(), Failure> {
        let columns: Columns = [
            Column::text("id"),
            Column::text("side"),
            Column::text("goal"),
            Column::text("pieces"),
            Column::text("grade"),
            Column::real("rating"),
        ]
        .into_iter()
        .collect();
        let answer = self.answer();
        write_table(encoding, target, answer.puzzle, &columns, |add| {
            answer.cards.iter().try_for_each(|card| {
                add(&[
                    card.id.into(),
                    card.side.map(Value::display).into(),
                    card.goal.into(),
                    card.pieces.join(" ").into(),
                    card.grade.as_deref().into(),
                    card.rating.into(),
                ])
            })
        })
    }

    /// What a deck lacks that was interrupted.
    fn what_is_missing(&self) -> Option<String> {
        let found = counted(self.dealt.cards.len(), "card");
        let wanted = grouped(self.plan.amount.total());
        self.dealt.interrupted.then(|| {
            format!(
                "interrupted: {found} of the {wanted} asked for, the first that were found; \
                 no second engine has checked them"
            )
        })
    }

    fn answer(&self) -> Answer<'_> {
        let card = |card| {
            let Card { id, side, goal, .. }: &Card = card;
            CardAnswer {
                id,
                side: *side,
                goal: goal.as_deref(),
                pieces: card.puzzle.pieces().collect(),
                grade: card.grade.map(|grade| grade.to_string()),
                rating: card.rating,
            }
        };
        Answer {
            puzzle: &self.file.puzzle.title,
            title: self.title(),
            fingerprint: pool_fingerprint(&self.file.puzzle),
            seed: self.args.seed,
            cards: self.cards.iter().map(card).collect(),
            complete: !self.dealt.interrupted && self.dealt.cards.len() == self.plan.amount.total(),
            parts: self.parts(),
            candidates: self.dealt.candidates,
            boards: self.dealt.boards,
            spread: self.dealt.spread,
        }
    }

    fn drawn(&self, styled: bool) -> String {
        let mut text = self.title() + "\n";
        for card in self.cards {
            let puzzle = card.puzzle.instance().puzzle();
            let labels = Labels::of_puzzle(puzzle);
            let grade = card.grade.zip(card.rating);
            let grade = grade.map(|(grade, rating)| format!("{grade} {rating:.1}: "));
            let goal = card.goal.iter().map(|goal| format!("  {goal}")).join("");
            text += &format!(
                "\n{}{goal}  {}{}\n",
                card.name(),
                grade.unwrap_or_default(),
                card.puzzle.pieces().join(" ")
            );
            text += &render::placements(puzzle, &labels, &[], styled);
        }
        text
    }

    fn say_how_it_went(&self, seconds: f64) {
        let found = self.dealt.cards.len();
        remark_line!(
            "{} of {} on {} in {seconds:.2} s; spread: pieces {:.2}",
            counted(found, "card"),
            counted(self.dealt.candidates, "candidate"),
            counted(self.dealt.boards, "board"),
            self.dealt.spread,
        );
        let parts = self.parts();
        if self.args.deck.is_some() {
            let parts = parts.iter();
            let parts = parts.map(|part| format!("{} {}", part.level, part.found));
            remark_line!("the deck: {}", parts.collect_vec().join(", "));
        }
        if self.dealt.interrupted {
            say::incomplete(&counted(found, "card"));
            return;
        }
        let boards = self.dealt.cards.iter().unique_by(|card| card.board);
        let repeated = found - boards.count();
        if repeated > 0 {
            say::note(format_args!(
                "{} on a board that another card has: there are not enough boards",
                match repeated {
                    1 => "one card is".to_owned(),
                    _ => format!("{repeated} cards are"),
                }
            ));
        }
        if let Some(short) = shortfall(&self.plan.amount, &parts, "cards") {
            match self.dealt.kept {
                None => say::note(format_args!("{short}: the boards have no more such cards")),
                Some(kept) => say::note(format_args!(
                    "{short}: no more are among the {} cards of each board that were looked at; \
                     another --seed looks at others",
                    grouped(kept)
                )),
            }
            if matches!(self.plan.amount, Amount::Grades(_)) {
                say::note("--levels quantiles makes a deck of equal parts, whatever the grades");
            }
        }
    }
}
