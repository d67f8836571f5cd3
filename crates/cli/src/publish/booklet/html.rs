//! Booklets as one HTML file, which needs no network.

use std::fmt::Write as _;

use super::alternative::{board_in_words, marks_in_words, pieces_by_name};
use super::hint::Voice;
use super::pages::{artist_of, largest_board};
use super::{Booklet, BookletTexts, Content, Task};
use crate::picture::drawing::{Artist, Scene, SolidView, Style, svg};
use crate::publish::texts::Template;
use crate::puzzle::PlacedPiece;
use crate::support::format::grouped;
use crate::support::xml::XmlText;

const STYLE: &str = include_str!("html/booklet.css");

/// The width of the largest board on the screen, in millimetres.
const WIDTH: f64 = 90.0;
/// The largest edge of a cell, in millimetres.
const LARGEST_CELL: f64 = 12.0;

/// A booklet as an HTML page. Hints and solutions unfold on a click, without scripts.
///
/// A shape that occurs in several pictures is written once. Pictures have texts for screen readers.
///
/// Size: 1 to 2 KB per picture.
pub fn html(booklet: &Booklet<'_>, texts: &BookletTexts, style: Style) -> String {
    // `Auto` would add an isometric view, which leaves too little room for the layers.
    let view = match style.view {
        SolidView::Auto => SolidView::Layers,
        asked => asked,
    };
    let artist = Artist::new(booklet.instance.puzzle(), Style { view, ..style });
    let (width, _) = largest_board(booklet, &artist);
    let cell = (artist.style().cell * WIDTH / width).min(LARGEST_CELL);
    let mut page = Page {
        booklet,
        texts,
        head: String::new(),
        large: artist.in_style(artist.style().with_cell(cell)),
        small: artist.in_style(artist.style().with_cell(cell / 2.0)),
        pieces: artist.in_style(style.with_cell(LARGEST_CELL / 2.0)),
        shapes: svg::SharedShapes::default(),
        out: String::new(),
    };
    page.whole();
    let Page {
        head, shapes, out, ..
    } = page;
    head + &shapes.definitions() + &out
}

struct Page<'a> {
    booklet: &'a Booklet<'a>,
    texts: &'a BookletTexts,
    /// The part of the page before the shared shapes. All pictures come after the shapes that they use.
    head: String,
    large: Artist<'a>,
    small: Artist<'a>,
    pieces: Artist<'a>,
    /// The shapes that the pictures written so far share.
    shapes: svg::SharedShapes,
    out: String,
}

/// Escapes a text for HTML.
fn safe(text: &str) -> String {
    XmlText(text).to_string()
}

