//! `explore --interactive`: answers questions from stdin, one per line.

use std::io::{self, BufRead, IsTerminal, Read, Write};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::thread;
use std::time::Duration;

use anyhow::anyhow;

use crate::design::explore::{ExploreReply, ExploreSession};
use crate::solve::search::RunContext;
use crate::solve::space::{Filter, Space};
use crate::surface::cli::commands::{Output, say};
use crate::surface::cli::failure::{Failure, Outcome};

/// The longest line that is read, in bytes.
const LONGEST: u64 = 1 << 16;

/// The time between two checks of the stop flag while the program waits for a line.
const PATIENCE: Duration = Duration::from_millis(50);

/// A line read from stdin, which should contain a question.
enum QuestionLine {
    Text(String),
    /// A line that is longer than [`LONGEST`] or not UTF-8.
    Unreadable,
}

/// Reads questions from stdin, one per line, and answers them on stdout. For a line with a mistake, prints an
/// error on stderr.
pub(super) fn run(
    whole: &Space<'_>,
    filters: Vec<Filter>,
    monitor: &RunContext,
) -> Result<Outcome, Failure> {
    let mut out = Output::stdout();
    let asked_by_a_person = io::stdin().is_terminal();
    let mut session = ExploreSession::new(whole, out.styled);
    for filter in filters {
        session.add(filter).map_err(|message| anyhow!(message))?;
    }
    writeln!(out, "{}", whole.puzzle().title)?;
    if let ExploreReply::Answer(count) = session.answer("count") {
        write!(out, "{count}")?;
    }
    out.flush()?;
    if asked_by_a_person {
        remark_line!("help lists the commands");
    }
    let lines = lines();
    loop {
        if asked_by_a_person {
            // The session continues even if the prompt cannot be printed.
            let _ = write!(anstream::stderr(), "> ");
        }
        let Some(line) = next(&lines, monitor)? else {
            break;
        };
        let reply = match line {
            QuestionLine::Text(line) => session.answer(&line),
            QuestionLine::Unreadable => {
                ExploreReply::Mistake(format!("no line of UTF-8 text of at most {LONGEST} bytes"))
            }
        };
        match reply {
            ExploreReply::Answer(text) => {
                write!(out, "{text}")?;
                out.flush()?;
            }
            ExploreReply::Mistake(message) => {
                say::error(message);
            }
            ExploreReply::Quit => break,
        }
    }
    Ok(Outcome::Done)
}

/// Waits for the next line; `None` at the end of stdin.
fn next(
    lines: &Receiver<io::Result<QuestionLine>>,
    monitor: &RunContext,
) -> Result<Option<QuestionLine>, Failure> {
    loop {
        if monitor.is_set() {
            return Err(Failure::Interrupted);
        }
        match lines.recv_timeout(PATIENCE) {
            Ok(Ok(line)) => return Ok(Some(line)),
            Ok(Err(error)) => return Err(anyhow!(error).context("cannot read stdin").into()),
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => return Ok(None),
        }
    }
}

/// The lines of stdin. A separate thread reads them, so that a signal is noticed while no line
/// comes.
fn lines() -> Receiver<io::Result<QuestionLine>> {
    let (sender, receiver) = sync_channel(1);
    thread::spawn(move || {
        let mut stdin = io::stdin().lock();
        loop {
            match line(&mut stdin) {
                Ok(Some(line)) => {
                    if sender.send(Ok(line)).is_err() {
                        return;
                    }
                }
                Ok(None) => return,
                Err(error) => {
                    // If the session is over, there is no receiver for the error.
                    let _ = sender.send(Err(error));
                    return;
                }
            }
        }
    });
    receiver
}

fn line(input: &mut impl BufRead) -> io::Result<Option<QuestionLine>> {
    let mut bytes = Vec::new();
    if input.by_ref().take(LONGEST).read_until(b'\n', &mut bytes)? == 0 {
        return Ok(None);
    }
    let whole = bytes.last() == Some(&b'\n') || (bytes.len() as u64) < LONGEST;
    if !whole {
        input.skip_until(b'\n')?;
    }
    Ok(Some(match String::from_utf8(bytes) {
        Ok(text) if whole => QuestionLine::Text(text),
        _ => QuestionLine::Unreadable,
    }))
}
