// Live text: what is typed goes to the stream word by word, and comes back final or pending.

import { ask } from "./api.js";
import { cards, hide } from "./card.js";
import { $, make } from "./dom.js";
import { nodes, wordsOf } from "./edits.js";
import * as errors from "./errors.js";
import { options, speak } from "./options.js";
import { Stream } from "./stream.js";

const BEAT = 260; // ms between two words of an example
let stream = null;
let heard = []; // words behind which there was a pause
let partial = [];
let exact = true; // whether source words are where the stream counts them
let saying = 0;
let nextExample = () => null;

function status(text) {
  $("live-status").textContent = text;
}

// --- what goes out ------------------------------------------------------------------------------------

function typed() {
  errors.clear();
  const lines = $("live").value.split("\n");
  const rest = lines.pop();
  for (const line of lines) pause(line);
  if (lines.length) $("live").value = rest;
  if (!stream && !rest.trim()) return;
  partial = wordsOf(rest);
  push({ text: rest, replace: true });
}

function pause(line) {
  push({ text: line, final: true, flush: true }, [...heard, ...wordsOf(line)]);
  heard.push(...wordsOf(line));
  partial = [];
}

function push(message, said = [...heard, ...partial]) {
  if (!stream && !open()) return;
  stream.send(message, said);
  $("live-finish").disabled = false;
  $("live-look").disabled = false;
}

function open() {
  if (!$("context").checkValidity()) {
    errors.show({ message: `Choose a number from 1 to ${$("context").max}.` }, "context");
    return false;
  }
  clearShown();
  heard = [];
  stream = new Stream({ ...options(), right_context: $("context").value }, { update, refused, ended });
  speak($("live-out"), options().language);
  speak($("live"), options().language);
  status("Listening …");
  return true;
}

function finish() {
  if (!stream) return;
  errors.clear();
  if ($("live").value.trim()) pause($("live").value);
  $("live").value = "";
  $("live-finish").disabled = true;
  stream.finish();
}

// --- what comes back ----------------------------------------------------------------------------------

function update(made, said) {
  exact &&= !made.contradicted;
  if (made.committed) {
    const edits = exact ? made.words.flatMap((word) => changes(word, said)) : [];
    const shown = nodes({ text: made.committed, words: made.words, edits }, said);
    $("live-final").append(...shown.made, ...shown.notes);
    $("live-log").append(make("p", { textContent: made.committed }));
  }
  $("live-tentative").textContent = made.tentative;
  if (made.contradicted) status("What was final stays, though it was changed.");
  else status(made.finished ? "Finished." : "Listening …");
}

/** What a word of live text differs in from what was said; the stream does not say of which kind it is. */
function changes({ text, words: [from, to] }, said) {
  const source = said.slice(from, to).join(" ");
  const by = "stream";
  if (text === source) return [];
  if (to - from === 1 && text.startsWith(source))
    return [{ words: [to, to], text: text.slice(source.length), kind: "punctuation", by }];
  const core = text.replace(/[\p{Po}]+$/u, (marks) => (/^[%‰]/.test(marks) ? marks : ""));
  const kind = to - from === 1 && core.toLowerCase() === source.toLowerCase() ? "case" : "live";
  const mark = text.slice(core.length);
  const edits = core === source ? [] : [{ words: [from, to], text: core, kind, by }];
  return mark ? [...edits, { words: [to, to], text: mark, kind: "punctuation", by }] : edits;
}

async function refused() {
  stop();
  status("");
  try {
    // a browser does not tell why a live text was refused: the same is asked for otherwise
    await ask("v1/format", { text: "", ...options() });
    errors.show({ message: "No live text can begin now: there are too many, or something between here and the service lets none through. Try again." }, "live");
  } catch (error) {
    errors.show(error, "live");
  }
}

function ended(why, error) {
  stop();
  $("live-tentative").textContent = "";
  status(why);
  if (error) errors.show(error, "live");
}

function stop() {
  hush();
  stream = null;
  partial = [];
  $("live-finish").disabled = true;
}

function clearShown() {
  hide();
  exact = true;
  for (const id of ["live-final", "live-tentative", "live-log"]) $(id).replaceChildren();
}

function anew() {
  errors.clear();
  stream?.leave();
  stop();
  heard = [];
  clearShown();
  $("live").value = "";
  $("live-look").disabled = true;
  status("");
}

// --- an example ---------------------------------------------------------------------------------------

function say() {
  if (saying) return hush();
  const text = nextExample();
  anew();
  const words = wordsOf(text);
  $("live").readOnly = true;
  $("live-say").textContent = "Stop";
  saying = setInterval(() => {
    const word = words.shift();
    $("live").value += word === undefined ? "\n" : `${$("live").value ? " " : ""}${word}`;
    if (word === undefined) hush();
    typed();
  }, BEAT);
}

function hush() {
  clearInterval(saying);
  saying = 0;
  $("live").readOnly = false;
  $("live-say").textContent = "Say an example";
}

/** Other options: all that was heard goes through a new stream. */
export function again() {
  if (!stream) return;
  stream.leave();
  stream = null;
  const before = heard.join(" ");
  const now = $("live").value;
  if (before) pause(before);
  partial = wordsOf(now);
  if (now) push({ text: now, replace: true });
}

/** Bring the panel to life: `example` gives a text, `look` is given all that was heard. */
export function start(example, look) {
  nextExample = example;
  cards($("live-final"));
  $("live").addEventListener("input", typed);
  $("live-say").addEventListener("click", say);
  $("live-finish").addEventListener("click", finish);
  $("live-clear").addEventListener("click", () => {
    anew();
    $("live").focus();
  });
  $("context").addEventListener("change", () => {
    errors.clear();
    again();
  });
  $("live-look").addEventListener("click", () => look([...heard, ...partial].join(" ")));
}
