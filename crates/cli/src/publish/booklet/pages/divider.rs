//! Divider pages of divisions, and their entries in the table of contents.

use super::leaf::Leaf;
use super::{Composer, as_length};
use crate::picture::drawing::pdf::Tag;
use crate::picture::drawing::{Element, Fill, FontWeight, Path, Point, Role, Shape, Stroke};
use crate::picture::palette::INK;

/// The position of a division's name, as a share of the height within the margins.
const HEIGHT: f64 = 0.42;

impl Composer<'_> {
    /// The divider page of a division. The first divider page also begins the section of challenges.
    pub(super) fn divider(&self, division: usize, is_first: bool) -> Leaf {
        let (area, sizes, depth) = (self.area(), self.layout.typography, self.depth());
        let heading = self.texts.challenges.plain();
        let name = self.divisions.name(division, self.texts);
        let mut leaf = self.leaf(&heading);
        leaf.is_headed = false;
        leaf.is_numbered = false;
        if is_first {
            leaf.entries.push((depth, heading.clone()));
            leaf.bookmarks.push((depth, heading.clone(), 0.0));
        }
        leaf.entries.push((depth + 1, name.clone()));
        leaf.bookmarks.push((depth + 1, name.clone(), 0.0));
        let number = |task: usize| self.booklet.tasks()[task].number.as_str();
        let numbers = match self.divisions.ends(division) {
            Some((only, last)) if only == last => {
                (self.texts.divider_number).fill(&[("number", number(only))])
            }
            Some((first, last)) => {
                let values = [("first", number(first)), ("last", number(last))];
                self.texts.divider_numbers.fill(&values)
            }
            None => String::new(),
        };
        let y = area.top + HEIGHT * area.height();
        let above = y - 1.3 * sizes.title();
        leaf.block(Tag::Heading(2), |leaf| {
            leaf.centred(
                area.middle(),
                above,
                sizes.large(),
                FontWeight::Regular,
                &heading,
            );
            leaf.centred(area.middle(), y, sizes.title(), FontWeight::Bold, &name);
        });
        let below = y + 2.2 * sizes.large();
        leaf.centred(
            area.middle(),
            below,
            sizes.large(),
            FontWeight::Regular,
            &numbers,
        );
        leaf.decoration(|leaf| {
            let y = below + 2.5 * sizes.large();
            leaf.scene.push(steps(
                (division, self.divisions.count()),
                (area.middle(), y),
                sizes.large(),
            ));
        });
        leaf
    }

    /// Adds the division that begins with a challenge to the table of contents and the bookmarks. The
    /// bookmark of the challenge must follow. A single division is not added, and divider pages have their own
    /// entries.
    pub(super) fn enter_division(&self, leaf: &mut Leaf, task: usize) {
        if !self.spread.dividers.is_empty() || !self.divisions.are_several() {
            return;
        }
        let Some(division) = self.divisions.of_task(task) else {
            return;
        };
        let ends = self.divisions.ends(division);
        if ends.is_some_and(|(first, _)| first == task) {
            let name = self.divisions.name(division, self.texts);
            leaf.entries.push((self.depth() + 1, name.clone()));
            leaf.bookmarks.push((self.depth() + 1, name, 0.0));
        }
    }
}

/// A row of squares, one per division. The squares of the divisions up to this one are filled.
fn steps((division, count): (usize, usize), (middle, y): (f64, f64), side: f64) -> Element {
    /// The maximum number of squares in the row that shows how many divisions have been reached.
    const MOST: usize = 12;
    let shown = count.min(MOST);
    let left = middle - (1.5 * as_length(shown) - 0.5) * side / 2.0;
    // If there are more divisions than squares, a square represents several divisions.
    let filled = (division + 1) * shown / count.max(1);
    let square = |number: usize| Shape::Path {
        path: Path::rectangle(
            Point::new(left + 1.5 * side * as_length(number), y),
            side,
            side,
        ),
        fill: (number < filled.max(1)).then_some(Fill::Color(INK)),
        stroke: Some(Stroke::new(INK, 0.06 * side)),
    };
    Element::new(Role::Mark, (0..shown).map(square).collect())
}
