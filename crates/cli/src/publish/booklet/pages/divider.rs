//! Where grades begin: pages with their names alone, and entries in the table of contents.

use super::leaf::Leaf;
use super::{Composer, as_length};
use crate::picture::drawing::pdf::Tag;
use crate::picture::drawing::{Element, Fill, Path, Point, Role, Shape, Stroke, Weight};
use crate::picture::palette::INK;
use crate::reason::deduction::Grade;

/// Where the name of a grade stands on its page, as a share of the height within the margins.
const HEIGHT: f64 = 0.42;

impl Composer<'_> {
    /// The page with which a grade begins; the first one begins the challenges.
    pub(super) fn divider(&self, grade: Grade, is_first: bool) -> Leaf {
        let (area, sizes, depth) = (self.area(), self.layout.typography, self.depth());
        let heading = self.texts.challenges.plain();
        let name = self.texts.grade(grade);
        let mut leaf = self.leaf(&heading);
        leaf.is_headed = false;
        leaf.is_numbered = false;
        if is_first {
            leaf.entries.push((depth, heading.clone()));
            leaf.bookmarks.push((depth, heading.clone(), 0.0));
        }
        leaf.entries.push((depth + 1, name.clone()));
        leaf.bookmarks.push((depth + 1, name.clone(), 0.0));
        let of_grade = |task: &&super::Task<'_>| task.grade() == Some(grade);
        let mut tasks = self.booklet.tasks().iter().filter(of_grade);
        let first = tasks.next().map(|task| task.number.clone());
        let last = tasks.next_back().map(|task| task.number.clone());
        let numbers = match (first, last) {
            (Some(first), Some(last)) => {
                let values = [("first", &*first), ("last", &*last)];
                self.texts.divider_numbers.fill(&values)
            }
            (Some(only), None) => self.texts.divider_number.fill(&[("number", &only)]),
            (None, _) => String::new(),
        };
        let y = area.top + HEIGHT * area.height();
        let above = y - 1.3 * sizes.title();
        leaf.block(Tag::Heading(2), |leaf| {
            leaf.centred(
                area.middle(),
                above,
                sizes.large(),
                Weight::Regular,
                &heading,
            );
            leaf.centred(area.middle(), y, sizes.title(), Weight::Bold, &name);
        });
        let below = y + 2.2 * sizes.large();
        leaf.centred(
            area.middle(),
            below,
            sizes.large(),
            Weight::Regular,
            &numbers,
        );
        leaf.decoration(|leaf| {
            let y = below + 2.5 * sizes.large();
            leaf.scene
                .push(steps(grade, (area.middle(), y), sizes.large()));
        });
        leaf
    }

    /// Says in the table of contents which grades begin on a page, if there are several.
    pub(super) fn enter_grades(&self, leaf: &mut Leaf, page: usize) {
        let tasks = self.booklet.tasks();
        let grades: Vec<Option<Grade>> = tasks.iter().map(super::Task::grade).collect();
        if self.part.has_dividers && !self.spread.dividers.is_empty() {
            return;
        }
        let of_grade = |grade| grades.iter().position(|of| *of == Some(grade));
        let found = Grade::ALL.into_iter();
        let found = found.filter_map(|grade| Some((grade, of_grade(grade)?)));
        let found: Vec<(Grade, usize)> = found.collect();
        if found.len() < 2 {
            return;
        }
        for (grade, first) in found {
            if self.spread.place(first).0 == page {
                let entry = (self.depth() + 1, self.texts.grade(grade));
                leaf.entries.push(entry);
            }
        }
    }
}

/// Squares in a row, as many as there are grades, filled up to one of them.
fn steps(grade: Grade, (middle, y): (f64, f64), side: f64) -> Element {
    let count = as_length(Grade::ALL.len());
    let left = middle - (1.5 * count - 0.5) * side / 2.0;
    let square = |(number, of): (usize, Grade)| Shape::Path {
        path: Path::rectangle(
            Point::new(left + 1.5 * side * as_length(number), y),
            side,
            side,
        ),
        fill: (of <= grade).then_some(Fill::Color(INK)),
        stroke: Some(Stroke::new(INK, 0.06 * side)),
    };
    let squares = Grade::ALL.into_iter().enumerate().map(square);
    Element::new(Role::Mark, squares.collect())
}
