// A list of jobs: in an order that its heads change, with a choice of several that are cancelled at once.

import { change, path } from "./client.js";
import { calm, h, name, nothing, rows, table } from "./dom.js";
import { follow } from "./live.js";
import { moment, pathThen } from "./moment.js";
import { wishes } from "./wishes.js";
import { bytes, duration, number, shortTime, t, time, tOr } from "./words.js";

const LIMIT = 50;
const MILLIS = 1500;

/** A state, told by its word and only underlined by its colour. */
export function badge(state) {
  return h("span", { class: `badge ${state}` }, tOr(`state.${state}`, state));
}

/** When it was, in a cell. */
export function when(iso) {
  return h("td", { class: "when" }, iso ? h("time", { datetime: iso, title: time(iso) }, shortTime(iso)) : "–");
}

export function nodeNames(job) {
  return [...job.node_names.slice(0, 2).flatMap((node, i) => [i > 0 ? ", " : "", h("a", { href: `#/node/${encodeURIComponent(node)}` }, name(node))]), job.nodes > 2 ? ` +${number(job.nodes - 2)}` : ""];
}

/** How long it has been since {iso} at {now}, but for what the clock was set meanwhile. */
function since(iso, job, now) {
  return duration(now - Date.parse(iso) - 1000 * (job.clock_moved_seconds ?? 0));
}

export function waited(job, now) {
  return job.wait_seconds === null ? since(job.submit_time, job, now) : duration(1000 * job.wait_seconds);
}

export function ran(job, now) {
  if (job.run_seconds !== null) {
    return duration(1000 * job.run_seconds);
  }
  return job.start_time && !job.end_time ? since(job.start_time, job, now) : "–";
}

/** What a list may show of a job: its head, the word by which it is ordered, its cell. */
const COLUMNS = {
  id: ["job.number", "n", "id", ({ job }) => h("td", { class: "n" }, h("a", { href: `#/job/${job.id}` }, String(job.id)))],
  state: ["job.state", "", "state", ({ job }) => h("td", {}, badge(job.state), job.held ? [" ", badge("held")] : null)],
  name: ["job.name", "", "name", ({ job, service }) => h("td", {}, name(job.name), service ? h("span", { class: "soft" }, ` ${service}`) : null)],
  queue: ["job.queue", "", "queue", ({ job }) => h("td", {}, name(job.queue))],
  user: ["job.user", "user", "user", ({ job }) => h("td", { class: "user" }, job.user ? name(job.user) : "–")],
  gpus: ["job.gpus", "n", "gpus", ({ job }) => h("td", { class: "n" }, number(job.gpus))],
  cpus: ["job.cpus", "n", "cpus", ({ job }) => h("td", { class: "n" }, number(job.cpus))],
  memory: ["job.memory", "n", "memory", ({ job }) => h("td", { class: "n" }, job.memory_bytes > 0 ? bytes(job.memory_bytes) : "–")],
  tasks: ["job.tasks", "n", "tasks", ({ job }) => h("td", { class: "n" }, number(job.tasks))],
  submitted: ["job.submitted", "", "submitted", ({ job }) => when(job.submit_time)],
  started: ["job.started", "", "started", ({ job }) => when(job.start_time)],
  wait: ["job.waited", "n", "wait", ({ wait }) => h("td", { class: "n" }, wait)],
  run: ["job.ran", "n", "run", ({ run }) => h("td", { class: "n" }, run)],
  nodes: ["job.nodes", "", null, ({ job }) => h("td", {}, ...nodeNames(job))],
};

/**
 * A list of jobs. {columns} are words of COLUMNS, or [head, kind, cell of {job, more}]; {filter()} gives parameters of the API, {sort}
 * is the order at first; {more(job)} gives what else is known of a job. {shown(jobs)} hears which are shown.
 */
