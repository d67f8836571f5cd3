//! Prints two tables of the page BENCHMARKS: comparisons of the engines, and whole runs of the program on
//! one thread and on all threads.
//!
//! `cargo bench -p tilewright --bench table`. An argument selects the rows whose name contains it. The
//! entries of a row are timed in five turns, together with Scott's problem. The table has their medians in
//! scotts. One scott is the time that `links` takes for Scott's 520 solutions on one thread. It is measured
//! again for each row, because a machine can be slower for minutes. A ratio of two entries is the median of
//! the ratios in each turn. `peers.py` compares the program with other programs.

#[path = "../../dlx/examples/models/queens.rs"]
#[allow(dead_code, reason = "other programs use the rest")]
mod queens;

use std::error::Error;
use std::fs;
use std::num::NonZeroUsize;
use std::ops::ControlFlow::Continue;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use queens::{Order, Primary};
use tilewright::cover::Instance;
use tilewright::cover::cell_order;
use tilewright::puzzle::{Source, load};
use tilewright_dlx::{
    Frontier, Heuristic, OptionId, Problem, Schedule, StopFlag, SymmetryId, TreeEngine, text,
};

type Outcome<T> = Result<T, Box<dyn Error>>;

/// The number of turns in which the entries of a row are timed.
const RUNS: usize = 5;

/// The puzzles whose enumeration is timed.
const ENUMERATED: [&str; 7] = [
    "scott",
    "pentominoes-6x10",
    "pentominoes-5x12",
    "one-sided-pentominoes-3x30",
    "hexiamonds-rhombus",
    "kanoodle",
    "tetrasticks-5x5-without-l",
];

/// The case of O'Beirne's hexagon with 6,675 solutions.
const CASE: &str = "small hexagon at distance √7";

/// The solutions that the program counts and lists.
#[derive(Clone, Copy, PartialEq)]
enum Kind {
    /// Distinct solutions.
    Distinct,
    /// All solutions.
    All,
    /// All solutions of one case.
    Case,
    /// All solutions of an exact cover problem.
    Cover,
    /// All solutions, which are visited and not written, because lines of JSON would take 16 GB.
    Visited,
}

/// The puzzles that are counted and listed, as in `peers.py`.
const WHOLE_RUNS: [(&str, Kind); 11] = [
    ("scott", Kind::Distinct),
    ("pentominoes-6x10", Kind::Distinct),
    ("dudeney", Kind::Distinct),
    ("one-sided-pentominoes-3x30", Kind::Distinct),
    ("kanoodle", Kind::All),
    ("hexiamonds-rhombus", Kind::Distinct),
    ("tetrasticks-5x5-without-l", Kind::Distinct),
    ("obeirne-hexagon", Kind::Case),
    ("y-pentominoes-15x15", Kind::Distinct),
    ("queens-14", Kind::Cover),
    ("dominoes-8x8", Kind::Visited),
];

/// Puzzles that are only counted.
const COUNTED: [&str; 4] = [
    "iq-fit",
    "one-sided-pentominoes-5x18",
    "one-sided-pentominoes-6x15",
    "obeirne-hexagon",
];

