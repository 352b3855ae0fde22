// The servers, what waits, and how it was in the last minutes.

import { draw } from "./chart.js";
import { h, name, nothing, rows, table } from "./dom.js";
import { follow, path } from "./server.js";
import { onTheme } from "./theme.js";
import { duration, number, percent, t, tOr } from "./words.js";

const FLEET_MILLIS = 1000;
const HISTORY_MILLIS = 2000;
const seconds = (value) => `${number(value, value < 1 ? 3 : 2)} ${t("unit.s")}`;
const some = (value, format) => (value === undefined || value === null ? "–" : format(value));

const CHARTS = [
  ["rate", ["requests_per_s"], (value) => number(value, 1)],
  ["latency", ["p50_s", "p99_s"], seconds],
  ["requests", ["in_flight", "held"], (value) => number(value, 0)],
  ["tokens", ["tokens_per_s"], (value) => number(value, 0)],
  ["variance", ["utilization_variance"], (value) => number(value, 4)],
  ["completion", ["completion_time_variance"], (value) => number(value, 3)],
  ["shares", ["idle_rate", "rejection_rate"], percent],
  ["queueing", ["queueing_seconds"], seconds],
];
const HEADS = [
  ["server.name"], ["server.state"], ["server.load", "n"], ["server.service", "n"], ["server.predicted", "n"],
  ["server.held", "n"], ["server.tokens", "n"], ["server.answered", "n"], ["server.failed", "n"],
];

function card(label, value, more) {
  return h("div", { class: "card" }, h("dt", {}, label), h("dd", {}, h("strong", {}, value), more ? h("span", { class: "soft" }, more) : null));
}

function cards(fleet) {
  return [
    card(t("fleet.rate"), some(fleet.requests_per_s, (value) => number(value, 1)), t("fleet.minute")),
    card(t("fleet.p50"), some(fleet.p50_s, seconds), t("fleet.minute")),
    card(t("fleet.p99"), some(fleet.p99_s, seconds), t("fleet.minute")),
    card(t("fleet.tokens"), some(fleet.tokens_per_s, (value) => number(value, 0)), t("fleet.minute")),
    card(t("fleet.underWay"), number(fleet.under_way), t("fleet.held", { count: number(fleet.held) })),
    card(t("fleet.answered"), number(fleet.answered), t("fleet.others", { failed: number(fleet.failed), rejected: number(fleet.rejected) })),
  ];
}

const FIGURES = [
  ["utilization_variance", (value) => number(value, 4)],
  ["completion_time_variance", (value) => `${number(value, 3)} ${t("unit.s")}²`],
  ["idle_rate", percent],
  ["queueing_seconds", seconds],
  ["rejection_rate", percent],
];

function imbalance(figures) {
  return FIGURES.map(([key, format]) => card(t(`figure.${key}`), some(figures[key], format), null));
}

function soft(text) {
  return text ? h("span", { class: "soft" }, text) : null;
}

/** What it is, since when, and why it was lost or ejected last. */
function state(server) {
  const report = server.report === "fresh" ? "" : t(`report.${server.report}`);
  const until = server.until_s === undefined ? "" : t("server.until", { time: duration(1000 * server.until_s) });
  return h(
    "td",
    {},
    h("span", { class: `badge ${server.state}` }, tOr(`state.${server.state}`, server.state)),
    soft(t("server.since", { time: duration(1000 * (server.since_s ?? 0)) })),
    soft(until),
    soft(report),
    server.ejections > 0 ? soft(t("server.ejections", { count: number(server.ejections) })) : null,
    server.why ? h("span", { class: "soft wrap", lang: "en" }, server.why) : null,
  );
}

function load(server) {
  const slots = server.slots ?? server.slots_seen;
  const told = server.slots === undefined && server.slots_seen !== undefined ? t("server.seen", { count: number(slots) }) : slots === undefined ? "" : t("server.slots", { count: number(slots) });
  const says = server.running === undefined ? "" : t("server.says", { running: number(server.running), waiting: number(server.waiting) });
  const gpus = server.gpu_engine === undefined ? "" : t("server.gpus", { engine: percent(server.gpu_engine), others: percent(server.gpu_others) });
  return h("td", { class: "n" }, number(server.in_flight), soft(told), soft(says), soft(gpus));
}

