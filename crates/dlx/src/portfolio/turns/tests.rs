//! Tests the bounds on the total work of two runners that take turns.

use super::*;

/// Lets two runners, which end after `sizes` nodes, take turns in steps of `step` nodes. Returns the runner that
/// ends first, and the number of nodes that both have done together.
fn race(turns: &mut Turns, sizes: [u64; 2], step: u64) -> (Option<Runner>, u64) {
    let mut done = turns.spent;
    while let Some((runner, limit)) = turns.next() {
        let (own, size) = (&mut done[runner as usize], sizes[runner as usize]);
        while *own <= limit && *own < size {
            *own += step.min(size - *own);
        }
        if *own <= limit {
            return (Some(runner), done.iter().sum());
        }
        turns.spend(runner, *own);
    }
    (None, done.iter().sum())
}

#[test]
fn no_more_than_twice_the_smaller_one() {
    let (quantum, step, most) = (16, 5, 10_000);
    for head_start in [0, 10, 100] {
        for first in [1, 15, 16, 17, 100, 333, 5000] {
            for second in [1, 15, 16, 17, 100, 333, 5000] {
                let mut turns = Turns::new(head_start, quantum, most);
                let (winner, nodes) = race(&mut turns, [first, second], step);
                let least = first.min(second);
                let slack = head_start + 2 * (quantum + step);
                assert!(
                    nodes <= 2 * least + slack,
                    "{first} {second}: {nodes} by {winner:?}"
                );
                // The runner that needs fewer turns wins. On a tie, the first runner wins.
                let turn = |size: u64| size.saturating_sub(head_start).div_ceil(quantum);
                let wins = if turn(first) <= turn(second) {
                    Runner::First
                } else {
                    Runner::Second
                };
                assert_eq!(winner, Some(wins), "{first} {second}");
            }
        }
    }
}

/// Like [`race`] with steps of 5 nodes. The first runner's expected total work is `total`.
fn race_favouring(turns: &mut Turns, sizes: [u64; 2], total: u64) -> (Option<Runner>, u64) {
    turns.expect(total);
    race(turns, sizes, 5)
}

#[test]
fn a_favoured_one_that_ends_as_forecast_loses_little() {
    for forecast in [640, 6400] {
        for (alone, head) in [(0, 0), (0, 60), (100, 0), (100, 60)] {
            for second in [10, 320, forecast / 4, forecast] {
                let turns = Turns::new(0, 16, u64::MAX);
                let mut turns = turns.favouring_second(forecast, alone, head);
                let first = 10 * forecast;
                let (winner, nodes) = race_favouring(&mut turns, [first, second], first);
                assert_eq!(winner, Some(Runner::Second));
                assert!(
                    nodes <= second + (second / 32).max(head) + 16 + 2 * 5,
                    "{second}: {nodes}"
                );
            }
        }
    }
}

#[test]
fn an_honest_first_one_loses_no_more_than_twice() {
    for (alone, head) in [(0, 0), (0, 60), (100, 0), (100, 60)] {
        let slack = 100 + head + 2 * 16 + 4 * 5;
        for forecast in [0, 50, 640, 6400] {
            for first in [1, 100, 600, 1000, 5000, 20_000] {
                for second in [1, 100, 600, 1000, 5000, 20_000] {
                    let turns = Turns::new(0, 16, u64::MAX);
                    let mut turns = turns.favouring_second(forecast, alone, head);
                    let (winner, nodes) = race_favouring(&mut turns, [first, second], first);
                    let least: u64 = first.min(second);
                    // A first runner that ends within the second one's forecast is compared with its own work
                    // only: the second one may need much less work than both do together.
                    let least = if first <= forecast { first } else { least };
                    let twice = 2 * least + least / 8;
                    assert!(
                        nodes <= twice + slack,
                        "{forecast}, {alone}: {first} {second}: {nodes} by {winner:?}"
                    );
                }
            }
        }
    }
}

#[test]
fn the_second_one_may_begin_alone() {
    let mut turns = Turns::new(0, 16, u64::MAX).favouring_second(1000, 100, 0);
    assert_eq!(
        race_favouring(&mut turns, [1, 99], 1).0,
        Some(Runner::Second)
    );
    let mut turns = Turns::new(0, 16, u64::MAX).favouring_second(1000, 100, 0);
    assert_eq!(
        race_favouring(&mut turns, [1, 200], 1).0,
        Some(Runner::First)
    );
}

#[test]
fn both_end_at_the_most() {
    for sizes in [[101, 102], [5000, 101], [101, 5000]] {
        for favours in [false, true] {
            let mut turns = Turns::new(10, 7, 100);
            if favours {
                turns = turns.favouring_second(30, 5, 10);
            }
            assert_eq!(race(&mut turns, sizes, 3).0, None);
            assert!(turns.is_spent());
        }
    }
    let mut turns = Turns::new(10, 7, 100);
    assert_eq!(race(&mut turns, [5000, 100], 3).0, Some(Runner::Second));
    assert!(!turns.is_spent());
}

#[test]
fn the_second_one_leaves() {
    for (sizes, winner) in [
        ([5000, 50], Runner::Second),
        ([5000, 51], Runner::First),
        ([20, 50], Runner::First),
    ] {
        let mut turns = Turns::new(10, 7, 10_000);
        turns.let_second_leave_after(50);
        assert_eq!(race(&mut turns, sizes, 3).0, Some(winner), "{sizes:?}");
    }
}

#[test]
fn one_alone_goes_on_to_the_most() {
    let mut turns = Turns::new(1, 1, 100);
    turns.leave(Runner::Second);
    assert_eq!(turns.next(), Some((Runner::First, 100)));
    turns.spend(Runner::First, 101);
    assert_eq!(turns.next(), None);
}
