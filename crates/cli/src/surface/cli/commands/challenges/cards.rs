//! `challenges --cards`: deals a deck of cards, and writes it as a file, drawn or as JSON.

use std::path::Path;
use std::time::Instant;

use itertools::Itertools;

use super::super::background::{ProgressNote, with_progress};
use super::super::table::write_records;
use super::super::{
    OutputTarget, counted, grouped, load_puzzle, refuse_conditions, say, threads, warn_of_twins,
};
use super::amount;
use super::list::{ChallengeOutput, shortfall};
use crate::design::challenges::cards::{
    Card, CardPlan, CardProgress, CardSides, CardText, DealtCards, deal, pool_boards,
};
use crate::design::challenges::{Amount, DeckPart, pool_fingerprint};
use crate::picture::render::{self, Labels};
use crate::publish::interchange::table::{Column, Record, TableEncoding, Value, record};
use crate::puzzle::PuzzleFile;
use crate::solve::resources::Resources;
use crate::solve::search::WorkKind;
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
    let resources = Resources::from(&args.space.machine);
    let monitor = signals::listen()?;
    let pool = threads(resources.threads)?;
    let boards = pool_boards(&file)?;
    let dealt = with_progress(&monitor, WorkKind::Busy("looking for cards"), |report| {
        let on_progress = |progress| report(progress_note(progress));
        pool.install(|| deal(&file, &boards, &plan, &resources, &monitor, &on_progress))
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
    // An empty deck does not overwrite a file, unless the format is one for programs.
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

fn progress_note(progress: CardProgress) -> ProgressNote {
    let CardProgress { boards, of, cards } = progress;
    let words = format!(
        "{} of {}: {}",
        grouped(boards),
        counted(of, "board"),
        counted(cards, "card")
    );
    ProgressNote::of(boards as u64, of as u64, words)
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

    fn parts(&self) -> Vec<DeckPart> {
        let found = self.dealt.cards.iter().map(|card| card.part).collect_vec();
        self.plan.amount.deck_parts(&found)
    }

    fn answer(&self) -> Record {
        record! {
            puzzle: &self.file.puzzle.title,
            title: self.title(),
            fingerprint: pool_fingerprint(&self.file.puzzle),
            seed: self.args.seed,
            cards: self.rows().collect::<Value>(),
            parts: self.parts().iter().collect::<Value>(),
            complete: !self.dealt.interrupted && self.dealt.cards.len() == self.plan.amount.total(),
            candidates: self.dealt.candidates,
            boards: self.dealt.boards,
            spread: self.dealt.spread,
        }
    }

    /// A row for each card, or for each side of a two-sided card.
    fn rows(&self) -> impl Iterator<Item = Record> {
        self.cards.iter().map(|card| {
            record! {
                id: &card.id,
                side?: card.side.map(Value::display),
                goal?: card.goal.as_ref(),
                pieces: card.puzzle.pieces().collect::<Value>(),
                grade: card.grade.map(Value::display),
                rating: card.rating,
            }
        })
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
                "{} on a board that another card uses, because there are too few boards",
                match repeated {
                    1 => "one card is".to_owned(),
                    _ => format!("{repeated} cards are"),
                }
            ));
        }
        if let Some(why) = self.dealt.why_none(self.plan) {
            say::note(format_args!("there is no such card: {why}"));
        } else if let Some(short) = shortfall(&self.plan.amount, &parts, "cards") {
            match self.dealt.kept {
                None => say::note(format_args!("{short}: the boards have no more such cards")),
                Some(kept) => say::note(format_args!(
                    "{short}: no more are among the {} cards tried on each board; \
                     another --seed tries others",
                    grouped(kept)
                )),
            }
            if matches!(self.plan.amount, Amount::Grades(_)) {
                say::note(
                    "--levels quantiles makes a deck of equal parts, independent of the grades",
                );
            }
        }
    }
}

impl ChallengeOutput for Deck<'_> {
    fn args(&self) -> &ChallengesArgs {
        self.args
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

    fn json(&self) -> serde_json::Result<String> {
        serde_json::to_string(&self.answer())
    }

    fn write_table(
        &self,
        encoding: TableEncoding,
        target: Option<&OutputTarget>,
    ) -> Result<(), Failure> {
        let texts = ["id", "side", "goal", "pieces", "grade"].map(Column::text);
        let columns = texts.into_iter().chain([Column::real("rating")]).collect();
        write_records(
            encoding,
            target,
            &self.file.puzzle.title,
            &columns,
            self.rows(),
        )
    }

    fn what_is_missing(&self) -> Option<String> {
        let found = counted(self.dealt.cards.len(), "card");
        let wanted = grouped(self.plan.amount.total());
        self.dealt.interrupted.then(|| {
            format!(
                "interrupted: the first {found} of the {wanted} requested; no second engine has \
                 checked them"
            )
        })
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
}
