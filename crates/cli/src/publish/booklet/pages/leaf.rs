//! A page in the making.
//!
//! All pages are laid out as right-hand pages; [`Leaf::shifted`] makes left-hand pages of them.
//! What is put on a page is read aloud in that order: each line of text by itself is a paragraph and
//! each picture a figure, unless a [block](Leaf::block) says something else.

use crate::picture::drawing::pdf::{Block, Link, PlacedPhoto, Tag, Target};
use crate::picture::drawing::{
    Anchor, Area, Element, Fonts, Paper, Point, Role, Scene, Shape, Text, Turn, Weight,
};
use crate::picture::palette::INK;
use crate::puzzle::Color;

/// A page with its links and bookmarks.
#[derive(Debug, Clone)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each says something else of a page"
)]
pub(super) struct Leaf {
    pub(super) scene: Scene,
    pub(super) links: Vec<Link>,
    /// Entries of the outline: level, title, height on the page.
    pub(super) bookmarks: Vec<(usize, String, f64)>,
    /// What is read aloud, in this order.
    pub(super) blocks: Vec<Block>,
    /// Entries of the table of contents: level, title.
    pub(super) entries: Vec<(usize, String)>,
    /// What lies under everything, up to the edges.
    pub(super) photo: Option<PlacedPhoto>,
    /// Whether its number is printed.
    pub(super) is_numbered: bool,
    /// Whether it may say at its head where one is: it does not begin anything.
    pub(super) is_headed: bool,
    /// Whether it is a cover, which has no spine of its own.
    pub(super) is_cover: bool,
    /// Whether what is put on it belongs to a block that is begun, or to none.
    is_within: bool,
}

impl Leaf {
    pub(super) fn new(title: impl Into<String>, paper: Paper) -> Self {
        Self {
            scene: Scene::new(title, paper.width, paper.height),
            links: Vec::new(),
            bookmarks: Vec::new(),
            blocks: Vec::new(),
            entries: Vec::new(),
            photo: None,
            is_numbered: true,
            is_headed: true,
            is_cover: false,
            is_within: false,
        }
    }

    /// Puts what belongs together on the page. A block within a block is a part of that.
    pub(super) fn block<R>(&mut self, tag: Tag, set: impl FnOnce(&mut Self) -> R) -> R {
        if self.is_within {
            return set(self);
        }
        let first = self.scene.elements.len();
        self.is_within = true;
        let answer = set(self);
        self.is_within = false;
        let elements = first..self.scene.elements.len();
        if !elements.is_empty() {
            self.blocks.push(Block {
                tag,
                elements,
                link: None,
            });
        }
        answer
    }

    /// The same for what leads to a page if one clicks into a box.
    pub(super) fn linked(
        &mut self,
        tag: Tag,
        (corner, size): ((f64, f64), (f64, f64)),
        page: usize,
        set: impl FnOnce(&mut Self),
    ) {
        let before = self.blocks.len();
        self.block(tag, set);
        if self.blocks.len() > before
            && let Some(block) = self.blocks.last_mut()
        {
            block.link = Some(self.links.len());
        }
        self.links.push(Link {
            corner: Point::new(corner.0, corner.1),
            size,
            target: Target::Page(page, 0.0),
        });
    }

    /// Puts something on the page that is not read aloud.
    pub(super) fn decoration(&mut self, set: impl FnOnce(&mut Self)) {
        let was_within = std::mem::replace(&mut self.is_within, true);
        set(self);
        self.is_within = was_within;
    }

    fn line(&mut self, at: Point, anchor: Anchor, size: f64, weight: Weight, text: &str) {
        self.line_in(INK, at, anchor, size, weight, text);
    }

    fn line_in(
        &mut self,
        color: Color,
        at: Point,
        anchor: Anchor,
        size: f64,
        weight: Weight,
        text: &str,
    ) {
        if text.is_empty() {
            return;
        }
        let line = Text {
            at,
            anchor,
            size,
            weight,
            turn: Turn::Upright,
            color,
            text: text.to_owned(),
        };
        self.block(Tag::Paragraph, |leaf| {
            let element = Element::new(Role::Caption, vec![Shape::Text(line)]);
            leaf.scene.push(element);
        });
    }

