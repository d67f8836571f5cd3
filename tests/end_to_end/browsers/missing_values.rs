//! Finds missing values in the texts of a page.

/// A JavaScript expression. Its value is a list of the page's texts, including those for screen
/// readers, in which a value is missing or a variable is not filled in. It uses only the document.
pub(super) const MISSING_VALUES: &str = r"(() => {
    const found = [];
    const look = (text) => {
        const hit = /.{0,40}(\bnull\b|\bundefined\b|\bNaN\b|\[object |[\ue000\ue001]|\{[a-z_]+\}).{0,20}/.exec(text ?? '');
        if (hit) found.push(hit[0]);
    };
    for (const element of document.querySelectorAll('body, body *')) {
        if (element.matches('script, style, textarea')) continue;
        for (const node of element.childNodes) if (node.nodeType === 3) look(node.data);
        for (const name of ['aria-label', 'aria-valuetext', 'title', 'alt', 'placeholder', 'value', 'class', 'style', 'transform']) look(element.getAttribute(name));
        if (element.matches('input, select')) look(element.value);
    }
    return found;
})()";
