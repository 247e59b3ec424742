// Language and style: what is chosen on the page, as the API takes it.

import { $, make } from "./dom.js";

const OWN = "own";
let languages = new Map();
let rightToLeft = new Set();

/** Fill the list of languages: `rows` are those of GET /v1/languages, `choices` is choices.json. */
export function fillLanguages(rows, choices) {
  languages = new Map(rows.map((row) => [row.code, row]));
  rightToLeft = new Set(choices.rtl_scripts);
  const chosen = $("language").value;
  const groups = ["stable", "beta"].map((status) => [status, rows.filter((row) => row.status === status)]);
  $("language").replaceChildren(
    make("option", { value: "auto", textContent: "Find the language" }),
    ...groups.map(([status, its]) =>
      make("optgroup", { label: status === "beta" ? "Beta" : "Languages" }, ...its.map(languageOption)),
    ),
  );
  $("language").value = chosen || "auto";
}

function languageOption(row) {
  const text = row.native_name === row.name ? row.name : `${row.name} · ${row.native_name}`;
  return make("option", { value: row.code, lang: row.code, textContent: text });
}

/** Fill the list of styles, and the fields of a style of your own. */
export function fillStyles({ presets, fields }) {
  $("style").replaceChildren(
    ...presets.map(([name, says]) => make("option", { value: name, textContent: says })),
    make("option", { value: OWN, textContent: "Your own …" }),
  );
  $("style-fields").replaceChildren(
    ...fields.map(([name, label, values]) => {
      const options = values.map(([value, text]) => make("option", { value: JSON.stringify(value), textContent: text }));
      const select = make("select", { id: `style-${name}`, name }, ...options);
      return make("div", { className: "field" }, make("label", { for: select.id, textContent: label }), select);
    }),
  );
  $("style").addEventListener("change", () => {
    const own = $("style").value === OWN;
    $("own-style").hidden = !own;
    if (own) document.querySelector(".more").open = true;
  });
}

/** What differs from what the service does by itself. */
export function options() {
  const made = { language: $("language").value };
  const style = chosenStyle();
  if (style !== "default") made.style = style;
  if ($("model").value !== "default") made.model = $("model").value;
  for (const name of ["itn", "punctuation", "case"]) if (!$(name).checked) made[name] = false;
  if ($("disfluency").checked && !$("disfluency").disabled) made.disfluency = "remove";
  if ($("script").checked) made.script = "native";
  if ($("normalizer").checked) made.normalizer = "builtin";
  const terms = $("terms").value.split(/[,،]/).map((term) => term.trim()).filter(Boolean);
  if (terms.length) made.terms = terms;
  return made;
}

function chosenStyle() {
  if ($("style").value !== OWN) return $("style").value;
  const made = {};
  for (const select of $("style-fields").querySelectorAll("select"))
    if (select.selectedIndex) made[select.name] = JSON.parse(select.value);
  return Object.keys(made).length ? made : "default";
}

/** Call `act` whenever something is chosen anew. */
export function onChange(act) {
  $("model").addEventListener("change", () => ($("disfluency").disabled = $("model").value === "none"));
  $("options").addEventListener("change", act);
  $("options").addEventListener("submit", (event) => event.preventDefault());
}

/** The name of a language for a sentence. */
export function nameOf(code) {
  return languages.get(code)?.name ?? code;
}

/** Say in which language an element's text is, so that fonts, direction and screen readers follow. */
export function speak(element, code) {
  const row = languages.get(code);
  if (!row) {
    element.removeAttribute("lang");
    element.dir = "auto";
    return;
  }
  element.lang = code;
  element.dir = rightToLeft.has(row.script) ? "rtl" : "auto";
}
