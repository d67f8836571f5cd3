//! The symmetries of a puzzle: isometries of its board that map its set of pieces to itself, as permutations of the
//! options of its matrix.
//!
//! An isometry of the board is kept if it maps options to options, and every piece to a matching piece: one with the
//! same number of copies, whose shapes are exactly the images of its shapes. `PieceSet` compares the shapes, so pieces
//! that fit nowhere count too. Options reflect restrictions and givens, so an isometry must map these to themselves. A
//! reflection maps a one-sided piece to its mirror image (F to F'). A piece whose shapes are mapped to themselves is
//! its own image. So pieces with equal shapes and different names are never swapped. Copies of one piece share an item.
//!
//! If pieces of a class must not touch, an isometry must map classes to classes. It must also map the faces of one tile
//! to the faces of one tile.
//!
//! In a tray with depth, shapes and placements are footprints.

use std::collections::{BTreeMap, HashMap};
use std::hash::{BuildHasher, RandomState};

use rustc_hash::{FxBuildHasher, FxHashMap};
use tilewright_dlx::{OptionId, StopFlag, Stopped, Symmetries, SymmetryError};
use tilewright_geometry::compact::CompactSort;
use tilewright_geometry::{BoardCell, BoardSymmetry, Isometry, Sides};

use super::orbits::{Automorphism, PuzzleSymmetry};
use crate::cover::Instance;
use crate::cover::conditions::likeness;
use crate::puzzle::{Condition, PieceId, PieceSet, Puzzle, SymmetryKind};

/// The largest number of isometries tried on a board that wraps around.
const MAX_SYMMETRIES: u128 = 1 << 20;

/// The maximum number of images of options that are stored. They take 512 MB.
const MAX_IMAGES: u128 = 1 << 27;

/// The maximum number of isometries for a board with several parts. Listing them takes 0.2 s. If
/// there are more, solutions are counted part by part.
const MAX_SYMMETRIES_TOGETHER: u128 = 1 << 13;
/// The maximum number of images of options for a board with several parts.
const MAX_IMAGES_TOGETHER: u128 = 1 << 21;

/// The automorphisms of a puzzle: a group, the identity first.
///
/// Several isometries may permute the options in the same way, for example on a strip of width 1 or
/// a flat board in three dimensions. They are one automorphism. It is a rotation if one of them is,
/// and has the kinds of all of them.
///
/// # Complexity
///
/// Time linear in the entries of the matrix, times the isometries of the board; also the orientations of each piece.
///
/// # Errors
///
/// [`SymmetryError::Stopped`] if `stop` is set; [`SymmetryError::TooLarge`] if there are [too
/// many](Instance::lists_symmetries).
pub(crate) fn automorphisms(
    instance: &Instance,
    stop: &StopFlag,
) -> Result<Vec<Automorphism>, SymmetryError> {
    let puzzle = instance.puzzle();
    if !instance.lists_symmetries() {
        return Err(SymmetryError::TooLarge {
            symmetries: puzzle.board.symmetries_at_most(),
        });
    }
    let options = OptionIndex::new(instance, stop)?;
    let mut found: Vec<Automorphism> = Vec::new();
    // Positions in `found`, by a hash of the images of the options.
    let hasher = RandomState::new();
    let mut known: HashMap<u64, Vec<usize>> = HashMap::new();
    for isometry in puzzle.board.symmetries(Sides::Free) {
        let images = options.images(puzzle, &isometry);
        // If the stop flag is set, the images are incomplete.
        stop.check()?;
        let Some((pieces, images)) = images else {
            continue;
        };
        // On a flipped board, every reflection equals a rotation followed by a translation once around the board.
        let is_rotation = isometry.is_rotation() || puzzle.board.flip().is_some();
        let kinds = SymmetryKind::of(&puzzle.board, &isometry, is_rotation);
        let same = known.entry(hasher.hash_one(&images)).or_default();
        let twin = same.iter().find(|at| found[**at].options == images);
        if let Some(&twin) = twin {
            let twin = &mut found[twin];
            twin.is_rotation |= is_rotation;
            twin.kinds.extend(kinds);
            twin.kinds.compact_sort();
            twin.kinds.dedup();
            continue;
        }
        same.push(found.len());
        found.push(Automorphism {
            isometry,
            is_rotation,
            kinds,
            pieces,
            options: images,
        });
    }
    Ok(found)
}

