//! A condition as [`ControlFlow`], for visitors that may end the loop that calls them.

use std::ops::ControlFlow;

pub(crate) fn break_if(is_over: bool) -> ControlFlow<()> {
    if is_over {
        ControlFlow::Break(())
    } else {
        ControlFlow::Continue(())
    }
}
