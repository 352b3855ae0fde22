// The nodes as a table, for those who do not use the map, and to find one by its name.

import { change } from "./client.js";
import { h, labelled, name, nothing, plain, rows, table } from "./dom.js";
import { moment } from "./moment.js";
import { bytes, number, percent, t, tOr } from "./words.js";

const ROWS = 25;

const share = (all, free) => (all > 0 ? (all - free) / all : 0);

/** Heads, and by what each orders. */
const COLUMNS = [
  ["node.name", "", (node) => node.name],
  ["node.state", "", (node) => node.state],
  ["node.model", "", (node) => node.gpu_model],
  ["node.gpusHeld", "n", (node) => node.gpus - node.gpus_free],
  ["node.cpusHeld", "n", (node) => share(node.cpus, node.cpus_free)],
  ["node.memoryHeld", "n", (node) => share(node.memory_bytes, node.memory_free_bytes)],
  ["node.gpusBusy", "n", (node) => gpusBusy(node) ?? -1],
  ["node.cpusBusy", "n", (node) => node.load?.cpu_percent ?? -1],
  ["node.tasks", "n", (node) => node.tasks],
];

/** The mean share of time in which the GPUs of {node} were busy, percent; null where that is not measured. */
export function gpusBusy(node) {
  const known = (node.load?.gpus ?? []).map((gpu) => gpu.busy_percent).filter((busy) => busy !== null);
  return known.length === 0 ? null : known.reduce((sum, busy) => sum + busy, 0) / known.length;
}

export function measured(value) {
  return value === null || value === undefined ? "–" : percent(value / 100);
}

/** How much of something is held. */
export function held(all, free) {
  return all > 0 ? percent((all - free) / all) : "–";
}

function cells(node) {
  return [
    h("td", {}, h("a", { href: `#/node/${encodeURIComponent(node.name)}` }, name(node.name))),
    h("td", {}, h("span", { class: `badge ${node.state}` }, tOr(`node.${node.state}`, node.state))),
    h("td", {}, name(node.gpu_model || "–")),
    h("td", { class: "n" }, `${number(node.gpus - node.gpus_free)} / ${number(node.gpus)}`),
    h("td", { class: "n" }, held(node.cpus, node.cpus_free)),
    h("td", { class: "n", title: bytes(node.memory_bytes) }, held(node.memory_bytes, node.memory_free_bytes)),
    h("td", { class: "n" }, measured(gpusBusy(node))),
    h("td", { class: "n" }, measured(node.load?.cpu_percent)),
    h("td", { class: "n" }, number(node.tasks)),
  ];
}

