// Confetti in the colours of the pieces when a level is solved, unless the player prefers reduced
// motion.

const CONFETTI = 90;

function rejoice() {
  if (calm()) return;
  const box = byId("board").getBoundingClientRect();
  const sky = make("div", { class: "confetti", "aria-hidden": "true" });
  for (let i = 0; i < CONFETTI; i += 1) {
    const { color } = PIECES[i % PIECES.length];
    const bit = make("i", {});
    bit.style.background = color;
    bit.style.left = `${box.left + Math.random() * box.width}px`;
    bit.style.top = `${Math.max(0, box.top)}px`;
    bit.style.setProperty("--drift", `${(Math.random() - 0.5) * 260}px`);
    bit.style.setProperty("--fall", `${box.height * (0.6 + Math.random() * 0.9)}px`);
    bit.style.setProperty("--spin", `${(Math.random() - 0.5) * 1440}deg`);
    bit.style.animationDelay = `${Math.random() * 0.35}s`;
    include(sky, bit);
  }
  include(document.body, sky);
  setTimeout(() => sky.remove(), 3200);
}
