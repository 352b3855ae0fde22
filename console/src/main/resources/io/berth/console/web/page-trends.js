// What was when: held, measured, waited for, started and ended; of the whole, of queues, of owners.

import { path } from "./client.js";
import { draw } from "./chart.js";
import { h, labelled, plain } from "./dom.js";
import { look, moment } from "./moment.js";
import { onTheme } from "./theme.js";
import { timeSlider } from "./time-slider.js";
import { bytes, duration, number, t } from "./words.js";

const REFRESH_MILLIS = 5000;
const SPANS = { hour: 3600, day: 86400, month: 30 * 86400 };
const MOST_LINES = 8;
const count = (value) => number(value, value < 10 ? 2 : 0);
const wait = (value) => duration(1000 * value);

/* Steps of the axis that are whole in the unit. */
const BINARY = Array.from({ length: 56 }, (_, power) => 2 ** power);
const LENGTHS = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 14400, 21600, 43200, 86400, 172800, 604800];
const STEPS = new Map([[bytes, BINARY], [wait, LENGTHS]]);

/** Of the whole: what belongs together is in one chart. */
const WHOLE = [
  { key: "gpus", figures: ["gpus_allocated", "gpus_used", "gpus"], format: count },
  { key: "gpuMemory", figures: ["gpu_memory_allocated_bytes", "gpu_memory_used_bytes", "gpu_memory_bytes"], format: bytes },
  { key: "cpus", figures: ["cpus_allocated", "cpus_used", "cpus"], format: count },
  { key: "memory", figures: ["memory_allocated_bytes", "memory_used_bytes", "memory_bytes"], format: bytes },
  { key: "jobs", figures: ["jobs_waiting", "jobs_running"], format: count },
  { key: "waits", figures: ["wait_seconds"], format: wait },
  { key: "flow", figures: ["jobs_started", "jobs_ended"], format: count, bars: true },
];
/** Of parts: a chart for each figure, a line for each queue or owner. */
const PARTS = [
  ["gpus_allocated", count],
  ["gpus_used", count],
  ["gpu_memory_used_bytes", bytes],
  ["cpus_allocated", count],
  ["memory_allocated_bytes", bytes],
  ["jobs_waiting", count],
  ["jobs_running", count],
  ["wait_seconds", wait],
  ["jobs_started", count],
  ["jobs_ended", count],
];

export const title = () => t("nav.trends");

function isKnown(line) {
  return line.values.some((value) => value !== null && value !== 0);
}

/** The lines of most, and the others together where they can be added. */
function most(lines, figure) {
  const size = (line) => line.values.reduce((sum, value) => sum + (value ?? 0), 0);
  const order = [...lines].sort((a, b) => size(b) - size(a) || (a.name < b.name ? -1 : 1));
  const named = order.slice(0, MOST_LINES - 1).map((line) => ({ name: line.name === "*" ? t("trends.others") : plain(line.name), values: line.values }));
  const rest = order.slice(MOST_LINES - 1);
  if (rest.length === 0 || figure === "wait_seconds") {
    return named;
  }
  const values = rest[0].values.map((_, i) => rest.reduce((sum, line) => (line.values[i] === null ? sum : (sum ?? 0) + line.values[i]), null));
  return [...named, { name: t("trends.others"), values }];
}

/** The charts that {series} make. */
function charts(series, by) {
  const times = Array.from({ length: series.series[0]?.values.length ?? 0 }, (_, i) => Date.parse(series.from) / 1000 + i * series.step_seconds);
  const of = (figure) => series.series.filter((line) => line.figure === figure);
  if (by === "") {
    return WHOLE.map(({ key, figures, format, bars }) => {
      const lines = figures.flatMap(of).filter(isKnown).map((line) => ({ name: t(`figure.${line.figure}`), values: line.values }));
      return { key, title: t(`trends.${key}`), lines, times, format, bars };
    }).filter((chart) => chart.lines.length > 0);
  }
  return PARTS.map(([figure, format]) => {
    const lines = most(of(figure).filter(isKnown), figure);
    return { key: figure, title: t(`figure.${figure}`), lines, times, format };
  }).filter((chart) => chart.lines.length > 0);
}

