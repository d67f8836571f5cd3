//! The tray: how pieces come to lie on the board.

/// How pieces come to lie on the board.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Tray {
    /// A piece covers the board's cells that it lies on.
    Flat,
    /// A piece of cubes lies in exactly so many layers and covers every cell
    /// of a flat tray above or below which it has a cube.
    Projected {
        /// The number of layers, at least 1.
        layers: u32,
    },
}
