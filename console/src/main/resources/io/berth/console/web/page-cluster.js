// The cluster: what there is and what of it is held, on one page.

import { ClusterMap } from "./cluster-map.js";
import { calm, h, name, plain } from "./dom.js";
import { follow } from "./live.js";
import { mapColors } from "./map-color.js";
import { moment, pathThen } from "./moment.js";
import { details } from "./node-detail.js";
import { held, nodeTable } from "./node-table.js";
import { timeSlider } from "./time-slider.js";
import { bytes, number, percent, t, tOr } from "./words.js";

const LIMIT = 5000;
const STATUS_MILLIS = 2000;
/** Only those that changed are read again. */
const NODE_MILLIS = 1000;

export const title = () => t("nav.cluster");

/** Text beside the pointer; those who do not see it hear the same. */
function tip(signal) {
  const element = h("div", { class: "tip", "aria-hidden": "true", hidden: true });
  document.body.append(element);
  signal.addEventListener("abort", () => element.remove());
  return {
    show(text, x, y) {
      element.textContent = text;
      element.hidden = false;
      this.move(x, y);
    },
    move(x, y) {
      const { width, height } = element.getBoundingClientRect();
      element.style.left = `${Math.max(4, Math.min(x + 12, innerWidth - width - 8))}px`;
      element.style.top = `${y + 16 + height > innerHeight ? Math.max(4, y - height - 12) : y + 16}px`;
    },
    hide() {
      element.hidden = true;
    },
  };
}

function describe(node, gpu) {
  const lines = [`${plain(node.name)} · ${tOr(`node.${node.state}`, node.state)}${node.gpu_model ? ` · ${plain(node.gpu_model)}` : ""}`];
  if (gpu >= 0) {
    const busy = 1 - node.gpu_free_milli[gpu] / 1000;
    const memory = node.gpu_memory_bytes > 0 ? `, ${bytes(node.gpu_memory_bytes)}` : "";
    lines.push(`GPU ${gpu}: ${busy === 0 ? t("map.idle") : t("map.busy", { share: percent(busy) })}${memory}`);
  }
  if (node.load?.cpu_percent !== null && node.load !== null && node.load !== undefined) {
    lines.push(t("map.load", { cpu: percent(node.load.cpu_percent / 100), memory: node.load.memory_used_bytes === null ? "–" : bytes(node.load.memory_used_bytes) }));
  }
  lines.push(t("map.node", { held: number(node.gpus - node.gpus_free), gpus: number(node.gpus), tasks: number(node.tasks) }));
  lines.push(t("map.rest", {
    cpus: number(node.cpus_free),
    allCpus: number(node.cpus),
    memory: bytes(node.memory_free_bytes),
    allMemory: bytes(node.memory_bytes),
  }));
  return lines.join("\n");
}

function card(label, value, more) {
  return h("div", { class: "card" }, h("dt", {}, label), h("dd", {}, h("strong", {}, value), h("span", { class: "soft" }, more)));
}

function cards(status) {
  const { gpus, gpus_free: gpusFree, cpus, cpus_free: cpusFree, memory_bytes: memory, memory_free_bytes: memoryFree } = status;
  const nodes = Object.entries(status.nodes).filter(([, count]) => count > 0).map(([state, count]) => `${number(count)} ${tOr(`node.${state}`, state)}`);
  return [
    card(t("cluster.gpus"), held(gpus, gpusFree), t("cluster.of", { held: number(gpus - gpusFree), all: number(gpus) })),
    card(t("cluster.cpus"), held(cpus, cpusFree), t("cluster.of", { held: number(cpus - cpusFree), all: number(cpus) })),
    card(t("cluster.memory"), held(memory, memoryFree), t("cluster.of", { held: bytes(memory - memoryFree), all: bytes(memory) })),
    card(t("cluster.jobs"), number(status.jobs_holding), t("cluster.waiting", { waiting: number(status.jobs_waiting) })),
    card(t("cluster.nodes"), number(Object.values(status.nodes).reduce((sum, count) => sum + count, 0)), nodes.join(", ")),
    card(t("cluster.strategy"), h("bdi", { class: "wrap" }, status.strategy), ""),
  ];
}

function legend() {
  const kinds = ["idle", "share", "busy", "memory", "draining", "lost"];
  return h("ul", { class: "legend" }, kinds.map((kind) => h("li", {}, h("span", { class: `key ${kind}`, "aria-hidden": "true" }), t(`legend.${kind}`))));
}

