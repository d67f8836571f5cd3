//! The problems of the examples, which are used in many tests.

#[path = "../../examples/models/dominoes.rs"]
pub(crate) mod dominoes;
#[path = "../../examples/models/pentominoes.rs"]
pub(crate) mod pentominoes;
#[path = "../../examples/models/queens.rs"]
pub(crate) mod queens;
#[path = "../../examples/models/sudoku.rs"]
pub(crate) mod sudoku;
#[path = "../../examples/models/word_squares.rs"]
pub(crate) mod word_squares;
