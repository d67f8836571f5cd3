//! `challenges --cards`: deals a deck of cards, and writes it as a file, drawn or as JSON.

use std::path::Path;
use std::time::Instant;

use itertools::Itertools;

use super::super::background::{ProgressNote, with_progress};
use super::super::{
    OutputTarget, counted, grouped, load_puzzle, refuse_conditions, say, threads, warn_of_twins,
};
use super::amount;
use super::writer::ChallengeOutput;
use crate::design::challenges::cards::{
    Card, CardPlan, CardProgress, CardSides, CardText, DealtCards, deal, pool_boards,
};
use crate::design::challenges::{Amount, pool_fingerprint};
use crate::picture::render::{self, Labels};
use crate::publish::interchange::table::{Column, Record, Value, record};
use crate::puzzle::PuzzleFile;
use crate::solve::search::WorkKind;
use crate::support::label::Label;
use crate::surface::cli::args::ChallengesArgs;
use crate::surface::cli::failure::{Failure, Outcome};
use crate::surface::cli::signals;

/// A deck of cards to be written, with the request and the result of dealing.
struct Deck<'a> {
    args: &'a ChallengesArgs,
    file: &'a PuzzleFile,
    plan: &'a CardPlan,
    dealt: &'a DealtCards,
    cards: &'a [Card],
}

pub(super) fn run(
    args: &ChallengesArgs,
    target: Option<&OutputTarget>,
) -> Result<Outcome, Failure> {
    let started = Instant::now();
    let (source, mut file) = load_puzzle(&args.file)?;
    let why = "cards cannot have conditions; leave them out";
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
    let monitor = signals::listen()?.with(&args.space.machine);
    let pool = threads(monitor.resources.threads)?;
    let boards = pool_boards(&file)?;
    let dealt = with_progress(&monitor, WorkKind::Busy("looking for cards"), |report| {
        let on_progress = |progress: CardProgress| {
            let (share, words) = progress.in_words();
            let fraction = Some(share);
            report(ProgressNote { fraction, words });
        };
        pool.install(|| deal(&file, &boards, &plan, &monitor, &on_progress))
    });
    let dealt = dealt?;
    let cards = dealt.cards(&boards)?;
    let deck = Deck {
        args,
        file: &file,
        plan: &plan,
        dealt: &dealt,
        cards: &cards,
    };
    deck.write(target)?;
    deck.say_how_it_went(started.elapsed().as_secs_f64());
    Ok(deck.outcome())
}

/// The number of pieces on each side of a card.
fn sides(args: &ChallengesArgs) -> Result<CardSides, Failure> {
    let Some(sides) = &args.sides else {
        return Ok(CardSides::One(args.pieces));
    };
    let [first, second] = sides[..] else {
        refuse!("a card has two sides: write a number of pieces for each, as in --sides 3,4");
    };
    Ok(CardSides::Two([first, second]))
}

impl Deck<'_> {
    fn say_how_it_went(&self, seconds: f64) {
        remark_line!(
            "{} of {} on {} in {seconds:.2} s; spread: pieces {:.2}",
            self.found(),
            counted(self.dealt.candidates, "candidate"),
            counted(self.dealt.boards, "board"),
            self.dealt.spread,
        );
        self.say_parts();
        if self.dealt.interrupted {
            say::incomplete(&self.found());
            return;
        }
        let boards = self.dealt.cards.iter().unique_by(|card| card.board);
        let repeated = self.dealt.cards.len() - boards.count();
        if repeated > 0 {
            say::note(format_args!(
                "{} on a board that another card uses, because there are too few boards",
                match repeated {
                    1 => "one card is".to_owned(),
                    _ => format!("{repeated} cards are"),
                }
            ));
        }
        if let Some(why) = self.dealt.why_none(self.plan) {
            say::note(format_args!("there is no such card: {why}"));
        } else {
            self.say_short(|| match self.dealt.kept {
                None => "the boards have no more such cards".to_owned(),
                Some(kept) => format!(
                    "no more are among the {} cards tried on each board; another --seed tries \
                     others",
                    grouped(kept)
                ),
            });
        }
    }
}

impl ChallengeOutput for Deck<'_> {
    const NOUN: &'static str = "card";

    fn args(&self) -> &ChallengesArgs {
        self.args
    }

    fn puzzle(&self) -> &Label {
        &self.file.puzzle.title
    }

    fn amount(&self) -> &Amount {
        &self.plan.amount
    }

    fn parts(&self) -> Vec<usize> {
        self.dealt.cards.iter().map(|card| card.part).collect()
    }

    fn is_interrupted(&self) -> bool {
        self.dealt.interrupted
    }

    fn ron(&self, puzzle_path: &Path) -> String {
        let deck = CardText {
            title: &self.title(),
            puzzle_path,
            fingerprint: &pool_fingerprint(&self.file.puzzle),
            seed: Some(self.args.seed),
            cards: self.cards,
        };
        deck.ron()
    }

    fn answer(&self) -> Record {
        record! {
            puzzle: &self.file.puzzle.title,
            title: self.title(),
            fingerprint: pool_fingerprint(&self.file.puzzle),
            seed: self.args.seed,
            cards: Value::from(self.rows()),
            parts: self.deck_parts().iter().collect::<Value>(),
            complete: !self.dealt.interrupted && self.dealt.cards.len() == self.plan.amount.total(),
            candidates: self.dealt.candidates,
            boards: self.dealt.boards,
            spread: self.dealt.spread,
        }
    }

    fn columns(&self) -> Vec<Column> {
        let texts = ["id", "side", "goal", "pieces", "grade"].map(Column::text);
        texts.into_iter().chain([Column::real("rating")]).collect()
    }

    /// A row for each card, or for each side of a two-sided card.
    fn rows(&self) -> Vec<Record> {
        let cards = self.cards.iter().map(|card| {
            record! {
                id: &card.id,
                side?: card.side.map(Value::display),
                goal?: card.goal.as_ref(),
                pieces: card.pieces().collect::<Value>(),
                grade: card.grade.map(Value::display),
                rating: card.rating,
            }
        });
        cards.collect()
    }

    fn drawn(&self, styled: bool) -> String {
        let mut text = String::new();
        for card in self.cards {
            let puzzle = card.instance.puzzle();
            let labels = Labels::of_puzzle(puzzle);
            let grade = card.grade.zip(card.rating);
            let grade = grade.map(|(grade, rating)| format!("{grade} {rating:.1}: "));
            let goal = card.goal.iter().map(|goal| format!("  {goal}")).join("");
            text += &format!(
                "\n{}{goal}  {}{}\n",
                card.name(),
                grade.unwrap_or_default(),
                card.pieces().join(" ")
            );
            text += &render::placements(puzzle, &labels, &[], styled);
        }
        text
    }
}
