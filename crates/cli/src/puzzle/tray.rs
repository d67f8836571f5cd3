/// How pieces lie on the board.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Tray {
    /// A piece covers the cells of the board on which it lies.
    Flat,
    /// Pieces are made of cubes, and the board is a flat tray. A piece lies in exactly `layers`
    /// layers. It covers every cell that one of its cubes is above or below.
    Projected {
        /// The number of layers that each piece occupies, at least 1.
        layers: u32,
    },
}
