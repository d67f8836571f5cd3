//! Exact cover problems for other kinds of solvers: satisfiability, integer programming, and the user's own
//! programs.
//!
//! In each format, variable n represents option n, counted from 1. Models correspond one-to-one to
//! solutions, because the values of additional variables follow from those of the options.

use std::collections::BTreeMap;
use std::io::{self, Write};

use itertools::Itertools;
use tilewright_dlx::{Colour, Entry, ItemId, OptionId, Problem};

enum MatrixConstraint<'a> {
    /// The number of true variables in the list lies between the two numbers, inclusive.
    Between(&'a [usize], usize, usize),
    /// The first variable is true if and only if at least one variable in the list is true.
    Or(usize, &'a [usize]),
}

/// Emits the constraints of all colours, then of all items. Returns the number of the last variable.
fn each_constraint(
    problem: &Problem,
    emit: &mut dyn FnMut(ItemId, MatrixConstraint<'_>) -> io::Result<()>,
) -> io::Result<usize> {
    let mut holders: Vec<Vec<usize>> = vec![Vec::new(); problem.item_count()];
    let mut colored: BTreeMap<(ItemId, Colour), Vec<usize>> = BTreeMap::new();
    for option in problem.options() {
        let variable = option.index() + 1;
        for Entry { item, colour } in problem.option_entries(option) {
            match colour {
                Some(colour) => colored.entry((item, colour)).or_default().push(variable),
                None => holders[item.index()].push(variable),
            }
        }
    }
    let mut last = problem.option_count();
    for ((item, _), options) in &colored {
        last += 1;
        emit(*item, MatrixConstraint::Or(last, options))?;
        // However many options give an item the same colour, its bounds count them as one. So one variable
        // represents all of them in the item's list.
        holders[item.index()].push(last);
    }
    for item in problem.items() {
        let held = &holders[item.index()];
        let (least, most) = match problem.bounds(item) {
            Some(bounds) => (*bounds.start(), *bounds.end()),
            None => (0, 1),
        };
        let [least, most] = [least, most].map(|bound| usize::try_from(bound).unwrap_or(usize::MAX));
        emit(
            item,
            MatrixConstraint::Between(held, least, most.min(held.len())),
        )?;
    }
    Ok(last)
}

/// Writes a problem as clauses in DIMACS format, for SAT solvers and model counters.
///
/// A ladder of additional variables counts the options that cover an item (Sinz, "Towards an
/// optimal CNF encoding of Boolean cardinality constraints", 2005). Each additional variable is
/// equivalent to a condition on the others, so models correspond one-to-one to solutions. Comments
/// name the option of each variable.
///
/// Cost: linear in the number of clauses, which is at most proportional to the number of entries times the
/// largest bound of an item.
///
/// # Errors
///
/// If `out` cannot be written.
///
/// # Examples
///
/// ```
/// let problem = tilewright_dlx::text::read("a b\na\nb\na b\n")?;
/// let mut text = Vec::new();
/// tilewright::publish::interchange::matrix::write_dimacs(&problem, &mut text)?;
/// let text = String::from_utf8(text)?;
/// assert!(text.contains("c 3 = a b\np cnf "));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn write_dimacs(problem: &Problem, out: &mut dyn Write) -> io::Result<()> {
    // The header contains the numbers of variables and clauses, so they are counted before clauses
    // are written.
    let mut size = ClauseSize::default();
    let first = each_constraint(problem, &mut |_, _| Ok(()))?;
    let mut count = |clause: &[i64]| size.add(clause);
    write_clauses(problem, first, &mut count)?;
    writeln!(out, "c options as variables; the others follow from them")?;
    for option in problem.options() {
        writeln!(
            out,
            "c {} = {}",
            option.index() + 1,
            entries(problem, option)
        )?;
    }
    writeln!(out, "p cnf {} {}", size.variables.max(first), size.clauses)?;
    write_clauses(problem, first, &mut |clause| {
        writeln!(out, "{} 0", clause.iter().join(" "))
    })
}

/// The numbers of variables and clauses of a formula.
#[derive(Default)]
struct ClauseSize {
    variables: usize,
    clauses: usize,
}

impl ClauseSize {
    #[expect(clippy::unnecessary_wraps, reason = "what writes clauses may fail")]
    fn add(&mut self, clause: &[i64]) -> io::Result<()> {
        self.clauses += 1;
        let greatest = clause.iter().map(|literal| literal.unsigned_abs()).max();
        let greatest = usize::try_from(greatest.unwrap_or(0)).unwrap_or(usize::MAX);
        self.variables = self.variables.max(greatest);
        Ok(())
    }
}

type Clauses<'a> = dyn FnMut(&[i64]) -> io::Result<()> + 'a;

fn write_clauses(problem: &Problem, first: usize, clauses: &mut Clauses<'_>) -> io::Result<()> {
    let mut last = first;
    each_constraint(problem, &mut |_, line| match line {
        MatrixConstraint::Or(all, options) => {
            for option in options {
                clauses(&[-literal(*option), literal(all)])?;
            }
            let some = options.iter().map(|option| literal(*option));
            clauses(&[-literal(all)].into_iter().chain(some).collect_vec())
        }
        MatrixConstraint::Between(held, least, most) => {
            ladder(held, least, most, &mut last, clauses)
        }
    })?;
    Ok(())
}

/// Writes clauses for the constraint that at least `least` and at most `most` of the variables are true.
///
/// The additional variable (i, j), a rung of the ladder, is true if and only if at least j of the
/// first i variables of the list are true.
fn ladder(
    held: &[usize],
    least: usize,
    most: usize,
    last: &mut usize,
    clauses: &mut Clauses<'_>,
) -> io::Result<()> {
    if least > held.len() {
        return clauses(&[]);
    }
    if least == 0 && most >= held.len() {
        return Ok(());
    }
    let height = most.max(least);
    let mut below: Vec<i64> = Vec::new();
    for (index, variable) in held.iter().enumerate() {
        let here = literal(*variable);
        if let Some(full) = below.get(most.wrapping_sub(1)) {
            clauses(&[-full, -here])?;
        } else if most == 0 {
            clauses(&[-here])?;
        }
        let mut rungs = Vec::new();
        for j in 1..=height.min(index + 1) {
            *last += 1;
            let rung = literal(*last);
            // rung(j) ⇔ below(j) ∨ (here ∧ below(j − 1)): `here` is the i-th variable of the
            // list, `below` has the rungs of i − 1, and below(0) is true.
            let (same, less) = (below.get(j - 1), j.checked_sub(2).map(|at| below.get(at)));
            if let Some(same) = same {
                clauses(&[-same, rung])?;
            }
            let or_same = same.copied();
            clauses(&[-rung, here].into_iter().chain(or_same).collect_vec())?;
            match less {
                None => clauses(&[-here, rung])?,
                Some(Some(less)) => {
                    clauses(&[-here, -less, rung])?;
                    clauses(&[-rung, *less].into_iter().chain(or_same).collect_vec())?;
                }
                Some(None) => clauses(&[-rung])?,
            }
            rungs.push(rung);
        }
        below = rungs;
    }
    match least.checked_sub(1).map(|at| below.get(at)) {
        None => Ok(()),
        Some(Some(rung)) => clauses(&[*rung]),
        Some(None) => clauses(&[]),
    }
}

/// A variable as a positive literal. No problem has 2⁶³ variables.
fn literal(variable: usize) -> i64 {
    i64::try_from(variable).unwrap_or(i64::MAX)
}

/// Writes a problem as an integer program in CPLEX LP format, which HiGHS, CBC, SCIP, GLPK and
/// Gurobi read. Each option has a variable `o1`, `o2`, … with the value 0 or 1. There is nothing to
/// optimize.
///
/// Cost: linear in the entries.
///
/// # Errors
///
/// If `out` cannot be written.
///
/// # Examples
///
/// ```
/// let problem = tilewright_dlx::text::read("a | s\na s\na\n")?;
/// let mut text = Vec::new();
/// tilewright::publish::interchange::matrix::write_lp(&problem, &mut text)?;
/// assert!(String::from_utf8(text)?.contains("\n i1: o1 + o2 = 1\n i2: o1 <= 1\n"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn write_lp(problem: &Problem, out: &mut dyn Write) -> io::Result<()> {
    for option in problem.options() {
        writeln!(
            out,
            "\\ o{} = {}",
            option.index() + 1,
            entries(problem, option)
        )?;
    }
    // The format requires an objective.
    writeln!(out, "Minimize\n obj: 0 o1\nSubject To")?;
    let mut rows = 0;
    let last = each_constraint(problem, &mut |item, line| match line {
        MatrixConstraint::Or(all, options) => {
            for option in options {
                rows += 1;
                writeln!(out, " c{rows}: o{option} - o{all} <= 0")?;
            }
            rows += 1;
            let some = options.iter().map(|option| format!(" - o{option}"));
            writeln!(out, " c{rows}: o{all}{} <= 0", some.format(""))
        }
        MatrixConstraint::Between(held, least, most) => {
            let number = item.index() + 1;
            let sum = match held {
                [] => "0 o1".to_owned(),
                _ => held.iter().map(|option| format!("o{option}")).join(" + "),
            };
            if least == most || least > held.len() {
                return writeln!(out, " i{number}: {sum} = {least}");
            }
            if least > 0 {
                writeln!(out, " l{number}: {sum} >= {least}")?;
            }
            writeln!(out, " i{number}: {sum} <= {most}")
        }
    })?;
    writeln!(out, "Binary")?;
    for variable in 1..=last.max(1) {
        writeln!(out, " o{variable}")?;
    }
    writeln!(out, "End")
}

