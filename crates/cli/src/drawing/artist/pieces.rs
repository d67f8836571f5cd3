//! All pieces of a puzzle, one beside the other, with their names.

use super::super::path::Point;
use super::super::scene::{Element, Role, Scene, Shape, Text};
use super::Artist;
use crate::palette::INK;

/// The size of captions, in cells, and the room they take.
const CAPTION: f64 = 0.5;
const CAPTION_ROOM: f64 = 1.0;

impl Artist<'_> {
    /// All pieces, each with its name and how many there are of it, in lines of at most so many
    /// millimetres; a piece that is wider has a line to itself.
    pub fn pieces(&self, width: f64) -> Scene {
        let cell = self.style().cell;
        let margin = self.style().margin * cell;
        let mut whole = Scene::new(&self.puzzle().title, 0.0, 0.0);
        let (mut left, mut top, mut low) = (0.0, 0.0, 0.0_f64);
        for (id, piece) in self.puzzle().pieces() {
            let mut caption = piece.name.clone();
            if piece.copies.exactly() != Some(1) {
                caption.push_str(&format!(
                    " ×{}",
                    piece.copies.to_string().replace(" to ", "–")
                ));
            }
            let size = CAPTION * cell;
            let picture = self.piece(id);
            let wide = picture
                .width
                .max(super::super::scene::text_width(&caption, size) + 2.0 * margin);
            if left > 0.0 && left + wide > width {
                left = 0.0;
                top = low;
            }
            let below = top + picture.height;
            let at = Point::new(left + wide / 2.0, below + 0.3 * cell);
            low = low.max(below + CAPTION_ROOM * cell);
            whole.insert(
                Point::new(left + (wide - picture.width) / 2.0, top),
                picture,
            );
            let text = Text::centred(at, size, INK, caption);
            whole.push(Element::new(Role::Caption, vec![Shape::Text(text)]).named(&piece.name));
            left += wide;
            whole.width = whole.width.max(left);
            whole.height = whole.height.max(low);
            left += cell * 0.5;
        }
        whole
    }
}
