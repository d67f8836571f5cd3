//! `matrix`: writes the exact cover problem as text, for other programs.

use std::io::{self, Write};

use tilewright_dlx::text;

use super::background::{ProgressNote, interruptible, with_progress};
use super::{Inputs, Output, OutputTarget, counted, load};
use crate::publish::interchange::matrix;
use crate::solve::search::{RunContext, WorkKind};
use crate::support::atomic_write;
use crate::support::label::shown;
use crate::surface::cli::args::{MatrixArgs, MatrixFormat};
use crate::surface::cli::failure::{Failure, Outcome};
use crate::surface::cli::signals;

pub(super) fn run(args: &MatrixArgs) -> Result<Outcome, Failure> {
    let inputs = Inputs::of([("the puzzle", Some(&args.file))]);
    let target = OutputTarget::of(args.output.as_ref(), &inputs)?;
    let monitor = signals::listen()?;
    let making = Some(WorkKind::Busy("making the exact cover problem"));
    let loaded = interruptible(&monitor, making, || {
        load(&args.file, args.part.part(), None)
    })?;
    let problem = loaded.instance.problem();
    let path = target.as_ref().map(OutputTarget::path);
    let writing = WorkKind::Busy("writing the exact cover problem");
    let written = with_progress(&monitor, writing, |report| -> Result<(), Failure> {
        let write = |out: &mut dyn Write| {
            let mut out = ProgressWriter {
                out,
                lines: 0,
                // One line for each option, and one for the items.
                all: problem.option_count() + 1,
                report,
                monitor: &monitor,
            };
            match args.format {
                MatrixFormat::Dlx => text::write(problem, &mut out),
                MatrixFormat::Dimacs => matrix::write_dimacs(problem, &mut out),
                MatrixFormat::Lp => matrix::write_lp(problem, &mut out),
                MatrixFormat::Json => matrix::write_json(problem, &mut out),
            }
        };
        // A truncated file would describe another problem, so the file is replaced as a whole.
        if let Some(path) = path {
            let replaced = atomic_write::replace(path, write);
            return replaced.map_err(|error| match error.kind() {
                io::ErrorKind::BrokenPipe => Failure::BrokenPipe,
                _ => anyhow::Error::new(error)
                    .context(format!("cannot write {}", shown(path)))
                    .into(),
            });
        }
        let mut out = Output::stdout();
        write(&mut out)?;
        Ok(out.flush()?)
    });
    if written.is_err() && monitor.is_set() {
        return Err(Failure::Interrupted);
    }
    written?;
    Ok(Outcome::Done)
}

/// Writes to `out`, reports the number of lines done, and fails once the stop flag is set.
struct ProgressWriter<'a> {
    out: &'a mut dyn Write,
    lines: usize,
    all: usize,
    report: &'a dyn Fn(ProgressNote),
    monitor: &'a RunContext,
}

/// The number of lines written between two checks of the stop flag. Writing them takes
/// milliseconds.
const LINES_BETWEEN_LOOKS: usize = 1 << 10;

impl ProgressWriter<'_> {
    fn end_line(&mut self) -> io::Result<()> {
        self.lines += 1;
        if !self.lines.is_multiple_of(LINES_BETWEEN_LOOKS) {
            return Ok(());
        }
        self.monitor.stop().check().map_err(io::Error::other)?;
        let words = counted(self.lines, "line");
        (self.report)(ProgressNote::of(self.lines as u64, self.all as u64, words));
        Ok(())
    }
}

impl Write for ProgressWriter<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.out.write_all(bytes)?;
        if bytes.ends_with(b"\n") {
            self.end_line()?;
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}
