//! Starts the threads of the whole crate, with rayon. Without the feature `parallel` there are none.
//!
//! Results are in the order of their inputs, so nothing depends on the threads.

use std::num::NonZeroUsize;

#[cfg(feature = "parallel")]
mod pool {
    #[cfg(feature = "frontier")]
    use std::sync::{Mutex, MutexGuard, PoisonError};

    #[cfg(feature = "frontier")]
    use rayon::prelude::*;

    use super::NonZeroUsize;

    /// Locks a mutex that no other thread uses at the same time.
    #[cfg(feature = "frontier")]
    fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
        mutex.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes the result for one element out of its mutex, after the work on all elements.
    #[cfg(feature = "frontier")]
    #[expect(clippy::expect_used, reason = "an invariant of this module")]
    fn taken<R>(made: Mutex<Option<R>>) -> R {
        made.into_inner()
            .unwrap_or_else(PoisonError::into_inner)
            .expect("invariant: something is made of every item, or a thread's panic comes out")
    }

    pub(crate) struct Pool(rayon::ThreadPool);

    impl Pool {
        /// Starts a pool of `threads` threads. `None` for one thread, or if the system refuses to start threads.
        pub(crate) fn new(threads: NonZeroUsize) -> Option<Self> {
            let threads = threads.get();
            let build = || rayon::ThreadPoolBuilder::new().num_threads(threads).build();
            (threads > 1).then(build)?.ok().map(Self)
        }

        pub(crate) fn threads(&self) -> usize {
            self.0.current_num_threads()
        }

        /// Applies `of` to each element of `items`, on all threads. Returns the results in the order of the
        /// elements.
        #[cfg(feature = "frontier")]
        pub(crate) fn map<T: Sync, R: Send>(
            &self,
            items: &[T],
            of: impl Fn(&T) -> R + Sync,
        ) -> Vec<R> {
            let made: Vec<Mutex<Option<R>>> = items.iter().map(|_| Mutex::new(None)).collect();
            self.for_each(items.len(), &|at| *lock(&made[at]) = Some(of(&items[at])));
            made.into_iter().map(taken).collect()
        }

        /// Applies `of` to each element of `items` and its index, on all threads. `of` may change the element.
        /// Returns the results in the order of the elements.
        #[cfg(feature = "frontier")]
        pub(crate) fn map_mut<T: Send, R: Send>(
            &self,
            items: &mut [T],
            of: impl Fn(usize, &mut T) -> R + Sync,
        ) -> Vec<R> {
            let items: Vec<Mutex<(&mut T, Option<R>)>> = items
                .iter_mut()
                .map(|item| Mutex::new((item, None)))
                .collect();
            self.for_each(items.len(), &|at| {
                let (item, made) = &mut *lock(&items[at]);
                *made = Some(of(at, item));
            });
            let made = items.into_iter().map(|item| {
                let (_, made) = item.into_inner().unwrap_or_else(PoisonError::into_inner);
                Mutex::new(made)
            });
            made.map(taken).collect()
        }

        /// Calls `work` with each number below `count`, on all threads.
        ///
        /// This function is not generic, to save compile time: compiling rayon's code for one closure takes longer
        /// than a whole sweep, and there is one closure for each type of state and count.
        #[cfg(feature = "frontier")]
        fn for_each(&self, count: usize, work: &(dyn Fn(usize) + Sync)) {
            self.0
                .install(|| (0..count).into_par_iter().with_max_len(1).for_each(work));
        }

        /// Runs `work` on each thread of the pool, and at the same time `here` on the caller's thread.
        pub(crate) fn run_alongside<R>(
            &self,
            work: impl Fn() + Sync,
            here: impl FnOnce() -> R,
        ) -> R {
            self.0.in_place_scope(|scope| {
                for _ in 0..self.threads() {
                    scope.spawn(|_| work());
                }
                here()
            })
        }
    }
}

#[cfg(not(feature = "parallel"))]
mod pool {
    use super::NonZeroUsize;

    /// Replaces the pool in builds without threads. It has no values, since [`new`](Self::new) always returns
    /// `None`.
    pub(crate) enum Pool {}

    impl Pool {
        pub(crate) fn new(_: NonZeroUsize) -> Option<Self> {
            None
        }

        #[cfg(feature = "frontier")]
        pub(crate) fn threads(&self) -> usize {
            match *self {}
        }

        pub(crate) fn run_alongside<R>(&self, _: impl Fn() + Sync, _: impl FnOnce() -> R) -> R {
            match *self {}
        }

        #[cfg(feature = "frontier")]
        pub(crate) fn map<T, R>(&self, _: &[T], _: impl Fn(&T) -> R) -> Vec<R> {
            match *self {}
        }

        #[cfg(feature = "frontier")]
        pub(crate) fn map_mut<T, R>(&self, _: &mut [T], _: impl Fn(usize, &mut T) -> R) -> Vec<R> {
            match *self {}
        }
    }
}

pub(crate) use pool::Pool;
