//! The answers to questions, and why an answer is missing.

/// The answer to a question, or the reason why it is not known. `P` is the type of the partial results of work
/// that ended early.
///
/// ```
/// use tilewright_dlx::Answer;
///
/// let answer: Answer<u32> = Answer::Known(2);
/// assert_eq!(answer.map(|n| n + 1).known(), Some(3));
/// assert_eq!(Answer::<u32>::OutOfBudget(()).known(), None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[must_use]
pub enum Answer<T, P = ()> {
    /// The complete answer.
    Known(T),
    /// The [`StopFlag`](crate::StopFlag) was set, or the [`Observer`](crate::Observer) broke out.
    Stopped(P),
    /// The [`Budget`](crate::Budget) was used up.
    OutOfBudget(P),
}

impl<T, P> Answer<T, P> {
    /// The complete answer; `None` if the work ended early.
    pub fn known(self) -> Option<T> {
        match self {
            Self::Known(answer) => Some(answer),
            Self::Stopped(_) | Self::OutOfBudget(_) => None,
        }
    }

    /// Whether the complete answer is known.
    pub fn is_known(&self) -> bool {
        matches!(self, Self::Known(_))
    }

    /// Applies a function to the complete answer, if it is known.
    pub fn map<U>(self, of: impl FnOnce(T) -> U) -> Answer<U, P> {
        match self {
            Self::Known(answer) => Answer::Known(of(answer)),
            Self::Stopped(so_far) => Answer::Stopped(so_far),
            Self::OutOfBudget(so_far) => Answer::OutOfBudget(so_far),
        }
    }

    /// Drops the partial results.
    pub(super) fn without_part(self) -> Answer<T> {
        match self {
            Self::Known(answer) => Answer::Known(answer),
            Self::Stopped(_) => Answer::Stopped(()),
            Self::OutOfBudget(_) => Answer::OutOfBudget(()),
        }
    }
}
