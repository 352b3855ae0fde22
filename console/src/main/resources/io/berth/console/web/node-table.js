// The nodes as a table, for those who do not use the map, and to find one by its name.

import { h, labelled, name, nothing, rows, table } from "./dom.js";
import { bytes, number, percent, t, tOr } from "./words.js";

const ROWS = 25;

function heads() {
  return [
    [t("node.name")],
    [t("node.state")],
    [t("node.model")],
    [t("node.gpusHeld"), "n"],
    [t("node.cpusHeld"), "n"],
    [t("node.memoryHeld"), "n"],
    [t("node.tasks"), "n"],
  ];
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
    h("td", { class: "n" }, number(node.tasks)),
  ];
}

/** {element, draw(nodes)}. */
export function nodeTable() {
  const body = h("tbody");
  const place = h("span", { class: "soft", role: "status" });
  const back = h("button", { type: "button", click: () => turn(-1) }, t("page.back"));
  const on = h("button", { type: "button", click: () => turn(1) }, t("page.next"));
  const find = h("input", { id: "node-find", type: "search", autocomplete: "off", input: () => turn(-page) });
  let nodes = [];
  let page = 0;
  function turn(by) {
    page += by;
    draw(nodes);
  }
  function draw(all) {
    nodes = all;
    const wanted = find.value.trim().toLowerCase();
    const found = wanted ? all.filter((node) => `${node.name} ${node.gpu_model} ${node.state}`.toLowerCase().includes(wanted)) : all;
    page = Math.max(0, Math.min(page, Math.ceil(found.length / ROWS) - 1));
    const shown = found.slice(page * ROWS, (page + 1) * ROWS);
    if (shown.length === 0) {
      nothing(body, heads().length, t("nodes.none"));
    } else {
      rows(body, shown, (node) => node.number, cells);
    }
    back.disabled = page === 0;
    on.disabled = (page + 1) * ROWS >= found.length;
    const first = shown.length === 0 ? 0 : page * ROWS + 1;
    const text = t("nodes.place", { first, last: page * ROWS + shown.length, all: number(found.length) });
    if (place.textContent !== text) {
      place.textContent = text;
    }
  }
  const element = h(
    "section",
    { "aria-label": t("nodes.title") },
    h("h2", {}, t("nodes.title")),
    h("p", { class: "filter" }, labelled(t("nodes.find"), find)),
    table(t("nodes.title"), heads(), body),
    h("nav", { class: "pager", "aria-label": t("nodes.pages") }, back, on, place),
  );
  return { element, draw };
}
