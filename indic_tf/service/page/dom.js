// Small things that every part of the page needs.

export const $ = (id) => document.getElementById(id);

/** An element with properties, attributes (names with a dash) and children. */
export function make(name, given = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(given)) {
    if (value === null || value === undefined) continue;
    if (key.includes("-") || key === "role" || key === "for") made.setAttribute(key, value);
    else if (key === "on") Object.entries(value).forEach(([event, act]) => made.addEventListener(event, act));
    else made[key] = value;
  }
  made.append(...children);
  return made;
}

/** Call `act` once nothing has asked for it for `ms`. */
export function later(act, ms) {
  let timer = 0;
  return () => {
    clearTimeout(timer);
    timer = setTimeout(act, ms);
  };
}

/** What a line of status says while work is under way: "Working …" once it takes a while, unless more is known. */
export class Progress {
  #status;
  #timer;

  constructor(status, ms = 400) {
    this.#status = status;
    this.#timer = setTimeout(() => this.say("Working …"), ms);
  }

  /** Say `what` from now on. */
  say = (what) => {
    this.end();
    this.#status.textContent = what;
  };

  /** Let the line stand as it is. */
  end() {
    clearTimeout(this.#timer);
  }
}

/** Only the last request of a kind counts: the one before is given up. */
export class Latest {
  #control = null;

  begin() {
    this.stop();
    this.#control = new AbortController();
    return this.#control.signal;
  }

  stop() {
    this.#control?.abort();
  }
}

/** Copy a text and say so in `status`. */
export async function copy(text, status) {
  try {
    await navigator.clipboard.writeText(text);
    status.textContent = "Copied.";
  } catch {
    status.textContent = "This browser does not let a page copy; select the text instead.";
  }
}
