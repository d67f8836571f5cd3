//! Positions of meshes on a plate.

use super::mesh::MeshPoint;

/// The position of a mesh on a plate: a rotation about the z axis by quarter turns, then a translation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Placing {
    /// The number of quarter turns, counterclockwise seen from above.
    pub quarters: u8,
    /// The translation after the rotation, in grains.
    pub shift: MeshPoint,
}

impl Placing {
    /// Where a point of the mesh comes to lie on the plate.
    pub fn applied(&self, [x, y, z]: MeshPoint) -> MeshPoint {
        let [x, y] = match self.quarters % 4 {
            0 => [x, y],
            1 => [-y, x],
            2 => [-x, -y],
            _ => [y, -x],
        };
        let [dx, dy, dz] = self.shift;
        [x + dx, y + dy, z + dz]
    }

    /// The cosine and sine of the rotation.
    pub(super) fn turn(&self) -> (i32, i32) {
        match self.quarters % 4 {
            0 => (1, 0),
            1 => (0, 1),
            2 => (-1, 0),
            _ => (0, -1),
        }
    }
}
