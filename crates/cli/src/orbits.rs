//! Counting solutions up to symmetry, twice.
//!
//! The search is restricted so that every orbit of solutions is met once
//! ([`Distinct`]); that gives the number of distinct solutions, with and
//! without reflections, and how many of them have which symmetry. Then all
//! solutions are counted, and for every symmetry the solutions that it maps to
//! themselves; by Burnside's lemma the mean of these numbers is the number of
//! orbits again. The two must agree: if they don't, that is an error.

use std::ops::ControlFlow;
use std::time::Duration;

use itertools::Itertools;
use thiserror::Error;
use tilewright_dlx::burnside::Certificate;
use tilewright_dlx::{
    Distinct, DistinctReport, Links, Profile, Symmetries, SymmetryError, SymmetryId,
};

use crate::failure::Failure;
use crate::matrix::Matrix;
use crate::puzzle::Puzzle;
use crate::search::{self, Interrupt};
use crate::symmetry::{self, Automorphism};

/// A puzzle's automorphisms, ready for the search.
#[derive(Debug)]
pub struct Group {
    automorphisms: Vec<Automorphism>,
    /// The same as permutations of options, in the same order.
    pub symmetries: Symmetries,
}

impl Group {
    /// Finds the automorphisms of a puzzle.
    ///
    /// # Errors
    ///
    /// [`SymmetryError`] if they were no group of automorphisms of the matrix,
    /// which would be a fault of this program.
    pub fn of(puzzle: &Puzzle, matrix: &Matrix) -> Result<Self, SymmetryError> {
        let automorphisms = symmetry::automorphisms(puzzle, matrix);
        let images = automorphisms.iter().map(|g| g.options.clone()).collect();
        Ok(Self {
            symmetries: Symmetries::new(&matrix.problem, images)?,
            automorphisms,
        })
    }

    /// The number of automorphisms.
    pub fn order(&self) -> usize {
        self.automorphisms.len()
    }

    fn automorphism(&self, id: SymmetryId) -> &Automorphism {
        &self.automorphisms[id.index()]
    }

    /// The rotations among them.
    fn rotations(&self) -> Vec<SymmetryId> {
        self.symmetries
            .ids()
            .filter(|id| self.automorphism(*id).is_rotation)
            .collect()
    }

    /// The stabilizer of the image under `g` of a solution with this
    /// stabilizer: its elements conjugated by g.
    pub fn conjugated(&self, g: SymmetryId, stabilizer: &[SymmetryId]) -> Vec<SymmetryId> {
        let g = &self.automorphism(g).options;
        let mut conjugate: Vec<SymmetryId> = stabilizer
            .iter()
            .filter_map(|h| {
                // g h g⁻¹ sends the image of o under g to that of h(o).
                let h = &self.automorphism(*h).options;
                let mut images = h.clone();
                for (option, image) in h.iter().enumerate() {
                    images[g[option].index()] = g[image.index()];
                }
                let is_it = |id: &SymmetryId| self.automorphism(*id).options == images;
                self.symmetries.ids().find(is_it)
            })
            .collect();
        conjugate.sort_unstable();
        conjugate
    }

    /// The first of a stabilizer's conjugates, by which solutions of the same
    /// kind of symmetry are counted together, whichever way round they lie.
    fn first_conjugate(&self, stabilizer: &[SymmetryId]) -> Vec<SymmetryId> {
        self.symmetries
            .ids()
            .map(|g| self.conjugated(g, stabilizer))
            .min()
            .unwrap_or_default()
    }

    /// What a solution with this stabilizer is called: `none`, or the names of
    /// its symmetries.
    pub fn describe(&self, puzzle: &Puzzle, stabilizer: &[SymmetryId]) -> String {
        let names: Vec<String> = stabilizer
            .iter()
            .filter(|id| **id != self.symmetries.identity())
            .map(|id| symmetry::name(puzzle.lattice, &self.automorphism(*id).isometry))
            .sorted()
            .dedup_with_count()
            .map(|(count, name)| match count {
                1 => name,
                count => format!("{count} × {name}"),
            })
            .collect();
        if names.is_empty() {
            "none".to_owned()
        } else {
            names.join(", ")
        }
    }
}

