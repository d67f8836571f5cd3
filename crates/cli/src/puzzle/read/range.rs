use super::diagnostic::Diagnostic;
use super::node::Node;
use crate::puzzle::design::NumberRange;

/// Reads a range: `7`, `(7, 9)` or `"7.."`.
pub(super) fn read_range(node: Node<'_>) -> Result<NumberRange, Diagnostic> {
    let wrong = |message: &str| {
        node.error(message)
            .help("write a range as `7`, `(7, 9)`, or \"7..\" if it has no upper end")
    };
    let (least, most) = if node.is_tuple() {
        node.read::<(u64, u64)>()?
    } else if node.text().starts_with('"') {
        let text: String = node.read()?;
        return text.parse().map_err(|_| wrong("this is not a range"));
    } else {
        let only: u64 = node.read()?;
        (only, only)
    };
    if least > most {
        return Err(wrong("the lower end is above the upper end"));
    }
    Ok(NumberRange {
        least,
        most: Some(most),
    })
}
