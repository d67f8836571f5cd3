"use strict";
// Choices of the pieces: a form with requirements, and cards of the choices found.

// The AbortController of the running search; null if none is running.
const DESIGN = { stop: null };

function drawDesign() {
  const range = (key, name) => make("label", {}, `${text(name)} `, make("input", { id: `design-${key}`, size: "7", placeholder: text("range-example"), "aria-label": text(name) }));
  const check = (key) => make("label", {}, make("input", { type: "checkbox", id: `design-${key}` }), text(key));
  const sort = make("select", { id: "design-sort" }, [["best", "best"], ["most", "most"], ["pieces", "fewest"]].map(([value, name]) => make("option", { value }, text(name))));
  fill(byId("design"),
    make("h2", {}, text("design")),
    make("p", { class: "quiet" }, text("design-hint")),
    make("div", { class: "form" },
      make("span", { class: "row" }, range("choose", "choose"), range("solutions", "wanted-solutions"), range("distinct", "wanted-distinct")),
      make("span", { class: "row" }, ["symmetric", "unique-start", "fault-free", "no-crossroads", "one-of-mirrors"].map(check)),
      make("span", { class: "row" }, make("label", {}, `${text("sort")} `, sort), button(text("find-designs"), findDesigns, { id: "find-designs", class: "main" })),
    ),
    make("p", { id: "designs-said", role: "status" }),
    make("ul", { class: "cards", id: "designs" }),
  );
}

// The form as the program expects it.
function designForm() {
  const value = (key) => byId(`design-${key}`).value.trim();
  const is = (key) => byId(`design-${key}`).checked;
  return {
    download: "designs", choose: value("choose"), solutions: value("solutions"), distinct: value("distinct"), sort: value("sort"),
    symmetric: is("symmetric"), unique_start: is("unique-start"), fault_free: is("fault-free"), no_crossroads: is("no-crossroads"), one_of_mirrors: is("one-of-mirrors"),
  };
}

// Searches for choices; the button stops a running search.
async function findDesigns() {
  if (DESIGN.stop !== null) {
    DESIGN.stop.abort();
    return;
  }
  DESIGN.stop = new AbortController();
  fill(byId("find-designs"), text("stop"));
  showDesigns(text("finding"), []);
  try {
    const made = await runJob(text("find-designs"), (work) => ENGINE.download(designForm(), work), DESIGN.stop);
    if (made === null) showDesigns(text("designs-stopped"), []);
    else showFound(JSON.parse(await made.blob.text()));
  } catch (error) {
    showDesigns(text("refused", { why: error.message }), []);
  }
  DESIGN.stop = null;
  fill(byId("find-designs"), text("find-designs"));
}

function showFound({ choices, solvable, wanted, cards }) {
  const all = { wanted: grouped(String(wanted)), solvable: grouped(String(solvable)) };
  const found = choices === null ? text("designs-found", all) : text("designs-of", { ...all, choices: grouped(choices) });
  const more = cards.length < wanted ? ` ${text("some-shown", { count: cards.length })}` : "";
  showDesigns(wanted === 0 ? `${text("no-design")} ${found}` : found + more, cards);
}

function showDesigns(said, cards) {
  byId("designs-said").textContent = said;
  fill(byId("designs"), ...cards.map(designCard));
}

function designCard({ pieces, solutions, distinct, picture: svg }) {
  const names = pieces.map(([name, copies]) => (copies === 1 ? name : `${copies}×${name}`)).join(" ");
  const count = solutions === "1" ? text("one-solution") : text("solutions", { count: grouped(solutions) });
  const take = () => {
    change({ edit: "choose", pieces });
    say(text("chosen"));
  };
  return make("li", {}, make("button", {
    type: "button", class: "design", "aria-label": text("take-design", { pieces: names, solutions: count }), on: { click: take },
  },
  make("img", { alt: "", src: `data:image/svg+xml,${encodeURIComponent(svg)}` }),
  make("strong", {}, names), make("span", {}, count), distinct === null ? null : make("span", { class: "quiet" }, text("distinct", { count: grouped(distinct) }))));
}
