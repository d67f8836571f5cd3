//! Word squares as an exact cover.
//!
//! Source: Knuth, "Dancing Links" (2000), "Concluding remarks", which shows five squares of three
//! letters "in which each row, column, and diagonal is a word". What the examples tell beyond
//! that: rows are read from the left, columns from the top, one diagonal from the top left and the
//! other **from the bottom left** (L I E in ATE WIN LED, where E I L would be no word); and the
//! eight words of each square are different.
//!
//! Each line of the square is a primary item, and an option puts a word into a line. Letters agree
//! by pairs of secondary items. Where a row and another line cross, each bit of the letter has two
//! items, for 0 and for 1; the row covers that of its letter's bit, the other line that of the
//! *opposite* bit. So two words that differ in the bit cover the same item, and cannot both be
//! chosen. Each word is a secondary item too, unless words may repeat.

use tilewright_dlx::{ItemId, OptionId, Problem, ProblemError};

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
    /// Makes the problem from the words of the right size; others, and repeated ones, are skipped.
    pub(crate) fn new(words: &[&str], size: usize, repeats: bool) -> Result<Self, ProblemError> {
        let mut words: Vec<Vec<char>> = words
            .iter()
            .map(|word| word.to_uppercase().chars().collect())
            .filter(|word: &Vec<char>| word.len() == size && word.iter().all(|c| c.is_alphabetic()))
            .collect();
        words.sort();
        words.dedup();
        let mut letters: Vec<char> = words.iter().flatten().copied().collect();
        letters.sort_unstable();
        letters.dedup();
        let bits = letters.len().next_power_of_two().trailing_zeros();

        let mut problem = Problem::new();
        let lines = lines(size);
        let mut line_items = Vec::new();
        for (name, _) in &lines {
            line_items.push(problem.add_primary(name.as_str())?);
        }
        // For each line but the rows, for each of its cells, for each bit: the items of 0 and 1.
        let mut agreements: Vec<Vec<Vec<[ItemId; 2]>>> = Vec::new();
        for (name, cells) in &lines[size..] {
            let mut of_line = Vec::new();
            for (row, column) in cells {
                let mut of_cell = Vec::new();
                for bit in 0..bits {
                    let stem = format!("{name}/{row},{column}/{bit}");
                    of_cell.push([
                        problem.add_secondary(format!("{stem}=0"))?,
                        problem.add_secondary(format!("{stem}=1"))?,
                    ]);
                }
                of_line.push(of_cell);
            }
            agreements.push(of_line);
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
                let mut items = vec![line_items[line]];
                items.extend(word_items.get(at));
                for (letter, cell) in word.iter().zip(cells) {
                    let code = letters.binary_search(letter).unwrap_or_default();
                    // A row meets every other line with this cell; another line meets the row.
                    for (other, of_line) in (size..).zip(&agreements) {
                        let Some(k) = lines[other].1.iter().position(|c| c == cell) else {
                            continue;
                        };
                        if line >= size && line != other {
                            continue;
                        }
                        for (bit, pair) in of_line[k].iter().enumerate() {
                            let value = (code >> bit & 1) ^ usize::from(line >= size);
                            items.push(pair[value]);
                        }
                    }
                }
                problem.add_option(&items)?;
                rows.push((line < size).then(|| (line, word.iter().collect())));
            }
        }
        Ok(Self {
            problem,
            size,
            rows,
        })
    }

    /// The rows of the square that a solution is.
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
