// Jobs that wait, each with the reason and the hour, the queues that they wait in, and the jobs on nodes.

import { path } from "./client.js";
import { calm, h, name, nothing, rows, table } from "./dom.js";
import { jobList } from "./job-list.js";
import { follow } from "./live.js";
import { moment, pathThen } from "./moment.js";
import { timeSlider } from "./time-slider.js";
import { bytes, duration, number, percent, shortTime, t, time, tOr } from "./words.js";

const LIMIT = 25;
const MILLIS = 3000;
const RUNNING = "reserved,starting,running,stopping";
const ASKED_AT_ONCE = 3;
/** A forecast is made for all jobs at once and kept for some seconds; it is asked for those that are shown. */
const ETA_MILLIS = 10000;

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

/** On how many nodes what keeps a job off, most first: "20 × not enough idle GPUs, 12 × another model". */
export function nodeReasons(why) {
  if (!why?.waiting || !why.nodes) {
    return "";
  }
  const order = [...why.nodes].sort((a, b) => b.nodes - a.nodes);
  return order.map((row) => t("why.count", { nodes: number(row.nodes), reason: tOr(`reason.${row.reason}`, row.text) })).join(", ");
}

function whyCell({ more }) {
  const nodes = nodeReasons(more?.why);
  return h("td", { class: "text" }, reason(more?.why), nodes ? h("div", { class: "soft small" }, nodes) : null);
}

/** A moment with the range in which it lies in eight cases of ten. */
export function expected(start, now) {
  const far = (iso) => duration(Math.max(0, Date.parse(iso) - now));
  const range = start.early === start.late ? "" : t("eta.range", { early: far(start.early), late: far(start.late) });
  return [h("time", { datetime: start.time, title: time(start.time) }, t("eta.in", { time: far(start.time) })), range ? h("div", { class: "soft small" }, range) : null];
}

