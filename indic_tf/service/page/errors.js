// Errors near what caused them: the field that the service names, else the one that was being worked in.

import { $ } from "./dom.js";

const FIELDS = { right_context: "context", transcript: "file" }; // where they have another name here
const LEAVES = 500; // ms
const shown = new Set();
const leaving = new Map();

/** Show `error` at the field it is about, else at `field`; the field is marked as wrong. */
export function show(error, field) {
  if (error.name === "AbortError") return;
  const name = (error.param ?? "").split(".")[0];
  const own = FIELDS[name] ?? name;
  const at = $(`${own}-error`) ? own : field;
  const place = $(`${at}-error`);
  place.closest("details")?.setAttribute("open", "");
  clearTimeout(leaving.get(at));
  place.classList.remove("over");
  place.textContent = besideIts(error);
  $(at)?.setAttribute("aria-invalid", "true");
  shown.add(at);
}

/** The message without the name of the field, which it stands at. */
function besideIts({ message, param }) {
  const name = `${param}: `;
  if (!param || !message.toLowerCase().startsWith(name.toLowerCase())) return message;
  return message.charAt(name.length).toUpperCase() + message.slice(name.length + 1);
}

/** Take away what was shown; its room a little later, so that nothing moves from under a click that brought it about. */
export function clear() {
  for (const at of shown) {
    const place = $(`${at}-error`);
    place.classList.add("over");
    $(at)?.removeAttribute("aria-invalid");
    leaving.set(
      at,
      setTimeout(() => (place.textContent = ""), LEAVES),
    );
  }
  shown.clear();
}
