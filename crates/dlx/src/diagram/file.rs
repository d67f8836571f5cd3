//! Diagrams in files.
//!
//! | part | bytes |
//! | --- | --- |
//! | magic | 8 |
//! | version of the format, little-endian | 4 |
//! | fingerprint of the problem, SHA-256 | 32 |
//! | givens: how many, the index of each | numbers |
//! | steps: how many, how many nodes each has | numbers |
//! | nodes, from the end up: how many edges, for each the option's index plus 1 (0 for none) and how far down it leads | numbers |
//! | checksum of all before it, SHA-256 | 32 |
//!
//! A number is little-endian base 128, the high bit set on all its bytes but the last. The root is
//! the last node; with no solution there are no steps.

use std::io::{Read, Write};

use sha2::{Digest, Sha256};

use super::error::DiagramError;
use super::graph::{Edge, Graph, SKIP};
use crate::problem::{OptionId, Problem};

const MAGIC: &[u8; 8] = b"TWdiagr\n";
const VERSION: u32 = 1;
const CHECKSUM: usize = 32;
/// Bytes gathered before they are written.
const GATHERED: usize = 1 << 16;

/// Identifies a problem: its items, their bounds, its options.
pub(super) fn fingerprint(problem: &Problem) -> [u8; 32] {
    let mut hasher = Sha256::new();
    let mut bytes = Vec::new();
    let mut number = |number: usize| {
        bytes.clear();
        put(&mut bytes, number as u64);
        hasher.update(&bytes);
    };
    number(problem.primary_count());
    number(problem.item_count());
    number(problem.option_count());
    for option in problem.options() {
        let items = problem.option_items(option);
        number(items.len());
        for item in items {
            number(item.index());
        }
    }
    for item in problem.items() {
        let name = problem.item_name(item);
        hasher.update((name.len() as u64).to_le_bytes());
        hasher.update(name);
        if let Some(bounds) = problem.bounds(item) {
            hasher.update(bounds.start().to_le_bytes());
            hasher.update(bounds.end().to_le_bytes());
        }
    }
    hasher.finalize().into()
}

fn put(bytes: &mut Vec<u8>, mut number: u64) {
    while number >= 0x80 {
        bytes.push(number.to_le_bytes()[0] | 0x80);
        number >>= 7;
    }
    bytes.push(number.to_le_bytes()[0]);
}

pub(super) fn write(
    graph: &Graph,
    givens: &[OptionId],
    fingerprint: &[u8; 32],
    writer: &mut dyn Write,
) -> Result<(), DiagramError> {
    let mut hasher = Sha256::new();
    let mut bytes = Vec::new();
    let mut flush = |bytes: &mut Vec<u8>| {
        hasher.update(&*bytes);
        let written = writer.write_all(bytes);
        bytes.clear();
        written
    };
    bytes.extend_from_slice(MAGIC);
    bytes.extend_from_slice(&VERSION.to_le_bytes());
    bytes.extend_from_slice(fingerprint);
    put(&mut bytes, givens.len() as u64);
    for given in givens {
        put(&mut bytes, given.index() as u64);
    }
    put(&mut bytes, graph.steps.len() as u64);
    let ends = graph
        .steps
        .iter()
        .skip(1)
        .copied()
        .chain([graph.inner().end]);
    for (first, end) in graph.steps.iter().zip(ends) {
        put(&mut bytes, u64::from(end - first));
    }
    for node in graph.inner() {
        let edges = graph.edges(node);
        put(&mut bytes, edges.len() as u64);
        for edge in edges {
            put(
                &mut bytes,
                edge.option().map_or(0, |option| option as u64 + 1),
            );
            put(&mut bytes, u64::from(node - edge.target));
        }
        if bytes.len() >= GATHERED {
            flush(&mut bytes)?;
        }
    }
    // A diagram of one way and no options has no node but the end.
    bytes.push(u8::from(graph.root.is_some()));
    flush(&mut bytes)?;
    writer.write_all(&hasher.finalize())?;
    Ok(())
}

