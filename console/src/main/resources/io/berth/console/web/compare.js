// What other strategies would have done with the jobs of the last hours.

import { change } from "./client.js";
import { h, labelled, table } from "./dom.js";
import { duration, number, percent, shortTime, t } from "./words.js";

const POLL_MILLIS = 500;
const OVER = ["done", "cancelled", "failed"];
/** Figures, and whether less is better. */
const FIGURES = [
  ["wait_mean_s", "compare.waitMean", true],
  ["wait_p99_s", "compare.waitP99", true],
  ["jct_mean_s", "compare.jctMean", true],
  ["jct_p99_s", "compare.jctP99", true],
  ["gpu_allocation_pct", "compare.gpu", false],
  ["jobs_finished", "compare.finished", false],
  ["jobs_rejected", "compare.rejected", true],
];

function shown(key, value) {
  if (value === null) {
    return "–";
  }
  if (key.endsWith("_s")) {
    return value < 10 ? `${number(value, 1)} ${t("unit.s")}` : duration(value * 1000);
  }
  return key.endsWith("_pct") ? percent(value / 100) : number(value);
}

/** By how much it differs from that of the strategy that holds. */
function difference(key, value, base, less, found) {
  const same = value === null || base === null || base === undefined || value === base;
  if (same || (key.endsWith("_s") && base === 0)) {
    return null;
  }
  const points = key.endsWith("_pct");
  const counts = key.startsWith("jobs_");
  const change = points || counts ? value - base : (value - base) / base;
  const text = points ? `${number(change, 1)} %` : counts ? number(change) : percent(change);
  const better = less ? change < 0 : change > 0;
  const real = !found || found.verdict === "better" || found.verdict === "worse";
  return h("span", { class: `difference ${real ? (better ? "better" : "worse") : ""}` }, `${change > 0 ? "+" : ""}${text}`);
}

const MARKS = { better: "✓", worse: "✗", no_real_difference: "=", too_few_pairs: "?" };

/** What a difference means; figures that are no mean over jobs have no mark. */
function mark(verdict) {
  return h("span", { class: "mark", title: t(`compare.verdict.${verdict}`) }, ` ${MARKS[verdict]}`);
}

function cells(figures, base, differences) {
  return FIGURES.map(([key, , less]) => {
    const value = figures === null ? null : figures[key];
    const found = differences?.[key];
    return h("td", { class: "n" }, shown(key, value), base ? difference(key, value, base[key], less, found) : null, found ? mark(found.verdict) : null);
  });
}

/** How the marks came about; nothing where there is none. */
function marksText(comparison) {
  const all = comparison.results.flatMap((row) => Object.values(row.differences ?? {})).filter((found) => found !== null);
  if (all.length === 0) {
    return null;
  }
  const ends = (key) => {
    const least = Math.min(...all.map((found) => found[key]));
    const most = Math.max(...all.map((found) => found[key]));
    return least === most ? number(least) : `${number(least)}–${number(most)}`;
  };
  return h("p", { class: "soft" }, t("compare.marks", { blocks: ends("blocks"), block: ends("block") }));
}

function results(comparison, use) {
  const body = h("tbody");
  const base = comparison.results[0]?.figures ?? null;
  const lines = comparison.results.map((row, i) => {
    const named = h("bdi", { class: "wrap" }, row.strategy.name);
    const who = i === 0 ? t("compare.holds", { strategy: row.strategy.name }) : named;
    const take = h("button", { type: "button", "aria-label": t("compare.useOf", { strategy: row.strategy.name }), click: () => use(row.strategy) }, t("compare.use"));
    const figures = row.figures ? cells(row.figures, i === 0 ? null : base, row.differences) : [h("td", { class: "none", colspan: FIGURES.length }, t("compare.tooMuch"))];
    return h("tr", {}, h("th", { scope: "row" }, who), figures, h("td", {}, i === 0 ? null : take));
  });
  if (comparison.span) {
    lines.push(h("tr", { class: "soft" }, h("th", { scope: "row" }, t("compare.measured")), cells(comparison.span.measured, null), h("td")));
  }
  body.append(...lines);
  const heads = [[t("compare.strategy")], ...FIGURES.map(([, text]) => [t(text), "n"]), [""]];
  return table(t("compare.title"), heads, body);
}

