//! Themes: files with the colours, fonts and logo of a page.
//!
//! ```text
//! (
//!     light: {"page": "#ffffff", "text": "#1b1b1b", "accent": "#7a1f5c"},   // other colours stay
//!     dark: {"accent": "#f2a9d8"},
//!     fonts: ["Atkinson Hyperlegible", "sans-serif"],
//!     logo: "logo.png",                     // PNG or JPEG, up to 256 KiB
//! )
//! ```
//!
//! Pages must stay readable: text colours whose contrast with their background is less than 4.5 to 1 (WCAG
//! 2, level AA) are rejected. Colours are parsed and written anew, and font names consist of letters,
//! digits, blanks and hyphens, so a file cannot inject anything into the style sheet.

use std::path::{Path, PathBuf};

use serde::Deserialize;

use super::packed::base64;
use crate::picture::palette::contrast;
use crate::publish::shared_fields::{NamedPicture, read_color, read_picture};
use crate::puzzle::{Color, Diagnostic, Node, Pairs, Raw, Reader, Source, Span};

/// The minimum contrast between text and background.
const LEAST_CONTRAST: f64 = 4.5;

/// The maximum size of a logo in bytes. The logo is embedded in the page.
const MAX_LOGO_BYTES: u64 = 256 << 10;

/// The maximum number of fonts.
const MAX_FONTS: usize = 12;
/// The maximum number of characters in the name of a font.
const MAX_FONT_NAME: usize = 60;

/// The style of a page without a theme.
const STYLE: &str = include_str!("page/theme.css");

/// The names of the colours that a theme can set, as in the style sheet.
const NAMES: [&str; 14] = [
    "page",
    "card",
    "text",
    "quiet",
    "line",
    "accent",
    "accent-text",
    "soft",
    "tray",
    "grid",
    "rim",
    "focus",
    "good",
    "bad",
];

/// The text colours, each with the background on which it must be readable.
const READ: [(&str, &str); 9] = [
    ("text", "page"),
    ("text", "card"),
    ("text", "soft"),
    ("quiet", "page"),
    ("quiet", "card"),
    ("accent", "card"),
    ("accent-text", "accent"),
    ("good", "card"),
    ("bad", "card"),
];

/// The colours, fonts and logo of a page.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Theme {
    /// The theme as CSS rules. They come after the rules that all pages share, and override them.
    style: String,
    /// The logo as a `data:` URL; `None` if the theme has no logo.
    logo: Option<String>,
    /// The path of the logo's file; `None` if the theme has no logo.
    pub logo_path: Option<PathBuf>,
}

#[derive(Deserialize)]
#[serde(rename = "Theme", deny_unknown_fields, bound(deserialize = "'de: 's"))]
struct ThemeFile<'s> {
    light: Option<Raw<'s>>,
    dark: Option<Raw<'s>>,
    fonts: Option<Raw<'s>>,
    logo: Option<Raw<'s>>,
}

