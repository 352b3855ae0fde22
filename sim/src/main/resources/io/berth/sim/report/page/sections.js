// The sections of the page, each a function that returns its element, or null where it has nothing to show.

function tracesNow() {
  return data.traces.filter((trace) => trace.seed === choice.seed);
}

function traceOf(strategy) {
  const traces = tracesNow();
  return traces.find((trace) => trace.strategy === strategy) || traces[0];
}

function section(id, ...parts) {
  const there = parts.filter((part) => part !== null);
  return there.length === 0 ? null : make("section", { id, "aria-labelledby": id + "-h" },
    make("h2", { id: id + "-h" }, say("section." + id)), make("p", { class: "lead" }, say("lead." + id)), there);
}

function segments(id, current, choose) {
  const names = tracesNow().map((trace) => trace.strategy);
  if (names.length < 2) return null;
  return make("div", { class: "controls", role: "group", "aria-label": say("table.strategy"), style: "margin-bottom:12px" },
    make("div", { class: "segments" }, names.map((name) => make("button", {
      type: "button", id: id + "-" + strategies.indexOf(name), "aria-pressed": String(name === current),
      onclick: () => { choose(name); render(); },
    }, name))));
}

function headline(figure) {
  const best = bestOf(figure);
  const found = strategies.map((name) => [name, summary(name, figure)]).filter(([, sum]) => sum !== null);
  if (found.length === 0) return null;
  const [name, sum] = found.find(([each]) => best.includes(each)) || found[0];
  const to = difference(name, figure);
  const [otherName, other] = found.find(([each]) => (to ? each === to.baseline : !best.includes(each) && each !== name)) || [];
  const names = best.length > 1 ? best.join(", ") : name;
  return make("div", { class: "card" }, make("h3", {}, say("headline." + figure)),
    make("div", { class: "best-value" }, showFigure(figure, sum.mean)),
    make("div", { class: "best-name" }, swatch(colour(name)), best.length === 0 && found.length > 1 ? say("page.all_equal") : names),
    other ? make("div", { class: "minor" }, say("headline.against", otherName, showFigure(figure, other.mean))) : null,
    to ? make("div", { class: "minor" }, verdictMark(name, figure), " ", say("verdict." + to.verdict, to.baseline)) : null);
}

function overview() {
  const cards = HEADLINES.map(headline).filter((card) => card !== null);
  const bars = strategies.length < 2 ? [] : MAIN.map(barCard).filter((card) => card !== null);
  return section("overview",
    cards.length === 0 ? null : make("div", { class: "grid" }, cards),
    bars.length === 0 ? null : make("div", { class: "grid wide" }, bars));
}

/** A chart of a series over time, of its means; the tip tells the extremes where the trace has them. */
function timeChart(id, values, y, bounds) {
  const curves = tracesNow().map((trace) => ({ name: trace.strategy, bucket: trace.bucket_s, ...(bounds ? bounds(trace) : {}),
    points: values(trace).map((value, index) => [index * trace.bucket_s, value]) })).filter((curve) => curve.points.length > 0);
  if (curves.length === 0) return null;
  const end = Math.max(...tracesNow().map((trace) => trace.end_s), 1);
  for (const curve of curves) curve.points.push([traceOf(curve.name).end_s, curve.points[curve.points.length - 1][1]]);
  return curveChart({ id, title: say("chart." + id), note: say("note." + id), x: timeAxis(0, end), y, curves });
}

/** Shows all ticks of an axis with as many decimals as the step between them needs. */
function evenly(ticks) {
  const decimals = Math.max(0, ...ticks.slice(0, 3).map((tick) => (String(tick).split(".")[1] || "").length));
  return (value) => (value === 0 ? "0" : fixed(value, decimals));
}

function amounts(label, max, tip) {
  const ticks = niceTicks(max, 5);
  const top = ticks[ticks.length - 1] < max ? ticks[ticks.length - 1] + ticks[1] : ticks[ticks.length - 1];
  if (top > ticks[ticks.length - 1]) ticks.push(top);
  return { label, max: top || 1, ticks, format: evenly(ticks), tip };
}

