//! Reading the list of challenges.

use std::collections::HashMap;
use std::num::NonZeroU32;

use serde::Deserialize;
use tilewright_dlx::OptionId;
use tilewright_geometry::BoardCell;

use super::puzzles::{ChallengePuzzle, PuzzleFields};
use super::{Challenge, ProgressionLevel};
use crate::cover::Instance;
use crate::puzzle::{Diagnostic, Given, Node, PieceId, Raw, Reader, Span, read_givens};
use crate::reason::deduction::Grade;
use crate::support::label::Label;

/// The longest id, in characters.
const MAX_ID: usize = 64;

/// The longest name of a tier, in characters.
pub const MAX_TIER: usize = 40;

/// The fields of one entry of the list `challenges`.
#[derive(Debug, Deserialize)]
#[serde(rename = "Challenge", deny_unknown_fields)]
#[serde(bound(deserialize = "'de: 's"))]
struct EntryFields<'s> {
    puzzle: Option<Raw<'s>>,
    case: Option<Raw<'s>>,
    goal: Option<Raw<'s>>,
    fingerprint: Option<Raw<'s>>,
    id: Option<Raw<'s>>,
    givens: Raw<'s>,
    grade: Option<Grade>,
    rating: Option<Raw<'s>>,
    level: Option<Raw<'s>>,
    tier: Option<Raw<'s>>,
}

/// An entry with its position in the file.
pub(super) struct ChallengeEntry<'s> {
    pub(super) node: Node<'s>,
    fields: EntryFields<'s>,
}

impl<'s> ChallengeEntry<'s> {
    /// The fields that name the challenge's puzzle.
    pub(super) fn puzzle_fields(&self) -> PuzzleFields<'s> {
        let EntryFields {
            puzzle,
            case,
            goal,
            fingerprint,
            ..
        } = self.fields;
        PuzzleFields {
            puzzle,
            case,
            goal,
            fingerprint,
        }
    }
}

pub(super) fn read_entries<'s>(
    reader: Reader<'s>,
    list: Node<'s>,
) -> Result<Vec<ChallengeEntry<'s>>, Diagnostic> {
    let entries = list.read::<Vec<Raw<'s>>>()?.into_iter();
    let entry = |raw| {
        let node = reader.node(raw);
        let fields = node.read()?;
        Ok(ChallengeEntry { node, fields })
    };
    entries.map(entry).collect()
}

/// Reads the entries whose challenges belong to one puzzle.
pub(super) struct EntryReader<'a, 's> {
    reader: Reader<'s>,
    instance: &'a Instance,
    /// The options by piece and cells, without the puzzle's givens.
    index: HashMap<(PieceId, &'a [BoardCell]), OptionId>,
}

/// The challenge of each entry, and whether the entry has an id. `of` contains the index of the
/// puzzle of each entry.
pub(super) fn challenges<'s>(
    reader: Reader<'s>,
    puzzles: &[ChallengePuzzle],
    entries: &[ChallengeEntry<'s>],
    of: &[usize],
) -> Result<Vec<Challenge>, Diagnostic> {
    let readings = puzzles
        .iter()
        .map(|puzzle| EntryReader::new(reader, &puzzle.instance));
    let readings: Vec<EntryReader<'_, 's>> = readings.collect();
    let mut ids: HashMap<Label, Span> = HashMap::new();
    let mut levels: HashMap<NonZeroU32, Span> = HashMap::new();
    let mut challenges = Vec::new();
    for (entry, puzzle) in entries.iter().zip(of) {
        let challenge = Challenge {
            puzzle: *puzzle,
            ..readings[*puzzle].challenge(entry)?
        };
        if !challenge.id.is_empty()
            && let Some(first) = ids.insert(challenge.id.clone(), challenge.span)
        {
            return Err(Diagnostic::error(
                format!("two challenges have the id {:?}", challenge.id),
                challenge.span,
                "again here",
            )
            .context(first, "first here")
            .help("change one of them, or leave it out: a new id is found"));
        }
        if let Some(level) = &challenge.level
            && let Some(first) = levels.insert(level.number, challenge.span)
        {
            return Err(Diagnostic::error(
                format!("two challenges are level {}", level.number),
                challenge.span,
                "again here",
            )
            .context(first, "first here"));
        }
        challenges.push(challenge);
    }
    Ok(challenges)
}

impl<'a, 's> EntryReader<'a, 's> {
    fn new(reader: Reader<'s>, instance: &'a Instance) -> Self {
        let index = instance
            .problem()
            .options()
            .zip(instance.meanings())
            .filter(|(option, _)| !instance.is_given(*option))
            .map(|(option, meaning)| ((meaning.piece, &*meaning.placement.cells), option))
            .collect();
        Self {
            reader,
            instance,
            index,
        }
    }

