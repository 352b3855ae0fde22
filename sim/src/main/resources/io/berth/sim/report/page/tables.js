// Tables: of all figures, of charts, of waits.

/** A part that is opened by hand and filled when it is. */
function folded(id, filling) {
  const body = make("details", choice.open.includes(id) ? { open: "" } : {}, make("summary", {}, say("table.data")));
  const show = () => { if (body.children.length === 1) body.append(make("div", { class: "scroll" }, filling())); };
  if (body.open) show();
  body.addEventListener("toggle", () => {
    choice.open = body.open ? [...new Set([...choice.open, id])] : choice.open.filter((other) => other !== id);
    if (body.open) show();
  });
  return body;
}

function plainTable(caption, heads, rows) {
  return make("table", {}, make("caption", {}, caption),
    make("thead", {}, make("tr", {}, heads.map((head) => make("th", { scope: "col" }, head)))),
    make("tbody", {}, rows.map((row) => make("tr", {}, row.map((cell, index) =>
      index === 0 ? make("th", { scope: "row" }, cell) : make("td", {}, cell))))));
}

/** The points of a chart as a table, thinned to about two dozen rows. */
function dataTable(chart) {
  return folded(chart.id, () => {
    const xs = [...new Set(chart.tableAt || chart.curves.flatMap((curve) => curve.points.map(([x]) => x)))].sort((a, b) => a - b);
    const every = Math.max(1, Math.ceil(xs.length / 24));
    const rows = xs.filter((_, index) => index % every === 0 || index === xs.length - 1).map((x) =>
      [chart.x.tip(x), ...chart.curves.map((curve) => { const value = valueAt(curve, x); return value === null ? "–" : chart.y.tip(value); })]);
    return plainTable(chart.title + " – " + chart.y.label, [chart.x.label, ...chart.curves.map((curve) => curve.name)], rows);
  });
}

function spreadText(figure, found) {
  return found.low === null ? "" : " ± " + showFigure(figure, (found.high - found.low) / 2);
}

const VERDICTS = { better: "✓", worse: "✗", higher: "↑", lower: "↓", no_real_difference: "=", too_few_pairs: "?" };

/** The sign of what the difference to the baseline means. */
function verdictMark(name, figure) {
  const found = difference(name, figure);
  if (found === null) return null;
  const words = say("verdict." + found.verdict, found.baseline);
  return make("span", { class: "verdict " + found.verdict, title: words, role: "img", "aria-label": words }, VERDICTS[found.verdict]);
}

function figureCells(figure) {
  const best = bestOf(figure);
  return strategies.map((name) => {
    const found = summary(name, figure);
    if (found === null) return make("td", {}, "–");
    const mark = best.includes(name) ? make("span", { class: "mark", title: say("page.best"), "aria-label": say("page.best") }, "★ ") : null;
    return make("td", { class: best.includes(name) ? "best" : null }, mark, showFigure(figure, found.mean),
      verdictMark(name, figure), make("div", { class: "spread" }, spreadText(figure, found)));
  });
}

function figureRow(figure) {
  const arrow = { 1: " ↑", 0: "", "-1": " ↓" }[better(figure)];
  return make("tr", {}, make("th", { scope: "row" }, figureName(figure) + arrow, make("span", { class: "code" }, figure)), figureCells(figure));
}

function comparedText() {
  if (data.comparisons.length === 0) return "";
  const { baseline, over } = data.comparisons[0];
  const ends = (key) => {
    const least = Math.min(...data.comparisons.map((each) => each[key][0]));
    const most = Math.max(...data.comparisons.map((each) => each[key][1]));
    return least === most ? String(least) : least + "–" + most;
  };
  return " " + say("figures.compared", baseline) + " " + say("figures.over_" + over, ends("blocks"), ends("block"));
}

function strategyHeads() {
  return strategies.map((name) => make("th", { scope: "col" }, swatch(colour(name)), name));
}

