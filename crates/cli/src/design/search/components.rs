//! The connected components of a set of cells.

pub(super) fn components(neighbours: &[Vec<usize>], cells: &[usize]) -> Vec<Vec<usize>> {
    let mut is_left = vec![false; neighbours.len()];
    for &at in cells {
        is_left[at] = true;
    }
    let mut components = Vec::new();
    for &at in cells {
        if !std::mem::take(&mut is_left[at]) {
            continue;
        }
        let mut component = vec![at];
        let mut next = 0;
        while let Some(&from) = component.get(next) {
            next += 1;
            for &other in &neighbours[from] {
                if std::mem::take(&mut is_left[other]) {
                    component.push(other);
                }
            }
        }
        components.push(component);
    }
    components
}
