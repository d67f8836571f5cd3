//! Writes pages as objects: one by one, or in pairs on imposed sheets.

use pdf_writer::types::{ActionType, AnnotationFlags, AnnotationType, NumberingStyle, TabOrder};
use pdf_writer::writers::PageLabel;
use pdf_writer::{Filter, Finish, Name, Rect, Ref, Str, TextStr};

use super::points::points;
use super::press::PressSheet;
use super::{
    LinkTarget, MAX_SIDE, PackedPage, PageLink, PdfDocument, PdfError, PdfWriter, content, packed,
    photo, saddle_stitch, text,
};

/// The fonts, pattern tiles and images to which pages refer.
pub(super) struct PdfResources {
    fonts: Vec<(&'static [u8], Ref)>,
    patterns: Vec<Ref>,
    photos: Vec<Ref>,
}

impl PdfResources {
    fn write(&self, mut resources: pdf_writer::writers::Resources<'_>, pages: &[(Vec<u8>, Ref)]) {
        let mut dictionary = resources.fonts();
        for (name, font) in &self.fonts {
            dictionary.pair(Name(name), *font);
        }
        dictionary.finish();
        let mut dictionary = resources.x_objects();
        for (number, pattern) in self.patterns.iter().enumerate() {
            dictionary.pair(Name(&content::pattern_name(number)), *pattern);
        }
        for (number, photo) in self.photos.iter().enumerate() {
            dictionary.pair(Name(&photo::name(number)), *photo);
        }
        for (name, page) in pages {
            dictionary.pair(Name(name), *page);
        }
    }
}

impl PdfDocument<'_> {
    pub(super) fn write_resources(&self, writer: &mut PdfWriter) -> Result<PdfResources, PdfError> {
        let mut fonts = Vec::new();
        for (weight, font) in &self.fonts {
            if font.is_used() {
                fonts.push((text::name(*weight), font.write(*weight, writer)?));
            }
        }
        let inks = self.press.inks();
        let patterns = self.patterns.iter();
        let patterns = patterns.map(|pattern| content::write_pattern(pattern, inks, writer));
        Ok(PdfResources {
            fonts,
            patterns: patterns.collect(),
            photos: { self.photos.iter() }
                .map(|photo| photo::write(photo, inks, writer))
                .collect(),
        })
    }

    /// Writes all pages, and the structure tree if the file is tagged.
    pub(super) fn write_pages(
        &self,
        tree: Ref,
        resources: &PdfResources,
        writer: &mut PdfWriter,
    ) -> (Vec<Ref>, Option<Ref>) {
        let pages: Vec<Ref> = self.pages.iter().map(|_| writer.id()).collect();
        // In the parent tree, the keys of links come after those of pages.
        let mut key = i32::try_from(pages.len()).unwrap_or(i32::MAX);
        let is_tagged = self.press.is_tagged();
        let mut annotations = Vec::new();
        for (number, (page, &id)) in (0..).zip(self.pages.iter().zip(&pages)) {
            let sheet = self.press.sheet(page.width, page.height);
            let mut of_page = Vec::new();
            for link in &page.links {
                of_page.push(self.write_link(link, (page, key), &pages, writer));
                key += 1;
            }
            let contents = self.write_contents(page, sheet, writer);
            let mut object = writer.pdf.page(id);
            object.parent(tree).contents_array(contents);
            set_boxes(&mut object, sheet);
            if is_tagged {
                object
                    .struct_parents(number)
                    .tab_order(TabOrder::StructureOrder);
            }
            if !of_page.is_empty() {
                object.annotations(of_page.iter().copied());
            }
            resources.write(object.resources(), &[]);
            annotations.push(of_page);
        }
        let structure = is_tagged.then(|| self.write_structure(&pages, &annotations, writer));
        (pages, structure)
    }

    /// Writes the content of a page, with bleed and marks if the print settings require them.
    fn write_contents(
        &self,
        page: &PackedPage,
        sheet: PressSheet,
        writer: &mut PdfWriter,
    ) -> Vec<Ref> {
        let mut stream = |bytes: &[u8]| {
            let id = writer.id();
            writer.pdf.stream(id, bytes).filter(Filter::FlateDecode);
            id
        };
        if sheet.is_bare() {
            return vec![stream(&page.content)];
        }
        let around = points(sheet.around);
        let mut before = pdf_writer::Content::new();
        before.save_state();
        clip(&mut before, sheet.boxes()[1]);
        before.transform([1.0, 0.0, 0.0, 1.0, around, around]);
        let mut after = pdf_writer::Content::new();
        after.restore_state();
        if self.press.is_tagged() {
            after.begin_marked_content(Name(b"Artifact"));
        }
        sheet.mark(&mut after, None);
        if self.press.is_tagged() {
            after.end_marked_content();
        }
        vec![
            stream(&packed(&before.finish())),
            stream(&page.content),
            stream(&packed(&after.finish())),
        ]
    }

