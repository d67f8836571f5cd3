//! `matrix`: the exact cover problem as text, for other programs.

use std::io::Write;

use super::{Output, load};
use crate::args::MatrixArgs;
use crate::failure::{Failure, Outcome};

pub(super) fn run(args: &MatrixArgs) -> Result<Outcome, Failure> {
    let loaded = load(&args.file, args.part.part())?;
    let mut out = Output::to(args.output.as_ref())?;
    tilewright_dlx::text::write(&loaded.matrix.problem, &mut out)?;
    out.flush()?;
    Ok(Outcome::Done)
}
