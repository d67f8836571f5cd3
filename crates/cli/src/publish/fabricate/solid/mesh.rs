//! Meshes: closed triangulated surfaces with integer coordinates.
//!
//! Coordinates are integer numbers of [`GRAIN`]s. A grain is a ten-thousandth of a millimetre:
//! finer than any printer's steps, and exact in the floats of STL up to 1.6 m. Volumes and
//! orientation tests are exact. x points to the right, y to the back, z up. Triangles are
//! counterclockwise when seen from outside.

use std::collections::BTreeMap;

/// The length of a grain, the unit of coordinates, in millimetres.
pub const GRAIN: f64 = 1e-4;

/// The largest coordinate, in grains: 10 m.
pub const MAX_COORDINATE: i32 = 100_000_000;

/// A point, in grains.
pub type MeshPoint = [i32; 3];

/// A surface of triangles.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Mesh {
    /// The corners of the triangles.
    pub vertices: Vec<MeshPoint>,
    /// The triangles, as indices of vertices.
    pub triangles: Vec<[u32; 3]>,
}

impl Mesh {
    /// Whether the surface is closed and oriented: each directed edge of a triangle occurs once, and so does
    /// its opposite.
    ///
    /// Cost: O(n log n) for n triangles.
    ///
    /// ```
    /// use tilewright::publish::fabricate::Mesh;
    ///
    /// let mut mesh = Mesh {
    ///     vertices: vec![[0, 0, 0], [9, 0, 0], [0, 9, 0], [0, 0, 9]],
    ///     triangles: vec![[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]],
    /// };
    /// assert!(mesh.is_closed());
    /// // A sixth of the cube around it.
    /// assert_eq!(mesh.six_volumes(), 9 * 9 * 9);
    /// mesh.triangles.pop();
    /// assert!(!mesh.is_closed());
    /// ```
    pub fn is_closed(&self) -> bool {
        let mut edges: BTreeMap<(u32, u32), u32> = BTreeMap::new();
        for &[a, b, c] in &self.triangles {
            for edge in [(a, b), (b, c), (c, a)] {
                *edges.entry(edge).or_default() += 1;
            }
        }
        edges
            .iter()
            .all(|(&(a, b), &times)| times == 1 && edges.contains_key(&(b, a)))
    }

    /// Six times the enclosed volume, in cubic grains. It is positive if triangles are
    /// counterclockwise when seen from outside.
    pub fn six_volumes(&self) -> i128 {
        let of = |&[a, b, c]: &[u32; 3]| {
            let [a, b, c] = [a, b, c].map(|v| self.vertices[v as usize].map(i128::from));
            a[0] * (b[1] * c[2] - b[2] * c[1])
                + a[1] * (b[2] * c[0] - b[0] * c[2])
                + a[2] * (b[0] * c[1] - b[1] * c[0])
        };
        self.triangles.iter().map(of).sum()
    }

    /// The enclosed volume, in mm³.
    pub fn volume(&self) -> f64 {
        #[expect(clippy::cast_precision_loss, reason = "for people")]
        let volumes = self.six_volumes() as f64;
        volumes / 6.0 * GRAIN * GRAIN * GRAIN
    }

    /// The minimum and maximum coordinates, in grains; zeros for a mesh without vertices.
    pub fn bounds(&self) -> (MeshPoint, MeshPoint) {
        let first = self.vertices.first().copied().unwrap_or_default();
        self.vertices.iter().fold((first, first), |(low, high), v| {
            (
                [0, 1, 2].map(|axis| low[axis].min(v[axis])),
                [0, 1, 2].map(|axis| high[axis].max(v[axis])),
            )
        })
    }

    /// Width, depth and height in millimetres.
    pub fn size(&self) -> [f64; 3] {
        let (low, high) = self.bounds();
        [0, 1, 2].map(|axis| millimetres(high[axis] - low[axis]))
    }

    /// The mesh, moved so that its minimum coordinates are 0.
    #[must_use]
    pub fn grounded(self) -> Self {
        let (low, _) = self.bounds();
        self.seen_from(low)
    }

    /// The mesh, moved so that `place` becomes the origin.
    #[must_use]
    pub(super) fn seen_from(mut self, place: MeshPoint) -> Self {
        for v in &mut self.vertices {
            *v = [0, 1, 2].map(|axis| v[axis] - place[axis]);
        }
        self
    }

    /// Adds a quadrilateral as two triangles.
    pub(super) fn quad(&mut self, [a, b, c, d]: [u32; 4]) {
        self.triangles.extend([[a, b, c], [a, c, d]]);
    }

    /// Adds a vertex; returns its index.
    pub(super) fn vertex(&mut self, at: MeshPoint) -> u32 {
        self.vertices.push(at);
        // The limits on cubes and corners keep meshes far below 2^32 vertices.
        u32::try_from(self.vertices.len() - 1).unwrap_or(u32::MAX)
    }
}

pub(super) fn millimetres(grains: i32) -> f64 {
    f64::from(grains) * GRAIN
}

/// Converts millimetres to grains: rounded, and clamped to the range of coordinates.
#[expect(clippy::cast_possible_truncation, reason = "clamped before")]
pub(super) fn grains(millimetres: f64) -> i32 {
    let most = f64::from(MAX_COORDINATE);
    (millimetres / GRAIN).round().clamp(-most, most) as i32
}
