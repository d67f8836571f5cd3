//! Compares the engines: the time to list all solutions, and the number of nodes per second.
//!
//! `cargo bench -p tilewright-dlx --bench engines`. Engines run on one thread. The time includes
//! the setup, which takes less than 0.1 % of it.

#[path = "../examples/models/pentominoes.rs"]
mod pentominoes;
#[path = "../examples/models/queens.rs"]
mod queens;

use std::ops::ControlFlow::Continue;
use std::time::Duration;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use queens::{Order, Primary};
use tilewright_dlx::{Bits, Links, OptionId, Problem, ProblemError};

fn bench(criterion: &mut Criterion, name: &str, problem: Result<Problem, ProblemError>) {
    let Ok(problem) = problem else { return };
    let ignore = |_: &[OptionId]| Continue(());
    let nodes = Links::new(&problem).run(&mut { ignore }).profile.nodes();
    let mut group = criterion.benchmark_group(name);
    group.sample_size(10).warm_up_time(Duration::from_secs(1));
    group.throughput(Throughput::Elements(nodes));
    group.bench_function("links", |bencher| {
        bencher.iter(|| Links::new(&problem).run(&mut { ignore }));
    });
    group.bench_function("bits", |bencher| {
        bencher.iter(|| Bits::new(&problem).map(|bits| bits.run(&mut { ignore })));
    });
    group.finish();
}

fn engines(criterion: &mut Criterion) {
    let scott = pentominoes::problem(&pentominoes::SCOTT, None);
    bench(criterion, "scott", scott);
    let eight = queens::problem(8, Order::Rows, Primary::Ranks);
    bench(criterion, "8 queens by ranks", eight);
    let queens = queens::problem(11, Order::OrganPipe, Primary::Both);
    bench(criterion, "11 queens", queens);
}

criterion_group!(benches, engines);
criterion_main!(benches);
