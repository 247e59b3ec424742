// Captions of a file for its preview: what stands between the times of SRT, WebVTT and ASS.

const TIMES = /^(\S+)\s+-->\s+(\S+)/;
const TAG = /<[^>]*>/g;

/** The captions of a file as {start, end, lines}; none for what is no caption file. */
export function parse(content, to) {
  if (to === "ass") return dialogue(content);
  return to === "srt" || to === "vtt" ? blocks(content) : [];
}

function blocks(content) {
  const made = [];
  for (const block of content.split(/\r?\n\r?\n+/)) {
    const lines = block.split(/\r?\n/);
    const at = lines.findIndex((line) => TIMES.test(line));
    if (at < 0) continue;
    const [, start, end] = TIMES.exec(lines[at]);
    made.push({ start: short(start), end: short(end), lines: lines.slice(at + 1).filter(Boolean).map(plain) });
  }
  return made;
}

/** Without the tags of WebVTT: who speaks stands before the line. */
function plain(line) {
  const voice = /^<v(?:\.[^ >]*)? ([^>]*)>/.exec(line);
  const text = line.replace(TAG, "").replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&amp;", "&");
  return voice ? `${voice[1]}: ${text}` : text;
}

function dialogue(content) {
  const rows = content.split(/\r?\n/).filter((line) => line.startsWith("Dialogue:"));
  return rows.map((row) => {
    const cells = row.slice("Dialogue:".length).split(",");
    const text = cells.slice(9).join(",").replace(/\{[^}]*\}/g, "");
    const [start, end] = cells.slice(1, 3).map((cell) => short(cell.trim()));
    return { start, end, lines: text.split(/\\N/i) };
  });
}

/** 00:01:02,500 as 1:02.5 */
function short(time) {
  const [seconds, ...rest] = time.replace(",", ".").split(":").reverse();
  const [minutes = "0", hours = "0"] = rest;
  const tail = Number(seconds).toFixed(1).padStart(4, "0");
  return Number(hours) ? `${Number(hours)}:${minutes.padStart(2, "0")}:${tail}` : `${Number(minutes)}:${tail}`;
}
