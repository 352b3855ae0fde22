// The list of jobs, by number.

import { path } from "./client.js";
import { calm, h, labelled, name, nothing, rows, table } from "./dom.js";
import { follow } from "./live.js";
import { number, shortTime, t, time, tOr } from "./words.js";

const LIMIT = 50;
const MILLIS = 1500;
export const STATES = ["pending", "reserved", "starting", "running", "stopping", "finished", "failed", "cancelled", "rejected", "out_of_memory", "timed_out"];

/** The places before those shown, so that one can go back; the API only goes on. */
let before = [];

export const title = () => t("nav.jobs");

/** A state, told by its word and only underlined by its colour. */
export function badge(state) {
  return h("span", { class: `badge ${state}` }, tOr(`state.${state}`, state));
}

function when(iso) {
  return h("td", { class: "when" }, iso ? h("time", { datetime: iso, title: time(iso) }, shortTime(iso)) : "");
}

function cells(job) {
  return [
    h("td", { class: "n" }, h("a", { href: `#/job/${job.id}` }, String(job.id))),
    h("td", {}, badge(job.state)),
    h("td", {}, name(job.name)),
    h("td", {}, name(job.queue)),
    h("td", { class: "n" }, number(job.gpus)),
    h("td", { class: "n" }, number(job.tasks)),
    when(job.submit_time),
    when(job.start_time),
    h("td", {}, job.node_names.slice(0, 2).flatMap((node, i) => [i > 0 ? ", " : "", name(node)]), job.nodes > 2 ? ` +${job.nodes - 2}` : ""),
  ];
}

function heads() {
  return [
    [t("job.number"), "n"],
    [t("job.state")],
    [t("job.name")],
    [t("job.queue")],
    [t("job.gpus"), "n"],
    [t("job.tasks"), "n"],
    [t("job.submitted")],
    [t("job.started")],
    [t("job.nodes")],
  ];
}

function go(query, changes) {
  const next = new URLSearchParams(query);
  for (const [key, value] of Object.entries(changes)) {
    if (value) {
      next.set(key, value);
    } else {
      next.delete(key);
    }
  }
  location.hash = `#/jobs?${next}`;
}

/** The state that is asked for; jobs that live, unless the address says otherwise. */
function stateOf(query) {
  return query.get("state") ?? "live";
}

function form(query, queues) {
  const state = h(
    "select",
    { id: "state-filter" },
    [["live", t("jobs.live")], ["all", t("jobs.all")], ["ended", t("jobs.ended")], ...STATES.map((word) => [word, t(`state.${word}`)])].map(
      ([value, text]) => h("option", { value, selected: value === stateOf(query) }, text),
    ),
  );
  const queue = h("input", { id: "queue-filter", type: "search", list: "queue-names", value: query.get("queue") ?? "" });
  const named = h("input", { id: "name-filter", type: "search", value: query.get("name") ?? "", placeholder: "train-*" });
  return h(
    "form",
    {
      class: "filter",
      role: "search",
      submit: (event) => {
        event.preventDefault();
        before = [];
        go(query, { state: state.value, queue: queue.value.trim(), name: named.value.trim(), after: "" });
      },
    },
    labelled(t("job.state"), state),
    labelled(t("job.queue"), queue),
    h("datalist", { id: "queue-names" }, queues.map((row) => h("option", { value: row.name }))),
    labelled(t("jobs.name"), named),
    h("button", { type: "submit", class: "main" }, t("jobs.find")),
  );
}

function pager(query) {
  const first = h("button", { type: "button", click: () => ((before = []), go(query, { after: "" })) }, t("page.first"));
  const back = h("button", { type: "button", click: () => go(query, { after: before.pop() ?? "" }) }, t("page.back"));
  const on = h("button", { type: "button" }, t("page.next"));
  const place = h("span", { class: "soft" });
  let next = null;
  on.addEventListener("click", () => {
    before.push(query.get("after") ?? "");
    go(query, { after: String(next) });
  });
  function update(page) {
    next = page.next;
    const after = query.get("after");
    first.disabled = !after;
    back.disabled = !after;
    on.disabled = next === null;
    place.textContent =
      page.jobs.length > 0 ? t("jobs.place", { first: page.jobs[0].id, last: page.jobs.at(-1).id }) : "";
  }
  return { element: h("nav", { class: "pager", "aria-label": t("page.label") }, first, back, on, place), update };
}

export async function show(main, context) {
  const { query, signal } = context;
  const body = h("tbody");
  const pages = pager(query);
  const queues = await context.get("queues");
  main.append(form(query, queues.queues), table(t("nav.jobs"), heads(), body), pages.element);
  async function load() {
    try {
      const state = stateOf(query) === "all" ? "" : stateOf(query);
      const filter = { state, queue: query.get("queue"), name: query.get("name"), after: query.get("after") };
      const page = await context.get(path("jobs", { ...filter, limit: LIMIT }));
      context.content();
      pages.update(page);
      if (page.jobs.length === 0) {
        nothing(body, heads().length, t("jobs.none"));
      } else {
        rows(body, page.jobs, (job) => job.id, cells);
      }
    } catch (failure) {
      context.complain(failure);
    }
  }
  await load();
  const again = calm(load, () => MILLIS, signal);
  follow((event) => {
    if (event.type === "job" || event.type === "reset") {
      again();
    }
  }, signal);
}
