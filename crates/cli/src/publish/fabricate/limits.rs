//! Limits on the numbers and lengths of parts to be cut or printed.

/// The maximum number of parts that are nested, including copies.
pub(crate) const MAX_PARTS: usize = 2_000;

/// The maximum number of sheets or beds.
pub(crate) const MAX_SHEETS: usize = 100;

/// The maximum length of a printed part, in millimetres: the range of mesh coordinates.
pub(crate) const MAX_PRINTED_LENGTH: f64 = 10_000.0;

/// The minimum clearance, in millimetres. It separates cells of a piece that meet only in an edge or a corner.
pub(crate) const LEAST_CLEARANCE: f64 = 0.01;