/// Finds an option by its piece and cells, to map options by isometries.
pub(super) struct OptionIndex<'m> {
    pub(super) instance: &'m Instance,
    pub(super) set: PieceSet,
    by_piece: Vec<Vec<OptionId>>,
    /// For each `Apart` condition, the class of each piece; pieces of one class must not touch. The
    /// last entry has the index of each piece's tile instead.
    pub(super) likenesses: Vec<Vec<Option<u32>>>,
    pub(super) index: FxHashMap<(PieceId, bool, &'m [BoardCell]), OptionId>,
    /// On a board with several parts, the faces of each tile, since a face may have different images on parts that are
    /// moved differently. Empty for a single part.
    faces: Vec<Vec<PieceId>>,
    stop: &'m StopFlag,
}

impl<'m> OptionIndex<'m> {
    pub(super) fn new(instance: &'m Instance, stop: &'m StopFlag) -> Result<Self, Stopped> {
        let puzzle = instance.puzzle();
        let mut by_piece = vec![Vec::new(); puzzle.pieces.len()];
        let options = instance.meanings().len();
        let mut index = HashMap::with_capacity_and_hasher(options, FxBuildHasher);
        for (option, meaning) in instance.problem().options().zip(instance.meanings()) {
            stop.check()?;
            by_piece[meaning.piece.index()].push(option);
            let cells = meaning.placement.cells.as_ref();
            index.insert((meaning.piece, meaning.given.is_some(), cells), option);
        }
        let likenesses = puzzle
            .conditions
            .iter()
            .filter_map(|condition| match condition {
                Condition::Apart { by, .. } => Some(likeness(puzzle, *by)),
                _ => None,
            });
        let likenesses = likenesses.chain([tiles(puzzle)]);
        Ok(Self {
            instance,
            set: PieceSet::new(puzzle, stop)?,
            by_piece,
            likenesses: likenesses.collect(),
            index,
            faces: faces_of_tiles(puzzle),
            stop,
        })
    }

    /// The images of pieces and options; `None` if the isometry does not map the puzzle to itself, or if the stop flag
    /// is set.
    fn images(
        &self,
        puzzle: &Puzzle,
        isometry: &BoardSymmetry,
    ) -> Option<(Vec<PieceId>, Vec<OptionId>)> {
        let mut pieces = Vec::with_capacity(puzzle.pieces.len());
        let mut taken = vec![false; puzzle.pieces.len()];
        let mut images: Vec<Option<OptionId>> = vec![None; self.instance.meanings().len()];
        for (piece, what) in puzzle.pieces() {
            if what.cell_colors.is_some() && !self.faces.is_empty() {
                // The faces of a tile are mapped together, below.
                pieces.push(piece);
                continue;
            }
            let class = self.set.image(puzzle, piece, isometry)?;
            // The image is the piece itself if possible, otherwise the first free twin. The i-th of
            // several equal pieces is mapped to the i-th of their twins under every isometry, so
            // the images form a group.
            let itself = (self.set.class(piece) == class).then_some(piece);
            let candidates = itself.iter().chain(self.set.members(class));
            let (image, options) = candidates
                .filter(|twin| !taken[twin.index()])
                .find_map(|twin| Some((*twin, self.images_as(isometry, piece, *twin)?)))?;
            taken[image.index()] = true;
            pieces.push(image);
            for (option, image) in self.by_piece[piece.index()].iter().zip(options) {
                images[option.index()] = Some(image);
            }
        }
        let mut taken = vec![false; self.faces.len()];
        for (tile, faces) in self.faces.iter().enumerate() {
            let candidates = std::iter::once(tile).chain(0..self.faces.len());
            let (twin, found) = candidates.filter(|twin| !taken[*twin]).find_map(|twin| {
                Some((
                    twin,
                    self.images_of_tile(isometry, faces, &self.faces[twin])?,
                ))
            })?;
            taken[twin] = true;
            for &face in faces {
                pieces[face.index()] = self.faces[twin][0];
            }
            for (option, image) in found {
                images[option.index()] = Some(image);
            }
        }
        let are_kept = (self.likenesses.iter()).all(|likeness| keeps(likeness, &pieces));
        are_kept.then_some(())?;
        Some((pieces, images.into_iter().collect::<Option<_>>()?))
    }

