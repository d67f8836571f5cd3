"use strict";
(() => {
  const lines = document.getElementById("solutions").textContent.trim().split("\n").filter(Boolean);
  const symbols = document.getElementById("symbols");
  const box = `0 0 ${symbols.dataset.width} ${symbols.dataset.height}`;
  const main = document.getElementById("page");
  const turn = document.getElementById("turn");
  const make = (tag, text, attributes = {}) => {
    const element = document.createElement(tag);
    element.textContent = text;
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    return element;
  };
  const number = (n) => n.toLocaleString("en");
  let size = 60;
  let page = 0;
  const pages = () => Math.max(1, Math.ceil(lines.length / size));

  // The third field of a line is the number of its solution. It is missing if the number is the
  // position in the list.
  const numberAt = (index) => Number(lines[index].split("\t")[2] ?? index + 1);
  const placeOf = (wanted) => {
    const there = wanted >= 1 && wanted <= lines.length && numberAt(wanted - 1) === wanted;
    return there ? wanted - 1 : lines.findIndex((_, index) => numberAt(index) === wanted);
  };

  const thumbnail = (index) => {
    const [placements, remark] = lines[index].split("\t");
    const own = numberAt(index);
    const uses = placements.split(" ").map((id) => `<use href="#p${id}"/>`).join("");
    const figure = make("figure", "", { id: `s${own}` });
    const caption = make("figcaption", number(own));
    if (remark) caption.append(" ", make("span", remark));
    figure.append(caption);
    figure.insertAdjacentHTML("beforeend",
      `<svg viewBox="${box}" role="img" aria-label="solution ${own}"><use href="#b"/>${uses}</svg>`);
    return figure;
  };

  const first = make("button", "First", { type: "button" });
  const before = make("button", "Previous", { type: "button" });
  const next = make("button", "Next", { type: "button" });
  const last = make("button", "Last", { type: "button" });
  const where = make("span", "", { role: "status" });
  const wanted = make("input", "", { type: "number", min: "1" });
  const wantedLabel = make("label", "Solution ");
  wantedLabel.append(wanted);
  const per = make("select", "");
  for (const n of [20, 60, 200, 1000]) per.append(make("option", String(n), { value: n }));
  per.value = String(size);
  const perLabel = make("label", "On a page ");
  perLabel.append(per);
  turn.append(first, before, where, next, last, wantedLabel, perLabel);

  const show = (to) => {
    page = Math.min(Math.max(to, 0), pages() - 1);
    const from = page * size;
    const end = Math.min(from + size, lines.length);
    main.replaceChildren(...Array.from({ length: end - from }, (_, i) => thumbnail(from + i)));
    where.textContent = lines.length
      ? `${number(from + 1)}–${number(end)} of ${number(lines.length)}` : "no solution";
    first.disabled = before.disabled = page === 0;
    next.disabled = last.disabled = page === pages() - 1;
  };
  // A link such as #s1234 shows that solution.
  const follow = () => {
    const found = /^#s(\d+)$/.exec(location.hash);
    if (!found) return false;
    const index = placeOf(Number(found[1]));
    if (index < 0) {
      where.textContent = `solution ${found[1]} is not in this list`;
      return false;
    }
    show(Math.floor(index / size));
    const figure = document.getElementById(`s${numberAt(index)}`);
    figure.classList.add("here");
    figure.scrollIntoView({ block: "center" });
    return true;
  };
  first.addEventListener("click", () => show(0));
  before.addEventListener("click", () => show(page - 1));
  next.addEventListener("click", () => show(page + 1));
  last.addEventListener("click", () => show(pages() - 1));
  wanted.addEventListener("change", () => { location.hash = `s${wanted.value}`; });
  per.addEventListener("change", () => {
    const from = page * size;
    size = Number(per.value);
    show(Math.floor(from / size));
  });
  addEventListener("hashchange", follow);
  addEventListener("keydown", (event) => {
    if (event.target.matches("input, select") || event.ctrlKey || event.altKey || event.metaKey) return;
    if (event.key === "ArrowLeft" || event.key === "PageUp") show(page - 1);
    else if (event.key === "ArrowRight" || event.key === "PageDown") show(page + 1);
    else return;
    event.preventDefault();
  });
  // Thumbnails of wide boards are wider.
  const shape = Number(symbols.dataset.width) / Number(symbols.dataset.height);
  main.style.setProperty("--thumb", `${Math.min(24, Math.max(8, 8 * shape)).toFixed(1)}rem`);
  if (!follow()) show(0);
})();
