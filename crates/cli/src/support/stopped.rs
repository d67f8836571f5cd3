//! Conversions between the errors of functions that a stop flag can end.

/// Implements `From` for an error type that wraps others. If a wrapped error says that work was
/// stopped, it becomes the type's own variant for stopped work. All other errors are wrapped.
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