    /// The images of the options of a tile, each next to its option. `faces` are the faces of the
    /// tile, and `twin` those of its image. `None` unless the images are all options of `twin`.
    fn images_of_tile(
        &self,
        isometry: &BoardSymmetry,
        faces: &[PieceId],
        twin: &[PieceId],
    ) -> Option<Vec<(OptionId, OptionId)>> {
        let puzzle = self.instance.puzzle();
        let options = |faces: &[PieceId]| {
            let options = faces.iter().map(|face| self.by_piece[face.index()].len());
            options.sum::<usize>()
        };
        // Faces that fit on no part of the board must be mapped too.
        if options(faces) != options(twin) || !self.set.sends_faces(puzzle, faces, twin, isometry) {
            return None;
        }
        let parts: Vec<&Isometry> = isometry.of_all_parts().collect();
        let image = |face: PieceId, option: OptionId| {
            let meaning = self.instance.meaning(option);
            let part = puzzle.board.part_of(*meaning.placement.cells.first()?);
            let class = self.set.image_by(puzzle, face, parts[part])?;
            let mut twins = twin.iter();
            let face = *twins.find(|twin| self.set.class(**twin) == class)?;
            let image = isometry.image_of_all(&meaning.placement.cells);
            let key = (face, meaning.given.is_some(), image.as_ref());
            self.index.get(&key).copied()
        };
        let all = faces.iter().flat_map(|face| {
            let own = self.by_piece[face.index()].iter();
            own.map(move |option| (*face, *option))
        });
        all.take_while(|_| !self.stop.is_set())
            .map(|(face, option)| Some((option, image(face, option)?)))
            .collect()
    }

    /// The images of the options of `piece`. `None` unless all of them are options of `twin`.
    fn images_as(
        &self,
        isometry: &BoardSymmetry,
        piece: PieceId,
        twin: PieceId,
    ) -> Option<Vec<OptionId>> {
        let own = &self.by_piece[piece.index()];
        if own.len() != self.by_piece[twin.index()].len() {
            return None;
        }
        own.iter()
            .take_while(|_| !self.stop.is_set())
            .map(|option| {
                let meaning = self.instance.meaning(*option);
                let image = isometry.image_of_all(&meaning.placement.cells);
                let key = (twin, meaning.given.is_some(), image.as_ref());
                self.index.get(&key).copied()
            })
            .collect()
    }
}

impl PuzzleSymmetry {
    /// The automorphisms of a puzzle as a group.
    ///
    /// # Errors
    ///
    /// [`SymmetryError`] if they are too many. Any other error would be a bug of this program: they would not be a
    /// group of automorphisms of the matrix.
    pub fn of(instance: &Instance) -> Result<Self, SymmetryError> {
        Self::of_until(instance, &StopFlag::new())
    }

    /// The automorphisms of a puzzle as a group, computed as by [`of`](Self::of), unless `stop` is
    /// set before the end.
    ///
    /// # Errors
    ///
    /// As [`of`](Self::of); also [`SymmetryError::Stopped`].
    pub fn of_until(instance: &Instance, stop: &StopFlag) -> Result<Self, SymmetryError> {
        let automorphisms = automorphisms(instance, stop)?;
        let images = automorphisms.iter().map(|g| g.options.clone()).collect();
        Ok(Self {
            symmetries: Symmetries::new_until(instance.problem(), images, stop)?,
            automorphisms,
        })
    }

    /// The group with only the identity, for callers that do not divide out symmetries.
    ///
    /// # Errors
    ///
    /// As [`of_until`](Self::of_until).
    pub fn trivial(instance: &Instance, stop: &StopFlag) -> Result<Self, SymmetryError> {
        let puzzle = instance.puzzle();
        let options: Vec<OptionId> = instance.problem().options().collect();
        // The identity is the first isometry.
        let identity = puzzle.board.symmetries(Sides::Fixed).take(1);
        let automorphisms: Vec<Automorphism> = identity
            .map(|isometry| Automorphism {
                isometry,
                is_rotation: true,
                kinds: Vec::new(),
                pieces: puzzle.pieces().map(|(id, _)| id).collect(),
                options: options.clone(),
            })
            .collect();
        Ok(Self {
            symmetries: Symmetries::new_until(instance.problem(), vec![options], stop)?,
            automorphisms,
        })
    }
}

impl Instance {
    /// Whether the symmetries are few enough to list. On a board that wraps around, at most 2^20 isometries and 2^27
    /// images of options; on a board with several parts, at most 2^13 and 2^21. A single board that does not wrap
    /// around has at most 48.
    pub fn lists_symmetries(&self) -> bool {
        let board = &self.puzzle().board;
        let isometries = board.symmetries_at_most();
        let (most, most_images) = if board.part_count() > 1 {
            (MAX_SYMMETRIES_TOGETHER, MAX_IMAGES_TOGETHER)
        } else {
            (MAX_SYMMETRIES, MAX_IMAGES)
        };
        let images = isometries.saturating_mul(self.meanings().len() as u128);
        isometries <= 48 || isometries <= most && images <= most_images
    }

