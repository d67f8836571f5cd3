//! Pages under construction.
//!
//! All pages are laid out as right-hand pages; [`Leaf::shifted`] turns them into left-hand ones.
//! Screen readers read elements in the order in which they were added. Each line of text is a
//! paragraph and each picture a figure, unless they are added within a [block](Leaf::block).

use crate::picture::drawing::pdf::{Block, LinkTarget, PageLink, PlacedPhoto, Tag};
use crate::picture::drawing::{
    Anchor, Area, Element, FontWeight, Fonts, Paper, Point, Role, Scene, Shape, Text, TextTurn,
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
    pub(super) links: Vec<PageLink>,
    /// Entries of the PDF outline: level, title, y coordinate on the page.
    pub(super) bookmarks: Vec<(usize, String, f64)>,
    /// The paragraphs, figures and other blocks that screen readers find on the page, in reading order.
    pub(super) blocks: Vec<Block>,
    /// Entries of the table of contents: level, title.
    pub(super) entries: Vec<(usize, String)>,
    /// A photo that fills the page; `None` on most pages.
    pub(super) photo: Option<PlacedPhoto>,
    /// Whether the page number is printed.
    pub(super) is_numbered: bool,
    /// Whether the page may have a running head. Pages that begin a section have none.
    pub(super) is_headed: bool,
    /// True for a cover, which is not shifted for a spine.
    pub(super) is_cover: bool,
    /// Whether elements are being added within a block or decoration, so that they form no blocks
    /// themselves.
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

    /// Adds elements that form one block for screen readers. A block within a block is merged into it.
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

    /// Adds a block that links to a page. The clickable area is a box with this upper left corner and size.
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
        self.links.push(PageLink {
            corner: Point::new(corner.0, corner.1),
            size,
            target: LinkTarget::Page(page, 0.0),
        });
    }

    /// Adds elements that screen readers skip.
    pub(super) fn decoration(&mut self, set: impl FnOnce(&mut Self)) {
        let was_within = std::mem::replace(&mut self.is_within, true);
        set(self);
        self.is_within = was_within;
    }

    fn line(&mut self, at: Point, anchor: Anchor, size: f64, weight: FontWeight, text: &str) {
        self.line_in(INK, at, anchor, size, weight, text);
    }

    fn line_in(
        &mut self,
        color: Color,
        at: Point,
        anchor: Anchor,
        size: f64,
        weight: FontWeight,
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
            turn: TextTurn::Upright,
            color,
            text: text.to_owned(),
        };
        self.block(Tag::Paragraph, |leaf| {
            let element = Element::new(Role::Caption, vec![Shape::Text(line)]);
            leaf.scene.push(element);
        });
    }

    /// Adds a line of text that begins at a point on its base line.
    pub(super) fn text(&mut self, x: f64, y: f64, size: f64, weight: FontWeight, text: &str) {
        self.line(Point::new(x, y), Anchor::Start, size, weight, text);
    }

    /// Adds a line of text that ends at a point on its base line.
    pub(super) fn text_before(
        &mut self,
        x: f64,
        y: f64,
        size: f64,
        weight: FontWeight,
        text: &str,
    ) {
        self.line(Point::new(x, y), Anchor::End, size, weight, text);
    }

    /// Adds a line of text whose middle is at `x` on the base line `y`.
    pub(super) fn centred(&mut self, x: f64, y: f64, size: f64, weight: FontWeight, text: &str) {
        self.line(Point::new(x, y), Anchor::Middle, size, weight, text);
    }

    /// Adds a line of text in a colour, with its middle at `x` on the base line `y`.
    pub(super) fn centred_in(
        &mut self,
        color: Color,
        (x, y): (f64, f64),
        size: f64,
        weight: FontWeight,
        text: &str,
    ) {
        self.line_in(color, Point::new(x, y), Anchor::Middle, size, weight, text);
    }

    /// Adds a line of text that links to a page; returns its width.
    pub(super) fn text_to(
        &mut self,
        fonts: &Fonts,
        (x, y): (f64, f64),
        size: f64,
        text: &str,
        page: usize,
    ) -> f64 {
        let width = fonts.width(text, size, FontWeight::Regular);
        let area = ((x, y - size), (width, 1.3 * size));
        self.linked(Tag::Paragraph, area, page, |leaf| {
            leaf.text(x, y, size, FontWeight::Regular, text);
        });
        width
    }

    /// Adds a picture with its upper left corner at `x`, `y`. Its title is the text for screen readers.
    pub(super) fn picture(&mut self, x: f64, y: f64, picture: Scene) {
        let said = picture.title.clone();
        self.figure(x, y, picture, said);
    }

    /// Adds a picture with the text `said` for screen readers.
    pub(super) fn figure(&mut self, x: f64, y: f64, picture: Scene, said: String) {
        self.block(Tag::Figure(said), |leaf| {
            leaf.scene.insert(Point::new(x, y), picture);
        });
    }

    /// Adds the elements of another page or panel, with its upper left corner at `x`, `y`.
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

    /// The y coordinate of the lower end of what is on the page; 0 for an empty page.
    pub(super) fn bottom(&self) -> f64 {
        let shapes = self.scene.elements.iter().flat_map(|e| &e.shapes);
        let ends = shapes.map(|shape| match shape {
            Shape::Text(text) => text.at.y + 0.25 * text.size,
            Shape::Path { path, .. } => path.bounds().map_or(0.0, |(_, high)| high.y),
        });
        ends.fold(0.0, f64::max)
    }

    /// The page with everything moved by `right` and `down` millimetres.
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

    /// The page with all elements rotated by 180° within an area. Bookmarks keep their positions.
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
