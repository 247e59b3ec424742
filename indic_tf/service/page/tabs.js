// Tabs as the ARIA practices have them: arrows, Home and End go along, one tab stop.

import { hide } from "./card.js";
import { $ } from "./dom.js";

const all = [...document.querySelectorAll("[role=tab]")];

/** Open the panel of a tab; move there if `focus`. */
export function choose(tab, focus = false) {
  hide();
  for (const one of all) {
    const chosen = one === tab;
    one.setAttribute("aria-selected", chosen);
    one.tabIndex = chosen ? 0 : -1;
    $(one.getAttribute("aria-controls")).hidden = !chosen;
  }
  if (focus) tab.focus();
}

const STEPS = {
  ArrowRight: (at) => at + 1,
  ArrowLeft: (at) => at - 1,
  Home: () => 0,
  End: () => -1,
};

for (const tab of all) {
  tab.addEventListener("click", () => choose(tab));
  tab.addEventListener("keydown", (event) => {
    const step = STEPS[event.key];
    if (!step) return;
    event.preventDefault();
    choose(all.at(step(all.indexOf(tab)) % all.length), true);
  });
}
