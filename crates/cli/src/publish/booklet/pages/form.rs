//! Fields that a player fills in next to a challenge: a box to tick, lines for the time and for notes.

use super::leaf::Leaf;
use super::{CAPITALS, Composer, as_length};
use crate::picture::drawing::{Element, FontWeight, Path, Point, Role, Shape, Stroke};
use crate::picture::palette::FAINT;

/// The height of a row, in font sizes: room for handwriting.
const ROW: f64 = 2.1;

/// The minimum length of the line for the time, in font sizes.
const TIME: f64 = 6.0;
/// The minimum length of the line for notes, in font sizes.
const NOTES: f64 = 10.0;

/// A field to fill in: a word, with a box to tick before it or a line to write on after it.
struct Field {
    word: String,
    /// The minimum length of the line in millimetres; `None` for a box to tick.
    line: Option<f64>,
}

impl Composer<'_> {
    /// The fields of a challenge in rows. Each row has as many fields as fit into `width` millimetres.
    fn form_rows(&self, width: f64) -> Vec<Vec<Field>> {
        let (beside, texts) = (self.part.beside, self.texts);
        let size = self.layout.typography.small();
        let fields = [
            (beside.tick_box, &texts.solved, None),
            (beside.time, &texts.time, Some(TIME * size)),
            (beside.notes, &texts.notes, Some(NOTES * size)),
        ];
        let fields = fields.into_iter().filter(|(is_there, ..)| *is_there);
        let mut rows: Vec<Vec<Field>> = Vec::new();
        let mut used = 0.0;
        for (_, word, line) in fields {
            let field = Field {
                word: word.plain(),
                line,
            };
            let wide = self.field_width(&field);
            match rows.last_mut() {
                Some(row) if used + size + wide <= width => {
                    used += size + wide;
                    row.push(field);
                }
                _ => {
                    used = wide;
                    rows.push(vec![field]);
                }
            }
        }
        rows
    }

    /// The minimum width of a field, in millimetres.
    fn field_width(&self, field: &Field) -> f64 {
        let size = self.layout.typography.small();
        let word = self.fonts.width(&field.word, size, FontWeight::Regular);
        word + 0.5 * size + field.line.unwrap_or(CAPITALS * size)
    }

    fn form_step(&self) -> f64 {
        ROW * self.layout.typography.small()
    }

    /// The height of all fields that a player fills in next to a challenge.
    pub(super) fn form_height(&self, width: f64) -> f64 {
        as_length(self.form_rows(width).len()) * self.form_step()
    }

    /// Adds the fields to be filled in. The last line of each row of fields extends to the right edge.
    pub(super) fn set_form(&self, leaf: &mut Leaf, (left, top): (f64, f64), width: f64) {
        let size = self.layout.typography.small();
        let mut y = top;
        for row in self.form_rows(width) {
            y += self.form_step();
            let base = y - 0.45 * size;
            let mut x = left;
            let last = row.len() - 1;
            for (number, field) in row.iter().enumerate() {
                let room = left + width - x;
                let wide = if number == last && field.line.is_some() {
                    room
                } else {
                    self.field_width(field).min(room)
                };
                self.set_field(leaf, (x, base), wide, field);
                x += wide + size;
            }
        }
    }

    fn set_field(&self, leaf: &mut Leaf, (x, base): (f64, f64), width: f64, field: &Field) {
        let size = self.layout.typography.small();
        let side = CAPITALS * size;
        let stroke = Stroke::new(FAINT, 0.06 * size);
        let word = self
            .fonts
            .cut(&field.word, width, size, FontWeight::Regular);
        let (path, word_at) = if field.line.is_none() {
            let square = Path::rectangle(Point::new(x, base - side), side, side);
            (square, x + side + 0.5 * size)
        } else {
            let from = x + self.fonts.width(&word, size, FontWeight::Regular) + 0.5 * size;
            let mut line = Path::default();
            let below = base + 0.1 * size;
            line.add_line([Point::new(from, below), Point::new(x + width, below)]);
            (line, x)
        };
        leaf.text(word_at, base, size, FontWeight::Regular, &word);
        leaf.decoration(|leaf| {
            let shapes = vec![Shape::stroked(path, stroke)];
            leaf.scene.push(Element::new(Role::Mark, shapes));
        });
    }
}
