//! Ends loops that call a visitor.

use std::ops::ControlFlow;

/// Breaks if a condition holds, otherwise continues.
pub(crate) fn break_if(is_over: bool) -> ControlFlow<()> {
    if is_over {
        ControlFlow::Break(())
    } else {
        ControlFlow::Continue(())
    }
}
