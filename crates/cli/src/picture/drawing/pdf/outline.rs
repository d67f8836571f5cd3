//! The outline (bookmarks) of a document.

mod bookmark;

use pdf_writer::{Ref, TextStr};

pub(super) use self::bookmark::Bookmark;
use super::{PdfDocument, PdfWriter};

/// An entry of the outline, or its root, by the relatives in the tree: the object of the parent (for the root,
/// the root's own object) and the indices of the direct children.
struct OutlineNode {
    parent: Ref,
    children: Vec<usize>,
}

impl PdfDocument<'_> {
    /// Writes the outline. `None` if there are no bookmarks.
    pub(super) fn write_outline(&self, pages: &[Ref], writer: &mut PdfWriter) -> Option<Ref> {
        let last = self.bookmarks.len().checked_sub(1)?;
        let root = writer.id();
        let ids: Vec<Ref> = self.bookmarks.iter().map(|_| writer.id()).collect();
        let (top, families) = self.families(root, &ids);
        for family in families.iter().chain([&top]) {
            for (position, &index) in family.children.iter().enumerate() {
                let bookmark = &self.bookmarks[index];
                let (page, height) = self.place(bookmark.page, bookmark.y, pages);
                let mut item = writer.pdf.outline_item(ids[index]);
                item.title(TextStr(&bookmark.title)).parent(family.parent);
                if position > 0 {
                    item.prev(ids[family.children[position - 1]]);
                }
                if let Some(&next) = family.children.get(position + 1) {
                    item.next(ids[next]);
                }
                let own = &families[index].children;
                if let (Some(&first), Some(&last)) = (own.first(), own.last()) {
                    // A negative count means that the entry is collapsed at first.
                    item.first(ids[first]).last(ids[last]).count(-count(own));
                }
                item.dest().page(page).xyz(0.0, height, None);
            }
        }
        let end = top.children.last().copied().unwrap_or(last);
        let mut outline = writer.pdf.outline(root);
        outline
            .first(ids[0])
            .last(ids[end])
            .count(count(&top.children));
        Some(root)
    }

    /// The root with the entries on the highest level, and for each entry its parent and its children.
    fn families(&self, root: Ref, ids: &[Ref]) -> (OutlineNode, Vec<OutlineNode>) {
        let empty = |&parent: &Ref| OutlineNode {
            parent,
            children: Vec::new(),
        };
        let mut top = empty(&root);
        let mut families: Vec<OutlineNode> = ids.iter().map(empty).collect();
        // The entries that can be parents of the next one, the highest level first.
        let mut above: Vec<usize> = Vec::new();
        for (index, bookmark) in self.bookmarks.iter().enumerate() {
            above.truncate(bookmark.level);
            let family = match above.last() {
                Some(&parent) => &mut families[parent],
                None => &mut top,
            };
            family.children.push(index);
            above.push(index);
        }
        (top, families)
    }
}

fn count(entries: &[usize]) -> i32 {
    i32::try_from(entries.len()).unwrap_or(i32::MAX)
}