/// What was counted.
#[derive(Debug, Clone)]
pub struct Tally {
    /// All solutions.
    pub solutions: u128,
    /// Solutions up to all automorphisms.
    pub distinct: u64,
    /// Solutions up to the rotations among them.
    pub distinct_rotations: u64,
    /// How many distinct solutions have which symmetry.
    pub by_symmetry: Vec<(String, u64)>,
    /// The certificate, if it was asked for and the count was not interrupted.
    pub certificate: Option<Certificate>,
    /// Nodes and updates of the search for all solutions, which the certificate
    /// rests on.
    pub profile: Option<Profile>,
    /// Whether nothing was left out; if not, the numbers are of what was found.
    pub complete: bool,
    /// Whether a signal stopped the count or its certificate.
    pub interrupted: bool,
    /// The time of the restricted search.
    pub elapsed: Duration,
    /// The time of the certificate.
    pub certifying: Duration,
}

impl Tally {
    /// The tally of a puzzle that is known to have no solution.
    pub fn none() -> Self {
        Self {
            solutions: 0,
            distinct: 0,
            distinct_rotations: 0,
            by_symmetry: Vec::new(),
            certificate: None,
            profile: None,
            complete: true,
            interrupted: false,
            elapsed: Duration::ZERO,
            certifying: Duration::ZERO,
        }
    }
}

/// Why a count is not to be trusted.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error(
    "the count contradicts its certificate, which is a fault of this program: \
     the restricted search found {what} {found}, Burnside's lemma gives {certified}"
)]
pub struct Contradiction {
    what: &'static str,
    found: u128,
    certified: u128,
}

/// Counts the solutions of a puzzle, up to symmetry too: `distinct` is the
/// search for one of each kind under `group`; `certify` says whether all
/// solutions are counted as well, which takes as many times longer as there are
/// automorphisms.
///
/// # Errors
///
/// A [`Contradiction`], or what the system refuses.
pub fn tally(
    puzzle: &Puzzle,
    matrix: &Matrix,
    group: &Group,
    distinct: &Distinct<'_>,
    certify: bool,
    interrupt: &Interrupt,
) -> Result<Tally, Failure> {
    let ended = search::run_distinct(distinct, interrupt, |_, _| Ok(ControlFlow::Continue(())))?;
    let mut tally = Tally {
        solutions: ended.report.solutions,
        distinct: ended.report.distinct,
        distinct_rotations: rotation_orbits(group, &ended.report),
        by_symmetry: ended
            .report
            .stabilizers
            .iter()
            .map(|(stabilizer, count)| (group.first_conjugate(stabilizer), *count))
            .map(|(stabilizer, count)| (group.describe(puzzle, &stabilizer), count))
            .into_group_map()
            .into_iter()
            .map(|(name, counts)| (name, counts.into_iter().sum()))
            .sorted()
            .collect(),
        certificate: None,
        profile: None,
        complete: ended.report.complete,
        interrupted: ended.interrupted,
        elapsed: ended.elapsed,
        certifying: Duration::ZERO,
    };
    if certify && tally.complete {
        match certificate(matrix, group, &mut tally, interrupt)? {
            Some(certificate) => {
                compare(group, &tally, &certificate)?;
                tally.certificate = Some(certificate);
            }
            None => tally.interrupted = true,
        }
    }
    Ok(tally)
}

/// Orbits under the rotations: an orbit under all automorphisms is one of
/// them, or falls into two if only rotations keep its solutions.
fn rotation_orbits(group: &Group, report: &DistinctReport) -> u64 {
    let rotations = group.rotations();
    let all_rotate = rotations.len() == group.order();
    report
        .stabilizers
        .iter()
        .map(|(stabilizer, count)| {
            let splits = !all_rotate && stabilizer.iter().all(|id| rotations.contains(id));
            count * if splits { 2 } else { 1 }
        })
        .sum()
}

