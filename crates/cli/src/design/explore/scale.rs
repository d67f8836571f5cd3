//! From numbers of solutions to shades, the same for all maps of a picture.

use num_bigint::BigUint;

use super::PieceUse;

/// Shades go from none to the most solutions that have a piece on a cell where
/// others have not. Where all have it the shade is the darkest, too, and does
/// not make all others light.
#[derive(Debug, Clone)]
pub(super) struct Scale {
    most: BigUint,
    whole: BigUint,
}

/// Shades are told apart in so many steps.
const STEPS: u32 = 1000;

impl Scale {
    /// The scale for maps of these pieces over so many solutions.
    pub(super) fn of<'u>(
        pieces: impl IntoIterator<Item = &'u PieceUse>,
        solutions: &BigUint,
    ) -> Self {
        let numbers = pieces.into_iter().flat_map(|piece| &piece.density);
        let most = numbers.filter(|number| *number < solutions).max();
        Self {
            most: most
                .filter(|most| **most != BigUint::ZERO)
                .unwrap_or(solutions)
                .clone(),
            whole: solutions.clone(),
        }
    }

    /// The number that the darkest shade begins with.
    pub(super) fn most(&self) -> &BigUint {
        &self.most
    }

    /// All solutions.
    pub(super) fn whole(&self) -> &BigUint {
        &self.whole
    }

    /// How dark a number is, from 0 to 1.
    pub(super) fn share(&self, number: &BigUint) -> f64 {
        if self.most == BigUint::ZERO {
            return 0.0;
        }
        let share = number * STEPS / &self.most;
        u32::try_from(&share).map_or(1.0, |share| f64::from(share.min(STEPS)) / f64::from(STEPS))
    }

    /// Which of so many shades a number has, counted from 0; none for zero.
    pub(super) fn shade(&self, number: &BigUint, shades: usize) -> Option<usize> {
        if *number == BigUint::ZERO {
            return None;
        }
        let step = (number.min(&self.most) * shades - 1_u32) / &self.most;
        usize::try_from(&step).ok()
    }
}
