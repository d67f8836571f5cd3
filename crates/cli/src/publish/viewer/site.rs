//! A page as a folder of files for a web server. Browsers can install it and open it offline.

use png::{BitDepth, ColorType, Encoder};
use serde_json::json;
use sha2::{Digest, Sha256};

use super::content::PageContent;
use super::data::PageData;
use super::error::ViewerError;
use super::options::PageOptions;
use super::page;
use crate::picture::palette::Scheme;
use crate::puzzle::Color;

/// A file in the folder of a page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SiteFile {
    /// The file's name, without a folder.
    pub name: &'static str,
    /// The file's contents.
    pub bytes: Vec<u8>,
}

/// The longest title that fits under an icon, in characters.
const LONGEST_TITLE: usize = 12;

/// The background of the icons and of the page while it loads: that of the page in light mode.
const GROUND: [u8; 3] = [0xf4, 0xf2, 0xec];

/// The sides of the icons in pixels, with their file names.
const ICONS: [(u32, &str); 3] = [
    (180, "icon-180.png"),
    (192, "icon-192.png"),
    (512, "icon-512.png"),
];

/// Four pieces that fill a square, by rows.
const PATTERN: [[usize; 4]; 4] = [[0, 0, 0, 1], [2, 0, 1, 1], [2, 2, 3, 1], [2, 3, 3, 3]];

/// A page as a folder: `index.html`, a manifest, icons and a service worker. The worker stores all files in
/// the browser. After the first visit, the page opens without a network.
///
/// # Errors
///
/// As [`page`](super::page).
pub fn site(
    content: &PageContent<'_>,
    options: &PageOptions,
) -> Result<Vec<SiteFile>, ViewerError> {
    let data = PageData::new(content, options)?;
    let index = page::page(content, options, &data, page::PageForm::Folder).into_bytes();
    let title = options.title.as_ref().unwrap_or(&content.title);
    let short = if title.chars().count() <= LONGEST_TITLE {
        title.to_string()
    } else {
        options.texts.short_title.plain()
    };
    let icons = ICONS.map(|(side, name)| {
        json!({"src": name, "sizes": format!("{side}x{side}"), "type": "image/png", "purpose": "any"})
    });
    let [red, green, blue] = GROUND;
    let ground = format!("#{red:02x}{green:02x}{blue:02x}");
    let manifest = json!({
        "name": &**title,
        "short_name": short,
        "description": page::description(content, options),
        "lang": options.texts.language.plain(),
        "id": "./",
        "start_url": "./",
        "scope": "./",
        "display": "standalone",
        "background_color": ground,
        "theme_color": ground,
        "icons": icons,
    });
    let mut files = vec![
        SiteFile {
            name: "manifest.webmanifest",
            bytes: format!("{manifest:#}\n").into_bytes(),
        },
        SiteFile {
            name: "index.html",
            bytes: index,
        },
    ];
    let colors = colors(content);
    files.extend(ICONS.map(|(side, name)| SiteFile {
        name,
        bytes: icon(side, &colors),
    }));
    files.push(SiteFile {
        name: "sw.js",
        bytes: worker(&files).into_bytes(),
    });
    Ok(files)
}

/// The service worker. It stores the files under a hash of their contents, so a new page replaces the old
/// one.
fn worker(files: &[SiteFile]) -> String {
    let mut hash = Sha256::new();
    for file in files {
        hash.update(file.name);
        hash.update(&file.bytes);
    }
    let version = hash.finalize();
    let version = version.iter().take(8);
    let version = version.fold(String::new(), |text, byte| format!("{text}{byte:02x}"));
    include_str!("page/sw.js").replace("VERSION", &version)
}

/// The colours of the first four pieces; repeated if there are fewer.
fn colors(content: &PageContent<'_>) -> Vec<Color> {
    let mut colors = Vec::new();
    for puzzle in content.puzzles() {
        let scheme = Scheme::of_puzzle(puzzle);
        colors.extend(puzzle.pieces().map(|(id, _)| scheme.fill(id).color));
        if colors.len() >= 4 {
            break;
        }
    }
    colors.into_iter().cycle().take(4).collect()
}

/// An icon as a PNG: a square of four pieces.
#[expect(clippy::expect_used, reason = "it is written to memory")]
fn icon(side: u32, colors: &[Color]) -> Vec<u8> {
    let margin = side / 8;
    let cell = ((side - 2 * margin) / 4).max(1);
    // The gap between pieces, in pixels.
    let seam = (side / 96).max(1);
    let cell_at = |x: u32, y: u32| -> Option<usize> {
        let at = |along: u32| Some((along.checked_sub(margin)? / cell) as usize);
        PATTERN.get(at(y)?)?.get(at(x)?).copied()
    };
    let mut pixels = Vec::with_capacity(side as usize * side as usize * 3);
    for y in 0..side {
        for x in 0..side {
            let own = cell_at(x, y);
            let is_seam = cell_at(x + seam, y) != own || cell_at(x, y + seam) != own;
            let color = own.filter(|_| !is_seam).and_then(|piece| colors.get(piece));
            pixels.extend(color.map_or(GROUND, |color| [color.red, color.green, color.blue]));
        }
    }
    let mut bytes = Vec::new();
    let mut encoder = Encoder::new(&mut bytes, side, side);
    encoder.set_color(ColorType::Rgb);
    encoder.set_depth(BitDepth::Eight);
    let written = encoder
        .write_header()
        .and_then(|mut writer| writer.write_image_data(&pixels));
    written.expect("invariant: as many pixels as the header says, and memory takes them");
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::picture::palette::PALETTE;

    #[test]
    fn an_icon_has_all_four_pieces_and_a_margin() {
        let bytes = icon(192, &PALETTE[..4]);
        let mut reader = png::Decoder::new(std::io::Cursor::new(&bytes))
            .read_info()
            .unwrap();
        let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
        reader.next_frame(&mut pixels).unwrap();
        assert_eq!(pixels[..3], GROUND);
        for color in &PALETTE[..4] {
            let expected = [color.red, color.green, color.blue];
            let count = pixels.chunks(3).filter(|pixel| *pixel == expected).count();
            // Each piece covers four of the sixteen cells within the margins. The gaps between pieces
            // take some of the pixels of these cells.
            assert!((4000..5184).contains(&count), "{count}");
        }
    }
}
