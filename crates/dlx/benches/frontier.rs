//! Measures the states of a sweep per second, and the queries of a diagram.
//!
//! `cargo bench -p tilewright-dlx --bench frontier`. In the sweep of the 5 × 12 pentominoes, the
//! pieces are persistent items.

#[path = "../examples/models/dominoes.rs"]
mod dominoes;
#[path = "../examples/models/pentominoes.rs"]
mod pentominoes;

use std::ops::ControlFlow::Continue;
use std::time::Duration;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use tilewright_dlx::{Frontier, Problem, ProblemError};

fn count(criterion: &mut Criterion, name: &str, problem: Result<Problem, ProblemError>) {
    let Ok(problem) = problem else { return };
    let frontier = Frontier::new(&problem);
    let run = || frontier.count(&mut |_| Continue(()));
    let Ok(report) = run() else { return };
    let mut group = criterion.benchmark_group("frontier");
    group.sample_size(10).warm_up_time(Duration::from_secs(1));
    group.throughput(Throughput::Elements(report.states));
    group.bench_function(name, |bencher| bencher.iter(run));
    group.finish();
}

fn frontier(criterion: &mut Criterion) {
    let rectangle = || pentominoes::problem(&["#####"; 12], None);
    count(criterion, "5x12", rectangle());
    count(
        criterion,
        "scott",
        pentominoes::problem(&pentominoes::SCOTT, None),
    );
    count(criterion, "dominoes 20x10", dominoes::problem(20, 10, &[]));
    count(
        criterion,
        "mutilated chessboard",
        dominoes::mutilated_chessboard(),
    );
    let Ok(problem) = rectangle() else { return };
    let Ok(diagram) = Frontier::new(&problem).diagram(&mut |_| Continue(())) else {
        return;
    };
    let mut group = criterion.benchmark_group("diagram 5x12");
    group.bench_function("holding", |bencher| bencher.iter(|| diagram.holding()));
    let first = problem.option(0);
    group.bench_function("restrict", |bencher| {
        bencher.iter(|| first.map(|option| diagram.restrict(&[], &[option])));
    });
    group.finish();
}

criterion_group!(benches, frontier);
criterion_main!(benches);