export async function show(main, context) {
  const grid = h("div", { class: "charts" });
  const nothing = h("p", { class: "soft", hidden: true }, t("trends.none"));
  const shownSpan = h("p", { class: "soft", "aria-live": "off" });
  const drawn = new Map();
  let span = "hour";
  /** What was brushed, seconds; null where the charts follow. */
  let brushed = null;
  let by = "";
  let now = 0;
  const slider = timeSlider(context, () => drawn.forEach((one) => one.redraw()));
  const by_ = h("select", { id: "trends-by", change: (event) => choose({ by: event.target.value }) }, ["", "queue", "owner"].map((value) => h("option", { value }, t(`trends.by.${value || "whole"}`))));
  const spans = Object.keys(SPANS).map((key) => h("button", { type: "button", "aria-pressed": String(key === span), click: () => choose({ span: key }) }, t(`trends.${key}`)));
  const wider = h("button", { type: "button", click: () => scale(2) }, t("trends.wider"));
  const closer = h("button", { type: "button", click: () => scale(0.5) }, t("trends.closer"));
  const earlier = h("button", { type: "button", click: () => shift(-0.5) }, t("trends.earlier"));
  const later = h("button", { type: "button", click: () => shift(0.5) }, t("trends.later"));
  main.append(
    slider,
    h("div", { class: "filter" }, labelled(t("trends.by"), by_), h("span", { class: "buttons" }, spans), h("span", { class: "buttons" }, earlier, later, closer, wider)),
    h("p", { class: "soft" }, t("trends.help")),
    shownSpan,
    nothing,
    grid,
  );
  function range() {
    return brushed ?? [now - SPANS[span], now];
  }
  function choose(change) {
    span = change.span ?? span;
    by = change.by ?? by;
    if (change.span) {
      brushed = null;
      slider.reach(null);
    }
    Object.keys(SPANS).forEach((key, i) => spans[i].setAttribute("aria-pressed", String(key === span && brushed === null)));
    load();
  }
  /** Shows what was from {from} to {to}, here and on the slider, and looks at its end. */
  function zoom(from, to) {
    brushed = [Math.floor(from), Math.min(Math.ceil(to), Math.ceil(now))];
    if (brushed[1] - brushed[0] < 30) {
      brushed[0] = brushed[1] - 30;
    }
    slider.reach(brushed.map((second) => 1000 * second));
    spans.forEach((button) => button.setAttribute("aria-pressed", "false"));
    load();
  }
  function scale(factor) {
    const [from, to] = range();
    const half = ((to - from) * factor) / 2;
    const middle = (from + to) / 2;
    zoom(Math.max(0, middle - half), middle + half);
  }
  function shift(part) {
    const [from, to] = range();
    const by = Math.min((to - from) * part, now - to);
    zoom(from + by, to + by);
  }
  async function load() {
    try {
      const asked = { by, brushed, span };
      now = Date.parse((await context.get("status")).time) / 1000;
      const [from, to] = range();
      const iso = (second) => new Date(1000 * second).toISOString();
      const series = await context.get(path("series", { by, from: iso(from), to: brushed === null ? "" : iso(to) }));
      if (context.signal.aborted || asked.by !== by || asked.brushed !== brushed || asked.span !== span) {
        return;
      }
      context.content();
      const end = brushed === null ? Math.max(to, Date.parse(series.to) / 1000) : to;
      shownSpan.textContent = t("trends.shown", { span: duration(1000 * (end - from)), step: duration(1000 * series.step_seconds) });
      // A system that began a minute ago has no hour to show.
      const begin = brushed === null && series.first ? Math.max(from, Math.min(Date.parse(series.first) / 1000, end - 60)) : from;
      await place(charts(series, by), begin, end);
    } catch (failure) {
      context.complain(failure);
    }
  }
  async function place(made, from, to) {
    nothing.hidden = made.length > 0;
    const keys = new Set(made.map((chart) => `${by} ${chart.key}`));
    for (const [key, one] of drawn) {
      if (!keys.has(key)) {
        one.destroy();
        one.element.remove();
        drawn.delete(key);
      }
    }
    for (const chart of made) {
      const key = `${by} ${chart.key}`;
      const whole = { ...chart, steps: STEPS.get(chart.format), from, to, timeLabel: t("trends.time"), zoom, moment: () => (moment() ? Date.parse(moment()) / 1000 : 0) };
      const known = drawn.get(key);
      if (known) {
        known.again(whole);
      } else {
        const box = h("div", { class: "chart", role: "img" });
        const element = h("section", {}, h("h2", {}, chart.title), box);
        grid.append(element);
        drawn.set(key, { element, ...(await draw(box, whole)) });
      }
    }
  }
  const anew = () => drawn.forEach((one) => one.again());
  const observer = new ResizeObserver(anew);
  observer.observe(grid);
  const forget = onTheme(() => drawn.forEach((one) => one.renew()));
  await load();
  const timer = setInterval(() => {
    if (!document.hidden && brushed === null) {
      load();
    }
  }, REFRESH_MILLIS);
  context.signal.addEventListener("abort", () => {
    clearInterval(timer);
    observer.disconnect();
    forget();
    drawn.forEach((one) => one.destroy());
  });
}
