//! `explore --interactive`: questions from stdin, a line each.

use std::io::{self, BufRead, IsTerminal, Read, Write};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::thread;
use std::time::Duration;

use anyhow::anyhow;

use crate::design::explore::{Reply, Session};
use crate::solve::search::Monitor;
use crate::solve::space::{Filter, Space};
use crate::surface::cli::commands::{Output, say};
use crate::surface::cli::failure::{Failure, Outcome};

/// The longest line that is read, in bytes.
const LONGEST: u64 = 1 << 16;

/// How often a signal is looked for while no line comes.
const PATIENCE: Duration = Duration::from_millis(50);

/// What stdin held.
enum Line {
    Text(String),
    /// Longer than [`LONGEST`], or no UTF-8.
    Unreadable,
}

/// Answers each line on stdout; says what is wrong with one on stderr.
pub(super) fn run(
    whole: &Space<'_>,
    filters: Vec<Filter>,
    monitor: &Monitor,
) -> Result<Outcome, Failure> {
    let mut out = Output::stdout();
    let asked_by_a_person = io::stdin().is_terminal();
    let mut session = Session::new(whole, out.styled);
    for filter in filters {
        session.add(filter).map_err(|message| anyhow!(message))?;
    }
    writeln!(out, "{}", whole.puzzle().title)?;
    if let Reply::Answer(count) = session.answer("count") {
        write!(out, "{count}")?;
    }
    out.flush()?;
    if asked_by_a_person {
        remark_line!("help lists the questions");
    }
    let lines = lines();
    loop {
        if asked_by_a_person {
            // A prompt that cannot be printed is lost.
            let _ = write!(anstream::stderr(), "> ");
        }
        let Some(line) = next(&lines, monitor)? else {
            break;
        };
        let reply = match line {
            Line::Text(line) => session.answer(&line),
            Line::Unreadable => {
                Reply::Mistake(format!("no line of UTF-8 text of at most {LONGEST} bytes"))
            }
        };
        match reply {
            Reply::Answer(text) => {
                write!(out, "{text}")?;
                out.flush()?;
            }
            Reply::Mistake(message) => {
                say::error(message);
            }
            Reply::Quit => break,
        }
    }
    Ok(Outcome::Done)
}

/// Waits for the next line; none at the end of stdin.
fn next(lines: &Receiver<io::Result<Line>>, monitor: &Monitor) -> Result<Option<Line>, Failure> {
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

/// The lines of stdin, read by a thread of their own, so that a signal is
/// heard while no line comes.
fn lines() -> Receiver<io::Result<Line>> {
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
                    // Nobody hears it if the session is over.
                    let _ = sender.send(Err(error));
                    return;
                }
            }
        }
    });
    receiver
}

fn line(input: &mut impl BufRead) -> io::Result<Option<Line>> {
    let mut bytes = Vec::new();
    if input.by_ref().take(LONGEST).read_until(b'\n', &mut bytes)? == 0 {
        return Ok(None);
    }
    let whole = bytes.last() == Some(&b'\n') || (bytes.len() as u64) < LONGEST;
    if !whole {
        input.skip_until(b'\n')?;
    }
    Ok(Some(match String::from_utf8(bytes) {
        Ok(text) if whole => Line::Text(text),
        _ => Line::Unreadable,
    }))
}