fn main() -> Outcome<()> {
    // Cargo passes `--bench`.
    let wanted = std::env::args().skip(1).find(|word| !word.starts_with('-'));
    let is_wanted = |name: &str| wanted.as_ref().is_none_or(|part| name.contains(part));
    let mut yardstick = Yardstick::new()?;

    println!(
        "| all solutions | links | bits | times | bits, 2 threads | times | frontier | times |"
    );
    println!("| --- | --- | --- | --- | --- | --- | --- | --- |");
    let mut product = 1.0;
    let mut rows = 0;
    for name in ENUMERATED.iter().filter(|name| is_wanted(name)) {
        let puzzle = Prepared::new(name)?;
        let row = yardstick.row([
            &|| puzzle.enumerate(TreeEngine::Links, 1),
            &|| puzzle.enumerate(TreeEngine::Bits, 1),
            &|| puzzle.enumerate(TreeEngine::Bits, 2),
            &|| puzzle.sweep(),
        ])?;
        let [links, bits, two, frontier] = row.scotts();
        let [by_bits, by_two, by_frontier] = [(0, 1), (1, 2), (0, 3)].map(|of| row.ratio(of));
        println!(
            "| `{name}` | {links:.2} | {bits:.3} | {by_bits:.1} | {two:.3} | {by_two:.2} | \
             {frontier:.3} | {by_frontier:.0} |"
        );
        product *= by_bits;
        rows += 1;
    }
    if rows > 0 {
        let mean = f64::powf(product, 1.0 / f64::from(rows));
        println!("| geometric mean | | | {mean:.1} | | | | |");
    }

    println!("\n| whole run | count, 1 thread | count | list, 1 thread | list |");
    println!("| --- | --- | --- | --- | --- |");
    let folder = std::env::temp_dir().join(format!("tilewright-table-{}", std::process::id()));
    fs::create_dir_all(&folder)?;
    for (name, kind) in WHOLE_RUNS.iter().filter(|row| is_wanted(row.0)) {
        let run = Run::new(name, *kind, &folder)?;
        let row = yardstick.row([
            &|| run.count(Some(1)),
            &|| run.count(None),
            &|| run.list(Some(1)),
            &|| run.list(None),
        ])?;
        let [one, all, list_one, list_all] = row.scotts();
        println!("| `{name}` | {one:.3} | {all:.3} | {list_one:.3} | {list_all:.3} |");
    }
    for name in COUNTED.iter().filter(|name| is_wanted(name)) {
        let run = Run::new(name, Kind::Distinct, &folder)?;
        let [all] = yardstick.row([&|| run.count(None)])?.scotts();
        println!("| `{name}` | | {all:.2} | | |");
    }
    fs::remove_dir_all(&folder)?;
    println!(
        "\n1 scott = {:.3} s (median of the rows)",
        median(yardstick.scotts)
    );
    Ok(())
}

/// Times rows in scotts.
struct Yardstick {
    scott: Prepared,
    /// The seconds of one scott in each row so far.
    scotts: Vec<f64>,
}

impl Yardstick {
    fn new() -> Outcome<Self> {
        Ok(Self {
            scott: Prepared::new("scott")?,
            scotts: Vec::new(),
        })
    }

    /// Times Scott's problem and each entry in [`RUNS`] turns.
    fn row<const N: usize>(
        &mut self,
        timed: [&dyn Fn() -> Outcome<Duration>; N],
    ) -> Outcome<Row<N>> {
        let mut scotts = Vec::with_capacity(RUNS);
        let mut turns = Vec::with_capacity(RUNS);
        for _ in 0..RUNS {
            scotts.push(self.scott.enumerate(TreeEngine::Links, 1)?.as_secs_f64());
            let mut turn = [0.0; N];
            for (seconds, timed) in turn.iter_mut().zip(timed) {
                *seconds = timed()?.as_secs_f64();
            }
            turns.push(turn);
        }
        let scott = median(scotts);
        self.scotts.push(scott);
        Ok(Row { scott, turns })
    }
}

/// The seconds of each entry in each turn, and the median seconds of one scott.
struct Row<const N: usize> {
    scott: f64,
    turns: Vec<[f64; N]>,
}

impl<const N: usize> Row<N> {
    /// The medians in scotts.
    fn scotts(&self) -> [f64; N] {
        std::array::from_fn(|entry| self.median(|turn| turn[entry]) / self.scott)
    }

    /// The median of the time of one entry divided by that of another.
    fn ratio(&self, (long, short): (usize, usize)) -> f64 {
        self.median(|turn| turn[long] / turn[short])
    }

    fn median(&self, of: impl Fn(&[f64; N]) -> f64) -> f64 {
        median(self.turns.iter().map(of).collect())
    }
}

/// The upper median; NaN if there are no numbers.
fn median(mut numbers: Vec<f64>) -> f64 {
    numbers.sort_unstable_by(f64::total_cmp);
    numbers.get(numbers.len() / 2).copied().unwrap_or(f64::NAN)
}

