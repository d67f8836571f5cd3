//! The one place that starts threads: those of rayon, or none without the feature `parallel`.
//!
//! Results come in the order of what they are made from, so nothing depends on the threads.

use std::num::NonZeroUsize;

#[cfg(feature = "parallel")]
mod pool {
    #[cfg(feature = "frontier")]
    use rayon::prelude::*;

    use super::NonZeroUsize;

    /// Threads that share work.
    pub(crate) struct Pool(rayon::ThreadPool);

    impl Pool {
        /// So many threads; none for one, or if the system refuses them.
        pub(crate) fn new(threads: NonZeroUsize) -> Option<Self> {
            let threads = threads.get();
            let build = || rayon::ThreadPoolBuilder::new().num_threads(threads).build();
            (threads > 1).then(build)?.ok().map(Self)
        }

        /// How many there are.
        pub(crate) fn threads(&self) -> usize {
            self.0.current_num_threads()
        }

        /// Makes something of each item.
        #[cfg(feature = "frontier")]
        pub(crate) fn map<T: Sync, R: Send>(
            &self,
            items: &[T],
            of: impl Fn(&T) -> R + Sync,
        ) -> Vec<R> {
            self.0.install(|| items.par_iter().map(&of).collect())
        }

        /// Makes something of each item and its place, which may change the item.
        #[cfg(feature = "frontier")]
        pub(crate) fn map_mut<T: Send, R: Send>(
            &self,
            items: &mut [T],
            of: impl Fn(usize, &mut T) -> R + Sync,
        ) -> Vec<R> {
            self.0.install(|| {
                let items = items.par_iter_mut().enumerate();
                items.map(|(at, item)| of(at, item)).collect()
            })
        }

        /// Does `work` on each thread, and `here` on the caller's meanwhile.
        pub(crate) fn beside<R>(&self, work: impl Fn() + Sync, here: impl FnOnce() -> R) -> R {
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

    /// There are no threads but the caller's.
    pub(crate) enum Pool {}

    impl Pool {
        pub(crate) fn new(_: NonZeroUsize) -> Option<Self> {
            None
        }

        #[cfg(feature = "frontier")]
        pub(crate) fn threads(&self) -> usize {
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
