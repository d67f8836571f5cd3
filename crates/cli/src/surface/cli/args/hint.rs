//! The arguments of `hint`.

use clap::Args;

use super::{DataFormat, PosedArgs};

/// The position in which `hint` helps, and how much it reveals.
#[derive(Debug, Args)]
pub struct HintArgs {
    /// The challenge that the user is solving.
    #[command(flatten)]
    pub posed: PosedArgs,
    /// A placement already made, by its cells (column,row), from 0 at the upper left:
    /// X@(1,0)(0,1)(1,1)(2,1)(1,2), or enough cells to identify it
    #[arg(long, value_name = "PIECE@CELLS")]
    pub after: Vec<String>,
    /// How much to reveal: 1 where to look, 2 what is special there, 3 which piece, 4 where it goes
    #[arg(long, value_name = "N", default_value_t = 1,
        value_parser = super::whole::<u8>(1..=4))]
    pub stage: u8,
    /// Skip N steps, as if they had been made
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = super::whole::<usize>(..))]
    pub skip: usize,
    /// Also show the whole solution
    #[arg(long)]
    pub solution: bool,
    /// How to print the answer
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub format: DataFormat,
}
