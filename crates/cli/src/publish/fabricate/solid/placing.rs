//! How meshes are put on a plate.

use super::mesh::Place;

/// How a mesh is put on a plate: turned by quarters about z, then moved.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Placing {
    /// Quarter turns counterclockwise, seen from above.
    pub quarters: u8,
    /// How far it is moved then, in grains.
    pub shift: Place,
}

impl Placing {
    /// Where it brings a place.
    pub fn applied(&self, [x, y, z]: Place) -> Place {
        let [x, y] = match self.quarters % 4 {
            0 => [x, y],
            1 => [-y, x],
            2 => [-x, -y],
            _ => [y, -x],
        };
        let [dx, dy, dz] = self.shift;
        [x + dx, y + dy, z + dz]
    }

    /// Cosine and sine of its angle.
    pub(super) fn turn(&self) -> (i32, i32) {
        match self.quarters % 4 {
            0 => (1, 0),
            1 => (0, 1),
            2 => (-1, 0),
            _ => (0, -1),
        }
    }
}
