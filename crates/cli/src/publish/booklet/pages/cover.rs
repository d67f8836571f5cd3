//! Covers, and title pages of parts.

use super::super::challenge_solutions::CoverSolution;
use super::super::{Book, Cover, CoverArt, laid};
use super::front::LARGEST_COVER_CELL;
use super::leaf::Leaf;
use super::{BookletLayoutError, Composer, SMALLEST_CELL, Typography, as_length};
use crate::picture::drawing::pdf::{PlacedPhoto, Tag};
use crate::picture::drawing::{
    Artist, Element, Fill, FontWeight, Labelling, Path, Point, Role, Scene, Shape, Style,
};
use crate::picture::palette::{INK, PAPER, ink_on};
use crate::puzzle::Color;

impl Composer<'_> {
    pub(super) fn cover_page(
        &self,
        book: &Book<'_>,
        cover: &Cover,
        subtitle: &str,
    ) -> Result<Leaf, BookletLayoutError> {
        let title = self.texts.title.fill(&[("title", &book.title)]);
        let mut leaf = self.outside(&title, cover.ground);
        if let CoverArt::Photo(photo) = &cover.art {
            let (corner, size) = self.filling(photo.size());
            leaf.photo = Some(PlacedPhoto {
                photo: photo.clone(),
                corner,
                size,
            });
            return Ok(leaf);
        }
        let ink = ink_on(cover.ground.unwrap_or(PAPER));
        let (area, sizes) = (self.area(), self.layout.typography);
        let mut y = area.top + 0.04 * area.height();
        let large = 1.25 * sizes.title();
        y = self.set_centred(
            &mut leaf,
            ink,
            y,
            (Tag::Heading(1), &title, large, FontWeight::Bold),
        );
        let below = (Tag::Paragraph, subtitle, sizes.large(), FontWeight::Regular);
        y = self.set_centred(&mut leaf, ink, y + 0.4 * sizes.body(), below);
        let mut foot = area.bottom;
        if let Some(author) = &book.author {
            let size = sizes.large();
            let lines = self.lines(author, area.width(), size, FontWeight::Regular);
            foot -= 1.3 * size * as_length(lines.len());
            let author = (Tag::Paragraph, author.as_str(), size, FontWeight::Regular);
            self.set_centred(&mut leaf, ink, foot, author);
        }
        y += 2.0 * sizes.body();
        let room = (area.width(), foot - 2.0 * sizes.body() - y);
        if let Some(picture) = self.cover_art(&cover.art, &title, room)? {
            let x = area.middle() - picture.width / 2.0;
            let y = y + ((room.1 - picture.height) / 2.0).max(0.0);
            self.set_art(&mut leaf, (x, y), picture, cover.ground);
        }
        Ok(leaf)
    }

    /// An empty cover page. Its colour extends into the bleed.
    fn outside(&self, title: &str, ground: Option<Color>) -> Leaf {
        let mut leaf = self.leaf(title);
        leaf.is_cover = true;
        leaf.is_numbered = false;
        leaf.is_headed = false;
        if let Some(color) = ground {
            let (paper, bleed) = (self.layout.paper, self.layout.press.bleed());
            let corner = Point::new(-bleed, -bleed);
            let (width, height) = (paper.width + 2.0 * bleed, paper.height + 2.0 * bleed);
            let path = Path::rectangle(corner, width, height);
            let shape = Shape::filled(path, Fill::Color(color));
            leaf.decoration(|leaf| leaf.scene.push(Element::new(Role::Ground, vec![shape])));
        }
        leaf
    }

    /// The position and size of a picture scaled to fill the page and its bleed; as little as possible is cut
    /// off.
    fn filling(&self, (wide, high): (f64, f64)) -> (Point, (f64, f64)) {
        let (paper, bleed) = (self.layout.paper, self.layout.press.bleed());
        let (width, height) = (paper.width + 2.0 * bleed, paper.height + 2.0 * bleed);
        let factor = (width / wide).max(height / high);
        let size = (wide * factor, high * factor);
        let corner = Point::new((paper.width - size.0) / 2.0, (paper.height - size.1) / 2.0);
        (corner, size)
    }

    fn cover_art(
        &self,
        art: &CoverArt,
        title: &str,
        (width, height): (f64, f64),
    ) -> Result<Option<Scene>, BookletLayoutError> {
        let picture = match art {
            CoverArt::Nothing | CoverArt::Photo(_) => return Ok(None),
            CoverArt::Solution if self.booklet.has_cover_solution() => {
                let artist = self.artist_for("the picture on the cover", width, height)?;
                let artist = artist.in_style(Style {
                    labels: Labelling::None,
                    ..artist.style()
                });
                match &self.booklet.cover_solution {
                    Some(CoverSolution { instance, solution }) => {
                        let artist = Artist::new(instance.puzzle(), artist.style());
                        artist.solution(title, &laid(instance, solution, &[]))
                    }
                    None => artist.solution(title, &self.first_solution()),
                }
            }
            CoverArt::Pieces | CoverArt::Solution => {
                let cells = (SMALLEST_CELL, LARGEST_COVER_CELL);
                self.gallery(&self.artist, cells, (width, height), |_, _| String::new())?
            }
        };
        Ok(Some(picture))
    }

    /// Adds a picture. On a coloured page it lies on a white rectangle.
    fn set_art(&self, leaf: &mut Leaf, (x, y): (f64, f64), picture: Scene, ground: Option<Color>) {
        if ground.is_some() {
            let around = 0.6 * self.layout.typography.body();
            let path = Path::rectangle(
                Point::new(x - around, y - around),
                picture.width + 2.0 * around,
                picture.height + 2.0 * around,
            );
            let sheet = Shape::filled(path, Fill::Color(PAPER));
            leaf.decoration(|leaf| leaf.scene.push(Element::new(Role::Ground, vec![sheet])));
        }
        leaf.picture(x, y, picture);
    }

    pub(super) fn back_cover(&self, book: &Book<'_>) -> Leaf {
        let ground = book.cover.as_ref().and_then(|cover| cover.ground);
        let ink = ink_on(ground.unwrap_or(PAPER));
        let mut leaf = self.outside("", ground);
        let (area, sizes) = (self.area(), self.layout.typography);
        let (size, step) = (sizes.body(), Typography::leading_of(sizes.body()));
        let width = 0.8 * area.width();
        let mut y = area.top + 0.12 * area.height();
        for paragraph in &book.back {
            leaf.block(Tag::Paragraph, |leaf| {
                for line in self.lines(paragraph, width, size, FontWeight::Regular) {
                    y += step;
                    leaf.centred_in(ink, (area.middle(), y), size, FontWeight::Regular, &line);
                }
            });
            y += sizes.skip();
        }
        leaf
    }

    /// The title page of a part; `None` unless the book has several parts.
    pub(super) fn part_page(&self) -> Option<Leaf> {
        let name = self.name.as_ref()?;
        let (area, sizes) = (self.area(), self.layout.typography);
        let mut leaf = self.leaf(name);
        leaf.is_numbered = false;
        leaf.is_headed = false;
        leaf.entries.push((0, name.clone()));
        leaf.bookmarks.push((0, name.clone(), 0.0));
        let y = area.top + 0.3 * area.height();
        let title = (Tag::Heading(1), &**name, sizes.title(), FontWeight::Bold);
        let y = self.set_centred(&mut leaf, INK, y, title);
        let subtitle = self.booklet.subtitle(self.texts, self.has_tiers());
        let subtitle = (
            Tag::Paragraph,
            &*subtitle,
            sizes.large(),
            FontWeight::Regular,
        );
        self.set_centred(&mut leaf, INK, y, subtitle);
        Some(leaf)
    }
}
