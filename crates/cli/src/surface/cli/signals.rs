//! Stops the program on Ctrl-C, on requests to terminate, and when its terminal is closed.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use tilewright_dlx::StopFlag;

use super::failure::Failure;
use super::progress::StderrObserver;
use super::stderr;
use crate::solve::search::RunContext;

/// Signals within this time of the first one are part of the same request. For example, `timeout`
/// sends one to the process and one to its group, and a service manager sends SIGTERM and SIGHUP.
const ONE_REQUEST: Duration = Duration::from_millis(300);

/// The time between two checks for the first signal.
const TICK: Duration = Duration::from_millis(100);

/// Makes a context whose stop flag is set by Ctrl-C, a request to terminate or a closed terminal.
/// The context shows progress on stderr, unless `--quiet` is set. A second signal, 0.3 to 0.4 s or
/// more after the first, ends the program at once with status 130.
///
/// # Errors
///
/// The system refuses the handlers or a thread.
pub(super) fn listen() -> Result<RunContext, Failure> {
    let flag = Arc::new(AtomicBool::new(false));
    let at_once = Arc::new(AtomicBool::new(false));
    handle(&flag, &at_once)?;
    let first = Arc::clone(&flag);
    thread::Builder::new()
        .name("signals".to_owned())
        .spawn(move || {
            while !first.load(Ordering::Relaxed) {
                thread::sleep(TICK);
            }
            thread::sleep(ONE_REQUEST);
            at_once.store(true, Ordering::Relaxed);
        })
        .map_err(refused)?;
    let stop = StopFlag::from_shared(flag);
    let monitor = RunContext::new(&stop);
    if stderr::is_quiet() {
        return Ok(monitor);
    }
    Ok(monitor.observed(StderrObserver::default()))
}

fn refused(error: impl std::error::Error + Send + Sync + 'static) -> anyhow::Error {
    anyhow::Error::new(error).context("cannot listen for Ctrl-C")
}

/// Registers handlers for the signals. A signal sets `flag`, or ends the program if `at_once` is set.
#[cfg(unix)]
fn handle(flag: &Arc<AtomicBool>, at_once: &Arc<AtomicBool>) -> Result<(), Failure> {
    for signal in signals() {
        // The handler that sets the flag is registered first, so that a signal between the two
        // registrations is not lost.
        signal_hook::flag::register(signal, Arc::clone(flag))
            .and_then(|_| {
                signal_hook::flag::register_conditional_shutdown(signal, 130, Arc::clone(at_once))
            })
            .map_err(refused)?;
    }
    Ok(())
}

/// Registers Ctrl-C and Ctrl-Break. Each sets `flag`, or ends the program if `at_once` is set. Uses
/// the handler of the console, because the signals of the C library lack Ctrl-Break and crash under
/// Wine.
///
/// When the console is closed, Windows ends the program as soon as the handler returns.
#[cfg(windows)]
fn handle(flag: &Arc<AtomicBool>, at_once: &Arc<AtomicBool>) -> Result<(), Failure> {
    use std::sync::{Mutex, PoisonError};

    /// The flags `flag` and `at_once` of every call of this function. The console has one handler for
    /// all of them.
    static FLAGS: Mutex<Vec<[Arc<AtomicBool>; 2]>> = Mutex::new(Vec::new());

    let on_signal = || {
        for [flag, at_once] in &*FLAGS.lock().unwrap_or_else(PoisonError::into_inner) {
            if at_once.load(Ordering::Relaxed) {
                std::process::exit(130);
            }
            flag.store(true, Ordering::Relaxed);
        }
    };
    let mut flags = FLAGS.lock().unwrap_or_else(PoisonError::into_inner);
    if flags.is_empty() {
        ctrlc::set_handler(on_signal).map_err(refused)?;
    }
    flags.push([Arc::clone(flag), Arc::clone(at_once)]);
    Ok(())
}

/// The signals that stop the program.
#[cfg(unix)]
fn signals() -> Vec<i32> {
    use signal_hook::consts::{SIGINT, SIGTERM};

    let mut signals = vec![SIGINT, SIGTERM];
    if !hangup::is_ignored() {
        signals.push(signal_hook::consts::SIGHUP);
    }
    signals
}

/// Finds whether the program was started so that it outlives its terminal.
#[cfg(unix)]
mod hangup {
    use std::fs;
    use std::io::IsTerminal;

    use signal_hook::consts::SIGHUP;

    /// Whether SIGHUP was ignored when the program was started, as under `nohup`. If the system
    /// does not say, it counts as ignored when no stream is a terminal, as under `nohup`.
    pub(super) fn is_ignored() -> bool {
        let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
        ignored_signals(&status).map_or_else(
            || {
                !(std::io::stdin().is_terminal()
                    || std::io::stdout().is_terminal()
                    || std::io::stderr().is_terminal())
            },
            |ignored| ignored >> (SIGHUP - 1) & 1 == 1,
        )
    }

    /// The ignored signals, one bit each, in the format of Linux: see `proc_pid_status(5)`.
    fn ignored_signals(status: &str) -> Option<u64> {
        let mask = status
            .lines()
            .find_map(|line| line.strip_prefix("SigIgn:"))?;
        u64::from_str_radix(mask.trim(), 16).ok()
    }

    #[cfg(test)]
    mod tests {
        use super::*;

        #[test]
        fn ignored_signals_are_read() {
            let status = "Name:\tx\nSigBlk:\t0000000000000000\nSigIgn:\t0000000000001001\n";
            assert_eq!(ignored_signals(status), Some(0x1001));
            assert_eq!(ignored_signals("Name:\tx\n"), None);
        }
    }
}