/// Counts what every automorphism fixes; none if it was interrupted.
fn certificate(
    matrix: &Matrix,
    group: &Group,
    tally: &mut Tally,
    interrupt: &Interrupt,
) -> Result<Option<Certificate>, Failure> {
    let mut fixed: Vec<u128> = Vec::with_capacity(group.order());
    for id in group.symmetries.ids() {
        let (count, complete, elapsed) = if id == group.symmetries.identity() {
            let links = Links::new(&matrix.problem)
                .given(&matrix.givens)
                .map_err(anyhow::Error::new)?;
            let ended = search::run(&links, interrupt, |_| Ok(ControlFlow::Continue(())))?;
            let report = ended.report;
            tally.profile = Some(report.profile);
            (report.solutions, report.complete, ended.elapsed)
        } else {
            let ended = search::run_fixed(&matrix.problem, &group.symmetries, id, interrupt)?;
            (ended.report.count, ended.report.complete, ended.elapsed)
        };
        tally.certifying += elapsed;
        if !complete {
            return Ok(None);
        }
        fixed.push(count.into());
    }
    Ok(Some(Certificate::new(fixed).map_err(anyhow::Error::new)?))
}

fn compare(group: &Group, tally: &Tally, certificate: &Certificate) -> anyhow::Result<()> {
    let identity = group.symmetries.identity().index();
    let rotations = certificate.orbits_of(&group.rotations())?;
    for (what, found, certified) in [
        ("solutions", tally.solutions, certificate.fixed[identity]),
        (
            "distinct solutions",
            tally.distinct.into(),
            certificate.orbits,
        ),
        (
            "distinct solutions up to rotation",
            tally.distinct_rotations.into(),
            rotations,
        ),
    ] {
        if found != certified {
            return Err(Contradiction {
                what,
                found,
                certified,
            }
            .into());
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::{Source, load};

    fn square_of_dominoes() -> (Puzzle, Matrix, Group) {
        let text =
            "(lattice: Square, board: Rect(4, 4), pieces: [Set(of: Polyominoes(2), copies: 8)])";
        let puzzle = load(&Source::new("test", text)).unwrap();
        let matrix = Matrix::build(&puzzle).unwrap();
        let group = Group::of(&puzzle, &matrix).unwrap();
        (puzzle, matrix, group)
    }

    /// Domino tilings of the 4 × 4 board: 36, of which 9 are distinct.
    #[test]
    fn the_tally_agrees_with_its_certificate() {
        let (puzzle, matrix, group) = square_of_dominoes();
        let distinct = Distinct::new(&matrix.problem, &group.symmetries);
        let never = Interrupt::never();
        let tally = tally(&puzzle, &matrix, &group, &distinct, true, &never).unwrap();
        assert_eq!((tally.solutions, tally.distinct), (36, 9));
        let certificate = tally.certificate.as_ref().unwrap();
        assert_eq!(certificate.fixed[0], 36);
        assert_eq!(certificate.orbits, 9);
        let counted: u64 = tally.by_symmetry.iter().map(|(_, count)| count).sum();
        assert_eq!(counted, 9);
    }

    #[test]
    fn a_wrong_tally_is_found_out() {
        let (puzzle, matrix, group) = square_of_dominoes();
        let distinct = Distinct::new(&matrix.problem, &group.symmetries);
        let never = Interrupt::never();
        let right = tally(&puzzle, &matrix, &group, &distinct, true, &never).unwrap();
        let certificate = right.certificate.clone().unwrap();
        assert!(compare(&group, &right, &certificate).is_ok());
        let wrong: [fn(&mut Tally); 3] = [
            |tally| tally.solutions += 1,
            |tally| tally.distinct -= 1,
            |tally| tally.distinct_rotations += 1,
        ];
        for spoil in wrong {
            let mut tally = right.clone();
            spoil(&mut tally);
            let error = compare(&group, &tally, &certificate)
                .unwrap_err()
                .to_string();
            assert!(error.contains("contradicts its certificate"), "{error}");
        }
    }
}