function percentAxis(label) {
  return { label, max: 100, ticks: [0, 25, 50, 75, 100], format: (value) => value + " %", tip: (value) => fixed(value, 1) + " %" };
}

function largest(values) {
  return Math.max(0, ...tracesNow().flatMap((trace) => values(trace)));
}

function overTime() {
  const cpu = tracesNow().some((trace) => trace.resource === "cpu");
  const waiting = (trace) => trace.waiting.mean;
  return section("time",
    timeChart("allocation", (trace) => trace.allocation.mean, percentAxis(say(cpu ? "axis.allocated_cpu" : "axis.allocated")),
      (trace) => trace.allocation),
    timeChart("waiting", waiting, amounts(say("axis.waiting"), Math.max(1, largest(waiting)), (value) => digits(value, 3)),
      (trace) => trace.waiting));
}

function waits() {
  const traces = tracesNow().filter((trace) => trace.waits.length > 0);
  if (traces.length === 0) return null;
  const longest = Math.max(...traces.map((trace) => trace.waits[trace.waits.length - 1][0]));
  const from = longest > 60 ? 1 : 0.001;
  const axis = waitAxis(from, Math.max(longest, from * 10));
  const curves = traces.map((trace) => ({ name: trace.strategy, steps: true,
    points: trace.waits.map(([wait, jobs]) => [wait, (100 * jobs) / trace.submitted]) }));
  for (const curve of curves) {
    const early = curve.points.filter(([wait]) => wait <= from);
    const rest = curve.points.filter(([wait]) => wait > from);
    const last = curve.points[curve.points.length - 1][1];
    curve.points = [[from, early.length ? early[early.length - 1][1] : 0], ...rest, [axis.to, last]];
  }
  const chart = curveChart({ id: "cdf", title: say("chart.cdf"), note: say("note.cdf"), x: axis, y: percentAxis(say("axis.started")), curves,
    height: 320, tableAt: axis.ticks.concat([axis.to]) });
  const quantiles = make("div", { class: "card" }, make("h3", {}, say("waits.quantiles")), make("div", { class: "scroll" }, make("table", {},
    make("thead", {}, make("tr", {}, make("th", { scope: "col" }, say("table.strategy")),
      ["50 %", "90 %", "99 %", say("table.longest"), say("table.not_started")].map((head) => make("th", { scope: "col" }, head)))),
    make("tbody", {}, traces.map((trace) => make("tr", {}, make("th", { scope: "row" }, swatch(colour(trace.strategy)), trace.strategy),
      [0.5, 0.9, 0.99].map((q) => make("td", {}, quantile(trace, q))),
      make("td", {}, duration(trace.waits[trace.waits.length - 1][0])),
      make("td", {}, count(trace.submitted - trace.waits[trace.waits.length - 1][1]))))))),
    make("p", { class: "minor" }, say("waits.quantiles_note")));
  return section("waits", chart, quantiles,
    waitMatrix("by-queue", say("waits.by_queue"), "queues"), waitMatrix("by-size", say("waits.by_size"), "sizes"));
}

/** After how long the part q of all submitted jobs had started; a dash where so many never did. */
function quantile(trace, q) {
  const found = trace.waits.find(([, jobs]) => jobs >= q * trace.submitted);
  return found ? duration(found[0]) : "–";
}

function arrived() {
  const points = (strategy) => {
    const run = data.runs.find((each) => each.name === strategy && each.seed === choice.seed);
    return run ? run.arrived : [];
  };
  const curves = strategies.map((name) => ({ name, points: points(name) })).filter((curve) => curve.points.length > 1);
  if (curves.length === 0) return null;
  const to = Math.max(...curves.flatMap((curve) => curve.points.map(([x]) => x)));
  const ticks = niceTicks(to, 8);
  const x = { from: 0, to, ticks, format: (value) => value + " %", label: say("axis.arrived"), tip: (value) => fixed(value, 0) + " %" };
  return section("arrived", curveChart({ id: "arrived", title: say("chart.arrived"), note: say("note.arrived"), x,
    y: percentAxis(say("axis.allocated")), curves, height: 320 }));
}

