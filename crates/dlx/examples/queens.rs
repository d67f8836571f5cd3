//! The table of N queens in "Dancing Links" (Knuth 2000), counted anew.
//!
//! For each N: the solutions, the nodes of the search tree (with its root) and the updates, first
//! with ranks and files to be covered, then with ranks only ("R-"). `--order rows` shows what the
//! order of the items is worth.
//!
//! ```text
//! cargo run --release -p tilewright-dlx --example queens -- --max 12
//! ```
//!
//! `--matrix N` writes the problem of N queens in Knuth's text format instead, to be fed to any
//! engine:
//!
//! ```text
//! cargo run --release -p tilewright-dlx --example queens -- --matrix 14 > queens-14.dlx
//! tilewright cover queens-14.dlx
//! ```

#[path = "models/queens.rs"]
mod queens;

use std::io::{self, BufWriter, Write};
use std::ops::ControlFlow::Continue;

use clap::{Parser, ValueEnum};
use queens::{Order, Primary};
use tilewright_dlx::{Links, OptionId, text};

/// Counts the ways to place N queens, and the work it takes.
#[derive(Parser)]
struct Args {
    /// The last N of the table.
    #[arg(long, default_value_t = 11, value_parser = clap::value_parser!(u16).range(1..=27))]
    max: u16,
    /// Write the matrix of N queens, ranks and files to be covered, and no table.
    #[arg(long, value_name = "N", conflicts_with = "max", value_parser = clap::value_parser!(u16).range(1..=1000))]
    matrix: Option<u16>,
    /// The order of the items, which breaks ties.
    #[arg(long, value_enum, default_value = "organ-pipe")]
    order: OrderArg,
}

#[derive(Clone, Copy, ValueEnum)]
enum OrderArg {
    /// From the middle outwards, ranks and files in turn.
    OrganPipe,
    /// R0 R1 … F0 F1 …
    Rows,
}

/// 1234567 as 1,234,567.
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

fn main() -> anyhow::Result<()> {
    let args = Args::parse();
    let order = match args.order {
        OrderArg::OrganPipe => Order::OrganPipe,
        OrderArg::Rows => Order::Rows,
    };
    let mut out = BufWriter::new(io::stdout().lock());
    if let Some(n) = args.matrix {
        let problem = queens::problem(usize::from(n), order, Primary::Both)?;
        text::write(&problem, &mut out)?;
        return Ok(out.flush()?);
    }
    writeln!(
        out,
        " N {:>14} {:>14} {:>16} {:>14} {:>16}",
        "solutions", "nodes", "updates", "R-nodes", "R-updates"
    )?;
    for n in 1..=usize::from(args.max) {
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
