// The training curves of a job: a chart, and a table for those who do not see it or want the numbers.

import { draw as drawChart } from "./chart.js";
import { h, labelled, rows, table } from "./dom.js";
import { onTheme } from "./theme.js";
import { number, t, time } from "./words.js";

const MOST_OTHERS = 7;

const MOST_ROWS = 30;

/** So few stand apart, and each is marked. */
const FEW_POINTS = 60;

/** Few digits, none lost: 0.53, 1.2e-5, 1200. */
function short(value) {
  if (value === null) {
    return "–";
  }
  const size = Math.abs(value);
  return size !== 0 && (size < 0.001 || size >= 100000) ? value.toExponential(2) : String(Number(value.toPrecision(4)));
}

/** The lines of one metric, one for each task, as a chart wants them. */
function chart(metric, lines) {
  const values = lines.flatMap((line) => line.points).map((point) => point.value).filter((value) => value !== null);
  const steps = Math.max(0, ...lines.map((line) => line.points.at(-1)?.step ?? 0));
  const last = lines.map((line) => short(line.points.at(-1)?.value ?? null)).join(", ");
  return {
    timeLabel: t("curve.step"),
    tables: lines.map((line) => [line.points.map((point) => point.step), line.points.map((point) => point.value)]),
    lines: lines.map((line) => ({ name: line.of })),
    format: short,
    few: Math.max(0, ...lines.map((line) => line.points.length)) <= FEW_POINTS,
    spoken: t("curve.label", { metric, last, least: values.length === 0 ? "–" : short(Math.min(...values)), steps: number(steps) }),
  };
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

/** The jobs that {text} names: whole numbers, whatever stands between them. */
function jobNumbers(text, own) {
  const all = [...text.matchAll(/[0-9]{1,15}/g)].map(([number]) => Number(number));
  return [...new Set(all)].filter((id) => id !== own && id > 0).slice(0, MOST_OTHERS);
}

/**
 * Draws into {section} what is known of the training of job {id}, beside that of other jobs where some are named, whose curves
 * {read(id)} gives; call what it returns with each new curve. It is over when {signal} says so.
 */
export function curves(section, id, read, signal) {
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
  const box = h("div", { class: "chart", role: "img" });
  const below = h("div");
  const place = h("div", {}, box, missing, below);
  const head = h("div");
  let drawing = null;
  const anew = () => drawing?.then((one) => one.again());
  const observer = new ResizeObserver(anew);
  observer.observe(place);
  const forget = onTheme(() => drawing?.then((one) => one.renew()));
  signal.addEventListener("abort", () => {
    observer.disconnect();
    forget();
    drawing?.then((one) => one.destroy());
  });
  let curve = null;
  let open = false;
  function draw() {
    const metric = choice.value;
    const of = (job, known) => known.series.filter((line) => line.metric === metric).map((line) => ({ ...line, of: t("curve.line", { job, task: line.task }) }));
    const lines = [...of(id, curve), ...[...others].flatMap(([job, known]) => of(job, known))];
    open = below.querySelector("details")?.open ?? open;
    const details = numbers(metric, lines);
    details.open = open;
    below.replaceChildren(details);
    const made = chart(metric, lines);
    drawing = drawing === null ? drawChart(box, made) : drawing.then((one) => (one.again(made), one));
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
