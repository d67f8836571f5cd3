//! The way from a part to one of its children.

use tilewright_dlx::Engine;

/// By which engine, and whether from the other end.
pub(super) type Way = (Engine, bool);
