// The strategy that holds, and how another is chosen.

import { change } from "./client.js";
import { compare } from "./compare.js";
import { h, rows, table } from "./dom.js";
import { follow } from "./live.js";
import { policyText } from "./said.js";
import { t } from "./words.js";

const PARTS = ["order", "place", "backfill", "preempt"];

export const title = () => t("nav.strategy");

/** A part as people read it: a name, or JSON where it is more than that. */
function text(part) {
  return typeof part === "string" ? part : JSON.stringify(part);
}

function facts(strategy) {
  const pairs = [[t("strategy.name"), strategy.name], ...PARTS.map((part) => [t(`part.${part}`), text(strategy[part])])];
  return pairs.map(([key, value]) => h("div", {}, h("dt", {}, key), h("dd", {}, h("bdi", { class: "wrap" }, value))));
}

function policyTable(policies) {
  const body = h("tbody");
  rows(body, policies, (policy) => `${policy.kind} ${policy.name}`, (policy) => [
    h("td", {}, t(`part.${policy.kind}`)),
    h("td", {}, h("code", {}, policy.name)),
    h("td", { class: "text" }, policyText(policy), policy.source ? h("span", { class: "soft", lang: "en" }, ` ${policy.source}`) : null),
    h("td", { class: "text" }, policy.parameters.map((it) => h("div", { title: it.doc, lang: "en" }, h("code", {}, `${it.name} = ${it.fallback}`)))),
  ]);
  const heads = [[t("strategy.part")], [t("strategy.policy")], [t("strategy.summary")], [t("strategy.parameters")]];
  return table(t("strategy.policies"), heads, body);
}

function choice(id, label, options, chosen) {
  const select = h("select", { id, change: chosen }, options.map(([value, shown]) => h("option", { value }, shown)));
  return { select, field: h("div", { class: "field" }, h("label", { for: id }, label), select) };
}

/** Has {strategy} used, after a yes. */
async function use(strategy, context, done) {
  try {
    const shown = typeof strategy === "string" ? strategy : (strategy.name ?? PARTS.map((part) => text(strategy[part] ?? "")).join(" · "));
    const asked = [t("strategy.confirm"), " ", h("bdi", {}, shown)];
    if (await context.confirm(t("strategy.change"), asked, t("strategy.apply"))) {
      done(await change("PUT", "strategy", strategy));
      context.say(t("strategy.changed"));
    }
  } catch (failure) {
    context.refuse(failure);
  }
}

/** The form writes a document, which whoever knows more may change by hand before it is sent. */
function form(catalog, context, done) {
  const area = h("textarea", { id: "strategy-document", rows: "8", spellcheck: "false", autocomplete: "off" });
  const parts = {};
  function write(strategy) {
    area.value = JSON.stringify(strategy, null, 2);
  }
  function fromParts() {
    const strategy = {};
    for (const part of PARTS) {
      const value = parts[part].select.value;
      strategy[part] = value.startsWith("[") || value.startsWith("{") ? JSON.parse(value) : value;
    }
    ready.select.value = "";
    write(strategy);
  }
  function take(strategy) {
    for (const part of PARTS) {
      const { select } = parts[part];
      const value = text(strategy[part]);
      if (![...select.options].some((option) => option.value === value)) {
        select.append(h("option", { value }, value));
      }
      select.value = value;
    }
    write(strategy);
  }
  for (const part of PARTS) {
    const names = catalog.policies.filter((policy) => policy.kind === part).map((policy) => [policy.name, policy.name]);
    parts[part] = choice(`part-${part}`, t(`part.${part}`), names, fromParts);
  }
  const presets = catalog.presets.map((preset) => [preset.name, preset.name]);
  const ready = choice("preset", t("strategy.preset"), [["", t("strategy.own")], ...presets], () => {
    const preset = catalog.presets.find((one) => one.name === ready.select.value);
    if (preset) {
      take(preset);
    }
  });
  async function submit(event) {
    event.preventDefault();
    try {
      await use(JSON.parse(area.value), context, done);
    } catch (failure) {
      context.refuse(failure, t("strategy.noJson"));
    }
  }
  const element = h(
    "form",
    { class: "card", submit },
    h("div", { class: "fields" }, ready.field, PARTS.map((part) => parts[part].field)),
    h("label", { for: "strategy-document" }, t("strategy.document")),
    area,
    h("div", { class: "buttons" }, h("button", { type: "submit", class: "main" }, t("strategy.apply"))),
  );
  return { element, take };
}

export async function show(main, context) {
  const [strategy, catalog] = await Promise.all([context.get("strategy"), context.get("policies")]);
  const list = h("dl", { class: "facts wide" });
  const changing = form(catalog, context, draw);
  function draw(now) {
    list.replaceChildren(...facts(now));
  }
  draw(strategy);
  changing.take(strategy);
  main.append(
    h("p", { class: "lead" }, t("strategy.lead")),
    h("h2", {}, t("strategy.active")),
    list,
    await compare(catalog, context, (strategy) => use(strategy, context, draw)),
    h("h2", {}, t("strategy.change")),
    changing.element,
    h("h2", {}, t("strategy.policies")),
    policyTable(catalog.policies),
  );
  follow(async (event) => {
    if (event.type === "strategy") {
      draw(event.row);
    } else if (event.type === "reset") {
      await context.get("strategy").then(draw, context.complain);
    }
  }, context.signal);
}
