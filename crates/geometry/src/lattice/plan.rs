//! The kinds of cell as listed in a lattice's file; and the neighbours of cells, computed from
//! their corners.
//!
//! Cells are neighbours if they share a *contact*: a side in the plane, a face in three dimensions,
//! or an end of a stick. One map contains the contacts of all kinds, translated to the unit at the
//! origin. So a table needs no list of neighbours, which could contradict its corners.

use std::collections::BTreeMap;

use itertools::Itertools;

use super::table::{Face, KindTable, LatticeTable, Tiles};
use crate::compact::CompactSort;
use crate::isometry::Isometry;
use crate::vector::Vector;

/// One kind of cell, before its neighbours are computed.
#[derive(Clone, Copy, Debug)]
pub(super) struct KindPlan<'a> {
    name: &'static str,
    /// The index of an earlier kind, and the index of the symmetry that maps it to this kind. If
    /// set, they replace origin, corners and order.
    image: Option<(usize, usize)>,
    origin: [i32; 2],
    corners: &'a [[i32; 2]],
    faces: &'a [&'a [[i32; 3]]],
    order: &'a [usize],
    glyphs: Option<&'static [char]>,
    glyph_at: [i32; 2],
}

impl<'a> KindPlan<'a> {
    /// A kind with its residue and its corners, as in [`KindTable`].
    pub(super) const fn new(
        name: &'static str,
        origin: [i32; 2],
        corners: &'a [[i32; 2]],
    ) -> KindPlan<'a> {
        KindPlan {
            name,
            image: None,
            origin,
            corners,
            faces: &[],
            order: &[],
            glyphs: None,
            glyph_at: [0, 0],
        }
    }

    /// The image of an earlier kind under a symmetry, both given by index. Its corners, neighbours
    /// and glyphs are computed from the earlier kind.
    pub(super) const fn image(name: &'static str, kind: usize, symmetry: usize) -> KindPlan<'a> {
        KindPlan {
            image: Some((kind, symmetry)),
            ..KindPlan::new(name, [0, 0], &[])
        }
    }

    /// Sets the order of the neighbours. By default they are in the order of their numbers.
    ///
    /// A neighbour has the number of the side between the two cells. Neighbours of sticks are
    /// numbered in the order of the steps to them, by x, then y. The order in which forms are
    /// listed depends on the order of neighbours, so it must not change.
    pub(super) const fn ordered(self, order: &'a [usize]) -> KindPlan<'a> {
        KindPlan { order, ..self }
    }

    /// Sets the faces of a solid cell, as in [`Face`].
    pub(super) const fn solid(self, faces: &'a [&'a [[i32; 3]]]) -> KindPlan<'a> {
        KindPlan { faces, ..self }
    }

    /// Sets the glyphs; the default is `#`.
    pub(super) const fn drawn(self, glyphs: &'static [char]) -> KindPlan<'a> {
        KindPlan {
            glyphs: Some(glyphs),
            ..self
        }
    }

    /// Sets the column and row of the glyph within the translation unit.
    pub(super) const fn at(self, glyph_at: [i32; 2]) -> KindPlan<'a> {
        KindPlan { glyph_at, ..self }
    }
}

/// A kind whose neighbours are not yet computed.
struct Outlined {
    origin: Vector,
    corners: Vec<Vector>,
    faces: Vec<Vec<Vector>>,
    glyphs: &'static [char],
}

impl Outlined {
    fn new(plan: &KindPlan, before: &[Outlined], table: &LatticeTable) -> Outlined {
        let found = plan.image.and_then(|(kind, symmetry)| {
            let (kind, symmetry) = (before.get(kind)?, table.symmetries.get(symmetry)?);
            Some(kind.image(symmetry, table.scale))
        });
        let flat = |&[x, y]: &[i32; 2]| Vector::flat(x, y);
        let solid = |&[x, y, z]: &[i32; 3]| Vector::new(x, y, z);
        let kind = found.unwrap_or_else(|| Outlined {
            origin: flat(&plan.origin),
            corners: plan.corners.iter().map(flat).collect(),
            faces: plan
                .faces
                .iter()
                .map(|face| face.iter().map(solid).collect())
                .collect(),
            glyphs: KindTable::PLAIN.glyphs,
        });
        Outlined {
            glyphs: plan.glyphs.unwrap_or(kind.glyphs),
            ..kind
        }
    }

    fn image(&self, symmetry: &Isometry, scale: i32) -> Outlined {
        let mut corners: Vec<Vector> = self
            .corners
            .iter()
            .map(|&v| symmetry.matrix.apply(v))
            .collect();
        if !symmetry.is_rotation() {
            // A reflection reverses the order of the corners. Make it clockwise again.
            corners.reverse();
        }
        Outlined {
            origin: symmetry.apply(self.origin).map(|c| c.rem_euclid(scale)),
            corners,
            faces: Vec::new(),
            glyphs: self.glyphs,
        }
    }

    /// The corners of the cell, relative to the origin of the lattice. In a solid, these are the corners of all
    /// faces. Each corner is alone in a list, so that the result has the form of [`contacts`](Self::contacts).
    fn corners(&self, table: &LatticeTable) -> Vec<Vec<Vector>> {
        let at = self.origin.map(|c| c * table.drawing.unit);
        let flat = if self.faces.is_empty() {
            &self.corners[..]
        } else {
            &[]
        };
        let all = flat.iter().chain(self.faces.iter().flatten()).unique();
        all.map(|&corner| vec![at + corner]).collect()
    }

