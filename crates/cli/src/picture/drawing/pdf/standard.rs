//! Metadata and colour profiles required by the standards.

use pdf_writer::types::{OutputIntentSubtype, TrappingStatus};
use pdf_writer::{Date, Name, Ref, Str, TextStr};

use super::{PdfDocument, PdfWriter, Press, Standard};
use crate::support::xml::XmlText;

const PROGRAM: &str = "Tilewright";

/// The registered printing condition for press colours: offset on coated paper.
const CONDITION: &str = "FOGRA39";

/// The date of PDF/X files. The standard requires a date; it is fixed so that the output is reproducible.
const NO_DATE: (u16, u8, u8) = (2000, 1, 1);

impl PdfDocument<'_> {
    /// Writes the document information dictionary.
    pub(super) fn write_info(&self, id: Ref, writer: &mut PdfWriter) {
        let mut info = writer.pdf.document_info(id);
        info.title(TextStr(&self.about.title));
        if let Some(author) = &self.about.author {
            info.author(TextStr(author));
        }
        if let Some(subject) = &self.about.subject {
            info.subject(TextStr(subject));
        }
        info.creator(TextStr(PROGRAM)).producer(TextStr(PROGRAM));
        if self.press.standard() == Standard::PdfX {
            let (year, month, day) = NO_DATE;
            let date = Date::new(year).month(month).day(day);
            info.creation_date(date).modified_date(date);
            info.trapped(TrappingStatus::NotTrapped);
            info.pair(Name(b"GTS_PDFXVersion"), Str(b"PDF/X-1a:2003"));
        }
    }

    /// The XMP metadata (ISO 16684-1) of a PDF/A file.
    pub(super) fn metadata(&self) -> String {
        let title = XmlText(&self.about.title);
        let level = if self.press.is_tagged() { "A" } else { "B" };
        let mut more = String::new();
        if let Some(author) = &self.about.author {
            let author = XmlText(author);
            more +=
                &format!("<dc:creator><rdf:Seq><rdf:li>{author}</rdf:li></rdf:Seq></dc:creator>\n");
        }
        if let Some(subject) = &self.about.subject {
            let subject = XmlText(subject);
            more += &format!(
                "<dc:description><rdf:Alt><rdf:li xml:lang=\"x-default\">{subject}</rdf:li>\
                 </rdf:Alt></dc:description>\n"
            );
        }
        format!(
            "<?xpacket begin=\"\u{feff}\" id=\"W5M0MpCehiHzreSzNTczkc9d\"?>\n\
             <x:xmpmeta xmlns:x=\"adobe:ns:meta/\">\n\
             <rdf:RDF xmlns:rdf=\"http://www.w3.org/1999/02/22-rdf-syntax-ns#\">\n\
             <rdf:Description rdf:about=\"\" xmlns:dc=\"http://purl.org/dc/elements/1.1/\" \
             xmlns:xmp=\"http://ns.adobe.com/xap/1.0/\" xmlns:pdf=\"http://ns.adobe.com/pdf/1.3/\" \
             xmlns:pdfaid=\"http://www.aiim.org/pdfa/ns/id/\">\n\
             <dc:title><rdf:Alt><rdf:li xml:lang=\"x-default\">{title}</rdf:li></rdf:Alt></dc:title>\n\
             {more}<xmp:CreatorTool>{PROGRAM}</xmp:CreatorTool>\n\
             <pdf:Producer>{PROGRAM}</pdf:Producer>\n\
             <pdfaid:part>2</pdfaid:part>\n<pdfaid:conformance>{level}</pdfaid:conformance>\n\
             </rdf:Description>\n</rdf:RDF>\n</x:xmpmeta>\n<?xpacket end=\"r\"?>"
        )
    }
}

/// Writes the sRGB profile for PDF/A and returns its object number. `None` for other standards:
/// PDF/X refers to a registered printing condition instead.
pub(super) fn write_profile(press: Press, writer: &mut PdfWriter) -> Option<Ref> {
    if press.standard() != Standard::PdfA {
        return None;
    }
    let id = writer.id();
    let profile = super::packed(&srgb());
    let mut object = writer.pdf.icc_profile(id, &profile);
    object.n(3);
    object.filter(pdf_writer::Filter::FlateDecode);
    Some(id)
}

/// Writes the output intent that the standard requires.
pub(super) fn write_intent(
    press: Press,
    profile: Option<Ref>,
    catalog: &mut pdf_writer::writers::Catalog<'_>,
) {
    match press.standard() {
        Standard::Plain => {}
        Standard::PdfA => {
            let mut intents = catalog.output_intents();
            let mut intent = intents.push();
            intent
                .subtype(OutputIntentSubtype::PDFA)
                .output_condition_identifier(TextStr("sRGB IEC61966-2.1"))
                .info(TextStr("sRGB IEC61966-2.1"));
            if let Some(profile) = profile {
                intent.dest_output_profile(profile);
            }
        }
        Standard::PdfX => {
            let mut intents = catalog.output_intents();
            intents
                .push()
                .subtype(OutputIntentSubtype::PDFX)
                .output_condition(TextStr("Offset printing on coated paper, ISO 12647-2"))
                .output_condition_identifier(TextStr(CONDITION))
                .registry_name(TextStr("http://www.color.org"))
                .info(TextStr(CONDITION));
        }
    }
}

