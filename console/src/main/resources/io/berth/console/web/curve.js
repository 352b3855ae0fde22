// The training curve of a job: drawn by hand as SVG, and as a table for those who do not see it or want the numbers.

import { h, labelled, rows, table } from "./dom.js";
import { number, t, time } from "./words.js";

const MOST_OTHERS = 7;

const SVG = "http://www.w3.org/2000/svg";
const WIDTH = 640;
const HEIGHT = 240;
const LEFT = 64;
const BOTTOM = 28;
const TOP = 10;
const RIGHT = 12;
const TICKS = 4;
const MOST_ROWS = 30;

function svg(tag, attributes = {}, ...children) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) {
    element.setAttribute(name, String(value));
  }
  element.append(...children);
  return element;
}

/** Few digits, none lost: 0.53, 1.2e-5, 1200. */
export function short(value) {
  if (value === null) {
    return "–";
  }
  const size = Math.abs(value);
  return size !== 0 && (size < 0.001 || size >= 100000) ? value.toExponential(2) : String(Number(value.toPrecision(4)));
}

function extent(values) {
  let least = Infinity;
  let most = -Infinity;
  for (const value of values) {
    least = Math.min(least, value);
    most = Math.max(most, value);
  }
  return least === most ? [least - (Math.abs(least) || 1) / 2, most + (Math.abs(most) || 1) / 2] : [least, most];
}

/** Steps in which people count: 1, 2 or 5 times a power of ten. */
export function ticks(least, most) {
  const rough = (most - least) / TICKS;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((each) => each >= rough);
  const found = [];
  for (let at = Math.ceil(least / step) * step; at <= most + step * 1e-9; at += step) {
    found.push(Math.abs(at) < step * 1e-9 ? 0 : at);
  }
  return found;
}

/** The parts of a line: it is broken where there is no number. */
function path(points, x, y) {
  let text = "";
  let pen = false;
  for (const point of points) {
    if (point.value === null) {
      pen = false;
    } else {
      text += `${pen ? "L" : "M"}${x(point.step).toFixed(1)} ${y(point.value).toFixed(1)}`;
      pen = true;
    }
  }
  return text;
}

function axes(steps, values, x, y) {
  const marks = [];
  for (const value of ticks(...values)) {
    marks.push(svg("line", { class: "grid", x1: LEFT, x2: WIDTH - RIGHT, y1: y(value), y2: y(value) }));
    marks.push(svg("text", { x: LEFT - 6, y: y(value) + 4, "text-anchor": "end" }, short(value)));
  }
  for (const step of ticks(...steps)) {
    marks.push(svg("text", { x: x(step), y: HEIGHT - BOTTOM + 18, "text-anchor": "middle" }, short(step)));
  }
  return marks;
}