    /// The contacts of the cell (its sides, faces or ends), relative to the origin of the lattice. Each is a
    /// sorted list of corners.
    fn contacts(&self, table: &LatticeTable) -> Vec<Vec<Vector>> {
        let at = self.origin.map(|c| c * table.drawing.unit);
        let sorted = |corners: &[Vector]| {
            let mut corners: Vec<Vector> = corners.iter().map(|&corner| at + corner).collect();
            corners.sort_unstable();
            corners
        };
        if !self.faces.is_empty() {
            return self.faces.iter().map(|face| sorted(face)).collect();
        }
        if !table.drawing.closed {
            return self.corners.iter().map(|&end| sorted(&[end])).collect();
        }
        let next = self.corners.iter().cycle().skip(1);
        let sides = self.corners.iter().zip(next);
        sides.map(|(&a, &b)| sorted(&[a, b])).collect()
    }
}

impl LatticeTable {
    /// Completes the table with the kinds, their neighbours and the number of rotations.
    pub(super) fn with_kinds(self, plans: &[KindPlan]) -> LatticeTable {
        let mut kinds: Vec<Outlined> = Vec::with_capacity(plans.len());
        for plan in plans {
            let kind = Outlined::new(plan, &kinds, &self);
            kinds.push(kind);
        }
        let steps = steps(&self, &kinds, Outlined::contacts);
        let touching = self::steps(&self, &kinds, Outlined::corners);
        let mut tables: Vec<KindTable> = Vec::with_capacity(plans.len());
        let computed = steps.into_iter().zip(touching);
        for ((plan, kind), (steps, mut touching)) in plans.iter().zip(kinds).zip(computed) {
            touching.sort_unstable();
            let neighbours = match plan.image {
                Some((of, by)) => {
                    let matrix = self.symmetries[by].matrix;
                    let steps = tables[of].neighbours.iter();
                    steps.map(|&step| matrix.apply(step)).collect()
                }
                None if plan.order.is_empty() => steps,
                None => plan.order.iter().map(|&at| steps[at]).collect(),
            };
            let faces = kind.faces.into_iter().zip(&neighbours);
            let faces = faces.map(|(corners, &neighbour)| Face {
                corners: corners.leak(),
                neighbour,
            });
            tables.push(KindTable {
                name: plan.name,
                origin: kind.origin,
                faces: faces.collect::<Vec<Face>>().leak(),
                neighbours: neighbours.leak(),
                touching: touching.leak(),
                corners: kind.corners.leak(),
                glyphs: kind.glyphs,
                glyph_at: plan.glyph_at,
            });
        }
        LatticeTable {
            kinds: tables.leak(),
            rotations: self
                .symmetries
                .iter()
                .filter(|isometry| isometry.is_rotation())
                .count(),
            ..self
        }
    }

    /// Tiles in the translation unit at the origin, each given by the numbers of its kinds of cell.
    /// See [`Tiles`].
    pub(super) fn tiles_of(
        &self,
        names: [&'static str; 2],
        whole: &'static str,
        shapes: &[&[usize]],
    ) -> Tiles {
        let tile = |kinds: &&[usize]| -> &'static [Vector] {
            let cells = kinds.iter().map(|&kind| self.kinds[kind].origin);
            cells.collect::<Vec<_>>().leak()
        };
        Tiles {
            names,
            whole,
            shapes: shapes.iter().map(tile).collect::<Vec<_>>().leak(),
        }
    }
}

/// For each kind, the steps from a cell of this kind to the cells that share a contact with it, in the order of
/// the contacts, without repetition. For sticks the steps are sorted by x, then y.
fn steps(
    table: &LatticeTable,
    kinds: &[Outlined],
    contacts: impl Fn(&Outlined, &LatticeTable) -> Vec<Vec<Vector>>,
) -> Vec<Vec<Vector>> {
    let unit = table.drawing.unit;
    let period = table.scale * unit;
    // A key that is the same for all translates of a contact: the first corner, reduced to the
    // unit at the origin, then the steps from it to the others.
    let class = |contact: &[Vector]| {
        let first = contact[0];
        let mut class: Vec<Vector> = contact.iter().map(|&corner| corner - first).collect();
        class[0] = first.map(|c| c.rem_euclid(period));
        class
    };
    let contacts: Vec<Vec<Vec<Vector>>> = kinds.iter().map(|kind| contacts(kind, table)).collect();
    let mut sharing: BTreeMap<Vec<Vector>, Vec<(usize, Vector)>> = BTreeMap::new();
    for (kind, contacts) in contacts.iter().enumerate() {
        for contact in contacts {
            sharing
                .entry(class(contact))
                .or_default()
                .push((kind, contact[0]));
        }
    }
    let of_kind = |(kind, contacts): (usize, &Vec<Vec<Vector>>)| {
        let origin = kinds[kind].origin;
        let across = contacts.iter().flat_map(|contact| {
            sharing[&class(contact)].iter().map(move |&(other, first)| {
                kinds[other].origin + (contact[0] - first).map(|c| c / unit) - origin
            })
        });
        let mut steps: Vec<Vector> = across
            .filter(|&step| step != Vector::ZERO)
            .unique()
            .collect();
        if !table.drawing.closed {
            steps.compact_sort_by_key(|step| (step.x, step.y));
        }
        steps
    };
    contacts.iter().enumerate().map(of_kind).collect()
}