/// A number in the s15Fixed16 format of ICC profiles.
#[expect(clippy::cast_possible_truncation, reason = "numbers between 0 and 2")]
fn fixed(number: f64) -> [u8; 4] {
    ((number * 65536.0).round() as i32).to_be_bytes()
}

/// The sRGB profile as a matrix and a curve (ICC.1:2001-04, profile version 2.1). The numbers are
/// those of IEC 61966-2-1, with primaries adapted to the ICC white point and the curve in 1024
/// steps.
fn srgb() -> Vec<u8> {
    let xyz = |values: [f64; 3]| {
        let mut tag = b"XYZ \0\0\0\0".to_vec();
        tag.extend(values.into_iter().flat_map(fixed));
        tag
    };
    let mut description = b"desc\0\0\0\0".to_vec();
    description.extend(18_u32.to_be_bytes());
    description.extend(b"sRGB IEC61966-2.1\0");
    // Empty Unicode and Macintosh descriptions.
    description.extend([0; 78]);
    let tags: [(&[u8; 4], Vec<u8>); 7] = [
        (b"desc", description),
        (b"cprt", b"text\0\0\0\0No copyright, use freely\0".to_vec()),
        (b"wtpt", xyz([0.9505, 1.0, 1.0891])),
        (b"rXYZ", xyz([0.436_07, 0.222_49, 0.013_92])),
        (b"gXYZ", xyz([0.385_15, 0.716_87, 0.097_08])),
        (b"bXYZ", xyz([0.143_07, 0.060_61, 0.714_1])),
        (b"rTRC", curve()),
    ];
    // The three channels have the same curve, which is stored once.
    let shared: [&[u8; 4]; 2] = [b"gTRC", b"bTRC"];
    let count = tags.len() + shared.len();
    let mut table: Vec<u8> = Vec::new();
    let mut data = Vec::new();
    let start = 128 + 4 + 12 * count;
    let mut last: Vec<u8> = Vec::new();
    for (name, bytes) in &tags {
        last = [start + data.len(), bytes.len()]
            .into_iter()
            .flat_map(|number| u32::try_from(number).unwrap_or(u32::MAX).to_be_bytes())
            .collect();
        table.extend(*name);
        table.extend(&last);
        data.extend(bytes);
        data.resize(data.len().next_multiple_of(4), 0);
    }
    for name in shared {
        table.extend(name);
        table.extend(&last);
    }
    let mut profile = u32::try_from(start + data.len())
        .unwrap_or(u32::MAX)
        .to_be_bytes()
        .to_vec();
    profile.extend(b"\0\0\0\0\x02\x10\0\0mntrRGB XYZ ");
    // 1 January 2000, midnight.
    profile.extend(b"\x07\xd0\0\x01\0\x01\0\0\0\0\0\0acsp");
    // Zeros for platform, flags, maker, model, attributes, and for the rendering intent, where 0
    // means perceptual. Then the ICC white point.
    profile.extend([0; 28]);
    profile.extend([0.9642, 1.0, 0.8249].into_iter().flat_map(fixed));
    profile.resize(128, 0);
    profile.extend(u32::try_from(count).unwrap_or(u32::MAX).to_be_bytes());
    profile.extend(table);
    profile.extend(data);
    profile
}

/// The sRGB transfer curve, from channel values to linear light.
fn curve() -> Vec<u8> {
    let mut tag = b"curv\0\0\0\0".to_vec();
    tag.extend(1024_u32.to_be_bytes());
    for step in 0..1024_u32 {
        let value = f64::from(step) / 1023.0;
        let light = if value <= 0.040_45 {
            value / 12.92
        } else {
            ((value + 0.055) / 1.055).powf(2.4)
        };
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "from 0 to 65535"
        )]
        tag.extend(((light * 65535.0).round() as u16).to_be_bytes());
    }
    tag
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_profile_is_whole() {
        let profile = srgb();
        let number =
            |at: usize| u32::from_be_bytes(profile[at..at + 4].try_into().unwrap()) as usize;
        assert_eq!(number(0), profile.len());
        assert_eq!(&profile[36..40], b"acsp");
        let names = (0..number(128)).map(|tag| {
            let at = 132 + 12 * tag;
            let (offset, length) = (number(at + 4), number(at + 8));
            assert!(offset % 4 == 0 && offset + length <= profile.len());
            String::from_utf8_lossy(&profile[at..at + 4]).into_owned()
        });
        let names: Vec<String> = names.collect();
        let expected = "desc cprt wtpt rXYZ gXYZ bXYZ rTRC gTRC bTRC";
        assert_eq!(names.join(" "), expected);
        // The primaries add up to the ICC white point.
        let sum = |column: usize| -> f64 {
            let tags = 3..6;
            let value = |tag: usize| {
                let at = number(132 + 12 * tag + 4) + 8 + 4 * column;
                f64::from(u32::from_be_bytes(profile[at..at + 4].try_into().unwrap())) / 65536.0
            };
            tags.map(value).sum()
        };
        for (column, white) in [0.9642, 1.0, 0.8249].into_iter().enumerate() {
            assert!((sum(column) - white).abs() < 3e-4);
        }
    }
}
