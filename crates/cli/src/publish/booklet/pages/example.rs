//! The worked example: for each step a picture with marked cells, and the deduction in words.

use super::leaf::Leaf;
use super::{BookletLayoutError, Composer, Flow, artist_of, largest_board};
use crate::picture::drawing::{SolidView, Style};
use crate::publish::booklet::hint::Voice;
use crate::reason::deduction::Words;

/// The maximum number of steps shown. Later steps are similar.
const MOST_STEPS: usize = 5;

impl Composer<'_> {
    /// The pages of the worked example; empty if there is none.
    pub(super) fn example_pages(&self) -> Result<Vec<Leaf>, BookletLayoutError> {
        let Some(example) = &self.booklet.example else {
            return Ok(Vec::new());
        };
        let (texts, area) = (self.texts, self.area());
        let task = &example.task;
        let (width, height) = (0.62 * area.width(), 0.24 * area.height());
        let artist = self.artist_for("a picture of the worked example", width, height)?;
        // Marks are drawn on layers, so the layers are shown even if challenges have an isometric view.
        let mut style = Style {
            view: SolidView::Layers,
            ..artist.style()
        };
        let layers = largest_board(self.booklet, &artist.in_style(style));
        style.cell *= (width / layers.0).min(height / layers.1).min(1.0);
        let artist = artist_of(&artist.in_style(style), task);
        let voice = Voice::new(texts, &artist);
        let words = Words::by(task.instance, &voice);
        let mut flow = Flow::new(self, self.depth(), &texts.example.plain());
        let grade = task.grade().map(|grade| texts.grade(grade));
        let values = [("grade", &*grade.unwrap_or_default())];
        let note = texts.example_note.fill(&values);
        flow.paragraph(&note);
        let mut placed = task.givens.clone();
        for (number, step) in (1..).zip(example.steps.iter().take(MOST_STEPS)) {
            let title = texts.example_step.fill(&[("number", &number.to_string())]);
            let laid = task.laid(&placed);
            flow.heading(&title);
            let [look, see, then, _] = words.stages(step);
            flow.picture(artist.marked(&title, &laid, &then.cells));
            flow.paragraph(&format!("{} {} {}", look.text, see.text, then.text));
            placed.push(step.placed);
        }
        let rest = task.solution.len().saturating_sub(placed.len());
        let last = match rest {
            0 => texts.example_done.plain(),
            1 => texts.example_last.plain(),
            rest => texts.example_rest.fill(&[("count", &rest.to_string())]),
        };
        flow.paragraph(&last);
        let name = texts.example.plain();
        flow.picture(artist.solution(&name, &task.laid(&task.solution)));
        Ok(flow.finish())
    }
}