function gantt() {
  const trace = traceOf(choice.gantt);
  if (!trace || trace.gantt.bars.length === 0) return null;
  return section("gantt", segments("gantt", trace.strategy, (name) => { choice.gantt = name; }), ganttChart(trace));
}

function reasonName(reason) {
  return hasText("reason." + reason) ? say("reason." + reason) : reason;
}

function reasonBars() {
  const traces = tracesNow();
  const totals = traces.map((trace) => Object.values(trace.reason_job_s).reduce((sum, value) => sum + value, 0));
  const top = Math.max(...totals);
  if (!(top > 0)) return null;
  const all = {};
  for (const trace of traces) for (const [reason, value] of Object.entries(trace.reason_job_s)) all[reason] = (all[reason] || 0) + value;
  const reasons = Object.keys(all).sort((a, b) => all[b] - all[a]);
  const tint = (reason) => "var(--q" + (reasons.indexOf(reason) % 8) + ")";
  const hours = (seconds) => digits(seconds / 3600, 3);
  const rows = traces.map((trace, index) => make("tr", {}, make("th", { scope: "row", title: trace.strategy }, trace.strategy),
    make("td", { class: "track" }, make("div", { class: "stack", style: "width:" + Math.max(0.5, (100 * totals[index]) / top) + "%" },
      reasons.filter((reason) => trace.reason_job_s[reason] > 0).map((reason) => make("i", {
        style: "background:" + tint(reason) + ";width:" + (100 * trace.reason_job_s[reason]) / totals[index] + "%",
        title: reasonName(reason) + ": " + hours(trace.reason_job_s[reason]) + " " + say("why.hours") })))),
    make("td", { class: "value" }, hours(totals[index]) + " " + say("why.hours"))));
  const chart = { id: "why", title: say("chart.why"), note: say("note.why", Math.max(...traces.map((trace) => trace.moments))) };
  const table = folded("why", () => plainTable(chart.title + " – " + say("why.hours"), [say("table.reason"), ...traces.map((trace) => trace.strategy)],
    reasons.map((reason) => [reasonName(reason), ...traces.map((trace) => hours(trace.reason_job_s[reason] || 0))])));
  return figure(chart, make("table", { class: "bars why-bars" }, make("tbody", {}, rows)),
    make("ul", { class: "legend" }, reasons.map((reason) => make("li", {}, swatch(tint(reason)), reasonName(reason)))), table);
}

function whyCell(job) {
  if (job.reasons.length === 0) return [make("span", { class: "minor" }, say("why.not_asked"))];
  const [first, ...others] = job.reasons;
  const all = job.reasons.reduce((sum, tally) => sum + tally.count, 0);
  const also = others.map((tally) => reasonName(tally.reason) + " (" + tally.count + "/" + all + ")").join(", ");
  const nodes = job.nodes.map((tally) => tally.count + " × " + reasonName(tally.reason)).join(", ");
  const room = job.tasks > 1 ? say("why.room", job.room, job.tasks) + (nodes ? "; " : "") : "";
  return [reasonName(first.reason) + (others.length ? " (" + first.count + "/" + all + ")" : ""),
    also ? make("div", { class: "minor" }, say("why.also", also)) : null,
    room || nodes ? make("div", { class: "minor" }, say("why.nodes", room + nodes)) : null];
}

function longestTable(trace) {
  if (trace.longest.length === 0) return make("p", { class: "empty" }, say("why.nobody", trace.strategy));
  const heads = [["job", "text"], ["queue", "text"], ["size", "text"], ["submitted", ""], ["waited", ""], ["outcome", "text"], ["why", "text"]];
  return make("table", {}, make("caption", {}, say("why.longest_note")),
    make("thead", {}, make("tr", {}, heads.map(([key, kind]) => make("th", { scope: "col", class: kind }, say("table." + key))))),
    make("tbody", {}, trace.longest.map((job) => make("tr", {},
      make("th", { scope: "row", class: "wrap" }, job.name, make("span", { class: "code" }, "#" + job.id)),
      make("td", { class: "text wrap" }, job.queue), make("td", { class: "text" }, job.size),
      make("td", {}, duration(job.submit_s)), make("td", {}, duration(job.wait_s)),
      make("td", { class: "text" }, say("outcome." + job.outcome)), make("td", { class: "text wrap why" }, whyCell(job))))));
}

