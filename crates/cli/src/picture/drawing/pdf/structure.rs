//! The structure tree of a tagged document, for screen readers.

mod block;

use pdf_writer::types::StructRole;
use pdf_writer::writers::StructTreeRoot;
use pdf_writer::{Finish, Ref, TextStr};

pub use self::block::{Block, Tag};
use super::{PdfDocument, PdfWriter};

/// A section of marked content: the object of its page, and the number of the section on the page.
#[derive(Debug, Clone, Copy)]
struct MarkedContent {
    page: Ref,
    number: i32,
}

/// The structure tree under construction.
struct StructureBuilder<'w> {
    writer: &'w mut PdfWriter,
    document: Ref,
    /// The elements on the highest level.
    parts: Vec<Ref>,
    /// The list to which the next list item is added, with its items so far; `None` if no list is open.
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

impl StructureBuilder<'_> {
    /// Writes an element with optional child elements, marked content and a link. Returns its object number.
    fn element(
        &mut self,
        role: StructRole,
        parent: Ref,
        kids: &[Ref],
        marked: Option<MarkedContent>,
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
        marked: Option<MarkedContent>,
        link: Option<(Ref, Ref)>,
    ) {
        let mut element = self.writer.pdf.struct_element(id);
        element.kind(role).parent(parent);
        let mut children = element.children();
        for kid in kids {
            children.struct_element(*kid);
        }
        if let Some(MarkedContent { page, number }) = marked {
            children
                .marked_content_ref()
                .page(page)
                .marked_content_id(number);
        }
        if let Some((page, annotation)) = link {
            children.object_ref().page(page).object(annotation);
        }
    }

    fn end_list(&mut self) {
        if let Some((id, entries)) = self.list.take() {
            let document = self.document;
            self.element_as(id, StructRole::L, document, &entries, None, None);
            self.parts.push(id);
        }
    }

    /// Writes a block. Returns the element that contains its content, and the element that contains its link.
    fn block(
        &mut self,
        block: &Block,
        marked: MarkedContent,
        annotation: Option<Ref>,
    ) -> (Ref, Ref) {
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

    /// Writes an element with marked content. If there is a link, the content is within a link element.
    fn content(
        &mut self,
        id: Ref,
        (role, parent): (StructRole, Ref),
        marked: MarkedContent,
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

impl PdfDocument<'_> {
    /// Writes the structure tree and returns its root. In its parent tree, the keys of links come
    /// after those of pages.
    pub(super) fn write_structure(
        &self,
        pages: &[Ref],
        annotations: &[Vec<Ref>],
        writer: &mut PdfWriter,
    ) -> Ref {
        let [root, document] = [writer.id(), writer.id()];
        let mut builder = StructureBuilder {
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
                let marked = MarkedContent { page: *id, number };
                let annotation = block.link.and_then(|link| annotations.get(link)).copied();
                let (content, link) = builder.block(block, marked, annotation);
                on_page.push(content);
                if let Some(of_link) = block.link.and_then(|link| of_links.get_mut(link)) {
                    *of_link = Some(link);
                }
            }
            for (of_link, annotation) in of_links.into_iter().zip(annotations) {
                // A link outside all blocks becomes a separate element.
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
        // pdf-writer can only write this tree as an entry of the catalog, but it must be a separate
        // object here.
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
