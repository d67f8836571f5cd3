//! The N queens problem as an exact cover: ranks and files primary, diagonals secondary.
//!
//! Source: Knuth, "Dancing Links" (2000), section "Applications to queens". The diagonals of a
//! single square, A0, A(2N−2), B0 and B(2N−2), are left out, as there.

use tilewright_dlx::{Problem, ProblemError};

/// The order of the primary items, which breaks ties.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Order {
    /// From the middle outwards, ranks and files in turn: R4 F4 R3 F3 R5 F5 … for N = 8.
    OrganPipe,
    /// All ranks, then all files.
    Rows,
}

/// The items that must be covered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Primary {
    /// Ranks and files.
    Both,
    /// Ranks only; files are secondary (the paper's R-nodes and R-updates).
    Ranks,
}

/// The lines 0 .. n from the middle outwards. At equal distance the left one comes first.
pub(crate) fn organ_pipe(n: usize) -> Vec<usize> {
    let middle = n / 2;
    let mut lines: Vec<usize> = (0..n).collect();
    lines.sort_by_key(|&line| (line.abs_diff(middle), line));
    lines
}

pub(crate) fn problem(n: usize, order: Order, primary: Primary) -> Result<Problem, ProblemError> {
    let mut problem = Problem::new();
    let lines = match order {
        Order::OrganPipe => organ_pipe(n),
        Order::Rows => (0..n).collect(),
    };
    let ranks = lines.iter().map(|line| format!("R{line}"));
    let files = lines.iter().map(|line| format!("F{line}"));
    if primary == Primary::Ranks {
        for name in ranks {
            problem.add_primary(name)?;
        }
        for name in files {
            problem.add_secondary(name)?;
        }
    } else {
        let names: Vec<String> = match order {
            Order::OrganPipe => ranks.zip(files).flat_map(<[String; 2]>::from).collect(),
            Order::Rows => ranks.chain(files).collect(),
        };
        for name in names {
            problem.add_primary(name)?;
        }
    }
    let last = (2 * n).saturating_sub(2);
    for letter in ["A", "B"] {
        for diagonal in 1..last {
            problem.add_secondary(format!("{letter}{diagonal}"))?;
        }
    }
    for rank in 0..n {
        for file in 0..n {
            let names = [
                format!("R{rank}"),
                format!("F{file}"),
                format!("A{}", rank + file),
                format!("B{}", n - 1 - rank + file),
            ];
            let items: Vec<_> = names.iter().filter_map(|name| problem.item(name)).collect();
            problem.add_option(&items)?;
        }
    }
    Ok(problem)
}
