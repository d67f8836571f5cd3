//! Measures dancing links in million updates per second (criterion's Melem/s).
//!
//! `cargo bench -p tilewright-dlx --bench links`. The reference is Scott's pentominoes: all 520
//! solutions, with X not restricted. The time includes the setup of the lists, which takes less
//! than 0.1 % of it.

#[path = "../examples/models/dominoes.rs"]
mod dominoes;
#[path = "../examples/models/pentominoes.rs"]
mod pentominoes;
#[path = "../examples/models/queens.rs"]
mod queens;

use std::ops::ControlFlow::Continue;
use std::time::Duration;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use queens::{Order, Primary};
use tilewright_dlx::{Heuristic, Links, OptionId, Problem, ProblemError};

fn bench(
    criterion: &mut Criterion,
    name: &str,
    problem: Result<Problem, ProblemError>,
    heuristic: Heuristic,
) {
    let Ok(problem) = problem else { return };
    let links = Links::new(&problem).heuristic(heuristic);
    let run = || links.run(&mut |_: &[OptionId]| Continue(()));
    let mut group = criterion.benchmark_group("links");
    group.sample_size(10).warm_up_time(Duration::from_secs(1));
    group.throughput(Throughput::Elements(run().profile.updates()));
    group.bench_function(name, |bencher| bencher.iter(run));
    group.finish();
}

fn links(criterion: &mut Criterion) {
    let scott = || pentominoes::problem(&pentominoes::SCOTT, None);
    bench(criterion, "scott", scott(), Heuristic::Mrv);
    let eight = queens::problem(8, Order::Rows, Primary::Ranks);
    bench(
        criterion,
        "8 queens by ranks, first",
        eight,
        Heuristic::First,
    );
    let queens = queens::problem(11, Order::OrganPipe, Primary::Both);
    bench(criterion, "11 queens", queens, Heuristic::Mrv);
    bench(
        criterion,
        "mutilated chessboard",
        dominoes::mutilated_chessboard(),
        Heuristic::Mrv,
    );
}

criterion_group!(benches, links);
criterion_main!(benches);
