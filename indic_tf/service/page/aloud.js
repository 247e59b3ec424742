// The other direction: written text to spoken words.

import { ask } from "./api.js";
import { $, Latest, Progress, copy } from "./dom.js";
import * as errors from "./errors.js";
import { options, speak } from "./options.js";

const latest = new Latest();
let said = "";
let given = null; // the language that came along with a text

/** Read aloud what stands in the box. */
export async function read() {
  errors.clear();
  const text = $("written").value;
  const chosen = options().language;
  const language = chosen === "auto" && given ? given : chosen;
  const signal = latest.begin();
  const progress = new Progress($("aloud-status"));
  try {
    const more = { signal, busy: progress.say };
    const answer = text.trim() ? await ask("v1/spoken", { text, language }, more) : { text: "" };
    said = answer.text;
    $("aloud-out").textContent = said;
    for (const one of [$("aloud-out"), $("written")]) speak(one, language);
    progress.say(said ? "Done." : "");
    $("aloud-copy").disabled = $("aloud-back").disabled = !said;
  } catch (error) {
    if (error.name !== "AbortError") progress.say("");
    errors.show(error, "written");
  } finally {
    progress.end();
  }
}

/** Put a text into the box and read it. */
export function take(text, language = null) {
  $("written").value = text;
  given = language === "auto" ? null : language;
  read();
}

/** Bring the panel to life; `back` is given what is said. */
export function start(back) {
  $("aloud-go").addEventListener("click", read);
  $("written").addEventListener("input", () => (given = null));
  $("written").addEventListener("keydown", (event) => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) read();
  });
  $("aloud-copy").addEventListener("click", () => copy(said, $("aloud-status")));
  $("aloud-back").addEventListener("click", () => back(said, given));
}