function spanText(span) {
  return t("compare.span", {
    from: shortTime(span.from), to: shortTime(span.to), jobs: number(span.jobs), ended: number(span.jobs_ended),
    running: number(span.jobs_running), waiting: number(span.jobs_waiting), nodes: number(span.nodes),
  });
}

/** What can be compared: ready strategies, and orders and placements by themselves. */
function choices(catalog) {
  const named = catalog.presets.map((preset) => preset.name);
  const orders = catalog.policies.filter((policy) => policy.kind === "order").map((policy) => policy.name);
  const places = catalog.policies.filter((policy) => policy.kind === "place").map((policy) => policy.name);
  return [...new Set([...named, ...orders, ...places])];
}

function form(catalog, begin, cancel) {
  const hours = h("input", { id: "compare-hours", type: "number", min: "0.1", max: "744", step: "any", value: "6" });
  const boxes = choices(catalog).map((name, i) => [name, h("input", { type: "checkbox", id: `compare-${i}`, value: name, checked: ["srtf", "tiresias-l", "sjf", "best-fit"].includes(name) })]);
  const go = h("button", { type: "submit", class: "main" }, t("compare.begin"));
  const stop = h("button", { type: "button", hidden: true, click: cancel }, t("compare.cancel"));
  const element = h(
    "form",
    {
      class: "card",
      submit: (event) => {
        event.preventDefault();
        begin(Number(hours.value), boxes.filter(([, box]) => box.checked).map(([name]) => name));
      },
    },
    h("fieldset", {}, h("legend", {}, t("compare.with")), h("div", { class: "choices" }, boxes.map(([name, box]) => h("label", { class: "check" }, box, name)))),
    h("div", { class: "buttons" }, labelled(t("compare.hours"), hours), go, stop),
  );
  return {
    element,
    busy(is) {
      go.disabled = is;
      stop.hidden = !is;
    },
  };
}

/** The section; {use} takes a strategy that somebody wants. */
export async function compare(catalog, context, use) {
  const bar = h("progress", { max: "1", value: "0", hidden: true, "aria-label": t("compare.title") });
  const state = h("p", { class: "soft", role: "status" });
  const out = h("div");
  const fields = form(catalog, begin, cancel);
  const section = h("section", {}, h("h2", {}, t("compare.title")), h("p", {}, t("compare.lead")), fields.element, bar, state, out);
  let current = null;
  let drawn = "";
  function draw(comparison) {
    current = comparison;
    const over = OVER.includes(comparison.state);
    fields.busy(!over);
    bar.hidden = over;
    bar.value = comparison.progress;
    const strategy = comparison.strategies[comparison.results.length] ?? "";
    const text = t(`compare.${comparison.state}`, { strategy, problem: comparison.problem ?? "" });
    if (state.textContent !== text) {
      state.textContent = text;
    }
    const now = JSON.stringify([comparison.results, comparison.span]);
    if (now !== drawn && comparison.span) {
      drawn = now;
      out.replaceChildren(results(comparison, use), ...[marksText(comparison), h("p", { class: "soft" }, spanText(comparison.span)), h("p", { class: "soft" }, t("compare.terms"))].filter((line) => line !== null));
    }
  }
  async function follow() {
    while (current && !OVER.includes(current.state) && !context.signal.aborted) {
      await new Promise((done) => setTimeout(done, POLL_MILLIS));
      draw(await context.get(`comparisons/${current.id}`));
    }
  }
  async function begin(hours, strategies) {
    try {
      if (strategies.length === 0) {
        state.textContent = t("compare.pick");
        return;
      }
      drawn = "";
      out.replaceChildren();
      draw(await change("POST", "comparisons", { hours, strategies }));
      await follow();
    } catch (failure) {
      refuse(failure);
    }
  }
  async function cancel() {
    try {
      draw(await change("DELETE", `comparisons/${current.id}`));
    } catch (failure) {
      refuse(failure);
    }
  }
  function refuse(failure) {
    if (!context.signal.aborted) {
      context.refuse(failure);
    }
  }
  async function last() {
    const known = await context.get("comparisons").catch(() => ({ comparisons: [] }));
    if (known.comparisons.length > 0) {
      draw(known.comparisons[0]);
      follow().catch(context.complain);
    }
  }
  const history = await context.get("history");
  if (history.kept) {
    await last();
  } else {
    fields.element.replaceWith(h("p", { class: "soft" }, t("compare.none")));
  }
  return section;
}