impl<'a> Page<'a> {
    /// The artist that draws a challenge's board large.
    fn large_of(&self, task: &Task<'a>) -> Artist<'a> {
        artist_of(&self.large, task)
    }

    /// The artist that draws a challenge's board small.
    fn small_of(&self, task: &Task<'a>) -> Artist<'a> {
        artist_of(&self.small, task)
    }

    fn push(&mut self, text: &str) {
        self.out.push_str(text);
    }

    fn whole(&mut self) {
        let title = safe(&self.texts.title.fill(&[("title", &self.booklet.title)]));
        let language = safe(&self.texts.language.plain());
        let subtitle = safe(&self.booklet.subtitle(self.texts, false));
        // Writing to a string cannot fail.
        let _ = write!(
            self.head,
            "<!DOCTYPE html>\n<html lang=\"{language}\">\n<head>\n<meta charset=\"utf-8\">\n\
             <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
             <title>{title}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n"
        );
        let _ = write!(
            self.out,
            "<header>\n<h1>{title}</h1>\n<p>{subtitle}</p>\n</header>\n"
        );
        self.table_of_contents();
        self.push("<main>\n");
        self.heading("pieces", &self.texts.pieces.plain());
        let style = self.pieces.style();
        let others = self.booklet.others.iter();
        let others = others.map(|other| Artist::new(other.puzzle(), style));
        for artist in std::iter::once(self.pieces.clone()).chain(others) {
            let words = pieces_by_name(&artist, self.texts);
            self.picture(&Voice::new(self.texts, &artist).pieces(2.0 * WIDTH), &words);
        }
        self.push("</section>\n");
        self.heading("play", &self.texts.play.plain());
        for rule in self.booklet.rules(self.texts, self.large.style().view) {
            let rule = safe(&rule).replace('\n', "<br>");
            let _ = writeln!(self.out, "<p>{rule}</p>");
        }
        self.push("</section>\n");
        match &self.booklet.content {
            Content::Challenges(tasks) => self.challenges(tasks),
            Content::Solutions(solutions) => {
                self.heading("solutions", &self.texts.solutions.plain());
                self.push("<div class=\"grid\">\n");
                for (number, solution) in solutions {
                    let name = grouped(*number);
                    let laid = self.booklet.laid(solution, self.booklet.instance.givens());
                    let picture = self.small.solution(&name, &laid);
                    let _ = write!(self.out, "<figure>\n<figcaption>{name}</figcaption>\n");
                    let words = self.board(&self.small, &self.texts.alt_solution, &name, &laid);
                    self.picture(&picture, &words);
                    self.push("</figure>\n");
                }
                self.push("</div>\n</section>\n");
            }
        }
        let imprint = self.texts.imprint.fill(&[("puzzle", &self.booklet.puzzle)]);
        if !imprint.is_empty() {
            let _ = writeln!(self.out, "<footer>{}</footer>", safe(&imprint));
        }
        self.push("</main>\n</body>\n</html>\n");
    }

    /// Begins a section.
    fn heading(&mut self, id: &str, heading: &str) {
        let heading = safe(heading);
        let _ = write!(self.out, "<section id=\"{id}\">\n<h2>{heading}</h2>\n");
    }

    fn table_of_contents(&mut self) {
        let texts = self.texts;
        let mut parts = vec![("pieces", &texts.pieces), ("play", &texts.play)];
        match &self.booklet.content {
            Content::Challenges(_) => {
                parts.extend([("challenges", &texts.challenges), ("index", &texts.index)]);
            }
            Content::Solutions(_) => parts.push(("solutions", &texts.solutions)),
        }
        let label = safe(&texts.contents.plain());
        let _ = writeln!(self.out, "<nav aria-label=\"{label}\">");
        for (id, heading) in parts {
            let _ = writeln!(self.out, "<a href=\"#{id}\">{}</a>", safe(&heading.plain()));
        }
        self.push("</nav>\n");
    }

    fn picture(&mut self, scene: &Scene, alternative: &str) {
        let picture = self.shapes.picture(scene, alternative);
        self.out.push_str(&picture);
    }

    /// The text that describes a board to screen readers.
    fn board(
        &self,
        artist: &Artist<'_>,
        template: &Template,
        name: &str,
        laid: &[PlacedPiece<'_>],
    ) -> String {
        let rows = board_in_words(artist, self.texts, laid);
        template.fill(&[("name", name), ("rows", &rows)])
    }

    fn challenges(&mut self, tasks: &[Task<'a>]) {
        let texts = self.texts;
        self.heading("challenges", &texts.challenges.plain());
        for task in tasks {
            let name = texts.task_name(task);
            let (large, small) = (self.large_of(task), self.small_of(task));
            let _ = write!(
                self.out,
                "<article id=\"c-{id}\">\n<h3>{} <small>{} · {id}</small></h3>\n",
                safe(&name),
                safe(&texts.rating(task.rating)),
                id = safe(&task.id),
            );
            let laid = task.laid(&task.givens);
            let words = self.board(&large, &texts.alt_challenge, &name, &laid);
            self.picture(&large.solution(&name, &laid), &words);
            if task.is_card {
                let artist = artist_of(&self.pieces, task);
                let words = pieces_by_name(&artist, texts);
                self.picture(&Voice::new(texts, &artist).pieces(WIDTH), &words);
            }
            let _ = writeln!(
                self.out,
                "<details><summary>{}</summary>",
                safe(&texts.show_hint.plain())
            );
            let voice = Voice::new(texts, &small);
            let hint = task.hint.first(task.instance, &voice, false);
            let _ = writeln!(self.out, "<p>{}</p>", safe(&hint.words.concat()));
            if !hint.marks.is_empty() {
                let marked = small.marked(&name, &laid, &hint.marks);
                let words = marks_in_words(&small, texts, &hint.marks);
                self.picture(&marked, &words);
            }
            if let Some((next, then)) = task.hint.then(task.instance, &voice) {
                let _ = writeln!(
                    self.out,
                    "<details><summary>{}</summary><p>{}</p>",
                    safe(&texts.show_more.plain()),
                    safe(&then)
                );
                let laid = task.laid(&[&*task.givens, &next].concat());
                let words = self.board(&small, &texts.alt_challenge, &name, &laid);
                let new = task.cells_of(&next);
                self.picture(&small.with_new_pieces(&name, &laid, &new), &words);
                self.push("</details>\n");
            }
            self.push("</details>\n");
            let _ = writeln!(
                self.out,
                "<details><summary>{}</summary>",
                safe(&texts.show_solution.plain())
            );
            let laid = task.laid(&task.solution);
            let words = self.board(&large, &texts.alt_solution, &name, &laid);
            self.picture(&large.solution(&name, &laid), &words);
            self.push("</details>\n</article>\n");
        }
        self.push("</section>\n");
        self.index(tasks);
    }

    fn index(&mut self, tasks: &[Task<'_>]) {
        let texts = self.texts;
        self.heading("index", &texts.index.plain());
        let heads = [&texts.index_id, &texts.index_number, &texts.index_grade];
        self.push("<table>\n<thead><tr>");
        for head in heads {
            let _ = write!(self.out, "<th scope=\"col\">{}</th>", safe(&head.plain()));
        }
        self.push("</tr></thead>\n<tbody>\n");
        let mut entries: Vec<&Task<'_>> = tasks.iter().collect();
        entries.sort_by_key(|task| &task.id);
        for task in entries {
            let grade = task.grade().map(|grade| texts.grade(grade));
            let _ = writeln!(
                self.out,
                "<tr><td><a href=\"#c-{id}\">{id}</a></td><td>{}</td><td>{}</td></tr>",
                safe(&texts.task_name(task)),
                safe(&grade.unwrap_or_default()),
                id = safe(&task.id),
            );
        }
        self.push("</tbody>\n</table>\n</section>\n");
    }
}