    /// The challenge of an entry, with 0 as the index of its puzzle.
    fn challenge(
        &self,
        ChallengeEntry { node, fields }: &ChallengeEntry<'s>,
    ) -> Result<Challenge, Diagnostic> {
        let id = fields.id.map(|raw| read_id(self.reader.node(raw)));
        let rating = fields.rating.map(|raw| read_rating(self.reader.node(raw)));
        Ok(Challenge {
            id: id.transpose()?.unwrap_or_default(),
            givens: self.givens(self.reader.node(fields.givens))?,
            grade: fields.grade,
            rating: rating.transpose()?,
            level: self.level(fields)?,
            puzzle: 0,
            span: node.span(),
        })
    }

    /// The level that an entry names; `None` if it names none.
    fn level(&self, entry: &EntryFields<'s>) -> Result<Option<ProgressionLevel>, Diagnostic> {
        let tier = entry.tier.map(|raw| self.reader.node(raw));
        let Some(raw) = entry.level else {
            return match tier {
                None => Ok(None),
                Some(tier) => Err(tier
                    .error("a tier needs a level with a number")
                    .help("add for instance `level: 17`")),
            };
        };
        let read = self.reader.node(raw).read::<NonZeroU32>();
        let help = format!("a level is a whole number from 1 to {}", u32::MAX);
        Ok(Some(ProgressionLevel {
            number: read.map_err(|error| error.help(help))?,
            tier: tier.map(read_tier).transpose()?,
        }))
    }

    fn givens(&self, list: Node<'s>) -> Result<Vec<OptionId>, Diagnostic> {
        let option = |given: &Given| self.index.get(&(given.piece, &*given.cells)).copied();
        let is_known = |given: &Given| option(given).is_some();
        let (givens, spans) = read_givens(self.reader, self.instance.puzzle(), list, is_known)?;
        let mut options: Vec<OptionId> = Vec::with_capacity(givens.len());
        for (given, span) in givens.iter().zip(&spans) {
            let name = &self.instance.puzzle().piece(given.piece).name;
            let Some(option) = option(given) else {
                return Err(Diagnostic::error(
                    format!("the puzzle's restrictions rule out this placement of {name}"),
                    *span,
                    "",
                ));
            };
            if let Some((at, vertex)) = self.crossed(&options, option) {
                return Err(Diagnostic::error(
                    format!("two givens cross at the junction {vertex}"),
                    *span,
                    "crosses",
                )
                .context(spans[at], "the other"));
            }
            options.push(option);
        }
        Ok(options)
    }

    /// The index of the first of `options` that crosses `other` at a junction, and the junction's
    /// name. `None` if none crosses it.
    fn crossed(&self, options: &[OptionId], other: OptionId) -> Option<(usize, String)> {
        let junctions = |option: OptionId| &self.instance.meaning(option).placement.junctions;
        options.iter().enumerate().find_map(|(at, option)| {
            let of_other = junctions(other);
            let mut own = junctions(*option).iter();
            let shared = own.find(|junction| of_other.contains(junction))?;
            let vertex = self.instance.junctions().vertex(*shared)?;
            let name = self.instance.puzzle().lattice.vertex_coordinates(vertex);
            Some((at, format!("({name})")))
        })
    }
}

/// Reads an id, which must be one word.
pub(in crate::design::challenges) fn read_id(node: Node<'_>) -> Result<Label, Diagnostic> {
    let id = node.read_label("an id", MAX_ID)?;
    if id.is_empty() || id.contains(char::is_whitespace) {
        return Err(node
            .error(format!("{id:?} is not an id"))
            .help("an id is one word, for instance \"k7m2qx\""));
    }
    Ok(id)
}

/// Reads the name of a tier, which must be one line of text.
fn read_tier(node: Node<'_>) -> Result<Label, Diagnostic> {
    let tier = node.read_label("the name of a tier", MAX_TIER)?;
    if tier.trim().is_empty() {
        return Err(node
            .error("a tier must have a name")
            .help("a name is one line of text, for instance \"beginner\""));
    }
    Ok(tier)
}

/// Reads a rating, which must be finite and at least 0.
pub(in crate::design::challenges) fn read_rating(node: Node<'_>) -> Result<f64, Diagnostic> {
    let rating: f64 = node.read()?;
    if rating.is_finite() && rating >= 0.0 {
        Ok(rating)
    } else {
        Err(node
            .error(format!("{rating} is not a rating"))
            .help("a rating is a number of 0 or more"))
    }
}
