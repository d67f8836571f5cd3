//! The scale from numbers of solutions to shades, shared by all maps of a picture.

use num_bigint::BigUint;

use super::PieceUse;

/// Maps numbers of solutions to shades. The darkest shade represents the largest number of
/// solutions in which a piece covers a cell, not counting cells that the piece covers in all
/// solutions. Such cells get the darkest shade too, so that they do not make all others light.
#[derive(Debug, Clone)]
pub(super) struct Scale {
    most: BigUint,
    whole: BigUint,
}

/// Shades are computed as whole numbers from 0 to `STEPS`.
const STEPS: u32 = 1000;

impl Scale {
    /// The scale for maps of these pieces over all `solutions`.
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

    /// The smallest number of solutions that gets the darkest shade.
    pub(super) fn most(&self) -> &BigUint {
        &self.most
    }

    /// The total number of solutions.
    pub(super) fn whole(&self) -> &BigUint {
        &self.whole
    }

    /// The darkness of a number of solutions, from 0 to 1.
    pub(super) fn share(&self, number: &BigUint) -> f64 {
        if self.most == BigUint::ZERO {
            return 0.0;
        }
        let share = number * STEPS / &self.most;
        u32::try_from(&share).map_or(1.0, |share| f64::from(share.min(STEPS)) / f64::from(STEPS))
    }

    /// The shade of a number of solutions, counted from 0, if there are `shades` of them; `None` if
    /// the number is 0.
    pub(super) fn shade(&self, number: &BigUint, shades: usize) -> Option<usize> {
        if *number == BigUint::ZERO {
            return None;
        }
        let step = (number.min(&self.most) * shades - 1_u32) / &self.most;
        usize::try_from(&step).ok()
    }
}