/// Writes a problem as a JSON object. `items` have a `name`, whether they are `primary`, and bounds
/// `least` and `most` for the number of options that cover them. `options` are lists of item
/// indices from 0; an item with a colour is `[index, colour]`.
///
/// Cost: linear in the entries.
///
/// # Errors
///
/// If `out` cannot be written.
///
/// # Examples
///
/// ```
/// let problem = tilewright_dlx::text::read("a | s\na s:red\na\n")?;
/// let mut text = Vec::new();
/// tilewright::publish::interchange::matrix::write_json(&problem, &mut text)?;
/// let value: serde_json::Value = serde_json::from_slice(&text)?;
/// assert_eq!(value["options"][0][1][1], "red");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn write_json(problem: &Problem, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "{{\"items\":[")?;
    for item in problem.items() {
        let bounds = problem.bounds(item);
        let (least, most) = bounds.map_or((0, 1), |bounds| (*bounds.start(), *bounds.end()));
        let primary = problem.is_primary(item);
        let item_as_json = serde_json::json!({
            "name": problem.item_name(item), "primary": primary, "least": least, "most": most,
        });
        let comma = comma(item.index(), problem.item_count());
        writeln!(out, "{item_as_json}{comma}")?;
    }
    writeln!(out, "],\"options\":[")?;
    for option in problem.options() {
        let entries = problem.option_entries(option).map(|entry| {
            let item = entry.item.index();
            match entry.colour {
                Some(colour) => serde_json::json!([item, problem.colour_name(colour)]),
                None => item.into(),
            }
        });
        let entries: Vec<serde_json::Value> = entries.collect();
        let entries = serde_json::Value::from(entries);
        let comma = comma(option.index(), problem.option_count());
        writeln!(out, "{entries}{comma}")?;
    }
    writeln!(out, "]}}")
}