function whenCell({ more }) {
  const { why, eta, now } = more ?? {};
  const place = eta?.position ? h("div", { class: "soft small" }, t("eta.position", { position: number(eta.position) })) : null;
  if (eta?.start) {
    return h("td", {}, ...expected(eta.start, now), place);
  }
  if (why?.try_time) {
    return h("td", {}, h("time", { datetime: why.try_time, title: time(why.try_time) }, shortTime(why.try_time)), place);
  }
  return h("td", {}, why?.cure ? t(`cure.${why.cure}`) : "", place);
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

const amountOf = (resource, value) => (resource.name === "memory" ? bytes(value) : number(value));

/** What a queue holds of what it has a right to, resource by resource. */
function rightsCell(rights) {
  const lines = rights.resources.map((resource) => {
    const amount = (value) => amountOf(resource, value);
    const held = { resource: resource.name, held: amount(resource.held) };
    const parts = [resource.quota > 0 ? t("queue.right", { ...held, quota: amount(resource.quota) }) : t("queue.rightHeld", held)];
    if (resource.limit !== null) {
      parts.push(t("queue.rightLimit", { limit: amount(resource.limit) }));
    }
    if (resource.borrowed > 0) {
      parts.push(t("queue.rightBorrowed", { borrowed: amount(resource.borrowed) }));
    }
    if (resource.used !== null) {
      parts.push(t("queue.rightUsed", { used: amount(resource.used) }));
    }
    return h("div", {}, parts.join(" · "));
  });
  return h("td", { class: "text" }, ...lines);
}

/** A queue with its rights: why it may not hold more is said where jobs of it wait. */
function declaredCells(queue) {
  const rights = queue.rights;
  const why = rights === null ? t("reason.no_queue") : queue.jobs_waiting > 0 && rights.why ? tOr(`reason.${rights.why}`, rights.why) : "";
  const share = rights === null ? "" : rights.used_share === null ? percent(rights.share) : t("queue.usedShare", { share: percent(rights.share), used: percent(rights.used_share) });
  return [
    h("td", {}, queue.name ? h("a", { href: `#/${path("jobs", { queue: queue.name })}` }, name(queue.name)) : t("queue.nameless"), rights?.parent ? h("div", { class: "soft small" }, t("queue.below", { parent: rights.parent })) : null),
    h("td", { class: "n" }, number(queue.jobs_waiting)),
    h("td", { class: "n" }, number(queue.jobs_holding)),
    h("td", { class: "n" }, share),
    rights === null ? h("td", {}) : rightsCell(rights),
    h("td", { class: "text" }, why),
  ];
}

function declaredTable(body) {
  const columns = ["name", "waiting", "holding", "share", "rights", "why"].map((key, i) => [t(`queue.${key}`), i > 0 && i < 4 ? "n" : ""]);
  return table(t("queue.queues"), columns, body);
}

/** Why the jobs that wait do, and when they will start; asked for again as they are shown. */
function knowledge(context, draw) {
  const whys = new Map();
  const etas = new Map();
  let asking = 0;
  let now = Date.now();
  async function explain(left, at, round) {
    for (let job = left.shift(); job && !context.signal.aborted; job = left.shift()) {
      const why = await context.get(pathThen(`jobs/${job.id}/explain`));
      if (moment() !== at || asking !== round) {
        return;
      }
      whys.set(job.id, why);
      draw();
    }
  }
  async function forecast(jobs, at, round) {
    for (const job of jobs) {
      const known = etas.get(job.id);
      if (known && performance.now() - known.asked < ETA_MILLIS) {
        continue;
      }
      // What cannot be forecast (too many jobs at once, a moment of the past) is left out.
      const eta = await context.get(`jobs/${job.id}/eta`).catch(() => null);
      if (moment() !== at || asking !== round || context.signal.aborted || eta === null) {
        return;
      }
      etas.set(job.id, { eta, asked: performance.now() });
      draw();
    }
  }
  return {
    of: (job) => ({ why: whys.get(job.id), eta: moment() ? null : etas.get(job.id)?.eta, now }),
    forget() {
      whys.clear();
      etas.clear();
    },
    async ask(jobs, page) {
      now = Date.parse(page.time);
      const ids = new Set(jobs.map((job) => job.id));
      [whys, etas].forEach((known) => [...known.keys()].filter((id) => !ids.has(id)).forEach((id) => known.delete(id)));
      asking += 1;
      const round = asking;
      const at = moment();
      try {
        const left = [...jobs];
        await Promise.all(Array.from({ length: ASKED_AT_ONCE }, () => explain(left, at, round)));
        if (!at) {
          await forecast(jobs, at, round);
        }
      } catch (failure) {
        context.complain(failure);
      }
    },
  };
}

export async function show(main, context) {
  const queueBody = h("tbody");
  const declaredBody = h("tbody");
  const named = h("div", {}, queueTable(queueBody));
  const declared = h("div", { hidden: true }, declaredTable(declaredBody));
  const lead = h("p", { class: "lead" });
  const known = knowledge(context, () => waiting.draw());
  const waiting = jobList(context, {
    caption: t("queue.jobs"),
    columns: ["id", "name", ["queue.reason", "", whyCell], ["queue.when", "", whenCell], "wait", "gpus", "cpus", "memory", "tasks", "queue", "user"],
    sort: "id",
    limit: LIMIT,
    past: true,
    none: t("queue.none"),
    filter: () => ({ state: "pending" }),
    more: known.of,
    shown: (jobs, page) => known.ask(jobs, page),
  });
  const running = jobList(context, {
    caption: t("queue.running"),
    columns: ["id", "name", "state", "started", "run", "gpus", "cpus", "memory", "nodes", "queue", "user"],
    sort: "-started",
    limit: LIMIT,
    past: true,
    none: t("queue.nothingRuns"),
    filter: () => ({ state: RUNNING }),
  });
  const slider = timeSlider(context, () => {
    known.forget();
    load();
    waiting.load();
    running.load();
  });
  main.append(slider, lead, waiting.element, h("h2", {}, t("queue.queues")), named, declared, h("h2", {}, t("queue.running")), running.element);
  async function load() {
    try {
      const at = moment();
      const [status, queues] = await Promise.all([context.get(pathThen("status")), context.get(pathThen("queues"))]);
      if (moment() !== at) {
        return;
      }
      context.content();
      lead.textContent = t("queue.lead", { waiting: number(status.jobs_waiting), running: number(status.jobs_holding) });
      declared.hidden = queues.queues.every((queue) => queue.rights === null);
      named.hidden = !declared.hidden;
      if (!declared.hidden) {
        rows(declaredBody, queues.queues, (queue) => queue.name, declaredCells);
      } else if (queues.queues.length === 0) {
        nothing(queueBody, 5, t("queue.noQueues"));
      } else {
        rows(queueBody, queues.queues, (queue) => queue.name, queueCells);
      }
    } catch (failure) {
      context.complain(failure);
    }
  }
  await Promise.all([load(), waiting.load(), running.load()]);
  const again = calm(load, () => MILLIS, context.signal);
  follow((event) => {
    if (!moment() && event.type !== "node") {
      again();
    }
  }, context.signal);
}
