//! Recomputes the table of N queens in "Dancing Links" (Knuth 2000).
//!
//! For each N it prints the solutions, the nodes of the search tree (with its root) and the
//! updates: first with ranks and files to be covered, then with ranks only ("R-"). `--order rows`
//! shows the effect of the order of the items.
//!
//! ```text
//! cargo run --release -p tilewright-dlx --example queens -- --max 12
//! ```
//!
//! `--matrix N` writes the problem of N queens in Knuth's text format instead, for any engine:
//!
//! ```text
//! cargo run --release -p tilewright-dlx --example queens -- --matrix 14 > queens-14.dlx
//! tilewright cover queens-14.dlx
//! ```

#[path = "models/queens.rs"]
mod queens;

use std::error::Error;
use std::io::{self, BufWriter, Write};
use std::ops::{ControlFlow::Continue, RangeInclusive};
use std::process::ExitCode;

use queens::{Order, Primary};
use tilewright_dlx::{Links, OptionId, text};

const USAGE: &str = "usage: queens [--max 1..27 | --matrix 1..1000] [--order organ-pipe|rows]";

struct Args {
    /// The last N of the table.
    max: usize,
    /// Write the matrix of N queens, with ranks and files to be covered, instead of the table.
    matrix: Option<usize>,
    /// The order of the items, which breaks ties: from the middle outwards with ranks and files
    /// in turn, or R0 R1 … F0 F1 …
    order: Order,
}

impl Args {
    fn read(mut arguments: impl Iterator<Item = String>) -> Result<Self, Box<dyn Error>> {
        let mut args = Self {
            max: 11,
            matrix: None,
            order: Order::OrganPipe,
        };
        while let Some(name) = arguments.next() {
            let value = arguments.next().ok_or(USAGE)?;
            match (&name[..], &value[..]) {
                ("--max", value) => args.max = number(value, 1..=27)?,
                ("--matrix", value) => args.matrix = Some(number(value, 1..=1000)?),
                ("--order", "organ-pipe") => args.order = Order::OrganPipe,
                ("--order", "rows") => args.order = Order::Rows,
                _ => return Err(USAGE.into()),
            }
        }
        Ok(args)
    }
}

fn number(text: &str, range: RangeInclusive<usize>) -> Result<usize, &'static str> {
    let number = text.parse().ok();
    number.filter(|number| range.contains(number)).ok_or(USAGE)
}

/// Inserts thousands separators: `1,234,567`.
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

fn run(args: &Args) -> Result<(), Box<dyn Error>> {
    let order = args.order;
    let mut out = BufWriter::new(io::stdout().lock());
    if let Some(n) = args.matrix {
        let problem = queens::problem(n, order, Primary::Both)?;
        text::write(&problem, &mut out)?;
        return Ok(out.flush()?);
    }
    writeln!(
        out,
        " N {:>14} {:>14} {:>16} {:>14} {:>16}",
        "solutions", "nodes", "updates", "R-nodes", "R-updates"
    )?;
    for n in 1..=args.max {
        let mut columns = Vec::new();
        for primary in [Primary::Both, Primary::Ranks] {
            let problem = queens::problem(n, order, primary)?;
            let report = Links::new(&problem).run(&mut |_: &[OptionId]| Continue(()));
            columns.push(grouped(report.solutions));
            columns.push(grouped(report.profile.nodes_with_root()));
            columns.push(grouped(report.profile.updates()));
        }
        let [solutions, nodes, updates, _, r_nodes, r_updates] = &columns[..] else {
            continue;
        };
        writeln!(
            out,
            "{n:>2} {solutions:>14} {nodes:>14} {updates:>16} {r_nodes:>14} {r_updates:>16}"
        )?;
        out.flush()?;
    }
    Ok(())
}

fn main() -> ExitCode {
    match Args::read(std::env::args().skip(1)).and_then(|args| run(&args)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::from(2)
        }
    }
}