/** The lines of one metric, one for each task. */
function chart(metric, lines) {
  const points = lines.flatMap((line) => line.points).filter((point) => point.value !== null);
  const steps = extent(points.map((point) => point.step));
  const values = extent(points.map((point) => point.value));
  const x = (step) => LEFT + ((step - steps[0]) / (steps[1] - steps[0])) * (WIDTH - LEFT - RIGHT);
  const y = (value) => TOP + (1 - (value - values[0]) / (values[1] - values[0])) * (HEIGHT - TOP - BOTTOM);
  const last = lines.map((line) => line.points.at(-1)?.value ?? null).map(short).join(", ");
  const label = t("curve.label", { metric, last, least: short(Math.min(...points.map((p) => p.value))), steps: number(steps[1]) });
  const drawn = lines.map((line, i) => svg("path", { class: `line line-${i % 8}`, d: path(line.points, x, y) }));
  const shown = points.length === 0 ? [] : [...axes(steps, values, x, y), ...drawn];
  return svg("svg", { class: "curve", viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": label }, ...shown);
}

function numbers(metric, lines) {
  const body = h("tbody");
  const all = lines.flatMap((line) => {
    const every = Math.max(1, Math.ceil(line.points.length / MOST_ROWS));
    return line.points.filter((_, i) => i % every === 0 || i === line.points.length - 1).map((point) => ({ of: line.of, ...point }));
  });
  rows(body, all, (row) => `${row.of} ${row.step} ${row.time}`, (row) => [
    h("td", {}, row.of),
    h("td", { class: "n" }, number(row.step)),
    h("td", { class: "n" }, row.value === null ? t("curve.noNumber") : short(row.value)),
    h("td", {}, h("time", { datetime: row.time }, time(row.time))),
  ]);
  const heads = [[t("curve.whose")], [t("curve.step"), "n"], [metric, "n"], [t("curve.time")]];
  return h("details", {}, h("summary", {}, t("curve.table")), table(t("curve.tableOf", { metric }), heads, body));
}

function progress(known) {
  if (!known) {
    return null;
  }
  const parts = [];
  if (known.step !== null) {
    parts.push(known.steps === null ? t("curve.at", { step: number(known.step) }) : t("curve.of", { step: number(known.step), steps: number(known.steps) }));
  }
  if (known.ends) {
    parts.push(t("curve.ends", { time: time(known.ends) }));
  }
  const bar = known.fraction === null ? null : h("progress", { max: "1", value: String(known.fraction), "aria-label": t("curve.progress") });
  const share = known.fraction === null ? "" : `${Math.floor(known.fraction * 100)} % `;
  return h("p", { class: "progress" }, bar, " ", share, parts.join(" · "));
}

/** Which line is whose, where there is more than one. */
function legend(lines) {
  const items = lines.map((line, i) => h("li", {}, h("span", { class: `key line-key-${i % 8}`, "aria-hidden": "true" }), line.of));
  return h("ul", { class: "legend" }, items);
}

/** The jobs that {text} names: whole numbers, whatever stands between them. */
function jobNumbers(text, own) {
  const all = [...text.matchAll(/[0-9]{1,15}/g)].map(([number]) => Number(number));
  return [...new Set(all)].filter((id) => id !== own && id > 0).slice(0, MOST_OTHERS);
}

/**
 * Draws into {section} what is known of the training of job {id}, beside that of other jobs where some are named, whose curves
 * {read(id)} gives; call what it returns with each new curve.
 */
export function curves(section, id, read) {
  const others = new Map();
  const compared = h("input", { id: "curve-others", type: "text", inputmode: "numeric", autocomplete: "off", placeholder: "12, 15", change: () => ask() });
  const missing = h("p", { class: "soft", role: "status" });
  async function ask() {
    const wanted = jobNumbers(compared.value, id);
    [...others.keys()].filter((other) => !wanted.includes(other)).forEach((other) => others.delete(other));
    const absent = [];
    for (const other of wanted) {
      try {
        others.set(other, await read(other));
      } catch {
        absent.push(other);
      }
    }
    missing.textContent = absent.length === 0 ? "" : t("curve.absent", { jobs: absent.join(", ") });
    draw();
  }
  const choice = h("select", { id: "curve-metric" });
  const choosing = h("p", { class: "filter" }, labelled(t("curve.metric"), choice), labelled(t("curve.others"), compared));
  const place = h("div");
  const head = h("div");
  let curve = null;
  let open = false;
  function draw() {
    const metric = choice.value;
    const of = (job, known) => known.series.filter((line) => line.metric === metric).map((line) => ({ ...line, of: t("curve.line", { job, task: line.task }) }));
    const lines = [...of(id, curve), ...[...others].flatMap(([job, known]) => of(job, known))];
    open = place.querySelector("details")?.open ?? open;
    const details = numbers(metric, lines);
    details.open = open;
    place.replaceChildren(chart(metric, lines), ...(lines.length > 1 ? [legend(lines)] : []), missing, details);
  }
  choice.addEventListener("change", draw);
  return (next) => {
    curve = next;
    const metrics = [...new Set(curve.series.map((line) => line.metric))];
    const nothing = metrics.length === 0 && !curve.progress;
    section.hidden = nothing;
    if (nothing) {
      return;
    }
    if (section.childElementCount === 0) {
      section.append(h("h2", {}, t("curve.title")), head, choosing, place);
    }
    head.replaceChildren(...[progress(curve.progress)].filter((child) => child !== null));
    choosing.hidden = metrics.length === 0;
    const known = [...choice.options].map((option) => option.value);
    if (known.join("\n") !== metrics.join("\n")) {
      const chosen = choice.value;
      choice.replaceChildren(...metrics.map((metric) => h("option", { value: metric }, metric)));
      const loss = metrics.find((metric) => metric.includes("loss"));
      choice.value = metrics.includes(chosen) ? chosen : loss ?? metrics[0];
    }
    if (metrics.length > 0) {
      draw();
    }
  };
}
