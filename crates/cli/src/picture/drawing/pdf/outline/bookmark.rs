//! Entries of the outline (bookmarks) of a document.

#[derive(Debug, Clone)]
pub(in crate::picture::drawing::pdf) struct Bookmark {
    /// The level; at most one more than that of the previous entry.
    pub(in crate::picture::drawing::pdf) level: usize,
    pub(in crate::picture::drawing::pdf) title: String,
    /// The page that the entry leads to, counted from 0.
    pub(in crate::picture::drawing::pdf) page: usize,
    /// The position on the page, in millimetres from its top.
    pub(in crate::picture::drawing::pdf) y: f64,
}
