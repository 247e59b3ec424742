// Files to captions: preview, the limits that could not be kept, download.

import { ask } from "./api.js";
import { $, Latest, make } from "./dom.js";
import * as errors from "./errors.js";
import { options } from "./options.js";
import { parse } from "./subtitles.js";

const MEDIA = { srt: "application/x-subrip", vtt: "text/vtt", ass: "text/x-ssa", text: "text/plain", same: "" };
const SHOWN = 500; // captions in the preview
const latest = new Latest();
let transcript = null;
let stem = "captions";
let suffix = "json";
let address = null;

/** Read a file and make captions of it. */
async function take(file) {
  errors.clear();
  latest.stop();
  named(file.name);
  try {
    transcript = decoded(await file.arrayBuffer());
    await captions();
  } catch (error) {
    transcript = null;
    show({ content: "", problems: [] }, "text");
    errors.show(error, "file");
  }
}

function named(name) {
  const dot = name.lastIndexOf(".");
  [stem, suffix] = dot > 0 ? [name.slice(0, dot), name.slice(dot + 1)] : [name, "txt"];
  $("file-name").textContent = name;
}

/** The text of a file: UTF-8, or UTF-16 with its mark. */
function decoded(buffer) {
  const bytes = new Uint8Array(buffer);
  const name = { "255,254": "utf-16le", "254,255": "utf-16be" }[bytes.slice(0, 2).join()] ?? "utf-8";
  let text;
  try {
    text = new TextDecoder(name, { fatal: true }).decode(bytes);
  } catch {
    text = "\0";
  }
  if (text.includes("\0")) throw new Error("This file is no text. Expected a transcript: JSON, SRT, VTT, CTM, CSV …");
  if (!text.trim()) throw new Error("This file is empty.");
  return text;
}

/** Make captions of what was taken, with the options as they are. */
export async function captions() {
  if (transcript === null) return;
  errors.clear();
  const signal = latest.begin();
  const busy = (said) => ($("captions-status").textContent = said);
  busy("Working …");
  try {
    const to = $("to").value;
    show(await (MEDIA[to] && to !== "text" ? cut(to, { signal, busy }) : whole(to, { signal, busy })), to);
  } catch (error) {
    if (error.name === "AbortError") return;
    busy("");
    show({ content: "", problems: [] }, "text");
    errors.show(error, "file");
  }
}

function cut(to, more) {
  const body = { transcript, ...options(), to, preset: $("preset").value, as_json: true };
  for (const name of ["max_chars", "max_lines"]) if ($(name).value) body[name] = Number($(name).value);
  for (const name of ["speakers", "word_times"]) if ($(name).checked) body[name] = true;
  return ask("v1/captions", body, more);
}

function whole(to, more) {
  return ask("v1/format", { transcript, ...options(), to }, more);
}

// --- what is shown ------------------------------------------------------------------------------------

function show({ content, problems }, to) {
  const cues = parse(content, to);
  $("captions-out").hidden = !cues.length;
  $("captions-raw").hidden = Boolean(cues.length) || !content;
  $("captions-raw").textContent = cues.length ? "" : content;
  $("captions-out").replaceChildren(...cues.slice(0, SHOWN).map(caption));
  const more = cues.length > SHOWN ? `, ${SHOWN} of them here` : "";
  const many = cues.length ? `${cues.length} captions${more}` : "Ready";
  $("captions-status").textContent = content ? `${many}.` : "";
  showProblems(problems);
  offer(content, to);
}

function caption({ start, end, lines }) {
  const time = make("span", { className: "times", textContent: `${start} → ${end}` });
  const text = lines.map((line) => make("span", { className: "line script", dir: "auto", textContent: line }));
  return make("li", {}, time, make("div", {}, ...text));
}

function showProblems(problems) {
  const [summary, list] = $("captions-odd").children;
  $("captions-odd").hidden = !problems.length;
  summary.textContent = problems.length === 1 ? "1 thing to look at" : `${problems.length} things to look at`;
  list.replaceChildren(...problems.map((problem) => make("li", { textContent: problem })));
}

function offer(content, to) {
  if (address) URL.revokeObjectURL(address);
  address = content ? URL.createObjectURL(new Blob([content], { type: `${MEDIA[to]};charset=utf-8` })) : null;
  const link = $("captions-save");
  link.hidden = !content;
  if (!address) return link.removeAttribute("href");
  link.href = address;
  link.download = `${stem}.${{ text: "txt", same: `formatted.${suffix}` }[to] ?? to}`;
  link.textContent = `Download ${link.download}`;
}

async function example() {
  const answer = await fetch(new URL("page/call.json", document.baseURI));
  transcript = await answer.text();
  named("call.json");
  captions();
}

/** Bring the panel to life. */
export function start() {
  const drop = $("drop");
  $("captions-out").hidden = true;
  $("file").addEventListener("click", () => ($("file").value = "")); // the same file may be chosen again
  $("file").addEventListener("change", () => $("file").files[0] && take($("file").files[0]));
  for (const name of ["dragenter", "dragover"]) drop.addEventListener(name, (event) => over(event, true));
  for (const name of ["dragleave", "drop"]) drop.addEventListener(name, (event) => over(event, false));
  drop.addEventListener("drop", (event) => event.dataTransfer.files[0] && take(event.dataTransfer.files[0]));
  $("captions-options").addEventListener("change", captions);
  $("captions-options").addEventListener("submit", (event) => event.preventDefault());
  $("captions-example").addEventListener("click", example);
  // a file that misses the box must not replace the page
  for (const name of ["dragover", "drop"]) addEventListener(name, (event) => event.preventDefault());
}

function over(event, inside) {
  event.preventDefault();
  $("drop").classList.toggle("over", inside);
}
