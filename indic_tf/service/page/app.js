// The page: the lists are filled, and the panels begin.

import * as aloud from "./aloud.js";
import { ask, useKey } from "./api.js";
import * as captions from "./captions.js";
import { $, make } from "./dom.js";
import { known } from "./edits.js";
import * as errors from "./errors.js";
import * as live from "./live.js";
import { fillLanguages, fillStyles, onChange, options, speak } from "./options.js";
import { choose } from "./tabs.js";
import * as text from "./text.js";

const ANY = ["hi", "ta", "bn", "en", "ur"]; // whose examples are shown while the language is to be found
let examples = {};
let choices = null;
let said = 0;

/** Examples of a kind for the chosen language: [code, text]. */
function shown(kind) {
  const { language } = options();
  if (language !== "auto") return (examples[language]?.[kind] ?? []).map((one) => [language, one]);
  return ANY.flatMap((code) => (examples[code]?.[kind] ?? []).slice(0, 1).map((one) => [code, one]));
}

function offer(place, kind, take) {
  place.replaceChildren(
    ...shown(kind).map(([code, one]) => {
      const button = make("button", { type: "button", className: "example script", textContent: one });
      speak(button, code);
      button.addEventListener("click", () => take(one, code));
      return button;
    }),
  );
}

function offerExamples() {
  offer($("text-examples"), "said", text.take);
  offer($("aloud-examples"), "written", aloud.take);
}

async function begin() {
  try {
    fillLanguages((await ask("v1/languages")).languages, choices);
    $("key-form").hidden = true;
    offerExamples();
    waitUntilReady();
  } catch (error) {
    if (error.status !== 401) errors.show(error, "language");
  }
}

/** Say that the service is still loading, as long as it does. */
async function waitUntilReady() {
  try {
    await ask("ready");
    $("text-status").textContent = "";
  } catch (error) {
    if (error.status !== 503) return;
    $("text-status").textContent = "The service is still loading its languages.";
    setTimeout(waitUntilReady, 2000);
  }
}

function askForKey({ detail }) {
  $("key-form").hidden = false;
  $("key-error").textContent = detail.given ? "The service does not know this key." : "";
  $("key").focus();
}

function keyGiven(event) {
  event.preventDefault();
  useKey($("key").value.trim(), $("key-keep").checked);
  begin().then(text.format);
}

function toText(given, code = null) {
  choose($("tab-text"), true);
  text.take(given, code);
}

document.addEventListener("key-needed", askForKey);
$("key-form").addEventListener("submit", keyGiven);
onChange(() => {
  offerExamples();
  text.format();
  live.again();
  captions.captions();
});
const data = (name) => fetch(new URL(`page/${name}`, document.baseURI)).then((answer) => answer.json());
[choices, examples] = await Promise.all([data("choices.json"), data("examples.json")]);
known(choices);
fillStyles(choices);
text.start((written, code) => {
  choose($("tab-aloud"), true);
  aloud.take(written, code);
});
aloud.start(toText);
live.start(() => {
  const all = shown("said");
  return all[said++ % all.length][1];
}, toText);
captions.start();
await begin();
