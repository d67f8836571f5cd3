//! No files of a crate import each other in a cycle.
//!
//! A file imports another one if a path in its code leads to an item defined there, through any re-exports;
//! a re-export alone imports nothing. Sources are formatted, so items and imports are at the start of
//! lines.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

/// A module's path, as names from the root of the crate.
type Module = Vec<String>;

/// The items and imports of a module's file.
#[derive(Default)]
struct Source {
    items: BTreeSet<String>,
    /// The local name and the path of each import and re-export; the name of a glob is `*`.
    imports: Vec<(String, Vec<String>)>,
    /// All paths in code and in imports, except re-exports.
    paths: BTreeSet<Vec<String>>,
}

struct Sources(BTreeMap<Module, Source>);

fn is_name(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// The paths in an import tree, each with its local name.
fn flattened(tree: &str, before: &[String], found: &mut Vec<(String, Vec<String>)>) {
    let tree = tree.trim();
    if let Some(group) = tree.strip_prefix('{') {
        let group = group.strip_suffix('}').expect("a group ends");
        let (mut depth, mut start) = (0, 0);
        for (at, c) in group.char_indices().chain([(group.len(), ',')]) {
            match c {
                '{' => depth += 1,
                '}' => depth -= 1,
                ',' if depth == 0 => {
                    if !group[start..at].trim().is_empty() {
                        flattened(&group[start..at], before, found);
                    }
                    start = at + 1;
                }
                _ => {}
            }
        }
    } else if let Some((first, rest)) = tree.split_once("::") {
        flattened(rest, &[before, &[first.to_owned()]].concat(), found);
    } else {
        let (name, alias) = tree.split_once(" as ").unwrap_or((tree, tree));
        let path = match name {
            "self" => before.to_vec(),
            name => [before, &[name.to_owned()]].concat(),
        };
        let last = path.last().cloned().unwrap_or_default();
        let own = if name == alias {
            last
        } else {
            alias.to_owned()
        };
        found.push((own, path));
    }
}

/// The line without `pub` or `pub(…)`, and whether it had one.
fn without_visibility(line: &str) -> (&str, bool) {
    let Some(rest) = line.strip_prefix("pub") else {
        return (line, false);
    };
    let rest = match rest.strip_prefix('(') {
        Some(rest) => rest.split_once(')').map_or(rest, |(_, rest)| rest),
        None => rest,
    };
    (rest.trim_start(), true)
}

impl Source {
    fn read(text: &str) -> Self {
        let mut source = Self::default();
        let text = text
            .split("\n#[cfg(test)]\nmod tests {")
            .next()
            .unwrap_or(text);
        let mut lines = text
            .lines()
            .filter(|line| !line.trim_start().starts_with("//"));
        while let Some(line) = lines.next() {
            let (rest, is_public) = without_visibility(line);
            if let Some(import) = rest.strip_prefix("use ") {
                let mut import = import.to_owned();
                while !import.ends_with(';') {
                    import += lines.next().expect("an import ends").trim();
                }
                let mut found = Vec::new();
                flattened(import.trim_end_matches(';'), &[], &mut found);
                if !is_public {
                    source
                        .paths
                        .extend(found.iter().map(|(_, path)| path.clone()));
                }
                source.imports.append(&mut found);
                continue;
            }
            let mut words = rest.split(|c| !is_name(c)).filter(|word| !word.is_empty());
            let kinds = [
                "struct",
                "enum",
                "union",
                "trait",
                "type",
                "fn",
                "static",
                "const",
                "macro_rules",
            ];
            let has_kind = words.by_ref().take(3).any(|word| kinds.contains(&word));
            if has_kind && !line.starts_with(' ') {
                source.items.extend(
                    words
                        .find(|word| *word != "fn" && *word != "unsafe")
                        .map(str::to_owned),
                );
            }
            let is_part = |c: char| !(is_name(c) || c == ':');
            let paths = line.split(is_part).filter(|path| path.contains("::"));
            let names = |path: &str| path.split("::").map(str::to_owned).collect();
            source.paths.extend(paths.map(names));
        }
        source
    }
}

impl Sources {
    fn read(folder: &Path, module: &[String], sources: &mut BTreeMap<Module, Source>) {
        for entry in fs::read_dir(folder).expect("a folder of sources") {
            let path = entry.expect("an entry").path();
            let name = path
                .file_stem()
                .expect("a name")
                .to_string_lossy()
                .into_owned();
            let inner = [module, std::slice::from_ref(&name)].concat();
            if name == "tests" {
                continue;
            }
            if path.is_dir() {
                Self::read(&path, &inner, sources);
            } else if path.extension().is_some_and(|end| end == "rs") && name != "main" {
                let is_root = name == "mod" || (name == "lib" && module.is_empty());
                let place = if is_root { module.to_vec() } else { inner };
                let text = fs::read_to_string(&path).expect("a source");
                sources.insert(place, Source::read(&text));
            }
        }
    }

    /// The module with the item to which a path leads, if the module is in the crate.
    fn find(&self, module: &[String], path: &[String], depth: usize) -> Option<Module> {
        let (first, rest) = path.split_first()?;
        let inner = [module, std::slice::from_ref(first)].concat();
        match first.as_str() {
            "crate" => return self.find(&[], rest, depth),
            "self" => return self.find(module, rest, depth),
            "super" => return self.find(module.split_last()?.1, rest, depth),
            _ if self.0.contains_key(&inner) => return self.find(&inner, rest, depth),
            _ => {}
        }
        let source = self.0.get(module)?;
        if source.items.contains(first) {
            return Some(module.to_vec());
        }
        let mut imports = source.imports.iter().filter(|_| depth > 0);
        imports.find_map(|(name, from)| {
            let whole = match name.as_str() {
                "*" => [from.split_last()?.1, path].concat(),
                name if name == first => [from, rest].concat(),
                _ => return None,
            };
            self.find(module, &whole, depth - 1)
        })
    }

    /// A cycle of modules that import each other; the first module is repeated at the end.
    fn circle(&self, way: &mut Vec<Module>, done: &mut BTreeSet<Module>) -> Option<Vec<Module>> {
        let module = way.last()?.clone();
        for path in &self.0.get(&module)?.paths {
            let Some(next) = self.find(&module, path, 8).filter(|next| *next != module) else {
                continue;
            };
            if let Some(at) = way.iter().position(|before| *before == next) {
                return Some([&way[at..], &[next]].concat());
            }
            if !done.contains(&next) {
                way.push(next);
                let found = self.circle(way, done);
                way.pop();
                if found.is_some() {
                    return found;
                }
            }
        }
        done.insert(module);
        None
    }
}

#[test]
fn no_files_import_each_other_in_a_cycle() {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    for name in ["geometry", "dlx", "cli"] {
        let mut sources = BTreeMap::new();
        Sources::read(&crates.join(name).join("src"), &[], &mut sources);
        let sources = Sources(sources);
        let mut done = BTreeSet::new();
        for module in sources.0.keys() {
            let circle = sources.circle(&mut vec![module.clone()], &mut done);
            let circle =
                circle.map(|circle| circle.iter().map(|m| m.join("::")).collect::<Vec<_>>());
            assert_eq!(
                circle, None,
                "files of {name} import each other; move what they share below both"
            );
        }
    }
}
