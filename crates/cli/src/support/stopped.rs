//! Converts errors of work that can be stopped.

/// Implements `From` for an error type that wraps others. Their variant for stopped work is mapped to
/// its own, and each of their other errors is wrapped.
macro_rules! from_stoppable {
    (
        $target:ident, $stopped:ident:
        $($error:ident::$stop:ident $(($any:tt))? => $case:ident),+ $(,)?
    ) => {$(
        impl From<$error> for $target {
            fn from(error: $error) -> Self {
                match error {
                    $error::$stop $(($any))? => Self::$stopped,
                    error => Self::$case(error.into()),
                }
            }
        }
    )+};
}
pub(crate) use from_stoppable;