fn comma(index: usize, count: usize) -> &'static str {
    if index + 1 < count { "," } else { "" }
}

/// The entries of an option in the text format.
fn entries(problem: &Problem, option: OptionId) -> String {
    let entries = problem.option_entries(option);
    entries.map(|entry| problem.entry_name(entry)).join(" ")
}

#[cfg(test)]
mod tests {
    use tilewright_dlx::{Solver, text};

    use super::*;

    /// Problems with bounds, secondary items, colours, and items that no option covers.
    const PROBLEMS: [&str; 7] = [
        "a b c\na\nb\nc\na b\nb c\na b c\n",
        "a b | s t\na s\nb s\na t\nb t\na\nb\n",
        "2|a 0:1|b 1:3|c | s\na b\na c s\na c\na s\nc\nb c\n",
        "p q r | x y\np q x y:A\np r x:A y\np x:B\nq x:A\nr y:B\n",
        "a b | s\na s:1\nb s:1\na s:2\nb s:2\na s\nb s\n",
        "a b\na\n",
        "0:2|a 3|b\na\na b\nb\na b\nb\n",
    ];

    fn count(problem: &Problem) -> usize {
        let count = Solver::new(problem).count().unwrap().known().unwrap();
        usize::try_from(count.solutions).unwrap()
    }

    fn written(problem: &Problem, write: fn(&Problem, &mut dyn Write) -> io::Result<()>) -> String {
        let mut text = Vec::new();
        write(problem, &mut text).unwrap();
        String::from_utf8(text).unwrap()
    }

    /// The number of models, found by assigning variables one after another.
    fn models(clauses: &[Vec<i64>], values: &mut Vec<bool>, variables: usize) -> usize {
        let is_false = |literal: &i64| {
            let at = usize::try_from(literal.unsigned_abs()).unwrap() - 1;
            values.get(at).is_some_and(|value| *value != (*literal > 0))
        };
        if clauses.iter().any(|clause| clause.iter().all(is_false)) {
            return 0;
        }
        if values.len() == variables {
            return 1;
        }
        let mut found = 0;
        for value in [false, true] {
            values.push(value);
            found += models(clauses, values, variables);
            values.pop();
        }
        found
    }

