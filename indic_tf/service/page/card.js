// The card of an edit: on hover, focus or touch; Escape takes it away, and the pointer may rest on it.

import { $, make } from "./dom.js";

const GAP = 8;
let owner = null;
let leaving = 0;

/** Show cards for the edits inside `root`. */
export function cards(root) {
  root.addEventListener("pointerover", (event) => event.pointerType !== "touch" && over(event));
  root.addEventListener("pointerout", (event) => event.pointerType !== "touch" && leave());
  root.addEventListener("focusin", over);
  root.addEventListener("focusout", hide);
  root.addEventListener("click", over);
  root.addEventListener("keydown", along);
}

/** The arrow keys go from edit to edit. */
function along(event) {
  const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  if (!step || !event.target.matches(".edit")) return;
  const all = [...event.currentTarget.querySelectorAll(".edit")];
  const forward = getComputedStyle(event.currentTarget).direction === "rtl" ? -step : step;
  all[all.indexOf(event.target) + forward]?.focus();
  event.preventDefault();
}

function over(event) {
  const edit = event.target.closest?.(".edit");
  if (edit) show(edit);
}

function show(edit) {
  clearTimeout(leaving);
  owner?.classList.remove("open");
  owner = edit;
  edit.classList.add("open");
  const source = { className: "script", lang: edit.closest("[lang]").lang };
  const rows = edit.card.flatMap(([name, text]) => [
    make("dt", { textContent: name }),
    make("dd", { textContent: text, dir: "auto", ...(name === "said" && source) }),
  ]);
  $("card").replaceChildren(make("dl", {}, ...rows));
  $("card").hidden = false;
  place(edit);
}

function place(edit) {
  const [at, card] = [edit.getBoundingClientRect(), $("card")];
  const { offsetWidth: width, offsetHeight: height } = card;
  const room = document.documentElement.clientWidth;
  const left = Math.max(GAP, Math.min(at.left, room - width - GAP));
  const below = at.bottom + GAP;
  const top = below + height > window.innerHeight && at.top > height + GAP ? at.top - height - GAP : below;
  card.style.left = `${left}px`;
  card.style.top = `${top}px`;
}

function leave() {
  clearTimeout(leaving);
  leaving = setTimeout(() => owner !== document.activeElement && hide(), 200);
}

/** Take the card away. */
export function hide() {
  clearTimeout(leaving);
  owner?.classList.remove("open");
  owner = null;
  $("card").hidden = true;
}

$("card").addEventListener("pointerenter", () => clearTimeout(leaving));
$("card").addEventListener("pointerleave", leave);
document.addEventListener("keydown", (event) => event.key === "Escape" && hide());
document.addEventListener("pointerdown", (event) => {
  if (!event.target.closest(".edit, #card")) hide();
});
for (const moved of ["scroll", "resize"]) addEventListener(moved, () => owner && place(owner), { passive: true });
