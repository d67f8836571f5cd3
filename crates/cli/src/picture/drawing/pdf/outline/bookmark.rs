//! An entry of the outline.

/// An entry of the outline.
#[derive(Debug, Clone)]
pub(in crate::picture::drawing::pdf) struct Bookmark {
    /// Its level; at most one below that of the entry before it.
    pub(in crate::picture::drawing::pdf) level: usize,
    pub(in crate::picture::drawing::pdf) title: String,
    /// Where it leads: a page, and a height from its top in millimetres.
    pub(in crate::picture::drawing::pdf) page: usize,
    pub(in crate::picture::drawing::pdf) y: f64,
}