/** All nodes, or those that changed after instant {since}. */
async function allNodes(context, since) {
  const nodes = [];
  let after = null;
  let instants = null;
  do {
    const page = await context.get(pathThen("nodes", { after, since, limit: LIMIT }));
    instants ??= page.instants;
    nodes.push(...page.nodes);
    after = page.next;
  } while (after !== null);
  return { nodes, instants };
}

/** True where a node has its cell where the other had it. */
function isLike(node, other) {
  return other !== undefined && node.gpu_model === other.gpu_model && node.gpus === other.gpus;
}

function open(node) {
  location.hash = `#/node/${encodeURIComponent(node.name)}`;
}

/** One map for each kind of GPU. */
function maps(box, nodes, context, hover, known) {
  const models = Map.groupBy(nodes, (node) => node.gpu_model);
  const places = new Map();
  const parts = [...models].map(([model, own]) => {
    const gpus = own.reduce((sum, node) => sum + node.gpus, 0);
    const label = t("map.label", { model: model || t("map.cpuOnly"), nodes: number(own.length), gpus: number(gpus) });
    const map = new ClusterMap(own, { label, describe, more: known.more, open, say: context.say, tip: hover });
    own.forEach((node, index) => places.set(node.number, [map, index]));
    map.begin(context.signal);
    const count = h("span", { class: "soft" }, ` ${t("map.count", { nodes: number(own.length), gpus: number(gpus) })}`);
    const heading = h("h2", {}, model ? name(model) : t("map.cpuOnly"), count);
    return h("section", {}, heading, map.element);
  });
  box.replaceChildren(...parts);
  return places;
}

export async function show(main, context) {
  const figures = h("dl", { class: "cards" });
  const box = h("div", { class: "maps" });
  const list = nodeTable(context, () => (instants = null, load()));
  const coloring = mapColors(context);
  const hover = tip(context.signal);
  const known = details(context);
  let nodes = new Map();
  let places = new Map();
  let instants = null;
  const slider = timeSlider(context, () => {
    instants = null;
    known.forget();
    status();
    load();
    coloring.load();
  });
  async function status() {
    try {
      const at = moment();
      const figuresThen = await context.get(pathThen("status"));
      if (moment() === at) {
        figures.replaceChildren(...cards(figuresThen));
      }
    } catch (failure) {
      context.complain(failure);
    }
  }
  async function load() {
    try {
      const at = moment();
      const since = instants;
      const read = await allNodes(context, since);
      if (moment() !== at || instants !== since) {
        return;
      }
      context.content();
      instants = read.instants;
      redraw(read.nodes, since === null);
    } catch (failure) {
      context.complain(failure);
    }
  }
  /** Draws what is other than before; where the list is {whole}, what it does not name is gone. */
  function redraw(read, whole) {
    const same = nodes.size > 0 && (!whole || read.length === nodes.size) && read.every((node) => isLike(node, nodes.get(node.number)));
    if (!same && !whole) {
      // Nodes came, or came back as others: where they belong, only the whole list says.
      instants = null;
      load();
      return;
    }
    if (whole) {
      nodes = new Map();
    }
    read.forEach((node) => nodes.set(node.number, node));
    if (same) {
      for (const node of read) {
        const [map, index] = places.get(node.number);
        map.update(index, node);
      }
    } else {
      places = maps(box, read, context, hover, known);
      coloring.dye([...new Set([...places.values()].map(([map]) => map))]);
    }
    if (whole || read.length > 0) {
      list.draw([...nodes.values()]);
    }
  }
  main.append(slider, figures, coloring.element, legend(), h("p", { class: "soft" }, `${t("map.help")} ${t("map.open")}`), box, list.element);
  await Promise.all([status(), load(), coloring.load()]);
  const figuresAgain = calm(status, () => STATUS_MILLIS, context.signal);
  const nodesAgain = calm(load, () => NODE_MILLIS, context.signal);
  follow((event) => {
    if (moment()) {
      return;
    }
    if (event.type === "reset") {
      instants = null;
    }
    // Of nodes, the stream tells only whether they take tasks; what is held changes with the jobs.
    if (event.type !== "strategy") {
      nodesAgain();
      coloring.again();
    }
    figuresAgain();
  }, context.signal);
}
