//! `matrix`: the exact cover problem as text, for other programs.

use std::io::Write;
use std::rc::Rc;

use super::{Inputs, Output, Target, load};
use crate::cli::args::MatrixArgs;
use crate::cli::failure::{Failure, Outcome};

pub(super) fn run(args: &MatrixArgs) -> Result<Outcome, Failure> {
    let inputs = Rc::new(Inputs::of([("the puzzle", Some(&args.file))]));
    let target = Target::of(args.output.as_ref(), &inputs)?;
    let loaded = load(&args.file, args.part.part())?;
    let mut out = Output::to(target.as_ref())?;
    tilewright_dlx::text::write(loaded.instance.problem(), &mut out)?;
    out.flush()?;
    Ok(Outcome::Done)
}