    /// The symmetry group of the puzzle, computed by the first call.
    ///
    /// # Complexity
    ///
    /// Time linear in the entries of the problem, times the isometries of the board.
    ///
    /// # Errors
    ///
    /// [`SymmetryError::Stopped`] if `stop` is set; [`SymmetryError::TooLarge`] if there are [too
    /// many](Self::lists_symmetries). Any other error would be a bug of this program.
    pub fn symmetry(&self, stop: &StopFlag) -> Result<&PuzzleSymmetry, SymmetryError> {
        if let Some(group) = self.symmetry.get() {
            return Ok(group);
        }
        let group = PuzzleSymmetry::of_until(self, stop)?;
        Ok(self.symmetry.get_or_init(|| group))
    }
}

/// On a board with several parts, the faces of each tile; empty for a single part.
fn faces_of_tiles(puzzle: &Puzzle) -> Vec<Vec<PieceId>> {
    if puzzle.board.part_count() == 1 {
        return Vec::new();
    }
    let mut faces: BTreeMap<PieceId, Vec<PieceId>> = BTreeMap::new();
    for (tile, (id, piece)) in puzzle.tiles().into_iter().zip(puzzle.pieces()) {
        if piece.cell_colors.is_some() {
            faces.entry(tile).or_default().push(id);
        }
    }
    faces.into_values().collect()
}

/// For each piece, the first face of its tile; `None` if the piece is not a face.
fn tiles(puzzle: &Puzzle) -> Vec<Option<u32>> {
    let number = |tile: PieceId| u32::try_from(tile.index()).unwrap_or(u32::MAX);
    let tiles = puzzle.tiles().into_iter().zip(&puzzle.pieces);
    tiles
        .map(|(tile, piece)| piece.cell_colors.is_some().then(|| number(tile)))
        .collect()
}