function cells(server) {
  const predicted = server.predicted;
  return [
    h("td", {}, h("a", { href: `#/${path("requests", { server: server.name })}` }, name(server.name)), server.place === server.name ? null : h("span", { class: "soft" }, h("bdi", {}, server.place))),
    state(server),
    load(server),
    h("td", { class: "n" }, some(server.service_p50_s, seconds), soft(server.service_p99_s === undefined ? "" : t("server.p99", { time: seconds(server.service_p99_s) }))),
    h("td", { class: "n" }, predicted ? `× ${number(predicted.ratio_p50, 2)}` : "–", soft(predicted ? t("server.error", { p50: percent(predicted.error_p50), p90: percent(predicted.error_p90) }) : "")),
    h("td", { class: "n" }, some(server.held_share, percent)),
    h("td", { class: "n" }, some(server.tokens_per_s, (value) => number(value, 0))),
    h("td", { class: "n" }, number(server.answered ?? 0), soft(server.requests_per_s === undefined ? "" : t("server.rate", { rate: number(server.requests_per_s, 1) }))),
    h("td", { class: "n" }, number(server.failed ?? 0)),
  ];
}

function held(groups) {
  if (groups.length === 0) {
    return [];
  }
  const body = h("tbody", {}, groups.map((group) => h("tr", {}, h("td", {}, group.tenant ? name(group.tenant) : t("held.nobody")), h("td", { class: "n" }, number(group.priority)), h("td", { class: "n" }, number(group.requests)))));
  return [h("h2", {}, t("held.title")), table(t("held.title"), [[t("held.tenant")], [t("held.priority"), "n"], [t("held.requests"), "n"]], body)];
}

/** The charts, drawn again with what {context} says was. */
async function charts(context, grid) {
  const drawn = new Map();
  async function renew() {
    const history = await context.get("history");
    const count = Math.max(0, ...Object.values(history.series).map((values) => values.length));
    const now = Date.now() / 1000;
    const times = Array.from({ length: count }, (_, i) => now - (count - 1 - i) * history.step_s);
    for (const [key, figures, format] of CHARTS) {
      const lines = figures.filter((figure) => history.series[figure]).map((figure) => ({ name: t(`figure.${figure}`), values: history.series[figure] }));
      if (lines.length === 0 || count < 2) {
        continue;
      }
      const chart = { title: t(`chart.${key}`), timeLabel: t("chart.time"), lines, times, format, from: times[0], to: now, least: 1e-9 };
      const known = drawn.get(key);
      if (known) {
        known.again(chart);
      } else {
        const box = h("div", { class: "chart", role: "img" });
        grid.append(h("section", {}, h("h2", {}, chart.title), box));
        drawn.set(key, await draw(box, chart));
      }
    }
  }
  const observer = new ResizeObserver(() => drawn.forEach((one) => one.again()));
  observer.observe(grid);
  const forget = onTheme(() => drawn.forEach((one) => one.renew()));
  context.signal.addEventListener("abort", () => {
    observer.disconnect();
    forget();
    drawn.forEach((one) => one.destroy());
  });
  await follow(renew, HISTORY_MILLIS, context.signal, context.complain);
}

export async function show(main, context) {
  const lead = h("p", { class: "lead" });
  const all = h("dl", { class: "cards" });
  const figures = h("dl", { class: "cards" });
  const body = h("tbody");
  const waiting = h("div");
  const grid = h("div", { class: "charts" });
  const servers = table(t("server.title"), HEADS.map(([key, kind]) => [t(key), kind]), body);
  servers.classList.add("servers");
  main.append(lead, all, h("h2", {}, t("server.title")), servers, waiting, h("h2", {}, t("imbalance.title")), figures, grid);
  async function renew() {
    const fleet = await context.get("fleet");
    context.content();
    lead.replaceChildren(t("fleet.balance"), " ", h("code", {}, fleet.balance));
    all.replaceChildren(...cards(fleet.fleet));
    figures.replaceChildren(...imbalance(fleet.fleet.imbalance));
    waiting.replaceChildren(...held(fleet.held));
    if (fleet.servers.length === 0) {
      nothing(body, HEADS.length, t("server.none"));
    } else {
      rows(body, fleet.servers, (server) => server.number, cells);
    }
  }
  await Promise.all([follow(renew, FLEET_MILLIS, context.signal, context.complain), charts(context, grid)]);
}