impl Theme {
    /// Reads a theme; the path of its logo is relative to the folder of `path`.
    ///
    /// ```
    /// use std::path::Path;
    /// use tilewright::publish::viewer::Theme;
    /// use tilewright::puzzle::Source;
    ///
    /// let theme = |text| Theme::read(&Source::new("theme.ron", text), Path::new("theme.ron"));
    /// assert!(theme("(light: {\"accent\": \"#7a1f5c\"}, fonts: [\"Georgia\", \"serif\"])").is_ok());
    /// // Light gray on white.
    /// assert!(theme("(light: {\"text\": \"#bbbbbb\"})").is_err());
    /// ```
    ///
    /// # Errors
    ///
    /// The first error, with its position: invalid RON, an unknown colour, unreadable text, an invalid font
    /// name, or a logo that is no picture or too large.
    pub fn read(source: &Source, path: &Path) -> Result<Self, Diagnostic> {
        let reader = Reader::new(source);
        let file: ThemeFile<'_> = reader.root().read()?;
        let (light, dark) = defaults();
        let mut style = String::new();
        if let Some(raw) = file.light {
            let rules = colors(reader, raw, light)?;
            style += &format!(":root {{ {rules}}}\n");
        }
        // Among CSS rules of equal specificity the last one applies. The light rules above would override
        // the built-in dark ones, so the dark ones are repeated after them.
        if file.light.is_some() || file.dark.is_some() {
            let rules = match file.dark {
                Some(raw) => colors(reader, raw, dark.clone())?,
                None => String::new(),
            };
            let all: String = dark
                .iter()
                .map(|(name, color)| rule(name, *color))
                .collect();
            let dark = format!("{all}{rules}");
            style += &format!("@media (prefers-color-scheme: dark) {{ :root {{ {dark}}} }}\n");
        }
        if let Some(raw) = file.fonts {
            let fonts = fonts(reader, raw)?;
            style += &format!("body, svg text {{ font-family: {fonts}; }}\n");
        }
        let logo = file
            .logo
            .map(|raw| logo(reader.node(raw), path))
            .transpose()?;
        if logo.is_some() {
            style += ".logo { max-height: 3.5rem; max-width: 40vw; display: block; }\n\
                      .name { display: flex; gap: 1rem; align-items: center; }\n";
        }
        let (logo, logo_path) = logo.unzip();
        Ok(Self {
            style,
            logo,
            logo_path,
        })
    }

    /// The theme as CSS rules, to be appended to the rules that all pages share.
    pub(super) fn style(&self) -> &str {
        &self.style
    }

    /// The logo next to the title, as HTML; its `alt` text is empty, because the title says the same.
    pub(super) fn logo(&self) -> String {
        let picture =
            |address: &String| format!("<img class=\"logo\" alt=\"\" src=\"{address}\">\n");
        self.logo.as_ref().map(picture).unwrap_or_default()
    }

    pub(super) fn has_logo(&self) -> bool {
        self.logo.is_some()
    }
}

type Colors = Vec<(&'static str, Color)>;

/// The colours of a page without a theme, in light and in dark mode.
fn defaults() -> (Colors, Colors) {
    let (light, dark) = STYLE.split_once("@media").unwrap_or((STYLE, ""));
    let of = |rules: &str| {
        let color = |name: &&'static str| {
            let (_, after) = rules.split_once(&format!("--{name}: "))?;
            let (value, _) = after.split_once(';')?;
            // `#fff` is short for `#ffffff`.
            let twice = |c: char| [c, c];
            let long = match value.len() {
                4 => format!(
                    "#{}",
                    value[1..].chars().flat_map(twice).collect::<String>()
                ),
                _ => value.to_owned(),
            };
            Some((*name, long.parse().ok()?))
        };
        NAMES.iter().filter_map(color).collect::<Colors>()
    };
    (of(light), of(dark))
}

fn rule(name: &str, color: Color) -> String {
    format!("--{name}: {color}; ")
}

/// The CSS rules for the colours of a theme's field `light` or `dark`. `known` contains the default colours.
///
/// # Errors
///
/// An unknown name or colour, or text with a contrast below [`LEAST_CONTRAST`].
fn colors(reader: Reader<'_>, raw: Raw<'_>, mut known: Colors) -> Result<String, Diagnostic> {
    let Pairs(pairs) = reader.read_raw(raw)?;
    let mut places: Vec<(&str, Span)> = Vec::new();
    let mut rules = String::new();
    for (key, value) in pairs {
        let (key, value) = (reader.node(key), reader.node(value));
        let name: String = key.read()?;
        let slot = known.iter_mut().find(|(known, _)| *known == name);
        let Some((name, color)) = slot else {
            let message = format!("no colour has the name {name:?}");
            return Err(key
                .error(message)
                .help(format!("colours are {}", NAMES.join(", "))));
        };
        *color = read_color(value)?;
        rules += &rule(name, *color);
        places.push((name, value.span()));
    }
    for (letters, ground) in READ {
        let of = |name: &str| known.iter().find(|(known, _)| *known == name);
        let (Some((_, ink)), Some((_, behind))) = (of(letters), of(ground)) else {
            continue;
        };
        let found = contrast(*ink, *behind);
        let place = |name: &str| places.iter().find(|(of, _)| *of == name);
        if found < LEAST_CONTRAST
            && let Some((_, span)) = place(letters).or_else(|| place(ground))
        {
            let message = format!(
                "letters in {letters:?} on {ground:?} are hard to read: their contrast is \
                 {found:.1}"
            );
            return Err(Diagnostic::error(message, *span, "").help(format!(
                "{ink} on {behind}; letters need a contrast of at least {LEAST_CONTRAST}"
            )));
        }
    }
    Ok(rules)
}