fn file(name: &str) -> PathBuf {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    root.join("puzzles").join(name).with_extension("ron")
}

/// A puzzle ready to be searched.
struct Prepared {
    instance: Instance,
}

impl Prepared {
    fn new(name: &str) -> Outcome<Self> {
        let source = Source::load(&file(name))?;
        let puzzle = load(&source).map_err(|diagnostic| diagnostic.render(&source, false))?;
        let instance = Instance::new(puzzle.puzzle)?;
        Ok(Self { instance })
    }

    /// Enumerates all solutions.
    fn enumerate(&self, engine: TreeEngine, threads: usize) -> Outcome<Duration> {
        let schedule = Schedule {
            engine,
            threads: NonZeroUsize::new(threads).unwrap_or(NonZeroUsize::MIN),
            parts: if threads == 1 { 1 } else { 64 },
            in_any_order: false,
        };
        let problem = self.instance.problem();
        let nothing = |_: &[OptionId], _: &[SymmetryId]| None::<()>;
        let started = Instant::now();
        schedule.run(problem, Heuristic::Mrv, &[], 0, &nothing, &mut |_| {
            Continue(())
        })?;
        Ok(started.elapsed())
    }

    /// Counts all solutions by a sweep, on one thread.
    fn sweep(&self) -> Outcome<Duration> {
        let started = Instant::now();
        let order = cell_order::order(&self.instance, &StopFlag::new())?;
        Frontier::new(self.instance.problem())
            .order(&order)?
            .count(&mut |_| Continue(()))?;
        Ok(started.elapsed())
    }
}

/// The arguments of the program to count and to list.
struct Run {
    count: Vec<String>,
    list: Vec<String>,
}

impl Run {
    fn new(name: &str, kind: Kind, folder: &Path) -> Outcome<Self> {
        let puzzle = file(name).display().to_string();
        let matrix = |problem: &Problem| -> Outcome<String> {
            let file = folder.join(name).with_extension("dlx");
            text::write(problem, &mut fs::File::create(&file)?)?;
            Ok(file.display().to_string())
        };
        let (count, list) = match kind {
            Kind::Distinct => (
                ("count", puzzle.clone()),
                ("solve --distinct --format jsonl", puzzle),
            ),
            Kind::All | Kind::Case => (("count", puzzle.clone()), ("solve --format jsonl", puzzle)),
            Kind::Cover => {
                let file = matrix(&queens::problem(14, Order::OrganPipe, Primary::Both)?)?;
                (
                    ("cover --count", file.clone()),
                    ("cover --format jsonl", file),
                )
            }
            Kind::Visited => {
                let file = matrix(Prepared::new(name)?.instance.problem())?;
                (("count", puzzle), ("cover --count --engine bits", file))
            }
        };
        let words = |(command, file): (&str, String)| {
            let words = command.split(' ').map(str::to_owned);
            let mut words: Vec<String> = words.chain([file]).collect();
            if kind == Kind::Case {
                words.extend(["--case", CASE].map(str::to_owned));
            }
            words
        };
        Ok(Self {
            count: words(count),
            list: words(list),
        })
    }

    fn count(&self, threads: Option<usize>) -> Outcome<Duration> {
        timed(&self.count, threads)
    }

    fn list(&self, threads: Option<usize>) -> Outcome<Duration> {
        timed(&self.list, threads)
    }
}

/// Times a whole run of the program.
fn timed(arguments: &[String], threads: Option<usize>) -> Outcome<Duration> {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tilewright"));
    command.args(arguments);
    command.stdout(Stdio::null()).stderr(Stdio::null());
    if let Some(threads) = threads {
        command.args(["--threads", &threads.to_string()]);
    }
    let started = Instant::now();
    let status = command.status()?;
    let elapsed = started.elapsed();
    if !status.success() {
        return Err(format!("{arguments:?} ended with {status}").into());
    }
    Ok(elapsed)
}
