//! Parts of wood or plastic.

pub mod fabricate;
