// Words and numbers in the language of the page.
const texts = JSON.parse(document.getElementById("texts").textContent);
const data = JSON.parse(document.getElementById("data").textContent);
for (const { gantt } of data.traces) {
  gantt.jobs = gantt.jobs.map(([id, name, queue, size, gpus, submit_s]) => ({ id, name, queue, size, gpus, submit_s }));
  gantt.bars = gantt.bars.map(([row, rows, from_s, to_s, job, milli, ended]) => ({ row, rows, from_s, to_s, job, milli, ended: ended === 1 }));
}
const strategies = data.summaries.map((each) => each.name);
const seeds = [...new Set(data.runs.map((run) => run.seed))];
const tracedSeeds = [...new Set(data.traces.map((trace) => trace.seed))];
/** The first language of the browser that the page has. */
function ownLanguage() {
  const wanted = (navigator.languages || [navigator.language || ""]).map((tag) => String(tag).toLowerCase().split("-")[0]);
  return wanted.find((tag) => texts[tag] !== undefined) || "en";
}

const choice = { language: data.language || ownLanguage(), seed: tracedSeeds[0], hidden: [], gantt: strategies[0], why: strategies[0], open: [] };

/** The text of a key; {0}, {1} … are replaced. */
function say(key, ...values) {
  const text = texts[choice.language][key];
  return text === undefined ? key : text.replace(/\{(\d)\}/g, (_, index) => String(values[Number(index)]));
}

function hasText(key) {
  return texts[choice.language][key] !== undefined;
}

function figureName(figure) {
  return hasText("figure." + figure) ? say("figure." + figure) : figure;
}

function grouped(text) {
  const [whole, part] = text.split(".");
  return whole.replace(/\B(?=(\d{3})+(?!\d))/g, ",") + (part === undefined ? "" : "." + part);
}

function fixed(value, decimals) {
  return grouped(value.toFixed(decimals));
}

function count(value) {
  return Number.isInteger(value) ? grouped(String(value)) : fixed(value, 1);
}

/** So many significant digits; large numbers in full, very large and very small ones with a power of ten. */
function digits(value, significant) {
  if (value === 0) return "0";
  const size = Math.abs(value);
  if (size >= 1e9 || size < 1e-4) {
    const [mantissa, exponent] = value.toExponential(significant - 1).split("e");
    return mantissa + " × 10" + [...String(Number(exponent))].map((c) => "⁰¹²³⁴⁵⁶⁷⁸⁹"[c] || "⁻").join("");
  }
  const decimals = Math.max(0, significant - 1 - Math.floor(Math.log10(size)));
  return fixed(value, Math.min(decimals, 8));
}

function duration(seconds) {
  if (seconds === null || seconds === undefined) return "–";
  if (seconds === 0) return "0" + say("unit.s");
  const size = Math.abs(seconds);
  if (size < 1) return digits(seconds * 1000, 3) + say("unit.ms");
  if (size < 60) return fixed(seconds, 1) + say("unit.s");
  const whole = Math.round(seconds);
  const pad = (part) => String(part).padStart(2, "0");
  if (whole < 3600) return Math.floor(whole / 60) + say("unit.min") + " " + pad(whole % 60) + say("unit.s");
  const minutes = Math.round(seconds / 60);
  if (minutes < 1440) return Math.floor(minutes / 60) + say("unit.h") + " " + pad(minutes % 60) + say("unit.min");
  const hours = Math.round(seconds / 3600);
  return Math.floor(hours / 24) + say("unit.d") + " " + (hours % 24) + say("unit.h");
}

/** A short label of an axis: one unit, no zeros. */
function shortDuration(seconds) {
  const units = [[86400, "unit.d"], [3600, "unit.h"], [60, "unit.min"], [1, "unit.s"], [0.001, "unit.ms"]];
  const [size, key] = units.find(([unit]) => seconds >= unit) || units[4];
  return Number((seconds / size).toPrecision(3)) + " " + say(key).trim();
}
