// Hands in a job: a form writes its document, which whoever knows more may change before it is sent.

import { change } from "./client.js";
import { h } from "./dom.js";
import { t } from "./words.js";

const FIELDS = [
  ["name", "text", "train"],
  ["queue", "text", ""],
  ["command", "text", "python train.py"],
  ["tasks", "number", "1"],
  ["gpus", "number", "1"],
  ["cpu", "number", "4"],
  ["memory", "text", "16Gi"],
  ["estimate", "text", "2h"],
];

export const title = () => t("nav.submit");

/** The document that {values} make: what is empty is left to its default. */
function written(values) {
  const demand = {};
  const job = {};
  for (const [key, type] of FIELDS) {
    const text = values[key].trim();
    if (text !== "") {
      const value = type === "number" ? Number(text) : text;
      (["gpus", "cpu", "memory"].includes(key) ? demand : job)[key] = value;
    }
  }
  return JSON.stringify({ ...job, demand }, null, 2);
}

export async function show(main, context) {
  const area = h("textarea", { id: "job-document", rows: "14", spellcheck: "false", autocomplete: "off" });
  const queues = await context.get("queues");
  const inputs = {};
  const fields = FIELDS.map(([key, type, first]) => {
    const number = type === "number" ? { min: "0", step: key === "tasks" ? "1" : "any" } : {};
    inputs[key] = h("input", { id: `submit-${key}`, type, ...number, value: first, autocomplete: "off", spellcheck: "false", list: key === "queue" ? "submit-queues" : null, input: write });
    return h("div", { class: "field" }, h("label", { for: `submit-${key}` }, t(`submit.${key}`)), inputs[key]);
  });
  function write() {
    area.value = written(Object.fromEntries(FIELDS.map(([key]) => [key, inputs[key].value])));
  }
  const send = h("button", { type: "submit", class: "main" }, t("submit.send"));
  async function submit(event) {
    event.preventDefault();
    let job;
    try {
      job = JSON.parse(area.value);
    } catch (failure) {
      context.refuse(failure, t("submit.noJson"));
      return;
    }
    send.disabled = true;
    try {
      const { id } = await change("POST", "jobs", job);
      context.say(t("submit.done", { id }));
      location.hash = `#/job/${id}`;
    } catch (failure) {
      context.refuse(failure);
    } finally {
      send.disabled = false;
    }
  }
  write();
  main.append(
    h("p", { class: "lead" }, t("submit.lead")),
    h(
      "form",
      { class: "card", submit },
      h("div", { class: "fields" }, fields),
      h("datalist", { id: "submit-queues" }, queues.queues.map((row) => h("option", { value: row.name }))),
      h("label", { for: "job-document" }, t("submit.document")),
      area,
      h("div", { class: "buttons" }, send),
    ),
  );
}
