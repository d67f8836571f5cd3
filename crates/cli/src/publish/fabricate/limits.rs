//! What is too much or too little to be made.

/// The most parts that are nested.
pub const MAX_PARTS: usize = 2_000;

/// The most sheets that are filled.
pub const MAX_SHEETS: usize = 100;

/// The greatest length of what is printed, in millimetres: as far as the coordinates of meshes reach.
pub const MAX_PRINTED_LENGTH: f64 = 10_000.0;

/// The least clearance: what keeps parts of a piece apart that meet in an edge or a corner only.
pub const LEAST_CLEARANCE: f64 = 0.01;
