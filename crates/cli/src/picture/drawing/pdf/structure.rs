//! The structure of a document: what its parts are, for readers that speak.

mod block;

use pdf_writer::types::StructRole;
use pdf_writer::writers::StructTreeRoot;
use pdf_writer::{Finish, Ref, TextStr};

pub use self::block::{Block, Tag};
use super::{Book, Writer};

/// Where a part is written: its page, and its number there.
#[derive(Debug, Clone, Copy)]
struct Marked {
    page: Ref,
    number: i32,
}

/// The elements of the structure in the making.
struct Builder<'w> {
    writer: &'w mut Writer,
    document: Ref,
    /// The elements of the highest level.
    parts: Vec<Ref>,
    /// The list that is open, and its entries.
    list: Option<(Ref, Vec<Ref>)>,
}

fn heading(level: u8) -> StructRole {
    match level {
        0 | 1 => StructRole::H1,
        2 => StructRole::H2,
        3 => StructRole::H3,
        4 => StructRole::H4,
        5 => StructRole::H5,
        _ => StructRole::H6,
    }
}

impl Builder<'_> {
    /// Writes an element that holds others or what is marked on a page, and a link.
    fn element(
        &mut self,
        role: StructRole,
        parent: Ref,
        kids: &[Ref],
        marked: Option<Marked>,
        link: Option<(Ref, Ref)>,
    ) -> Ref {
        let id = self.writer.id();
        self.element_as(id, role, parent, kids, marked, link);
        id
    }

    fn element_as(
        &mut self,
        id: Ref,
        role: StructRole,
        parent: Ref,
        kids: &[Ref],
        marked: Option<Marked>,
        link: Option<(Ref, Ref)>,
    ) {
        let mut element = self.writer.pdf.struct_element(id);
        element.kind(role).parent(parent);
        let mut children = element.children();
        for kid in kids {
            children.struct_element(*kid);
        }
        if let Some(Marked { page, number }) = marked {
            children
                .marked_content_ref()
                .page(page)
                .marked_content_id(number);
        }
        if let Some((page, annotation)) = link {
            children.object_ref().page(page).object(annotation);
        }
    }

    /// Ends the list that is open.
    fn end_list(&mut self) {
        if let Some((id, entries)) = self.list.take() {
            let document = self.document;
            self.element_as(id, StructRole::L, document, &entries, None, None);
            self.parts.push(id);
        }
    }

    /// Writes a block; answers with the elements that hold its content and its link.
    fn block(&mut self, block: &Block, marked: Marked, annotation: Option<Ref>) -> (Ref, Ref) {
        if block.tag != Tag::ListItem {
            self.end_list();
        }
        let document = self.document;
        match &block.tag {
            Tag::Figure(alt) => {
                let id = self.writer.id();
                let mut element = self.writer.pdf.struct_element(id);
                element.kind(StructRole::Figure).parent(document);
                element.alt(TextStr(if alt.is_empty() { "–" } else { alt }));
                element
                    .children()
                    .marked_content_ref()
                    .page(marked.page)
                    .marked_content_id(marked.number);
                element.finish();
                self.parts.push(id);
                (id, id)
            }
            Tag::ListItem => {
                let list = if let Some((list, _)) = &self.list {
                    *list
                } else {
                    let id = self.writer.id();
                    self.list = Some((id, Vec::new()));
                    id
                };
                let [item, body] = [self.writer.id(), self.writer.id()];
                self.element_as(item, StructRole::LI, list, &[body], None, None);
                if let Some((_, entries)) = &mut self.list {
                    entries.push(item);
                }
                self.content(body, (StructRole::LBody, item), marked, annotation)
            }
            Tag::Heading(_) | Tag::Paragraph => {
                let role = match block.tag {
                    Tag::Heading(level) => heading(level),
                    _ => StructRole::P,
                };
                let id = self.writer.id();
                self.parts.push(id);
                self.content(id, (role, document), marked, annotation)
            }
        }
    }

    /// Writes an element with content, which is within a link if there is one.
    fn content(
        &mut self,
        id: Ref,
        (role, parent): (StructRole, Ref),
        marked: Marked,
        annotation: Option<Ref>,
    ) -> (Ref, Ref) {
        let Some(annotation) = annotation else {
            self.element_as(id, role, parent, &[], Some(marked), None);
            return (id, id);
        };
        let target = Some((marked.page, annotation));
        let link = self.element(StructRole::Link, id, &[], Some(marked), target);
        self.element_as(id, role, parent, &[link], None, None);
        (link, link)
    }
}

impl Book<'_> {
    /// Writes the structure; answers with its root. Links have the numbers after those of the pages.
    pub(super) fn write_structure(
        &self,
        pages: &[Ref],
        annotations: &[Vec<Ref>],
        writer: &mut Writer,
    ) -> Ref {
        let [root, document] = [writer.id(), writer.id()];
        let mut builder = Builder {
            writer,
            document,
            parts: Vec::new(),
            list: None,
        };
        let mut held: Vec<Vec<Ref>> = Vec::new();
        let mut links: Vec<Ref> = Vec::new();
        for ((page, id), annotations) in self.pages.iter().zip(pages).zip(annotations) {
            let mut on_page = Vec::new();
            let mut of_links: Vec<Option<Ref>> = vec![None; annotations.len()];
            for (number, block) in (0..).zip(&page.blocks) {
                let marked = Marked { page: *id, number };
                let annotation = block.link.and_then(|link| annotations.get(link)).copied();
                let (content, link) = builder.block(block, marked, annotation);
                on_page.push(content);
                if let Some(of_link) = block.link.and_then(|link| of_links.get_mut(link)) {
                    *of_link = Some(link);
                }
            }
            for (of_link, annotation) in of_links.into_iter().zip(annotations) {
                // A link that no block has is one by itself.
                links.push(of_link.unwrap_or_else(|| {
                    builder.end_list();
                    let target = Some((*id, *annotation));
                    let document = builder.document;
                    let link = builder.element(StructRole::Link, document, &[], None, target);
                    builder.parts.push(link);
                    link
                }));
            }
            held.push(on_page);
        }
        builder.end_list();
        let parts = builder.parts;
        let arrays: Vec<Ref> = held.iter().map(|_| writer.id()).collect();
        for (id, held) in arrays.iter().zip(&held) {
            writer.pdf.indirect(*id).array().items(held.iter().copied());
        }
        let mut element = writer.pdf.struct_element(document);
        element.kind(StructRole::Document).parent(root);
        let mut children = element.children();
        for part in &parts {
            children.struct_element(*part);
        }
        children.finish();
        element.finish();
        // The tree is the catalog's own entry in pdf-writer: written here as an object.
        let mut tree = writer.pdf.indirect(root).start::<StructTreeRoot<'_>>();
        tree.child(document);
        let mut parents = tree.parent_tree();
        let mut nums = parents.nums();
        for (key, id) in (0..).zip(arrays.iter().chain(&links)) {
            nums.insert(key, *id);
        }
        nums.finish();
        parents.finish();
        let next = i32::try_from(arrays.len() + links.len()).unwrap_or(i32::MAX);
        tree.parent_tree_next_key(next);
        tree.finish();
        root
    }
}