/// The names of fonts as a list for a style sheet.
fn fonts(reader: Reader<'_>, raw: Raw<'_>) -> Result<String, Diagnostic> {
    let raws: Vec<Raw<'_>> = reader.read_raw(raw)?;
    if raws.is_empty() || raws.len() > MAX_FONTS {
        let message = format!("a theme has from 1 to {MAX_FONTS} fonts");
        return Err(reader.node(raw).error(message));
    }
    let mut names = Vec::new();
    for raw in raws {
        let node = reader.node(raw);
        let name: String = node.read()?;
        let is_plain = |c: char| c.is_ascii_alphanumeric() || c == ' ' || c == '-';
        let is_name = name.starts_with(|c: char| c.is_ascii_alphabetic())
            && name.len() <= MAX_FONT_NAME
            && name.chars().all(is_plain);
        if !is_name {
            let message = "this is not the name of a font";
            return Err(node.error(message).help(
                "names have letters, digits, blanks and hyphens: \"Atkinson Hyperlegible\", \"serif\"",
            ));
        }
        let is_generic = ["serif", "sans-serif", "monospace", "system-ui", "cursive"];
        names.push(if is_generic.contains(&&*name) {
            name
        } else {
            format!("\"{name}\"")
        });
    }
    Ok(names.join(", "))
}

/// A logo as a `data:` URL, and its file.
fn logo(node: Node<'_>, theme: &Path) -> Result<(String, PathBuf), Diagnostic> {
    // `read_picture` rejects files that are not pictures: the page would show a broken image.
    let NamedPicture { path, bytes, .. } = read_picture(node, theme, MAX_LOGO_BYTES, "a logo")?;
    let kind = if bytes.starts_with(b"\x89PNG") {
        "png"
    } else {
        "jpeg"
    };
    Ok((format!("data:image/{kind};base64,{}", base64(&bytes)), path))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Theme, String> {
        let source = Source::new("theme.ron", text);
        let theme = Theme::read(&source, Path::new("theme.ron"));
        theme.map_err(|error| error.render(&source, false))
    }

    #[test]
    fn default_colours_are_complete_and_readable() {
        let (light, dark) = defaults();
        assert_eq!(light.len(), NAMES.len());
        assert_eq!(dark.len(), NAMES.len());
        for colors in [light, dark] {
            let of = |name| colors.iter().find(|(known, _)| *known == name).unwrap().1;
            for (letters, ground) in READ {
                let found = contrast(of(letters), of(ground));
                assert!(found >= LEAST_CONTRAST, "{letters} on {ground}: {found}");
            }
        }
    }

    #[test]
    fn light_colours_do_not_change_dark_ones() {
        let theme = read("(light: {\"accent\": \"#7a1f5c\"})").unwrap();
        let (light, dark) = theme.style().split_once("@media").unwrap();
        assert!(light.contains("--accent: #7a1f5c;"));
        assert!(dark.contains("--accent: #7cc0f0;"));
    }

    #[test]
    fn every_mistake_is_reported_at_its_place() {
        let messages = [
            "(light: {\"text\": \"#bbbbbb\"})",
            "(dark: {\"page\": \"#ffffff\"})",
            "(light: {\"ink\": \"#000000\"})",
            "(light: {\"text\": \"red; } body { display: none\"})",
            "(fonts: [\"x\\\"; } </style><script>\"])",
            "(fonts: [])",
            "(logo: \"missing.png\")",
            "(colours: {})",
        ]
        .map(|text| read(text).unwrap_err());
        insta::assert_snapshot!(messages.join("\n\n"));
    }
}
