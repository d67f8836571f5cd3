//! The program `tilewright`; everything is in the library.

use std::process::ExitCode;

fn main() -> ExitCode {
    tilewright::run(std::env::args_os())
}
