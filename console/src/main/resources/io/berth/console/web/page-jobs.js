// The list of jobs: newest first, or in another order; by state, queue, owner and any text.

import { h, labelled } from "./dom.js";
import { badge, jobList } from "./job-list.js";
import { t } from "./words.js";

export { badge };
export const STATES = ["pending", "reserved", "starting", "running", "stopping", "finished", "failed", "cancelled", "rejected", "out_of_memory", "timed_out"];

export const title = () => t("nav.jobs");

/** The state that is asked for; jobs that live, unless the address says otherwise. */
function stateOf(query) {
  return query.get("state") ?? "live";
}

/** Writes what is shown into the address, without a step in the history for each letter. */
function keep(query, changes) {
  for (const [key, value] of Object.entries(changes)) {
    if (value) {
      query.set(key, value);
    } else {
      query.delete(key);
    }
  }
  const text = query.toString();
  history.replaceState(null, "", text ? `#/jobs?${text}` : "#/jobs");
}

function form(query, queues, changed) {
  const states = [["live", t("jobs.live")], ["all", t("jobs.all")], ["ended", t("jobs.ended")], ...STATES.map((word) => [word, t(`state.${word}`)])];
  function select(id, key, options) {
    return h("select", { id, change: (event) => changed({ [key]: event.target.value }) }, options.map(([value, text]) => h("option", { value, selected: value === (key === "state" ? stateOf(query) : (query.get(key) ?? "")) }, text)));
  }
  function field(id, key, more = {}) {
    return h("input", { id, type: "search", autocomplete: "off", value: query.get(key) ?? "", ...more, input: (event) => changed({ [key]: event.target.value.trim() }) });
  }
  return h(
    "form",
    { class: "filter", role: "search", submit: (event) => event.preventDefault() },
    labelled(t("jobs.search"), field("job-search", "search", { placeholder: t("jobs.searchHint") })),
    labelled(t("job.state"), select("state-filter", "state", states)),
    labelled(t("job.queue"), field("queue-filter", "queue", { list: "queue-names" })),
    h("datalist", { id: "queue-names" }, queues.map((row) => h("option", { value: row.name }))),
    labelled(t("job.user"), field("user-filter", "user")),
    h("a", { class: "button main", href: "#/submit" }, t("nav.submit")),
  );
}

export async function show(main, context) {
  const { query } = context;
  const queues = await context.get("queues");
  const list = jobList(context, {
    caption: t("nav.jobs"),
    columns: ["id", "state", "name", "queue", "user", "gpus", "cpus", "memory", "tasks", "submitted", "wait", "run", "nodes"],
    sort: query.get("sort") ?? "-id",
    offset: Number(query.get("offset") ?? 0),
    none: t("jobs.none"),
    filter: () => ({ state: stateOf(query) === "all" ? "" : stateOf(query), queue: query.get("queue"), user: query.get("user"), name: query.get("name"), search: query.get("search") }),
    moved: ({ sort, offset }) => keep(query, { sort: sort === "-id" ? "" : sort, offset: offset ? String(offset) : "" }),
  });
  let timer = 0;
  function changed(changes) {
    keep(query, { ...changes, offset: "" });
    clearTimeout(timer);
    timer = setTimeout(list.anew, 200);
  }
  main.append(form(query, queues.queues, changed), list.element);
  await list.load();
}