/** {element, draw(nodes)}; {changed} is called when nodes were drained or take tasks again. */
export function nodeTable(context, changed) {
  const body = h("tbody");
  const place = h("span", { class: "soft", role: "status" });
  const back = h("button", { type: "button", click: () => turn(-1) }, t("page.back"));
  const on = h("button", { type: "button", click: () => turn(1) }, t("page.next"));
  const find = h("input", { id: "node-find", type: "search", autocomplete: "off", input: () => turn(-page) });
  const stop = h("button", { type: "button", class: "danger", hidden: true, click: () => drain(true) }, "");
  const again = h("button", { type: "button", hidden: true, click: () => drain(false) }, "");
  const all = h("input", { type: "checkbox", "aria-label": t("nodes.all"), change: (event) => choose(event.target.checked) });
  const heads = [[all, "pick"], ...COLUMNS.map(([key, kind], i) => [h("button", { type: "button", class: "sort", click: () => sort(i) }, t(key)), kind])];
  const selected = new Set();
  let order = { column: -1, down: false };
  let nodes = [];
  let shown = [];
  let page = 0;
  function turn(by) {
    page += by;
    draw(nodes);
  }
  function sort(column) {
    order = { column, down: order.column === column ? !order.down : COLUMNS[column][1] === "n" };
    page = 0;
    draw(nodes);
  }
  function choose(every) {
    selected.clear();
    if (every) {
      shown.filter((node) => node.state !== "lost").forEach((node) => selected.add(node.name));
    }
    draw(nodes);
  }
  async function drain(down) {
    const names = nodes.filter((node) => selected.has(node.name) && node.state === (down ? "up" : "draining")).map((node) => node.name);
    const text = t(down ? "nodes.drainText" : "nodes.undrainText", { count: number(names.length), names: names.slice(0, 10).map(plain).join(", ") + (names.length > 10 ? " …" : "") });
    if (!(await context.confirm(t("nodes.drainTitle"), text, t(down ? "node.drain" : "node.undrain")))) {
      return;
    }
    try {
      for (const one of names) {
        await change("POST", `nodes/${encodeURIComponent(one)}/${down ? "drain" : "undrain"}`);
      }
      selected.clear();
      context.say(t("nodes.changed", { count: number(names.length) }));
    } catch (failure) {
      context.refuse(failure);
    }
    changed();
  }
  function pick(node) {
    const box = h("input", {
      type: "checkbox",
      "aria-label": t("nodes.pick", { name: plain(node.name) }),
      disabled: node.state === "lost" || moment() !== "",
      change: (event) => {
        selected[event.target.checked ? "add" : "delete"](node.name);
        acts();
      },
    });
    box.checked = selected.has(node.name);
    return h("td", { class: "pick" }, box);
  }
  function acts() {
    const chosen = nodes.filter((node) => selected.has(node.name));
    const up = chosen.filter((node) => node.state === "up").length;
    const draining = chosen.filter((node) => node.state === "draining").length;
    stop.hidden = up === 0;
    again.hidden = draining === 0;
    stop.textContent = t("nodes.drain", { count: number(up) });
    again.textContent = t("nodes.undrain", { count: number(draining) });
    all.checked = shown.length > 0 && shown.every((node) => selected.has(node.name) || node.state === "lost") && chosen.length > 0;
  }
  function ordered(found) {
    if (order.column < 0) {
      return found;
    }
    const value = COLUMNS[order.column][2];
    const sign = order.down ? -1 : 1;
    const compare = (a, b) => (typeof a === "string" ? a.localeCompare(b, "en", { numeric: true }) : a - b);
    return [...found].sort((a, b) => sign * compare(value(a), value(b)) || a.number - b.number);
  }
  function draw(now) {
    nodes = now;
    const wanted = find.value.trim().toLowerCase();
    const found = ordered(wanted ? nodes.filter((node) => `${node.name} ${node.gpu_model} ${node.state}`.toLowerCase().includes(wanted)) : nodes);
    page = Math.max(0, Math.min(page, Math.ceil(found.length / ROWS) - 1));
    shown = found.slice(page * ROWS, (page + 1) * ROWS);
    if (shown.length === 0) {
      nothing(body, heads.length, t("nodes.none"));
    } else {
      rows(body, shown.map((node) => ({ node, picked: selected.has(node.name), past: moment() })), ({ node }) => node.number, ({ node }) => [pick(node), ...cells(node)]);
    }
    element.querySelectorAll(".sort").forEach((button, i) => {
      const head = button.closest("th");
      if (i === order.column) {
        head.setAttribute("aria-sort", order.down ? "descending" : "ascending");
      } else {
        head.removeAttribute("aria-sort");
      }
    });
    back.disabled = page === 0;
    on.disabled = (page + 1) * ROWS >= found.length;
    const first = shown.length === 0 ? 0 : page * ROWS + 1;
    const text = t("nodes.place", { first, last: page * ROWS + shown.length, all: number(found.length) });
    if (place.textContent !== text) {
      place.textContent = text;
    }
    acts();
  }
  const element = h(
    "section",
    { "aria-label": t("nodes.title") },
    h("h2", {}, t("nodes.title")),
    h("p", { class: "filter" }, labelled(t("nodes.find"), find), stop, again),
    table(t("nodes.title"), heads, body, ["", ...COLUMNS.map(([key]) => t(key))]),
    h("nav", { class: "pager", "aria-label": t("nodes.pages") }, back, on, place),
  );
  return { element, draw };
}
