//! Decks of cards of the drawn puzzle: previewed, as files, as a page and as parts.
//!
//! ```text
//! CardsForm ─► CardPlan ─┐
//! puzzle ──► pool_boards ┴► deal ─► cards ─► preview, RON, booklet, page, parts of the pieces used
//! ```

use std::path::Path;
use std::sync::{Mutex, PoisonError};

use serde::Deserialize;

use super::download_error::DownloadError;
use super::mining::MAX_CHALLENGES;
use super::parts::{CutForm, PrintForm, cut, print};
use crate::cover::Instance;
use crate::design::challenges::cards::{
    Card, CardError, CardPlan, CardSides, CardText, DealtCards, PoolBoard, deal, pieces_used,
    pool_boards,
};
use crate::design::challenges::{Amount, pool_fingerprint};
use crate::picture::drawing::{Artist, Fonts, Paper, Scene, Style, svg};
use crate::publish::booklet::{Booklet, BookletLayout, BookletTexts, pdf};
use crate::publish::interchange::table::{Value, record};
use crate::publish::viewer::{self, PageContent, PageOptions, PlayableCard};
use crate::puzzle::{NumberRange, Puzzle, PuzzleFile};
use crate::reason::deduction::English;
use crate::solve::search::{ProgressMeter, RunContext, WorkKind};
use crate::support::format::counted;
use crate::support::label::Label;

/// The number of cards on a page of the booklet.
const PER_PAGE: usize = 4;

/// The edge of a piece's cell in the pictures of a preview, as a fraction of the edge of a cell of the board.
const PIECES: f64 = 0.6;

/// The cards to be dealt, and the file to be made from them.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct CardsForm {
    /// The number of cards, from 1 to 200.
    pub count: usize,
    /// The minimum and the maximum number of pieces on a card; with two sides, the number of pieces on the first and
    /// on the second side.
    pub pieces: [u64; 2],
    /// Whether cards have two sides, as `--sides` makes them.
    pub two_sided: bool,
    /// The seed of the random numbers.
    pub seed: u64,
    /// The file to be made.
    pub file: CardsFile,
}

/// A file that is made from cards.
#[derive(Debug, Clone, Copy, PartialEq, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum CardsFile {
    /// The cards with their ratings and pictures, for the page: a JSON file.
    Preview,
    /// A file of cards for the program's commands: a RON file.
    Cards,
    /// A booklet of cards: a PDF file.
    Booklet,
    /// A page for playing the cards: an HTML file.
    Page,
    /// The pieces that the cards use, for a laser cutter: an SVG file.
    Cut(CutForm),
    /// The pieces that the cards use, for a 3-D printer: a 3MF file.
    Print(PrintForm),
}

/// A finished file of cards.
pub(super) struct MadeCards {
    /// The end of the file's name. The name begins with that of the puzzle.
    pub(super) ending: &'static str,
    pub(super) media_type: &'static str,
    pub(super) bytes: Vec<u8>,
    /// A remark in ASCII on how many cards were found; `None` if there are as many as requested.
    pub(super) note: Option<String>,
}

/// The cards dealt from a puzzle file, and the form that asks for a file of them.
struct Deck<'a> {
    form: &'a CardsForm,
    file: &'a PuzzleFile,
    dealt: DealtCards,
    cards: Vec<Card>,
    monitor: &'a RunContext,
}

impl CardsForm {
    /// Deals cards of all goals of a file, or of its board if it has no goals, and makes the requested file from
    /// the cards. `stem` is the name of the puzzle's file without its extension.
    ///
    /// Cost: that of [`deal`].
    ///
    /// # Errors
    ///
    /// [`DownloadError`]: the puzzle or the request is unsuitable, there is no card, or the monitor stopped it.
    pub(super) fn make(
        &self,
        file: &PuzzleFile,
        stem: &str,
        monitor: &RunContext,
    ) -> Result<MadeCards, DownloadError> {
        let plan = self.plan()?;
        if !file.puzzle.conditions.is_empty() {
            return Err(DownloadError::of(
                "cards cannot have conditions: leave them out, under Further fields of the file",
            ));
        }
        let boards = pool_boards(file).map_err(refused)?;
        let dealt = dealt(file, &boards, &plan, monitor)?;
        if let Some(why) = dealt.why_none(&plan) {
            return Err(DownloadError::of(format!("there is no such card: {why}")));
        }
        let deck = Deck {
            form: self,
            file,
            cards: dealt.cards(&boards)?,
            dealt,
            monitor,
        };
        let (ending, media_type, bytes) = match &self.file {
            CardsFile::Preview => ("-cards.json", "application/json", deck.preview()?),
            CardsFile::Cards => {
                let text = deck.text(stem).into_bytes();
                ("-cards.ron", "text/plain; charset=utf-8", text)
            }
            CardsFile::Booklet => ("-cards.pdf", "application/pdf", deck.booklet()?),
            CardsFile::Page => ("-cards.html", "text/html; charset=utf-8", deck.page()?),
            CardsFile::Cut(form) => {
                let text = cut(&deck.pieces()?, form, false)?;
                ("-cards-cut.svg", "image/svg+xml", text.into_bytes())
            }
            CardsFile::Print(form) => {
                let bytes = print(&deck.pieces()?, form)?;
                ("-cards.3mf", "model/3mf", bytes)
            }
        };
        Ok(MadeCards {
            ending,
            media_type,
            bytes,
            note: deck.shortfall(),
        })
    }