function allFigures() {
  const names = [...new Set(data.summaries.flatMap((each) => Object.keys(each.metrics)))];
  const known = GROUPS.flatMap(([, figures]) => figures);
  const groups = [...GROUPS, ["other", names.filter((name) => !known.includes(name))]];
  const body = make("tbody", {});
  for (const [group, figures] of groups) {
    const there = figures.filter((figure) => strategies.some((name) => summary(name, figure) !== null));
    if (there.length === 0) continue;
    body.append(make("tr", { class: "group" }, make("th", { colspan: strategies.length + 1, scope: "rowgroup" }, say("group." + group))));
    there.forEach((figure) => body.append(figureRow(figure)));
  }
  return make("table", {}, make("caption", {}, (seeds.length > 1 ? say("figures.caption_seeds", seeds.length) : say("figures.caption")) + comparedText()),
    make("thead", {}, make("tr", {}, make("th", { scope: "col" }, say("table.figure")), strategyHeads())), body);
}

/** A figure of every strategy as bars; the whisker is the 95 % interval of the mean over seeds. */
function barCard(figure) {
  const found = strategies.map((name) => [name, summary(name, figure)]).filter(([, sum]) => sum !== null);
  // Few seeds have wide intervals: they are cut where they would make the bars too short to compare.
  const top = Math.min(Math.max(...found.map(([, sum]) => sum.high === null ? sum.mean : sum.high)), 1.3 * Math.max(...found.map(([, sum]) => sum.mean)));
  if (found.length === 0 || !(top > 0)) return null;
  const best = bestOf(figure);
  const part = (value) => (100 * Math.max(0, Math.min(value, top))) / top;
  const rows = found.map(([name, sum]) => {
    const from = part(sum.low || 0);
    const whisker = sum.low === null ? null : make("s", { style: "left:" + from + "%;width:" + (part(sum.high) - from) + "%" });
    return make("tr", { class: best.includes(name) ? "best-row" : null }, make("th", { scope: "row", title: name }, name),
      make("td", { class: "track" }, make("div", {}, make("i", { style: "width:" + part(sum.mean) + "%;background:" + colour(name) }), whisker)),
      make("td", { class: "value" }, (best.includes(name) ? "★ " : "") + showFigure(figure, sum.mean)));
  });
  const way = { 1: say("page.higher"), 0: "", "-1": say("page.lower") }[better(figure)];
  return make("div", { class: "card" }, make("h3", {}, figureName(figure)), make("div", { class: "minor" }, way),
    make("table", { class: "bars" }, make("tbody", {}, rows)));
}

/** Sizes by their GPUs in all: CPU, 0.25 GPU, 2 GPU, 4 × 8 GPU; what is not told apart comes last. */
function bySize(a, b) {
  const gpus = (name) => {
    const [, tasks, share] = /^(?:(\d+) × )?([\d.]+)? ?/.exec(name);
    return name === "*" ? Infinity : Number(tasks || 1) * Number(share || 0);
  };
  const difference = gpus(a) - gpus(b);
  return difference || (a < b ? -1 : 1);
}

/** Groups of jobs against strategies: mean wait, 99th percentile, jobs that never started; the longer, the darker. */
function waitMatrix(id, title, part) {
  const traces = tracesNow();
  const names = [...new Set(traces.flatMap((trace) => trace[part].map((row) => row.name)))].sort(part === "sizes" ? bySize : undefined);
  if (names.length < 2) return null;
  const rowOf = (trace, name) => trace[part].find((row) => row.name === name);
  const top = Math.max(1e-9, ...traces.flatMap((trace) => trace[part].map((row) => row.mean_s || 0)));
  const body = names.map((name) => make("tr", {}, make("th", { scope: "row", class: "wrap" }, name === "*" ? say("table.others") : name),
    traces.map((trace) => {
      const row = rowOf(trace, name);
      if (!row) return make("td", {}, "–");
      const shade = row.mean_s === null ? 0 : 0.45 * Math.sqrt(row.mean_s / top);
      const never = row.not_started > 0 ? make("div", { class: "minor" }, say("waits.never", count(row.not_started))) : null;
      return make("td", { style: "background:rgba(var(--heat)," + shade.toFixed(3) + ")" }, duration(row.mean_s),
        make("div", { class: "minor" }, "p99 " + duration(row.p99_s)), never);
    })));
  return make("div", { class: "card long" }, make("h3", {}, title), make("div", { class: "scroll" }, make("table", { id },
    make("caption", {}, say("waits.matrix")),
    make("thead", {}, make("tr", {}, make("th", { scope: "col" }, say(part === "queues" ? "table.queue" : "table.size")), strategyHeads())),
    make("tbody", {}, body))));
}
