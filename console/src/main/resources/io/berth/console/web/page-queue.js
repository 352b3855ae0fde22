// Jobs that wait, each with the reason, and the queues that they wait in.

import { path } from "./client.js";
import { calm, h, name, nothing, rows, table } from "./dom.js";
import { follow } from "./live.js";
import { moment, pathThen } from "./moment.js";
import { timeSlider } from "./time-slider.js";
import { duration, number, shortTime, t, time, tOr } from "./words.js";

const LIMIT = 25;
const MILLIS = 3000;
const RUNNING = "reserved,starting,running,stopping";
const ASKED_AT_ONCE = 3;

export const title = () => t("nav.queue");

/** The reason in the reader's language. */
export function reason(why) {
  if (!why) {
    return "…";
  }
  if (!why.waiting) {
    return t("why.gone");
  }
  if (why.startable) {
    return t("why.startable");
  }
  return why.reason ? tOr(`reason.${why.reason}`, why.text) : why.text;
}

function when(why) {
  if (!why) {
    return "";
  }
  if (why.try_time) {
    return h("time", { datetime: why.try_time, title: time(why.try_time) }, shortTime(why.try_time));
  }
  return why.cure ? t(`cure.${why.cure}`) : "";
}

function heads() {
  return [
    [t("job.number"), "n"],
    [t("job.name")],
    [t("queue.reason")],
    [t("queue.when")],
    [t("queue.since")],
    [t("job.gpus"), "n"],
    [t("job.tasks"), "n"],
    [t("job.queue")],
  ];
}

function cells({ job, why, waited }) {
  return [
    h("td", { class: "n" }, h("a", { href: `#/job/${job.id}` }, String(job.id))),
    h("td", {}, name(job.name)),
    h("td", {}, reason(why)),
    h("td", {}, when(why)),
    h("td", { class: "when" }, waited),
    h("td", { class: "n" }, number(job.gpus)),
    h("td", { class: "n" }, number(job.tasks)),
    h("td", {}, name(job.queue)),
  ];
}

function queueTable(body) {
  const columns = ["name", "waiting", "asked", "holding", "held"].map((key, i) => [t(`queue.${key}`), i > 0 ? "n" : ""]);
  return table(t("queue.queues"), columns, body);
}

function queueCells(queue) {
  return [
    h("td", {}, queue.name ? h("a", { href: `#/${path("jobs", { queue: queue.name })}` }, name(queue.name)) : t("queue.nameless")),
    h("td", { class: "n" }, number(queue.jobs_waiting)),
    h("td", { class: "n" }, number(queue.gpus_waiting)),
    h("td", { class: "n" }, number(queue.jobs_holding)),
    h("td", { class: "n" }, number(queue.gpus_held)),
  ];
}

function runningHeads() {
  return [[t("job.number"), "n"], [t("job.name")], [t("job.state")], [t("job.started")], [t("job.gpus"), "n"], [t("job.nodes")], [t("job.queue")]];
}

function runningCells(job) {
  return [
    h("td", { class: "n" }, h("a", { href: `#/job/${job.id}` }, String(job.id))),
    h("td", {}, name(job.name)),
    h("td", {}, h("span", { class: `badge ${job.state}` }, tOr(`state.${job.state}`, job.state))),
    h("td", { class: "when" }, job.start_time ? shortTime(job.start_time) : "–"),
    h("td", { class: "n" }, number(job.gpus)),
    h("td", {}, job.node_names.slice(0, 2).flatMap((node, i) => [i > 0 ? ", " : "", name(node)]), job.nodes > 2 ? ` +${job.nodes - 2}` : ""),
    h("td", {}, name(job.queue)),
  ];
}

export async function show(main, context) {
  const body = h("tbody");
  const queueBody = h("tbody");
  const lead = h("p", { class: "lead" });
  const more = h("p", {}, h("a", { href: "#/jobs?state=pending" }, t("queue.more")));
  const whys = new Map();
  let shown = [];
  let now = Date.now();
  const running = h("tbody");
  const runningPart = h("section", {}, h("h2", {}, t("queue.running")), table(t("queue.running"), runningHeads(), running));
  const slider = timeSlider(context, () => {
    whys.clear();
    load();
  });
  main.append(slider, lead, table(t("queue.jobs"), heads(), body), more, h("h2", {}, t("queue.queues")), queueTable(queueBody), runningPart);
  function draw() {
    if (shown.length === 0) {
      nothing(body, heads().length, t("queue.none"));
      return;
    }
    const items = shown.map((job) => ({ job, why: whys.get(job.id), waited: duration(now - Date.parse(job.submit_time) - 1000 * (job.clock_moved_seconds ?? 0)) }));
    rows(body, items, ({ job }) => job.id, cells);
  }
  async function explain(left) {
    const at = moment();
    for (let job = left.shift(); job && !context.signal.aborted; job = left.shift()) {
      const why = await context.get(pathThen(`jobs/${job.id}/explain`));
      if (moment() !== at) {
        return;
      }
      whys.set(job.id, why);
      draw();
    }
  }
  async function load() {
    try {
      const at = moment();
      const [status, page, queues, busy] = await Promise.all([
        context.get(pathThen("status")),
        context.get(pathThen("jobs", { state: "pending", limit: LIMIT })),
        context.get(pathThen("queues")),
        context.get(pathThen("jobs", { state: RUNNING, limit: LIMIT })),
      ]);
      if (moment() !== at) {
        return;
      }
      context.content();
      now = Date.parse(status.time);
      shown = page.jobs;
      const ids = new Set(shown.map((job) => job.id));
      [...whys.keys()].filter((id) => !ids.has(id)).forEach((id) => whys.delete(id));
      more.hidden = page.next === null;
      lead.textContent = t("queue.lead", { waiting: number(status.jobs_waiting), shown: number(shown.length) });
      draw();
      if (queues.queues.length === 0) {
        nothing(queueBody, 5, t("queue.noQueues"));
      } else {
        rows(queueBody, queues.queues, (queue) => queue.name, queueCells);
      }
      if (busy.jobs.length === 0) {
        nothing(running, runningHeads().length, t("queue.nothingRuns"));
      } else {
        rows(running, busy.jobs, (job) => job.id, runningCells);
      }
      const left = [...shown];
      await Promise.all(Array.from({ length: ASKED_AT_ONCE }, () => explain(left)));
    } catch (failure) {
      context.complain(failure);
    }
  }
  await load();
  const again = calm(load, () => MILLIS, context.signal);
  follow((event) => {
    if (!moment() && event.type !== "node") {
      again();
    }
  }, context.signal);
}
