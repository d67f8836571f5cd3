//! The file format of diagrams: the content of the [container](crate::container).
//!
//! | section | numbers |
//! | --- | --- |
//! | givens | their number, the index of each |
//! | steps | their number, the number of nodes of each |
//! | nodes, from the end up | the number of edges; for each edge, the option's index plus 1 (0 for none), and the node's number minus the target's |
//! | root | 1 if the last node is the root, 0 if there is none |
//!
//! The fingerprint is that of the problem. Without a solution there are no steps. Version 1 had a different
//! fingerprint.

use std::io::{self, ErrorKind, Read, Write};

use super::error::DiagramError;
use super::graph::{Edge, Graph, SKIP};
use crate::container::{CheckedFile, Container, Refused};
use crate::problem::{OptionId, Problem};

const DIAGRAM: Container = Container {
    magic: *b"TWdiagr\n",
    version: 2,
};

pub(super) fn write(
    graph: &Graph,
    givens: &[OptionId],
    fingerprint: &[u8; 32],
    writer: &mut dyn Write,
) -> io::Result<()> {
    let mut sink = DIAGRAM.sink(writer, fingerprint)?;
    sink.number(givens.len() as u64)?;
    for given in givens {
        sink.number(given.index() as u64)?;
    }
    sink.number(graph.steps.len() as u64)?;
    let ends = graph
        .steps
        .iter()
        .skip(1)
        .copied()
        .chain([graph.inner().end]);
    for (first, end) in graph.steps.iter().zip(ends) {
        sink.number(u64::from(end - first))?;
    }
    for node in graph.inner() {
        let edges = graph.edges(node);
        sink.number(edges.len() as u64)?;
        for edge in edges {
            sink.number(edge.option().map_or(0, |option| option as u64 + 1))?;
            sink.number(u64::from(node - edge.target))?;
        }
    }
    // The root is written separately: if the only path has no option, no node except the end exists.
    sink.number(u64::from(graph.root.is_some()))?;
    sink.end()
}

fn damaged(what: &'static str) -> DiagramError {
    DiagramError::Damaged { what }
}

fn refused(refused: Refused) -> DiagramError {
    match refused {
        Refused::Foreign => DiagramError::NotADiagram,
        Refused::Version { found } => DiagramError::Version {
            found,
            known: DIAGRAM.version,
        },
        Refused::Short => damaged("it ends too early"),
        Refused::Checksum => damaged("its checksum is wrong"),
        Refused::Fingerprint => DiagramError::Foreign,
        Refused::Io(error) => DiagramError::Io(error),
    }
}

/// Reads numbers from a file whose checksum has been verified.
struct NumberReader<'b>(CheckedFile<'b>);

impl NumberReader<'_> {
    fn next(&mut self) -> Result<u32, DiagramError> {
        self.0.small().map_err(|error| {
            damaged(match error.kind() {
                ErrorKind::UnexpectedEof => "it ends too early",
                _ => "a number is too large",
            })
        })
    }
}

/// A reader that also keeps a copy of all bytes read.
struct Tee<'r> {
    reader: &'r mut dyn Read,
    bytes: Vec<u8>,
}

impl Read for Tee<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.reader.read(buffer)?;
        self.bytes.extend_from_slice(&buffer[..read]);
        Ok(read)
    }
}

pub(super) fn read(
    problem: &Problem,
    fingerprint: &[u8; 32],
    reader: &mut dyn Read,
) -> Result<(Graph, Vec<OptionId>), DiagramError> {
    let bytes = Vec::new();
    let mut tee = Tee { reader, bytes };
    let length = DIAGRAM.check(&mut tee, fingerprint).map_err(refused)?;
    let source = CheckedFile::new(Box::new(&tee.bytes[..]), length)?;
    parse(problem, NumberReader(source))
}

/// Reads the graph and the givens from the sections of a file. Allocates memory only for data that has been read.
fn parse(
    problem: &Problem,
    mut numbers: NumberReader,
) -> Result<(Graph, Vec<OptionId>), DiagramError> {
    let mut givens = Vec::new();
    for _ in 0..numbers.next()? {
        let given = problem.option(numbers.next()? as usize);
        givens.push(given.ok_or(damaged("a given is not an option"))?);
    }
    let mut sizes = Vec::new();
    for _ in 0..numbers.next()? {
        sizes.push(numbers.next()?);
    }
    let mut graph = Graph::new();
    let mut edges = Vec::new();
    let mut node = 0_u32;
    // For each node, whether an edge leads to it; for each option, its step, counted from 1.
    let mut reached = vec![false];
    let mut steps = vec![0; problem.option_count()];
    for (step, size) in (1_u32..).zip(sizes) {
        graph.begin_step();
        let first = node;
        for _ in 0..size {
            node = node
                .checked_add(1)
                .ok_or(damaged("it has too many nodes"))?;
            edges.clear();
            for _ in 0..numbers.next()? {
                let option = numbers.next()?.checked_sub(1).unwrap_or(SKIP);
                if option != SKIP && option as usize >= problem.option_count() {
                    return Err(damaged("an edge has no option"));
                }
                let down = numbers.next()?;
                match node.checked_sub(down) {
                    Some(target) if target <= first => {
                        reached[target as usize] = true;
                        edges.push(Edge { option, target });
                    }
                    _ => return Err(damaged("an edge leads nowhere")),
                }
                if option != SKIP {
                    let known = &mut steps[option as usize];
                    if *known != 0 && *known != step {
                        return Err(damaged("an option occurs at two steps"));
                    }
                    *known = step;
                }
            }
            if edges.is_empty() {
                return Err(damaged("a node has no edge"));
            }
            let added = graph.add(&edges);
            added.map_err(|_| damaged("it has too many nodes"))?;
            reached.push(false);
        }
    }
    let solvable = numbers.next()? != 0;
    if numbers.0.end().is_err() {
        return Err(damaged("it has data after its end"));
    }
    if !solvable && node > 0 {
        return Err(damaged("it has nodes but no solution"));
    }
    if reached.iter().rev().skip(1).any(|reached| !reached) {
        return Err(damaged("a node is never reached"));
    }
    graph.set_root(solvable.then_some(node));
    Ok((graph, givens))
}