fn damaged(what: &'static str) -> DiagramError {
    DiagramError::Damaged { what }
}

/// What is left to be read.
struct Bytes<'b>(&'b [u8]);

impl Bytes<'_> {
    fn byte(&mut self) -> Result<u8, DiagramError> {
        let (&byte, rest) = self.0.split_first().ok_or(damaged("it ends too early"))?;
        self.0 = rest;
        Ok(byte)
    }

    fn number(&mut self) -> Result<u32, DiagramError> {
        let mut number = 0_u32;
        for shift in (0..35).step_by(7) {
            let byte = self.byte()?;
            let bits = u32::from(byte & 0x7f);
            if shift == 28 && bits > 0xf {
                break;
            }
            number |= bits << shift;
            if byte & 0x80 == 0 {
                return Ok(number);
            }
        }
        Err(damaged("a number is too large"))
    }
}

pub(super) fn read(
    problem: &Problem,
    fingerprint: &[u8; 32],
    reader: &mut dyn Read,
) -> Result<(Graph, Vec<OptionId>), DiagramError> {
    // What is not a diagram is not read to its end.
    let mut head = Vec::new();
    let length = MAGIC.len() + 4 + fingerprint.len();
    reader.take(length as u64).read_to_end(&mut head)?;
    let Some(rest) = head.strip_prefix(MAGIC) else {
        return Err(DiagramError::NotADiagram);
    };
    let Some((version, found)) = rest.split_first_chunk::<4>() else {
        return Err(damaged("it ends too early"));
    };
    let version = u32::from_le_bytes(*version);
    if version != VERSION {
        return Err(DiagramError::Version {
            found: version,
            known: VERSION,
        });
    }
    if found.len() < fingerprint.len() {
        return Err(damaged("it ends too early"));
    }
    let foreign = found != fingerprint;
    let mut body = Vec::new();
    reader.read_to_end(&mut body)?;
    let Some((payload, checksum)) = body.split_last_chunk::<CHECKSUM>() else {
        return Err(damaged("it ends too early"));
    };
    let mut hasher = Sha256::new();
    hasher.update(&head);
    hasher.update(payload);
    if hasher.finalize()[..] != checksum[..] {
        return Err(damaged("its checksum is another"));
    }
    if foreign {
        return Err(DiagramError::Foreign);
    }
    parse(problem, Bytes(payload))
}

/// Reads the payload. Nothing is allocated but for what has been read.
fn parse(problem: &Problem, mut bytes: Bytes) -> Result<(Graph, Vec<OptionId>), DiagramError> {
    let mut givens = Vec::new();
    for _ in 0..bytes.number()? {
        let given = problem.option(bytes.number()? as usize);
        givens.push(given.ok_or(damaged("a given is no option"))?);
    }
    let mut sizes = Vec::new();
    for _ in 0..bytes.number()? {
        sizes.push(bytes.number()?);
    }
    let mut graph = Graph::new();
    let mut edges = Vec::new();
    let mut node = 0_u32;
    // The nodes that some edge leads to, and the step of each option, counted from 1.
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
            for _ in 0..bytes.number()? {
                let option = bytes.number()?.checked_sub(1).unwrap_or(SKIP);
                if option != SKIP && option as usize >= problem.option_count() {
                    return Err(damaged("an edge has no option"));
                }
                let down = bytes.number()?;
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
                        return Err(damaged("an option stands at two steps"));
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
    let solvable = bytes.byte()? != 0;
    if !bytes.0.is_empty() {
        return Err(damaged("it goes on after its end"));
    }
    if !solvable && node > 0 {
        return Err(damaged("it has nodes and no solution"));
    }
    if reached.iter().rev().skip(1).any(|reached| !reached) {
        return Err(damaged("a node is never reached"));
    }
    graph.set_root(solvable.then_some(node));
    Ok((graph, givens))
}