    /// Writes sheets with two pages on each side.
    pub(super) fn write_sheets(
        &self,
        tree: Ref,
        resources: &PdfResources,
        writer: &mut PdfWriter,
    ) -> Result<Vec<Ref>, PdfError> {
        let Some(first) = self.pages.first() else {
            return Err(PdfError::Empty);
        };
        let (width, height) = (first.width, first.height);
        let sheet = self.press.sheet(2.0 * width, height);
        if 2.0 * (width + sheet.around) > MAX_SIDE {
            return Err(PdfError::TooLarge {
                width: 2.0 * (width + sheet.around),
                height,
            });
        }
        let forms: Vec<Ref> = (self.pages.iter())
            .map(|page| self.write_form(page, resources, writer))
            .collect();
        let sides = saddle_stitch(self.pages.len());
        let mut sheets = Vec::new();
        for side in sides {
            let mut operators = pdf_writer::Content::new();
            let mut on_side = Vec::new();
            for (place, page) in side.into_iter().enumerate() {
                let Some(page) = page else { continue };
                let name = format!("S{place}").into_bytes();
                let [_, bleed, _] = sheet.boxes();
                // A page is clipped at the fold, so its bleed does not cover the other page.
                let around = points(sheet.around);
                let fold = around + points(width);
                let half = if place == 0 {
                    Rect::new(bleed.x1, bleed.y1, fold, bleed.y2)
                } else {
                    Rect::new(fold, bleed.y1, bleed.x2, bleed.y2)
                };
                let x = if place == 0 { around } else { fold };
                operators.save_state();
                clip(&mut operators, half);
                operators
                    .transform([1.0, 0.0, 0.0, 1.0, x, around])
                    .x_object(Name(&name))
                    .restore_state();
                on_side.push((name, forms[page]));
            }
            sheet.mark(&mut operators, Some(width));
            let [id, contents] = [writer.id(), writer.id()];
            writer
                .pdf
                .stream(contents, &packed(&operators.finish()))
                .filter(Filter::FlateDecode);
            let mut object = writer.pdf.page(id);
            object.parent(tree).contents(contents);
            set_boxes(&mut object, sheet);
            resources.write(object.resources(), &on_side);
            object.finish();
            sheets.push(id);
        }
        Ok(sheets)
    }

    /// Writes a page as a form object, which sheets can draw.
    fn write_form(
        &self,
        page: &PackedPage,
        resources: &PdfResources,
        writer: &mut PdfWriter,
    ) -> Ref {
        let id = writer.id();
        let bleed = points(self.press.bleed());
        let mut form = writer.pdf.form_xobject(id, &page.content);
        form.filter(Filter::FlateDecode);
        form.bbox(Rect::new(
            -bleed,
            -bleed,
            points(page.width) + bleed,
            points(page.height) + bleed,
        ));
        resources.write(form.resources(), &[]);
        form.finish();
        id
    }

    /// Writes the page labels: arabic numbers for pages with a printed number, roman numbers for
    /// the others. Returns the first page of each range with its label.
    pub(super) fn write_labels(&self, writer: &mut PdfWriter) -> Vec<(i32, Ref)> {
        let mut labels = Vec::new();
        let mut before = None;
        for (number, page) in (0..).zip(&self.pages) {
            if before == Some(page.is_numbered) {
                continue;
            }
            before = Some(page.is_numbered);
            let id = writer.id();
            let mut label = writer.pdf.indirect(id).start::<PageLabel<'_>>();
            if page.is_numbered {
                label.style(NumberingStyle::Arabic).offset(number + 1);
            } else {
                label.style(NumberingStyle::LowerRoman).offset(number + 1);
            }
            label.finish();
            labels.push((number, id));
        }
        labels
    }

    /// Writes a link. `key` is its key in the parent tree.
    fn write_link(
        &self,
        link: &PageLink,
        (page, key): (&PackedPage, i32),
        pages: &[Ref],
        writer: &mut PdfWriter,
    ) -> Ref {
        let id = writer.id();
        let around = self.press.sheet(page.width, page.height).around;
        let (left, top) = (link.corner.x + around, page.height + around - link.corner.y);
        let mut annotation = writer.pdf.annotation(id);
        annotation
            .subtype(AnnotationType::Link)
            .rect(Rect::new(
                points(left),
                points(top - link.size.1),
                points(left + link.size.0),
                points(top),
            ))
            .flags(AnnotationFlags::PRINT)
            .struct_parent(key)
            .border(0.0, 0.0, 0.0, None);
        match &link.target {
            LinkTarget::Page(number, y) => {
                let (page, top) = self.place(*number, *y, pages);
                annotation.contents(TextStr(&(number + 1).to_string()));
                annotation
                    .action()
                    .action_type(ActionType::GoTo)
                    .destination()
                    .page(page)
                    .xyz(0.0, top, None);
            }
            LinkTarget::Address(address) => {
                annotation.contents(TextStr(address));
                annotation
                    .action()
                    .action_type(ActionType::Uri)
                    .uri(Str(address.as_bytes()));
            }
        }
        annotation.finish();
        id
    }
}

/// Clips all subsequent drawing to a box.
fn clip(operators: &mut pdf_writer::Content, rect: Rect) {
    operators
        .rect(rect.x1, rect.y1, rect.x2 - rect.x1, rect.y2 - rect.y1)
        .clip_nonzero()
        .end_path();
}

/// Sets the boxes of a page: media, bleed and trim.
fn set_boxes(object: &mut pdf_writer::writers::Page<'_>, sheet: PressSheet) {
    let [media, bleed, trim] = sheet.boxes();
    object.media_box(media).bleed_box(bleed).trim_box(trim);
}
