// Lines over time or over steps, drawn by uPlot, which is read when the first chart is shown.

import { h } from "./dom.js";
import { current } from "./words.js";

const HEIGHT = 190;
const DAY = 86400;
const COLORS = ["--line-0", "--line-1", "--line-2", "--line-3", "--line-4", "--line-5", "--line-6", "--line-7"];
const DASHES = [[], [8, 4], [2, 3], [8, 3, 2, 3]];

let library = null;

function load() {
  library ??= Promise.all([
    import("./uPlot.esm.js"),
    new Promise((done) => document.head.append(h("link", { rel: "stylesheet", href: "web/uPlot.min.css", load: done, error: done }))),
  ]).then(([module]) => module.default);
  return library;
}

/** The color of the line at {index}; where there are more lines than colors, they are dashed as well. */
export function lineColor(style, index) {
  return style.getPropertyValue(COLORS[index % COLORS.length]).trim();
}

function labels(splits, from, to) {
  const parts = to - from > 2 * DAY ? { month: "numeric", day: "numeric" } : { hour: "2-digit", minute: "2-digit", hourCycle: "h23" };
  const short = to - from < 600 ? { ...parts, second: "2-digit" } : parts;
  const format = new Intl.DateTimeFormat(current(), short);
  return splits.map((second) => format.format(new Date(1000 * second)));
}

/** The moment that is looked at, as a line from top to bottom. */
function mark(plot, second, color) {
  const { ctx, bbox } = plot;
  if (!second || second < plot.scales.x.min || second > plot.scales.x.max) {
    return;
  }
  const x = Math.round(plot.valToPos(second, "x", true));
  ctx.save();
  ctx.strokeStyle = color;
  ctx.lineWidth = 2 * devicePixelRatio;
  ctx.beginPath();
  ctx.moveTo(x, bbox.top);
  ctx.lineTo(x, bbox.top + bbox.height);
  ctx.stroke();
  ctx.restore();
}

/** A stretch or two in which nobody looked is no gap; a system that was away is. */
function gaps(chart) {
  return (plot, _, first, last, all) => {
    const step = chart.times.length > 1 ? chart.times[1] - chart.times[0] : 1;
    const most = 3.5 * Math.abs(plot.valToPos(chart.from + step, "x", true) - plot.valToPos(chart.from, "x", true));
    return all.filter(([from, to]) => to - from > most);
  };
}

/** A stretch of the time of all, which is brushed. */
function overTime(chart) {
  const time = new Intl.DateTimeFormat(current(), { month: "2-digit", day: "2-digit", hour: "2-digit", minute: "2-digit", second: "2-digit", hourCycle: "h23" });
  return {
    scales: { x: { time: true, range: () => [chart.from, chart.to] }, y: { range: (_, low, high) => [Math.min(0, low ?? 0), Math.max(high ?? 0, chart.least ?? 1) * 1.05] } },
    cursor: { sync: { key: "trends" }, y: false, drag: { x: true, y: false, setScale: false } },
    text: (_, splits) => labels(splits, chart.from, chart.to),
    value: (_, second) => (second === null ? "–" : time.format(new Date(1000 * second))),
    line: (Plot) => ({ points: { show: false }, gaps: gaps(chart), paths: chart.bars ? Plot.paths.stepped({ align: 1 }) : undefined }),
    zoom: chart.zoom,
  };
}

/** As many steps as there are, at each of which some line has a value; a brushed part is shown closer until a double click. */
function overSteps(chart) {
  return {
    scales: { x: { time: false } },
    cursor: { y: false, drag: { x: true, y: false } },
    text: (_, splits) => splits.map((step) => chart.format(step)),
    value: (_, step) => (step === null ? "–" : chart.format(step)),
    line: () => ({ points: { show: chart.few } }),
    zoom: null,
  };
}

function options(Plot, box, chart) {
  const along = chart.tables ? overSteps(chart) : overTime(chart);
  const style = getComputedStyle(box);
  const soft = style.getPropertyValue("--soft").trim();
  const grid = { stroke: style.getPropertyValue("--line").trim(), width: 1 };
  const ticks = { ...grid, size: 4 };
  const font = "12px system-ui, sans-serif";
  return {
    width: box.clientWidth,
    height: HEIGHT,
    scales: along.scales,
    cursor: along.cursor,
    legend: { live: true },
    axes: [
      { stroke: soft, grid, ticks, font, values: along.text, space: 70 },
      { stroke: soft, grid, ticks, font, size: 76, ...(chart.steps ? { incrs: chart.steps } : {}), values: (_, splits) => splits.map(chart.format) },
    ],
    series: [
      { label: chart.timeLabel, value: along.value },
      ...chart.lines.map((line, index) => ({
        label: line.name,
        stroke: lineColor(style, index),
        width: 1.5,
        dash: DASHES[Math.floor(index / COLORS.length) % DASHES.length],
        value: (_, value) => (value === null || value === undefined ? "–" : chart.format(value)),
        ...along.line(Plot),
      })),
    ],
    hooks: {
      draw: [(plot) => mark(plot, chart.moment?.(), style.getPropertyValue("--warn").trim())],
      setSelect: [
        (plot) => {
          if (along.zoom && plot.select.width > 4) {
            along.zoom(plot.posToVal(plot.select.left, "x"), plot.posToVal(plot.select.left + plot.select.width, "x"));
          }
        },
      ],
    },
  };
}

/** What those hear who do not see it. */
function spoken(chart) {
  const lines = chart.lines.map((line) => {
    const known = line.values.filter((value) => value !== null);
    return known.length === 0 ? `${line.name}: –` : `${line.name}: ${chart.format(known.at(-1))} (${chart.format(Math.min(...known))} – ${chart.format(Math.max(...known))})`;
  });
  return `${chart.title}. ${lines.join("; ")}`;
}

/**
 * Draws {chart} in {box}: {title, timeLabel, times, lines: [{name, values}], from, to, format, least, bars, zoom, moment}; times in
 * seconds, a value that is null is a gap. Over steps it has {tables}, [steps, values] of each line, in place of times, and {few} where
 * points shall be seen. Returns what draws it again, with other values where it gets some.
 */
export async function draw(box, chart) {
  const Plot = await load();
  let shown = chart;
  let plot = null;
  function renew() {
    plot?.destroy();
    plot = box.clientWidth > 0 ? new Plot(options(Plot, box, shown), data(), box) : null;
  }
  function data() {
    return shown.tables ? Plot.join(shown.tables) : [shown.times, ...shown.lines.map((line) => line.values)];
  }
  function again(next = shown) {
    const alike = plot !== null && next.few === shown.few && next.lines.length === shown.lines.length && next.lines.every((line, i) => line.name === shown.lines[i].name);
    Object.assign(shown, next);
    box.setAttribute("aria-label", shown.spoken ?? spoken(shown));
    if (alike) {
      plot.setData(data());
    }
    if (alike && plot.width !== box.clientWidth) {
      plot.setSize({ width: box.clientWidth, height: HEIGHT });
    }
    if (!alike) {
      renew();
    }
  }
  again();
  return { again, renew, redraw: () => plot?.redraw(), destroy: () => plot?.destroy() };
}
