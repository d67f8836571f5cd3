//! STL: triangles without units or names, as read by all slicers.
//!
//! The binary form: 80 bytes of header, the number of triangles, then for each triangle its normal,
//! its corners and two zero bytes. Numbers are 32-bit floats, little-endian, in millimetres by
//! convention. Source: the "Stereolithography Interface Specification" of 3D Systems, 1989.

use std::io::{self, Write};

use super::mesh::{Mesh, MeshPoint, millimetres};
use super::placing::Placing;

/// Writes meshes in their positions as one file.
///
/// # Errors
///
/// Errors of `out`, and more than 2³² − 1 triangles.
pub fn stl(title: &str, meshes: &[(&Mesh, Placing)], out: &mut dyn Write) -> io::Result<()> {
    // A header that begins with "solid" would indicate the text form.
    let mut header = [b' '; 80];
    let title = format!("tilewright: {title}");
    for (to, from) in header.iter_mut().zip(title.bytes()) {
        *to = if from.is_ascii_graphic() || from == b' ' {
            from
        } else {
            b'?'
        };
    }
    out.write_all(&header)?;
    let count: usize = meshes.iter().map(|(mesh, _)| mesh.triangles.len()).sum();
    let count = u32::try_from(count).map_err(|_| io::Error::other("too many triangles for STL"))?;
    out.write_all(&count.to_le_bytes())?;
    for (mesh, placing) in meshes {
        for triangle in &mesh.triangles {
            let corners = triangle.map(|v| placing.applied(mesh.vertices[v as usize]));
            let mut floats: Vec<f64> = normal(corners).to_vec();
            floats.extend(corners.iter().flatten().map(|&c| millimetres(c)));
            for float in floats {
                #[expect(clippy::cast_possible_truncation, reason = "what STL has")]
                out.write_all(&(float as f32).to_le_bytes())?;
            }
            out.write_all(&[0; 2])?;
        }
    }
    Ok(())
}

/// The unit normal of a triangle; zero for a degenerate one.
fn normal([a, b, c]: [MeshPoint; 3]) -> [f64; 3] {
    let step = |to: MeshPoint| [0, 1, 2].map(|axis| f64::from(to[axis]) - f64::from(a[axis]));
    let (one, other) = (step(b), step(c));
    let cross = [(1, 2), (2, 0), (0, 1)].map(|(i, j)| one[i] * other[j] - one[j] * other[i]);
    let length = cross.iter().map(|c| c * c).sum::<f64>().sqrt();
    if length > 0.0 {
        cross.map(|c| c / length)
    } else {
        [0.0; 3]
    }
}