    #[test]
    fn models_are_solutions_one_for_one() {
        for problem in PROBLEMS {
            let problem = text::read(problem).unwrap();
            let dimacs = written(&problem, write_dimacs);
            let mut lines = dimacs.lines().skip_while(|line| line.starts_with('c'));
            let head: Vec<&str> = lines.next().unwrap().split(' ').collect();
            let numbers = |line: &str| -> Vec<i64> {
                let words = line.split_whitespace();
                let numbers: Vec<i64> = words.map(|word| word.parse().unwrap()).collect();
                assert_eq!(numbers.last(), Some(&0));
                numbers[..numbers.len() - 1].to_vec()
            };
            let clauses: Vec<Vec<i64>> = lines.map(numbers).collect();
            let variables: usize = head[2].parse().unwrap();
            assert_eq!(clauses.len().to_string(), head[3]);
            let found = models(&clauses, &mut Vec::new(), variables);
            assert_eq!(found, count(&problem), "{dimacs}");
        }
    }

    /// Whether the variables `o1`, `o2`, … satisfy a row such as ` i1: o1 + o2 = 1`. Their values are the bits of
    /// `values`.
    fn holds(row: &str, values: u32) -> bool {
        let (_, row) = row.split_once(": ").unwrap();
        let words: Vec<&str> = row.split(' ').collect();
        let (relation, bound) = (words[words.len() - 2], words[words.len() - 1]);
        let (mut sum, mut sign) = (0, 1);
        for word in &words[..words.len() - 2] {
            match *word {
                "+" => sign = 1,
                "-" => sign = -1,
                "0" => sign = 0,
                name => {
                    let at: u32 = name[1..].parse().unwrap();
                    sum += sign * i64::from(values >> (at - 1) & 1);
                }
            }
        }
        let bound: i64 = bound.parse().unwrap();
        match relation {
            "=" => sum == bound,
            "<=" => sum <= bound,
            _ => sum >= bound,
        }
    }

    #[test]
    fn integer_points_are_solutions_one_for_one() {
        for problem in PROBLEMS {
            let problem = text::read(problem).unwrap();
            let lp = written(&problem, write_lp);
            let rows: Vec<&str> = lp.lines().filter(|line| line.contains("= ")).collect();
            let rows: Vec<&str> = rows
                .into_iter()
                .filter(|row| !row.starts_with('\\'))
                .collect();
            let variables = lp
                .lines()
                .filter(|line| line.starts_with(" o") && !line.contains(':'));
            let variables = variables.filter(|line| !line.starts_with(" obj")).count();
            let found =
                (0..1_u32 << variables).filter(|values| rows.iter().all(|row| holds(row, *values)));
            assert_eq!(found.count(), count(&problem), "{lp}");
        }
    }

    #[test]
    fn json_reads_back_as_the_problem() {
        for problem in PROBLEMS {
            let problem = text::read(problem).unwrap();
            let json = written(&problem, write_json);
            let value: serde_json::Value = serde_json::from_str(&json).unwrap();
            let mut again = Problem::new();
            for item in value["items"].as_array().unwrap() {
                let name = item["name"].as_str().unwrap();
                let bound = |key: &str| u32::try_from(item[key].as_u64().unwrap()).unwrap();
                if item["primary"] == true {
                    again
                        .add_bounded(name, bound("least")..=bound("most"))
                        .unwrap();
                } else {
                    again.add_secondary(name).unwrap();
                }
            }
            let items: Vec<ItemId> = again.items().collect();
            for option in value["options"].as_array().unwrap() {
                let mut entries: Vec<Entry> = Vec::new();
                for entry in option.as_array().unwrap() {
                    let at = |index: &serde_json::Value| {
                        items[usize::try_from(index.as_u64().unwrap()).unwrap()]
                    };
                    let Some(name) = entry[1].as_str() else {
                        entries.push(at(entry).into());
                        continue;
                    };
                    let colour = match again.colour(name) {
                        Some(colour) => colour,
                        None => again.add_colour(name).unwrap(),
                    };
                    entries.push(Entry::coloured(at(&entry[0]), colour));
                }
                again.add_coloured_option(&entries).unwrap();
            }
            assert_eq!(again.fingerprint(), problem.fingerprint());
        }
    }
}
