//! Word squares as an exact cover.
//!
//! Source: Knuth, "Dancing Links" (2000), "Concluding remarks", which shows five squares of three
//! letters "in which each row, column, and diagonal is a word". The examples there add three
//! rules. Rows are read from the left and columns from the top. One diagonal is read from the top
//! left and the other **from the bottom left** (L I E in ATE WIN LED; E I L would not be a word).
//! The eight words of each square are different.
//!
//! Each line of the square is a primary item, and an option puts a word into a line. Each cell is a
//! secondary item whose colour is its letter, so lines that cross agree on it. Each word is a
//! secondary item too, without a colour, unless words may repeat.

use std::collections::BTreeMap;

use tilewright_dlx::{Entry, OptionId, Problem, ProblemError};

/// The problem of word squares of one size.
pub(crate) struct WordSquares {
    pub(crate) problem: Problem,
    size: usize,
    /// The row that an option fills and the word's letters; `None` for columns and diagonals.
    rows: Vec<Option<(usize, String)>>,
}

/// The cells (row, column) of all lines: rows, columns, and the diagonals, both from the left.
fn lines(size: usize) -> Vec<(String, Vec<(usize, usize)>)> {
    let mut lines = Vec::new();
    for at in 0..size {
        lines.push((format!("row{at}"), (0..size).map(|k| (at, k)).collect()));
    }
    for at in 0..size {
        lines.push((format!("column{at}"), (0..size).map(|k| (k, at)).collect()));
    }
    lines.push(("down".to_owned(), (0..size).map(|k| (k, k)).collect()));
    lines.push((
        "up".to_owned(),
        (0..size).map(|k| (size - 1 - k, k)).collect(),
    ));
    lines
}

impl WordSquares {
    /// Makes the problem from the words of the given size. Other words and repeated ones are
    /// skipped.
    pub(crate) fn new(words: &[&str], size: usize, repeats: bool) -> Result<Self, ProblemError> {
        let mut words: Vec<Vec<char>> = words
            .iter()
            .map(|word| word.to_uppercase().chars().collect())
            .filter(|word: &Vec<char>| word.len() == size && word.iter().all(|c| c.is_alphabetic()))
            .collect();
        words.sort();
        words.dedup();

        let mut problem = Problem::new();
        let lines = lines(size);
        let mut line_items = Vec::new();
        for (name, _) in &lines {
            line_items.push(problem.add_primary(name.as_str())?);
        }
        let mut cell_items = BTreeMap::new();
        for (_, cells) in &lines[..size] {
            for &(row, column) in cells {
                let item = problem.add_secondary(format!("{row},{column}"))?;
                cell_items.insert((row, column), item);
            }
        }
        let mut word_items = Vec::new();
        if !repeats {
            for word in &words {
                word_items.push(problem.add_secondary(word.iter().collect::<String>())?);
            }
        }

        let mut rows = Vec::new();
        for (line, (_, cells)) in lines.iter().enumerate() {
            for (at, word) in words.iter().enumerate() {
                let mut entries = vec![Entry::from(line_items[line])];
                entries.extend(word_items.get(at).copied().map(Entry::from));
                for (letter, cell) in word.iter().zip(cells) {
                    let letter = problem.add_colour(*letter)?;
                    entries.push(Entry::coloured(cell_items[cell], letter));
                }
                problem.add_coloured_option(&entries)?;
                rows.push((line < size).then(|| (line, word.iter().collect())));
            }
        }
        Ok(Self {
            problem,
            size,
            rows,
        })
    }

    /// The rows of the square of a solution.
    pub(crate) fn square(&self, solution: &[OptionId]) -> Vec<String> {
        let mut square = vec![String::new(); self.size];
        for (row, word) in solution
            .iter()
            .filter_map(|option| self.rows[option.index()].as_ref())
        {
            square[*row].clone_from(word);
        }
        square
    }
}
