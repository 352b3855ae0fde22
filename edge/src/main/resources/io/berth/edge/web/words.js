// Texts, numbers and times in the reader's language.

export const LANGUAGES = [
  ["en", "English"],
  ["zh", "中文"],
];
const KEPT = "berth.language";

let texts = {};
let language = "en";

/** The language that was chosen before, or the first that the browser names and that is known here. */
export function preferred() {
  const known = LANGUAGES.map(([code]) => code);
  const wanted = [localStorage.getItem(KEPT) ?? "", ...navigator.languages];
  return wanted.map((tag) => tag.slice(0, 2).toLowerCase()).find((code) => known.includes(code)) ?? "en";
}

export async function load(code) {
  const answer = await fetch(`web/text-${code}.json`);
  texts = await answer.json();
  language = code;
  document.documentElement.lang = code === "zh" ? "zh-CN" : code;
}

export async function choose(code) {
  localStorage.setItem(KEPT, code);
  await load(code);
}

export function current() {
  return language;
}

/** The text of {key} with {name} replaced by what {values} has for it. */
export function t(key, values = {}) {
  const text = texts[key] ?? key;
  return text.replace(/\{(\w+)\}/g, (whole, name) => (name in values ? String(values[name]) : whole));
}

/** The text of {key}, or {other} where there is none: words of the engine may be newer than this page. */
export function tOr(key, other) {
  return texts[key] ?? other;
}

export function number(value, digits = 2) {
  return new Intl.NumberFormat(language, { maximumFractionDigits: digits }).format(value);
}

export function percent(share) {
  return new Intl.NumberFormat(language, { style: "percent", maximumFractionDigits: 1 }).format(share);
}

export function bytes(value) {
  const units = ["B", "KiB", "MiB", "GiB", "TiB", "PiB"];
  let unit = 0;
  let amount = value;
  while (Math.abs(amount) >= 1024 && unit < units.length - 1) {
    amount /= 1024;
    unit += 1;
  }
  return `${number(amount, 1)} ${units[unit]}`;
}

export function time(iso) {
  if (!iso) {
    return "";
  }
  return new Intl.DateTimeFormat(language, { dateStyle: "medium", timeStyle: "medium" }).format(new Date(iso));
}

/** The same on less room, for lists. */
export function shortTime(iso) {
  if (!iso) {
    return "";
  }
  const parts = { month: "2-digit", day: "2-digit", hour: "2-digit", minute: "2-digit", second: "2-digit", hourCycle: "h23" };
  return new Intl.DateTimeFormat(language, parts).format(new Date(iso));
}

/** The time of day at {millis} of this computer's clock. */
export function clock(millis) {
  return new Intl.DateTimeFormat(language, { timeStyle: "medium" }).format(new Date(millis));
}

/** A length of time by its two largest units. */
export function duration(millis) {
  let left = Math.max(0, Math.round(millis / 1000));
  const parts = [];
  for (const [unit, seconds] of [["d", 86400], ["h", 3600], ["min", 60], ["s", 1]]) {
    const count = Math.floor(left / seconds);
    left -= count * seconds;
    if (count > 0 || (unit === "s" && parts.length === 0)) {
      parts.push(`${count} ${t(`unit.${unit}`)}`);
    }
  }
  return parts.slice(0, 2).join(" ");
}
