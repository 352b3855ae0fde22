// What another balancer would have made of the requests of the last hour.

import { h, labelled, table } from "./dom.js";
import { path } from "./server.js";
import { number, percent, t } from "./words.js";

const MILLIS = 700;
const OVER = ["done", "failed"];
const USUAL = ["least-connections", "round-robin"];
const seconds = (value) => `${number(value, value < 1 ? 3 : 2)} ${t("unit.s")}`;
const FIGURES = [
  ["mean_s", "compare.mean", seconds],
  ["p50_s", "figure.p50_s", seconds],
  ["p99_s", "figure.p99_s", seconds],
  ["goodput_share", "compare.good", percent],
  ["utilization_variance", "figure.utilization_variance", (value) => number(value, 4)],
  ["completion_time_variance", "figure.completion_time_variance", (value) => number(value, 3)],
  ["idle_rate", "figure.idle_rate", percent],
  ["queueing_seconds", "figure.queueing_seconds", seconds],
  ["rejection_rate", "figure.rejection_rate", percent],
];

function difference(found) {
  if (!found) {
    return null;
  }
  const sign = (value) => `${value > 0 ? "+" : ""}${number(value, 3)}`;
  const kind = ["better", "worse"].includes(found.verdict) ? found.verdict : "";
  return h("span", { class: `difference ${kind}` }, t("compare.difference", { mean: sign(found.mean_s), low: sign(found.low_s), high: sign(found.high_s) }), h("br"), t(`verdict.${found.verdict}`));
}

function results(made) {
  const lines = made.results.map((row, i) => h(
    "tr",
    { class: row.replayed ? null : "soft" },
    h("th", { scope: "row" }, h("bdi", { class: "wrap" }, row.name), h("span", { class: "difference" }, t(row.replayed ? (i === 1 ? "compare.present" : "compare.other") : "compare.was"))),
    FIGURES.map(([key, , format]) => h("td", { class: "n" }, row[key] === undefined ? "–" : format(row[key]), key === "mean_s" ? difference(row.difference) : null)),
  ));
  const shown = table(t("compare.title"), [[t("compare.balancer")], ...FIGURES.map(([, key]) => [t(key), "n"])], h("tbody", {}, lines));
  shown.classList.add("results");
  return shown;
}

function servers(made) {
  const body = h("tbody", {}, made.servers.map((server) => h("tr", {}, h("td", {}, h("bdi", { class: "wrap" }, server.name)), h("td", { class: "n" }, number(server.tokens_per_s, 1)), h("td", { class: "n" }, number(server.slots)), h("td", { class: "n" }, number(server.answers)), h("td", { class: "n" }, server.error === undefined ? "–" : percent(server.error)))));
  return table(t("compare.servers"), [[t("server.name")], [t("compare.speed"), "n"], [t("compare.slots"), "n"], [t("server.answered"), "n"], [t("compare.error"), "n"]], body);
}

/** By how much the replay of what there was is off. */
function off(made) {
  const [was, base] = made.results;
  const by = (key) => `${base[key] >= was[key] ? "+" : ""}${percent((base[key] - was[key]) / was[key])}`;
  return h("p", {}, t("compare.off", { mean: by("mean_s"), p99: by("p99_s"), requests: number(was.requests), slo: seconds(made.slo_s) }));
}

export async function show(main, context) {
  const { balancers } = await context.get("balancers");
  context.content();
  const boxes = balancers.map((balancer, i) => [balancer, h("input", { type: "checkbox", id: `balancer-${i}`, value: balancer, checked: USUAL.includes(balancer) })]);
  const slo = h("input", { id: "slo", type: "number", min: "0.001", step: "any" });
  const go = h("button", { type: "submit", class: "main" }, t("compare.begin"));
  const state = h("p", { class: "soft", role: "status" });
  const out = h("div");
  async function submit(event) {
    event.preventDefault();
    const chosen = boxes.filter(([, box]) => box.checked).map(([balancer]) => balancer);
    if (chosen.length === 0 || chosen.length > 8) {
      state.textContent = t("compare.pick");
      return;
    }
    go.disabled = true;
    out.replaceChildren();
    try {
      await wait(path("compare", { balance: chosen.join(","), slo: slo.value }));
    } catch (failure) {
      state.textContent = "";
      context.complain(failure);
    } finally {
      go.disabled = false;
    }
  }
  async function wait(address) {
    for (;;) {
      const made = await context.get(address);
      context.content();
      state.textContent = t(`compare.${made.state}`, { problem: made.problem ?? "" });
      if (OVER.includes(made.state)) {
        out.replaceChildren(...(made.state === "done" ? [off(made), results(made), h("p", { class: "soft" }, t("compare.terms")), h("h2", {}, t("compare.servers")), servers(made)] : []));
        return;
      }
      await new Promise((done) => setTimeout(done, MILLIS));
    }
  }
  const form = h(
    "form",
    { class: "card", submit },
    h("fieldset", {}, h("legend", {}, t("compare.with")), h("div", { class: "choices" }, boxes.map(([balancer, box]) => h("label", { class: "check" }, box, h("bdi", {}, balancer))))),
    h("div", { class: "buttons" }, labelled(t("compare.slo"), slo), go),
  );
  main.append(h("p", { class: "lead" }, t("compare.lead")), form, state, out);
}