    fn plan(&self) -> Result<CardPlan, DownloadError> {
        if !(1..=MAX_CHALLENGES).contains(&self.count) {
            return Err(DownloadError::of(format!(
                "make 1 to {MAX_CHALLENGES} cards at once"
            )));
        }
        let [least, most] = self.pieces;
        if least == 0 || most == 0 {
            return Err(DownloadError::of("a card has at least one piece"));
        }
        let sides = if self.two_sided {
            CardSides::Two([least, most])
        } else if least <= most {
            CardSides::One(Some(NumberRange {
                least,
                most: Some(most),
            }))
        } else {
            return Err(DownloadError::of(
                "the least number of pieces on a card is above the greatest",
            ));
        };
        Ok(CardPlan {
            amount: Amount::Count(self.count),
            difficulty: None,
            sides,
            seed: self.seed,
        })
    }
}

fn dealt(
    file: &PuzzleFile,
    boards: &[PoolBoard],
    plan: &CardPlan,
    monitor: &RunContext,
) -> Result<DealtCards, DownloadError> {
    let meter = ProgressMeter::new(monitor, WorkKind::Busy("looking for cards"));
    let meter = Mutex::new(meter);
    let dealt = deal(file, boards, plan, monitor, &|progress| {
        let (share, words) = progress.in_words();
        let mut meter = meter.lock().unwrap_or_else(PoisonError::into_inner);
        // The result can be ignored, because `deal` itself checks the stop flag.
        let _ = meter.on_progress_text(Some(share), &words);
    });
    if monitor.is_set() {
        return Err(DownloadError::Interrupted);
    }
    dealt.map_err(refused)
}

/// The reason why there are no cards, in the words of the page.
fn refused(error: CardError) -> DownloadError {
    match error {
        CardError::NoPool => DownloadError::of(
            "cards need pieces that may be left out: click All pieces may be left out, under Pieces",
        ),
        error => DownloadError::of(error),
    }
}

impl Deck<'_> {
    fn title(&self) -> Result<Label, DownloadError> {
        let count = counted(self.dealt.cards.len(), "card");
        let title = format!("{}: {count}", self.file.puzzle.title);
        Label::new(&title).map_err(DownloadError::of)
    }

    /// The pieces that the cards use, on the board of the file.
    fn pieces(&self) -> Result<Puzzle, DownloadError> {
        let pool = &self.file.puzzle;
        let mut used = pieces_used(pool, &self.cards).map_err(|given| {
            let name = &pool.piece(pool.givens[given].piece).name;
            DownloadError::of(format!("{name} is given, but no card has it"))
        })?;
        used.title = self.title()?;
        Ok(used)
    }

    fn text(&self, stem: &str) -> String {
        let count = counted(self.dealt.cards.len(), "card");
        CardText {
            title: &format!("{}: {count}", self.file.puzzle.title),
            puzzle_path: Path::new(&format!("{stem}.ron")),
            fingerprint: &pool_fingerprint(&self.file.puzzle),
            seed: Some(self.form.seed),
            cards: &self.cards,
        }
        .ron()
    }

    fn booklet(&self) -> Result<Vec<u8>, DownloadError> {
        let pool = Instance::new(self.pieces()?)?;
        let booklet = Booklet::of_cards(self.title()?, &pool, &self.cards, self.monitor)?;
        let mut layout = BookletLayout::of_paper(Paper::A4);
        layout.part.per_page = PER_PAGE;
        let texts = BookletTexts::default();
        Ok(pdf(&booklet, &texts, &layout, Fonts::built_in())?.0)
    }

    fn page(&self) -> Result<Vec<u8>, DownloadError> {
        let cards = self.cards.iter().enumerate();
        let cards =
            cards.map(|(place, card)| PlayableCard::new(place, card, &English, self.monitor));
        let cards = cards.collect::<Result<_, _>>()?;
        let content = PageContent::of_cards(self.title()?, cards);
        let page = viewer::page(&content, &PageOptions::default())?;
        Ok(page.into_bytes())
    }

    /// The numbers of found and of requested cards, as ASCII text: `cards 3 of 12`. `None` if all were found.
    fn shortfall(&self) -> Option<String> {
        let (found, wanted) = (self.dealt.cards.len(), self.form.count);
        (found < wanted).then(|| format!("cards {found} of {wanted}"))
    }

    fn preview(&self) -> Result<Vec<u8>, DownloadError> {
        let answer = record! {
            wanted: self.form.count,
            found: self.dealt.cards.len(),
            sides: sides(&self.cards),
        };
        serde_json::to_vec(&answer).map_err(DownloadError::of)
    }
}

/// The picture of a card: its board, and its pieces to a smaller scale.
fn picture(card: &Card) -> Scene {
    let artist = Artist::new(card.instance.puzzle(), Style::default());
    let style = artist.style();
    let small = artist.in_style(Style {
        cell: PIECES * style.cell,
        ..style
    });
    let board = artist.empty_board();
    let pieces = small.pieces_called(board.width.max(6.0 * style.cell), |_| String::new());
    Scene::side_by_side(card.name().as_str(), vec![board, pieces], style.cell)
}

/// The sides of cards for the preview. Their pictures are equally wide, so that a page shows all to one scale.
fn sides(cards: &[Card]) -> Value {
    let pictures: Vec<Scene> = cards.iter().map(picture).collect();
    let width = pictures.iter().map(|scene| scene.width).fold(0.0, f64::max);
    let side = |(card, scene): (&Card, Scene)| {
        let margin = Scene::new("", width - scene.width, 0.0);
        let scene = Scene::side_by_side(card.name().as_str(), vec![scene, margin], 0.0);
        record! {
            board: card.goal.as_ref(),
            side: card.side.map(Value::display),
            pieces: card.pieces().collect::<Value>(),
            grade: card.grade.map(Value::display),
            rating: card.rating,
            picture: svg::file(&scene),
        }
    };
    cards.iter().zip(pictures).map(side).collect()
}
