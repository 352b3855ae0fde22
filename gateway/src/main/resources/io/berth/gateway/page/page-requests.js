// The last requests, why each went where it went, and its steps in time.

import { h, labelled, name, nothing, rows, table } from "./dom.js";
import { follow, path } from "./server.js";
import { number, shortTime, t, tOr } from "./words.js";

const MILLIS = 1000;
const OUTCOMES = ["answered", "cancelled", "timed_out", "rejected", "failed", "invalid"];
const HEADS = [["request.number", "n"], ["request.time"], ["request.model"], ["request.tenant"], ["request.server"], ["request.outcome"], ["request.took", "n"], ["request.expected", "n"], ["request.tokens", "n"]];
const seconds = (value) => (value === undefined ? "–" : `${number(value, value < 1 ? 3 : 2)} ${t("unit.s")}`);

/** {translate} is "no" where the texts are names. */
function options(select, values, chosen, translate = "no") {
  const before = [...select.options].map((option) => option.value).join("\n");
  const wanted = ["", ...values.map(([value]) => value)];
  if (before !== wanted.join("\n")) {
    select.replaceChildren(h("option", { value: "" }, t("filter.all")), ...values.map(([value, text]) => h("option", { value, translate, selected: value === chosen }, text)));
  }
}

/** What is compared, as the balancer calls it. */
function cost(option) {
  return option.cost_s !== undefined ? seconds(option.cost_s) : option.requests !== undefined ? t("trace.requests", { count: number(option.requests) }) : "–";
}

function candidates(decision) {
  const all = [decision, ...(decision.rejected ?? [])];
  const body = h("tbody", {}, all.map((option, i) => h(
    "tr",
    {},
    h("td", {}, name(option.server)),
    h("td", {}, t(i === 0 ? "trace.chosen" : "trace.rejected")),
    h("td", { class: "n" }, cost(option)),
    h("td", { class: "n" }, seconds(option.expected_s)),
    h("td", { class: "n" }, number(option.held_blocks ?? 0)),
    h("td", { class: "n" }, seconds(option.report_age_s)),
  )));
  const heads = [[t("request.server")], [""], [t("trace.cost"), "n"], [t("trace.expected"), "n"], [t("trace.held"), "n"], [t("trace.report"), "n"]];
  return table(t("trace.why"), heads, body);
}

/** What happened to it, and when after its arrival. */
function steps(request) {
  const all = [["trace.arrived", 0, {}]];
  if (request["berth.sent_s"] !== undefined) {
    all.push([request["berth.attempts"] > 1 ? "trace.sentAgain" : "trace.sent", request["berth.sent_s"], { server: request["berth.server"], attempts: request["berth.attempts"] }]);
  }
  if (request["berth.first_byte_s"] !== undefined) {
    all.push(["trace.first", request["berth.first_byte_s"], {}]);
  }
  all.push(["trace.ended", request["berth.duration_s"], { outcome: tOr(`outcome.${request["berth.outcome"]}`, request["berth.outcome"]) }]);
  return h("ol", { class: "timeline" }, all.map(([key, at, values]) => h("li", {}, h("span", { class: "when" }, `+${seconds(at)}`), h("bdi", {}, t(key, values)))));
}

function trace(dialog, request) {
  const decision = request["berth.decision"];
  dialog.className = "trace";
  const more = Object.entries(request).filter(([key, value]) => key !== "berth.decision" && typeof value !== "object");
  dialog.replaceChildren(
    h("h2", { id: "dialog-title" }, t("trace.title", { number: number(request["berth.request"]) })),
    steps(request),
    h("h3", {}, t("trace.why")),
    decision ? h("p", {}, t("trace.by", { by: tOr(`by.${decision.by}`, decision.by), candidates: number(decision.candidates ?? 0) })) : h("p", { class: "soft" }, t("trace.undecided")),
    decision ? candidates(decision) : "",
    decision?.expected_s === undefined ? "" : h("p", {}, t("trace.came", { expected: seconds(decision.expected_s), actual: seconds(decision.actual_s) })),
    h("details", {}, h("summary", {}, t("trace.all")), h("pre", {}, more.map(([key, value]) => `${key}: ${value}`).join("\n"))),
    h("div", { class: "buttons" }, h("button", { type: "button", autofocus: true, click: () => dialog.close() }, t("dialog.close"))),
  );
  dialog.showModal();
}

export async function show(main, context) {
  const wanted = { server: context.query.get("server") ?? "", tenant: "", model: "", outcome: "" };
  const body = h("tbody");
  const tenants = new Map();
  const fields = Object.keys(wanted).map((key) => [key, h("select", { id: `filter-${key}`, change: (event) => choose(key, event.target.value) }, h("option", { value: "" }, t("filter.all")))]);
  const shown = table(t("nav.requests"), HEADS.map(([key, kind]) => [t(key), kind]), body);
  shown.classList.add("requests");
  main.append(h("p", { class: "lead" }, t("request.lead")), h("p", { class: "filter" }, fields.map(([key, field]) => labelled(t(`request.${key}`), field))), shown);
  const select = Object.fromEntries(fields);
  const models = new Set();
  options(select.outcome, OUTCOMES.map((outcome) => [outcome, t(`outcome.${outcome}`)]), "", null);
  function choose(key, value) {
    wanted[key] = value;
    renew().catch(context.complain);
  }
  function cells(request) {
    const decision = request["berth.decision"];
    const tokens = request["gen_ai.usage.output_tokens"];
    const label = t("trace.open", { number: request["berth.request"] });
    return [
      h("td", { class: "n" }, h("button", { type: "button", "aria-label": label, click: () => trace(context.dialog, request) }, number(request["berth.request"]))),
      h("td", { class: "when" }, shortTime(request.timestamp)),
      h("td", {}, request["gen_ai.request.model"] ? name(request["gen_ai.request.model"]) : "–"),
      h("td", {}, name(tenants.get(request["berth.tenant"]) ?? String(request["berth.tenant"]))),
      h("td", {}, request["berth.server"] ? name(request["berth.server"]) : "–"),
      h("td", {}, h("span", { class: `badge ${request["berth.outcome"]}` }, tOr(`outcome.${request["berth.outcome"]}`, request["berth.outcome"])), request["error.type"] ? h("span", { class: "soft small", lang: "en" }, ` ${request["error.type"].replaceAll("_", " ")}`) : null),
      h("td", { class: "n" }, seconds(request["berth.duration_s"])),
      h("td", { class: "n" }, decision?.expected_s === undefined ? "–" : `${seconds(decision.expected_s)} / ${seconds(decision.actual_s)}`),
      h("td", { class: "n" }, tokens === undefined ? "–" : number(tokens)),
    ];
  }
  async function renew() {
    const fleet = await context.get("fleet");
    fleet.tenants.forEach((tenant) => tenants.set(tenant.number, tenant.name));
    options(select.server, fleet.servers.map((server) => [server.name, server.name]), wanted.server);
    options(select.tenant, fleet.tenants.map((tenant) => [String(tenant.number), tenant.name]), wanted.tenant);
    const { requests } = await context.get(path("requests", { ...wanted, limit: 100 }));
    context.content();
    requests.forEach((request) => request["gen_ai.request.model"] && models.add(request["gen_ai.request.model"]));
    options(select.model, [...models].sort().map((model) => [model, model]), wanted.model);
    if (requests.length === 0) {
      nothing(body, HEADS.length, t("request.none"));
    } else {
      rows(body, requests, (request) => `${request.timestamp} ${request["berth.request"]}`, cells);
    }
  }
  await follow(renew, MILLIS, context.signal, context.complain);
}