    /// A line of text that begins at a point on its base line.
    pub(super) fn text(&mut self, x: f64, y: f64, size: f64, weight: Weight, text: &str) {
        self.line(Point::new(x, y), Anchor::Start, size, weight, text);
    }

    /// A line of text that ends there.
    pub(super) fn text_before(&mut self, x: f64, y: f64, size: f64, weight: Weight, text: &str) {
        self.line(Point::new(x, y), Anchor::End, size, weight, text);
    }

    /// A line of text with its middle there.
    pub(super) fn centred(&mut self, x: f64, y: f64, size: f64, weight: Weight, text: &str) {
        self.line(Point::new(x, y), Anchor::Middle, size, weight, text);
    }

    /// The same in a colour.
    pub(super) fn centred_in(
        &mut self,
        color: Color,
        (x, y): (f64, f64),
        size: f64,
        weight: Weight,
        text: &str,
    ) {
        self.line_in(color, Point::new(x, y), Anchor::Middle, size, weight, text);
    }

    /// A line of text that leads to a page; answers with its width.
    pub(super) fn text_to(
        &mut self,
        fonts: &Fonts,
        (x, y): (f64, f64),
        size: f64,
        text: &str,
        page: usize,
    ) -> f64 {
        let width = fonts.width(text, size, Weight::Regular);
        let area = ((x, y - size), (width, 1.3 * size));
        self.linked(Tag::Paragraph, area, page, |leaf| {
            leaf.text(x, y, size, Weight::Regular, text);
        });
        width
    }

    /// A picture with its upper left corner at a point; its title is what is read aloud.
    pub(super) fn picture(&mut self, x: f64, y: f64, picture: Scene) {
        let said = picture.title.clone();
        self.figure(x, y, picture, said);
    }

    /// The same with other words.
    pub(super) fn figure(&mut self, x: f64, y: f64, picture: Scene, said: String) {
        self.block(Tag::Figure(said), |leaf| {
            leaf.scene.insert(Point::new(x, y), picture);
        });
    }

    /// Another page, or a part of one, with its upper left corner at a point.
    pub(super) fn insert(&mut self, x: f64, y: f64, part: Self) {
        let first = self.scene.elements.len();
        let links = self.links.len();
        let part = part.shifted(x, y);
        self.scene.elements.extend(part.scene.elements);
        self.links.extend(part.links);
        self.bookmarks.extend(part.bookmarks);
        if self.is_within {
            return;
        }
        self.blocks
            .extend(part.blocks.into_iter().map(|block| Block {
                elements: first + block.elements.start..first + block.elements.end,
                link: block.link.map(|link| links + link),
                ..block
            }));
    }

    /// The page with all that is on it moved.
    #[must_use]
    pub(super) fn shifted(mut self, right: f64, down: f64) -> Self {
        if right == 0.0 && down == 0.0 {
            return self;
        }
        let by = Point::new(right, down);
        for shape in self.scene.elements.iter_mut().flat_map(|e| &mut e.shapes) {
            *shape = shape.shifted(by);
        }
        for link in &mut self.links {
            link.corner = link.corner.shifted(by);
        }
        for (_, _, y) in &mut self.bookmarks {
            *y += down;
        }
        self
    }

    /// The page with all that is on it turned upside down within an area.
    #[must_use]
    pub(super) fn upside_down(mut self, area: Area) -> Self {
        let (width, height) = (self.scene.width, self.scene.height);
        self.scene = self.scene.upside_down();
        for link in &mut self.links {
            link.corner = Point::new(
                width - link.corner.x - link.size.0,
                height - link.corner.y - link.size.1,
            );
        }
        let bookmarks = std::mem::take(&mut self.bookmarks);
        let mut turned = self.shifted(
            area.left + area.right - width,
            area.top + area.bottom - height,
        );
        turned.bookmarks = bookmarks;
        turned
    }
}
