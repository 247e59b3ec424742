// Errors near what caused them: the field that the service names, else the one that was being worked in.

import { $ } from "./dom.js";

const shown = new Set();

/** Show `error` at the field it is about, else at `field`; the field is marked as wrong. */
export function show(error, field) {
  if (error.name === "AbortError") return;
  const name = (error.param ?? "").split(".")[0].replace("right_context", "context");
  const at = $(`${name}-error`) ? name : field;
  const place = $(`${at}-error`);
  place.closest("details")?.setAttribute("open", "");
  place.textContent = error.message;
  $(at)?.setAttribute("aria-invalid", "true");
  shown.add(at);
}

/** Take away what was shown. */
export function clear() {
  for (const at of shown) {
    $(`${at}-error`).textContent = "";
    $(at)?.removeAttribute("aria-invalid");
  }
  shown.clear();
}
