//! The method by which a result was computed.

use tilewright_dlx::Engine;

/// The engine, and whether the result is a recheck
/// ([`backwards`](crate::campaign::results::Author::backwards)).
pub(super) type CountMethod = (Engine, bool);