function rejectedTable() {
  const traces = tracesNow();
  const reasons = [...new Set(traces.flatMap((trace) => Object.keys(trace.rejected)))];
  if (reasons.length === 0) return null;
  return make("div", { class: "card" }, make("h3", {}, say("why.rejected")), make("div", { class: "scroll" },
    plainTable(say("why.rejected_note"), [say("table.reason"), ...traces.map((trace) => trace.strategy)],
      reasons.map((reason) => [reasonName(reason), ...traces.map((trace) => count(trace.rejected[reason] || 0))]))));
}

function why() {
  const bars = reasonBars();
  const rejected = rejectedTable();
  const trace = traceOf(choice.why);
  if (!trace || (bars === null && rejected === null)) return null;
  return section("why", bars, rejected, segments("why", trace.strategy, (name) => { choice.why = name; }),
    make("div", { class: "card long" }, make("h3", {}, say("why.longest", trace.strategy)), make("div", { class: "scroll" }, longestTable(trace))));
}

function imbalance() {
  const cards = IMBALANCE.map((figure) => {
    const variants = [figure, ...["gpu", "cpu", "memory"].map((resource) => figure + "_" + resource)]
      .filter((name) => strategies.some((strategy) => summary(strategy, name) !== null));
    const rows = variants.filter((name) => name !== figure || variants.length === 1);
    const table = rows.length === 0 ? make("p", { class: "empty" }, say("page.no_value")) : make("div", { class: "scroll" }, make("table", {},
      make("thead", {}, make("tr", {}, make("th", { scope: "col" }, say("table.figure")), strategyHeads())),
      make("tbody", {}, rows.map(figureRow))));
    const formula = document.getElementById("formula-" + figure).content.cloneNode(true);
    return make("div", { class: "card" }, make("div", { class: "formula" }, make("h3", {}, figureName(figure)), formula),
      make("p", { class: "minor" }, say("formula." + figure)), table);
  });
  const values = (trace) => trace.variance;
  const top = largest(values);
  const chart = timeChart("variance", values, amounts(say("axis.variance"), top || 0.01, (value) => digits(value, 3)));
  return section("imbalance", chart, ...cards);
}

function figures() {
  return section("figures", make("div", { class: "card long" }, make("div", { class: "scroll" }, allFigures())));
}

/** Says of seeds that gave one and the same run that they did. */
function copiesText() {
  const runs = Math.max(...data.summaries.map((each) => each.runs));
  return seeds.length > 1 && runs < seeds.length ? say("page.copies", seeds.length, runs) : "";
}

/** Which part of the runs the figures are of. */
function partText() {
  const { part, from_seconds: from, to_seconds: to } = data.subject.origin.figures;
  if (part !== "steady") return part === "" ? "" : say("part." + part);
  return say("part.steady", from === to ? duration(from) : duration(from) + " – " + duration(to));
}

/** What it takes to make the page again. */
function origin() {
  const from = data.subject.origin;
  if (from.version === "") return null;
  const rows = [["scenario", data.subject.scenario], ["file", from.file], ["sha256", from.sha256], ["version", from.version],
    ["command", from.command]].filter(([, value]) => value !== "");
  const table = (body) => make("div", { class: "scroll" }, make("table", {}, make("tbody", {}, body.map(([head, value]) =>
    make("tr", {}, make("th", { scope: "row" }, head), make("td", { class: "text wrap" }, value))))));
  return section("origin", make("div", { class: "card" }, table(rows.map(([key, value]) => [say("origin." + key), value]))),
    make("div", { class: "card" }, make("h3", {}, say("origin.strategies")), table(Object.entries(from.strategies))));
}
