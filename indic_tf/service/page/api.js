// The API: every request of this page goes through here.

const TRIES = 4;
const LONGEST_WAIT = 10; // seconds

let key = "";
try {
  key = sessionStorage.getItem("indic_tf key") ?? "";
} catch {
  // a browser that keeps nothing: the key is in memory
}

/** An answer that is an error: a message in plain words, and the field that it is about. */
export class Refused extends Error {
  constructor(message, status = 0, code = "", param = null) {
    super(message);
    Object.assign(this, { status, code, param });
  }
}

/** Keep a key in memory, and as long as the tab is open if `stay`. */
export function useKey(given, stay) {
  key = given;
  try {
    if (stay) sessionStorage.setItem("indic_tf key", given);
    else sessionStorage.removeItem("indic_tf key");
  } catch {
    // as above
  }
}

/** The address of a live text with its options. */
export function streamUrl(options) {
  const url = new URL("v1/stream", document.baseURI);
  url.protocol = url.protocol === "https:" ? "wss:" : "ws:";
  for (const [name, value] of Object.entries(options)) {
    if (Array.isArray(value)) value.forEach((one) => url.searchParams.append(name, one));
    else url.searchParams.set(name, typeof value === "object" ? JSON.stringify(value) : value);
  }
  if (key) url.searchParams.set("api_key", key);
  return url;
}

/** The JSON of a route. Throws `Refused`; waits and tries again where the service is busy, and tells `busy` so. */
export async function ask(path, body, { signal, busy } = {}) {
  for (let left = TRIES - 1; ; left--) {
    const answer = await send(path, body, signal);
    if (answer.ok) return answer.json();
    const error = await refusal(answer);
    const wait = Number(answer.headers.get("Retry-After") ?? NaN);
    if (![429, 503].includes(error.status) || !left || !(wait <= LONGEST_WAIT)) throw error;
    busy?.(`The service is busy; trying again in ${wait} s.`);
    await pause(1000 * wait, signal);
    busy?.("Working …");
  }
}

async function send(path, body, signal) {
  const headers = key ? { Authorization: `Bearer ${key}` } : {};
  const request = { headers, signal, cache: "no-store", credentials: "same-origin" };
  if (body !== undefined) {
    headers["Content-Type"] = "application/json";
    Object.assign(request, { method: "POST", body: JSON.stringify(body) });
  }
  try {
    return await fetch(new URL(path, document.baseURI), request);
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new Refused("The service cannot be reached. Is it still running?");
  }
}

async function refusal(answer) {
  let error = {};
  try {
    error = (await answer.json()).error ?? {};
  } catch {
    // a proxy's page
  }
  const said = error.message ?? `The service answered ${answer.status} ${answer.statusText}.`;
  const made = new Refused(plain(said), answer.status, error.code, error.param);
  if (answer.status === 401) document.dispatchEvent(new CustomEvent("key-needed", { detail: { given: key !== "" } }));
  return made;
}

function plain(message) {
  const text = message.charAt(0).toUpperCase() + message.slice(1);
  return /[.!?]$/.test(text) ? text : `${text}.`;
}

function pause(ms, signal) {
  return new Promise((done, failed) => {
    const timer = setTimeout(done, ms);
    signal?.addEventListener("abort", () => (clearTimeout(timer), failed(signal.reason)), { once: true });
  });
}