/// Whether pieces of the same class have images of the same class, and pieces without a class have
/// images without one. `images` has the image of each piece.
pub(super) fn keeps(likeness: &[Option<u32>], images: &[PieceId]) -> bool {
    let mut image_of: HashMap<u32, u32> = HashMap::new();
    likeness
        .iter()
        .zip(images)
        .all(|(class, image)| match (class, likeness[image.index()]) {
            (Some(class), Some(image)) => *image_of.entry(*class).or_insert(image) == image,
            (None, None) => true,
            _ => false,
        })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cover::isometries::name;
    use crate::puzzle::{Source, load};

    fn group(text: &str) -> (Instance, Vec<Automorphism>) {
        let puzzle = load(&Source::new("test", text)).unwrap().puzzle;
        let instance = Instance::new(puzzle).unwrap();
        let group = automorphisms(&instance, &StopFlag::new()).unwrap();
        (instance, group)
    }

    fn orders(text: &str) -> (usize, usize) {
        let (_, group) = group(text);
        let rotations = group.iter().filter(|g| g.is_rotation).count();
        (group.len(), rotations)
    }

    #[test]
    fn free_sets_have_the_symmetries_of_the_board() {
        let set = "pieces: [Set(of: Polyominoes(4), copies: (0, 9))]";
        let order = |board: &str| orders(&format!("(lattice: Square, board: {board}, {set})"));
        assert_eq!(order("Rect(4, 4)"), (8, 4));
        assert_eq!(order("Rect(5, 4)"), (4, 2));
        assert_eq!(
            order("Picture([\"####\", \"###.\", \"##..\", \"#...\"])"),
            (2, 1)
        );
        assert_eq!(order("Picture([\"####\", \"###.\", \"#...\"])"), (1, 1));
    }

    #[test]
    fn one_sided_sets_send_mirror_images_to_their_twins() {
        let (instance, group) = group(
            "(lattice: Square, board: Rect(7, 4),
              pieces: [Set(of: Polyominoes(4), sides: OneSided)])",
        );
        let puzzle = instance.puzzle();
        assert_eq!(group.len(), 4);
        let reflection = group.iter().find(|g| !g.is_rotation).unwrap();
        let image = |name: &str| {
            let (id, _) = puzzle.pieces().find(|(_, p)| p.name == name).unwrap();
            puzzle.piece(reflection.pieces[id.index()]).name.as_str()
        };
        assert_eq!(
            [image("L"), image("J"), image("S"), image("T")],
            ["J", "L", "Z", "T"]
        );
    }

    #[test]
    fn a_lonely_one_sided_piece_leaves_the_rotations() {
        let text = "(lattice: Square, board: Rect(4, 4),
            pieces: [Set(of: Polyominoes(4), sides: OneSided, only: [\"L\"], copies: 4)])";
        assert_eq!(orders(text), (4, 4));
    }

    #[test]
    fn a_piece_that_fits_nowhere_goes_to_a_twin_or_rules_out_the_isometry() {
        let text = |names: &str| {
            format!(
                "(lattice: Square, board: Rect(4, 2), pieces: [Set(of: Polyominoes(2), copies: 4),
                  Set(of: Polyominoes(5), sides: OneSided, only: [{names}], copies: (0, 1))])"
            )
        };
        assert_eq!(orders(&text("\"F\"")), (2, 2));
        assert_eq!(orders(&text("\"F\", \"F'\"")), (4, 2));
        assert_eq!(orders(&text("\"X\"")), (4, 2));
    }

    #[test]
    fn givens_are_mapped_to_givens() {
        let text = |cells: &str| {
            format!(
                "(lattice: Square, board: Rect(4, 4),
                  pieces: [Set(of: Polyominoes(2), copies: 8)],
                  givens: [(piece: \"I\", cells: {cells})])"
            )
        };
        assert_eq!(orders(&text("Shift((1, 0), Rect(2, 1))")), (2, 1));
        assert_eq!(orders(&text("Rect(2, 1)")), (1, 1));
    }

    /// Checks that a one-sided tile, coloured or not, prevents reflections of a part even if it
    /// does not fit on that part.
    #[test]
    fn coloured_tiles_that_fit_on_one_board_alone_keep_the_others_as_they_are() {
        let text = |colors: &str| {
            format!(
                "(lattice: Square, boards: [Picture([\"###\", \".#.\"]), Rect(3, 2)],
                  pieces: [Piece(name: \"d\", cells: Rect(2, 1), copies: 2),
                           Piece(name: \"m\", cells: Rect(1, 1), copies: 2),
                           Piece(name: \"L\", cells: Picture([\"###\", \"#..\"]), sides: OneSided{colors})])"
            )
        };
        assert_eq!(orders(&text("")), (2, 2));
        assert_eq!(
            orders(&text(", colors: [\"a\", \"a\", \"a\", \"a\"]")),
            (2, 2)
        );
    }

    /// Checks that two equal parts of a board are moved independently and may be exchanged: 4 · 4 ·
    /// 2 symmetries.
    #[test]
    fn coloured_tiles_allow_the_motions_of_the_parts() {
        let text = |colors: &str| {
            format!(
                "(lattice: Square, boards: [Rect(3, 2), Rect(3, 2)],
                  pieces: [Piece(name: \"a\", cells: Rect(2, 1){colors}), Piece(name: \"c\", cells: Rect(2, 1), copies: 5)])"
            )
        };
        assert_eq!(orders(&text("")), (32, 8));
        assert_eq!(orders(&text(", colors: [\"r\", \"b\"]")), (32, 8));
        // The tiles distinguish left from right, but not top from bottom.
        assert_eq!(orders(&text(", colors: [\"r\", \"b\"], sides: Fixed")).0, 8);
    }

    #[test]
    fn lattices_have_their_groups() {
        let triangle = "(lattice: Triangle, board: Hexagon(2), pieces: [Set(of: Polyiamonds(4))])";
        assert_eq!(orders(triangle), (12, 6));
        let stick = "(lattice: Stick, board: Rect(2, 2), pieces: [Set(of: Polysticks(3))])";
        assert_eq!(orders(stick), (8, 4));
        let cube =
            "(lattice: Cube, board: Box(2, 2, 2), pieces: [Set(of: Polycubes(2), copies: 4)])";
        assert_eq!(orders(cube), (48, 24));
        // The board is flat, in three dimensions. Turning it over is a rotation.
        let flat =
            "(lattice: Cube, board: Rect(3, 3), pieces: [Set(of: Polycubes(3), copies: (0, 3))])";
        assert_eq!(orders(flat), (8, 8));
    }

    #[test]
    fn symmetries_have_names() {
        let (instance, group) = group(
            "(lattice: Triangle, board: Rhombus(2, 2), pieces: [Set(of: Polyiamonds(2), copies: 4)])",
        );
        let names: Vec<String> = group
            .iter()
            .map(|g| name(instance.puzzle().lattice, &g.isometry))
            .collect();
        assert_eq!(names.len(), 4);
        assert_eq!(names[0], "identity");
        assert!(names.contains(&"half turn".to_owned()), "{names:?}");
        assert_eq!(
            names.iter().filter(|n| *n == "oblique reflection").count(),
            2
        );
    }
}