export function jobList(context, { caption, columns, filter, sort, limit = LIMIT, none, more = () => null, shown = () => {}, moved = () => {}, offset = 0, past = false }) {
  const body = h("tbody");
  const selected = new Set();
  const all = h("input", { type: "checkbox", "aria-label": t("list.all"), change: (event) => choose(event.target.checked) });
  const parts = columns.map((column) => (typeof column === "string" ? COLUMNS[column] : [column[0], column[1], null, column[2]]));
  const heads = [[all, "pick"], ...parts.map(([head, kind, key]) => [key === null ? t(head) : sorter(t(head), key), kind])];
  const labels = ["", ...parts.map(([head]) => t(head))];
  const element = h("section", { class: "jobs" });
  const count = h("span", { class: "soft", role: "status" });
  const back = h("button", { type: "button", click: () => turn(-limit) }, t("page.back"));
  const on = h("button", { type: "button", click: () => turn(limit) }, t("page.next"));
  const cancel = h("button", { type: "button", class: "danger", hidden: true, click: () => cancelAll() });
  const others = wishes(context, () => page.jobs.filter((job) => selected.has(job.id)), async () => load());
  const state = { sort, offset };
  let page = { jobs: [], total: 0 };
  let services = [];
  element.append(
    h("div", { class: "filter acts" }, cancel, ...others.elements),
    table(caption, heads, body, labels),
    h("nav", { class: "pager", "aria-label": `${caption}: ${t("page.label")}` }, back, on, count),
  );
  function sorter(text, key) {
    return h("button", { type: "button", class: "sort", "data-key": key, click: () => order(key) }, text);
  }
  function order(key) {
    state.sort = state.sort === `-${key}` ? key : `-${key}`;
    state.offset = 0;
    moved(state);
    load();
  }
  function turn(by) {
    state.offset = Math.max(0, state.offset + by);
    moved(state);
    load();
  }
  function choose(every) {
    selected.clear();
    if (every) {
      page.jobs.filter((job) => !job.end_time).forEach((job) => selected.add(job.id));
    }
    draw();
  }
  function pick({ job }) {
    const box = h("input", {
      type: "checkbox",
      "aria-label": t("list.pick", { id: job.id }),
      // What was is not to be changed.
      disabled: Boolean(job.end_time) || moment() !== "",
      change: (event) => {
        selected[event.target.checked ? "add" : "delete"](job.id);
        acts();
      },
    });
    box.checked = selected.has(job.id);
    return h("td", { class: "pick" }, box);
  }
  async function cancelAll() {
    const ids = [...selected];
    const text = t("list.cancelText", { count: number(ids.length), jobs: ids.slice(0, 20).join(", ") + (ids.length > 20 ? " …" : "") });
    if (!(await context.confirm(t("list.cancelTitle"), text, t("list.cancelYes", { count: number(ids.length) })))) {
      return;
    }
    try {
      const done = await change("DELETE", path("jobs", { jobs: ids.join(",") }));
      selected.clear();
      context.say(t("list.cancelled", { count: number(done.cancelled) }));
      await load();
    } catch (failure) {
      context.refuse(failure);
    }
  }
  function acts() {
    others.show();
    cancel.hidden = selected.size === 0;
    cancel.textContent = t("list.cancel", { count: number(selected.size) });
    const living = page.jobs.filter((job) => !job.end_time).length;
    all.checked = living > 0 && selected.size === living;
    all.disabled = living === 0 || moment() !== "";
    all.indeterminate = selected.size > 0 && selected.size < living;
  }
  /* How many replicas of its service are ready; what is past is not known. */
  function serviceText(job) {
    const service = services.find((row) => row.name === job.service);
    return service && !job.end_time && moment() === "" ? t("list.service", { service: service.name, ready: number(service.ready), wanted: number(service.wanted) }) : job.service ?? "";
  }
  async function replicas() {
    services = page.jobs.some((job) => job.service && !job.end_time) && moment() === "" ? (await context.get(path("services"))).services : [];
  }
  function draw() {
    const now = Date.parse(page.time);
    // Emulated jobs are nobody's.
    element.classList.toggle("ownerless", page.jobs.every((job) => job.user === null));
    const ids = new Set(page.jobs.map((job) => job.id));
    [...selected].filter((id) => !ids.has(id)).forEach((id) => selected.delete(id));
    if (page.jobs.length === 0) {
      nothing(body, heads.length, none);
    } else {
      const items = page.jobs.map((job) => ({ job, wait: waited(job, now), run: ran(job, now), service: serviceText(job), more: more(job), picked: selected.has(job.id), past: moment() }));
      rows(body, items, ({ job }) => job.id, (item) => [pick(item), ...parts.map(([, , , cell]) => cell(item))]);
    }
    for (const button of element.querySelectorAll(".sort")) {
      const { key } = button.dataset;
      const direction = state.sort === key ? "ascending" : state.sort === `-${key}` ? "descending" : null;
      const head = button.closest("th");
      if (direction) {
        head.setAttribute("aria-sort", direction);
      } else {
        head.removeAttribute("aria-sort");
      }
    }
    back.disabled = state.offset === 0;
    on.disabled = state.offset + page.jobs.length >= page.total;
    const first = page.jobs.length === 0 ? 0 : state.offset + 1;
    const text = t("list.place", { first: number(first), last: number(state.offset + page.jobs.length), all: number(page.total) });
    if (count.textContent !== text) {
      count.textContent = text;
    }
    acts();
  }
  async function load() {
    const wish = { ...filter(), sort: state.sort, offset: state.offset || "", limit };
    try {
      const at = moment();
      const read = await context.get(past ? pathThen("jobs", wish) : path("jobs", wish));
      if (moment() !== at && past) {
        return;
      }
      context.content();
      page = read;
      await replicas();
      if (page.jobs.length === 0 && state.offset > 0) {
        state.offset = 0;
        await load();
        return;
      }
      draw();
      shown(page.jobs, page);
    } catch (failure) {
      context.complain(failure);
    }
  }
  const again = calm(load, () => MILLIS, context.signal);
  follow((event) => {
    if ((!past || !moment()) && (event.type === "job" || event.type === "reset")) {
      again();
    }
  }, context.signal);
  return { element, load, draw, anew: () => ((state.offset = 0), load()) };
}
