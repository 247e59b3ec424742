// Formatted text with its edits: each is a button whose card says what was said, what it is and who decided.

import { make } from "./dom.js";

// White space as the service splits words at it.
const SPACE = /[\t-\r\x1c-\x20\x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+/u;
const AFFIXED = new Set(["punctuation", "case", "disfluency"]);

let kinds = {};
let groups = [];
let count = 0;

export function known(choices) {
  ({ kinds, groups } = choices);
}

/** The words of a text, whose numbers edits and spans speak of. */
export function wordsOf(text) {
  return text.normalize("NFC").split(SPACE).filter(Boolean);
}

/** The group and the name of a kind. */
function kindOf(kind) {
  return kinds[kind] ?? ["number", kind];
}

/**
 * The nodes of a formatted text, and the hidden descriptions of its edits.
 *
 * `answer` has text, words, edits, spans as the API gives them; `said` are the words that went in.
 */
export function nodes(answer, said) {
  const made = [];
  const notes = [];
  let place = 0;
  let at = 0; // the source word that comes next
  const gone = answer.edits.filter((edit) => !edit.text && edit.words[0] < edit.words[1]);
  const takeOut = (until) => {
    for (; gone.length && gone[0].words[0] < until; at = gone.shift().words[1]) {
      if (made.length) made.push(" ");
      made.push(removed(gone[0], said, notes));
    }
  };
  for (const word of answer.words) {
    const start = answer.text.indexOf(word.text, place);
    if (start < 0) break;
    takeOut(word.words[0]);
    made.push(answer.text.slice(place, start) || (made.length ? " " : ""));
    made.push(shownWord(word, answer, said, notes));
    place = start + word.text.length;
    at = word.words[1];
  }
  takeOut(Infinity);
  made.push(answer.text.slice(place));
  return { made, notes };
}

function shownWord(word, answer, said, notes) {
  const [from, to] = word.words;
  const edits = answer.edits.filter(({ text, words: [a, b] }) => text && (a === b ? a === to : a < to && b > from));
  if (!edits.length) return word.text;
  const main = edits.find((edit) => !AFFIXED.has(edit.kind)) ?? edits[0];
  const first = Math.min(from, ...edits.map((edit) => edit.words[0]));
  const last = Math.max(to, ...edits.map((edit) => edit.words[1]));
  const lines = [
    ["said", said.slice(first, last).join(" ")],
    ...edits.map((edit) => [kindOf(edit.kind)[1], detail(edit, answer.spans ?? [])]),
  ];
  return button(inside(word.text, edits), main.kind, lines, notes);
}

/** The word, and the mark behind it apart. */
function inside(text, edits) {
  const mark = edits.find((edit) => edit.kind === "punctuation" && edit.words[0] === edit.words[1]);
  if (!mark || !text.endsWith(mark.text)) return [text];
  const core = text.slice(0, text.length - mark.text.length);
  return [core, make("span", { className: "added k-mark", textContent: mark.text })];
}

function removed(edit, said, notes) {
  const text = said.slice(...edit.words).join(" ");
  return button([make("del", { textContent: text })], edit.kind, [["said", text], ["taken out", by(edit)]], notes);
}

function detail(edit, spans) {
  const span = spans.find(({ kind, words: [a, b] }) => kind === edit.kind && a <= edit.words[0] && b >= edit.words[1]);
  const fields = Object.entries(span?.fields ?? {}).map(([name, value]) => `${name.replaceAll("_", " ")} ${value}`);
  const what = AFFIXED.has(edit.kind) ? [`“${edit.text}”`] : fields;
  const rule = span?.rule && span.rule !== edit.by ? [`rule ${span.rule}`] : [];
  return [...what, by(edit), ...rule].join(" · ");
}

function by(edit) {
  return `by the ${edit.by}`;
}

function button(children, kind, lines, notes) {
  const id = `edit-${++count}`;
  const described = lines.map(([name, text]) => `${name}: ${text}`).join("; ");
  notes.push(make("span", { id, textContent: described, hidden: true }));
  const made = make("button", { type: "button", className: `edit k-${kindOf(kind)[0]}`, "aria-describedby": id });
  made.append(...children);
  made.card = lines;
  return made;
}

/** Which groups of changes a text has, for its legend: [group, name, how many]. */
export function counted(edits) {
  const found = edits.map((edit) => kindOf(edit.kind)[0]);
  return groups
    .map(([group, name]) => [group, name, found.filter((one) => one === group).length])
    .filter(([, , many]) => many);
}

/** The legend as list items. */
export function legend(edits) {
  return counted(edits).map(([group, name, many]) =>
    make("li", {}, make("span", { className: `swatch k-${group}`, "aria-hidden": "true" }), `${name}: ${many}`),
  );
}
