// The panel for texts: spoken words to written text.

import { ask } from "./api.js";
import { cards, hide } from "./card.js";
import { $, Latest, Progress, copy, later } from "./dom.js";
import { legend, nodes, wordsOf } from "./edits.js";
import * as errors from "./errors.js";
import { nameOf, options, speak } from "./options.js";

const latest = new Latest();
let written = "";
let language = "auto";

/** Format what stands in the box. */
export async function format() {
  const text = $("text").value;
  errors.clear();
  if (!text.trim()) {
    latest.stop();
    show({ text: "", words: [], edits: [], language: "" }, []);
    $("text-status").textContent = "";
    return;
  }
  const signal = latest.begin();
  const progress = new Progress($("text-status"));
  try {
    const body = { text, ...options(), include: ["words", "edits", "spans"] };
    const answer = await ask("v1/format", body, { signal, busy: progress.say });
    show(answer, wordsOf(text));
    say(answer);
  } catch (error) {
    if (error.name !== "AbortError") progress.say("");
    errors.show(error, "text");
  } finally {
    progress.end();
  }
}

function show(answer, said) {
  hide();
  const out = $("text-out");
  written = answer.text;
  language = answer.language || "auto";
  const { made, notes } = nodes(answer, said);
  speak(out, language);
  speak($("text"), language);
  out.replaceChildren(...made, ...notes);
  $("text-legend").replaceChildren(...legend(answer.edits));
  $("text-copy").disabled = $("text-aloud").disabled = !written;
}

function say(answer) {
  const many = answer.edits.length;
  const changes = many === 1 ? "1 change" : `${many || "no"} changes`;
  const found = answer.language ? `${nameOf(answer.language)}, ` : "";
  $("text-status").textContent = answer.problem ? `It stands as it was: ${answer.problem}` : `${found}${changes}.`;
}

/** Put a text into the box and format it. */
export function take(text, code = null) {
  $("text").value = text;
  if (code) speak($("text"), code);
  format();
}

/** Bring the panel to life; `aloud` is given a written text and its language. */
export function start(aloud) {
  cards($("text-out"));
  $("text").addEventListener("input", later(format, 350));
  $("text").addEventListener("keydown", (event) => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) format();
  });
  $("text-go").addEventListener("click", format);
  $("text-clear").addEventListener("click", () => {
    take("");
    $("text").focus();
  });
  $("text-copy").addEventListener("click", () => copy(written, $("text-status")));
  $("text-aloud").addEventListener("click", () => aloud(written, language));
}
