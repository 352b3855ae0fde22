// One node: what it has, what is on each of its GPUs, how these reach each other, and whether it takes tasks.

import { change } from "./client.js";
import { calm, h, name, plain, rows, table } from "./dom.js";
import { follow } from "./live.js";
import { moment } from "./moment.js";
import { nodeDetail, taskText, way } from "./node-detail.js";
import { jobList } from "./job-list.js";
import { gpusBusy, held, measured } from "./node-table.js";
import { bytes, number, percent, t, time, tOr } from "./words.js";

const MILLIS = 1500;

export const title = ({ rest }) => t("node.title", { name: plain(rest[0] ?? "") });

/** What the node does, where that is measured. */
function loadFacts(node) {
  if (!node.load) {
    return [];
  }
  const rate = (value) => (value === null ? "–" : t("node.perSecond", { bytes: bytes(value) }));
  return [
    [t("node.gpusBusy"), measured(gpusBusy(node))],
    [t("node.cpusBusy"), measured(node.load.cpu_percent)],
    [t("node.memoryUsed"), node.load.memory_used_bytes === null ? "–" : bytes(node.load.memory_used_bytes)],
    [t("node.disk"), rate(node.load.disk_bytes_per_second)],
    [t("node.network"), rate(node.load.network_bytes_per_second)],
  ];
}

/** What few nodes have: resources known by name, labels, taints. */
function namedFacts(node) {
  const said = (pairs) => name(pairs.map(({ key, value }) => `${key}: ${value}`).join(", "));
  return [
    ...node.resources.map(({ name: resource, total, free }) => [name(resource), t("cluster.of", { held: number(total - free), all: number(total) })]),
    ...(node.labels.length > 0 ? [[t("node.labels"), said(node.labels)]] : []),
    ...(node.taints.length > 0 ? [[t("node.taints"), said(node.taints)]] : []),
  ];
}

function facts(node) {
  const pairs = [
    [t("node.state"), h("span", { class: `badge ${node.state}` }, tOr(`node.${node.state}`, node.state))],
    [t("node.model"), name(node.gpu_model || "–")],
    [t("node.gpusHeld"), t("cluster.of", { held: number(node.gpus - node.gpus_free), all: number(node.gpus) })],
    [t("node.cpusHeld"), `${held(node.cpus, node.cpus_free)} · ${t("cluster.of", { held: number(node.cpus - node.cpus_free), all: number(node.cpus) })}`],
    [t("node.memoryHeld"), `${held(node.memory_bytes, node.memory_free_bytes)} · ${t("cluster.of", { held: bytes(node.memory_bytes - node.memory_free_bytes), all: bytes(node.memory_bytes) })}`],
    [t("node.tasks"), number(node.tasks)],
    ...namedFacts(node),
    ...loadFacts(node),
  ];
  return pairs.map(([key, value]) => h("div", {}, h("dt", {}, key), h("dd", {}, value)));
}

function deviceCells(node) {
  return (device) => [
    h("td", { class: "n" }, String(device.number)),
    h("td", { class: "n" }, percent(1 - device.free_milli / 1000)),
    h("td", { class: "n" }, node.gpu_memory_bytes > 0 || device.memory_free_bytes > 0 ? bytes(device.memory_free_bytes) : "–"),
    h("td", { class: "n" }, measured(node.load?.gpus.find((gpu) => gpu.gpu === device.number)?.busy_percent)),
    h(
      "td",
      { class: "text" },
      device.tasks.map((task) => h("div", {}, h("a", { href: `#/job/${task.job}` }, h("bdi", {}, taskText(task))))),
      device.other_tasks > 0 ? h("div", { class: "soft" }, t("map.others", { count: device.other_tasks })) : null,
    ),
  ];
}

function devices(node) {
  if (node.devices.length === 0) {
    return [h("p", { class: "soft" }, t("node.noDevices"))];
  }
  const body = h("tbody");
  rows(body, node.devices, (device) => device.number, deviceCells(node));
  const heads = [[t("node.gpu"), "n"], [t("node.gpusHeld"), "n"], [t("node.freeMemory"), "n"], [t("node.busy"), "n"], [t("node.jobs")]];
  return [table(t("node.devices"), heads, body)];
}

/** A table that stays one on a narrow screen, where it is scrolled by itself. */
function matrix(...parts) {
  const element = table(...parts);
  element.classList.add("matrix");
  return element;
}

/** The ways as a matrix, as nvidia-smi topo -m shows them. */
function links(node) {
  if (node.devices.length < 2) {
    return [];
  }
  const heading = h("h2", {}, t("node.links"));
  if (node.links.length === 0) {
    return [heading, h("p", { class: "soft" }, t("node.linksUnknown"))];
  }
  const ways = new Map();
  for (const link of node.links) {
    ways.set(`${link.from} ${link.to}`, link);
    ways.set(`${link.to} ${link.from}`, link);
  }
  const all = node.devices.map((device) => device.number);
  const body = h("tbody");
  body.append(
    ...all.map((from) =>
      h(
        "tr",
        {},
        h("th", { scope: "row" }, `GPU ${from}`),
        all.map((to) => {
          const link = ways.get(`${from} ${to}`);
          return h("td", { class: link ? `way ${link.kind}` : "way" }, from === to ? h("span", { class: "soft" }, t("node.self")) : link ? way(link) : "–");
        }),
      ),
    ),
  );
  return [heading, matrix(t("node.links"), [[t("node.gpu")], ...all.map((to) => [`GPU ${to}`, "way"])], body)];
}

export async function show(main, context) {
  const called = context.rest[0] ?? "";
  const list = h("dl", { class: "facts wide" });
  const then = h("p", { class: "lead", hidden: true });
  const stop = h("button", { type: "button", class: "danger", click: () => drain(true) }, t("node.drain"));
  const on = h("button", { type: "button", click: () => drain(false) }, t("node.undrain"));
  const boxes = h("section");
  const ways = h("section");
  const jobs = jobList(context, {
    caption: t("node.allJobs"),
    columns: ["id", "state", "name", "queue", "user", "gpus", "cpus", "memory", "started", "run"],
    sort: "-started",
    limit: 25,
    past: true,
    none: t("node.noJobs"),
    filter: () => ({ node: called }),
  });
  main.append(then, list, h("p", { class: "buttons" }, stop, on), h("h2", {}, t("node.devices")), boxes, h("h2", {}, t("node.allJobs")), jobs.element, ways);
  let drawn = "";
  function draw(node) {
    const now = JSON.stringify(node);
    if (now === drawn) {
      return;
    }
    drawn = now;
    const past = moment() !== "";
    then.hidden = !past;
    then.textContent = past ? t("time.then", { time: time(moment()) }) : "";
    list.replaceChildren(...facts(node));
    stop.hidden = past || node.state !== "up";
    on.hidden = past || node.state !== "draining";
    if (!boxes.contains(document.activeElement)) {
      boxes.replaceChildren(...devices(node));
    }
    if (ways.childElementCount === 0) {
      ways.replaceChildren(...links(node));
    }
  }
  async function load() {
    try {
      draw(await nodeDetail(context, called));
      context.content();
    } catch (failure) {
      context.complain(failure);
    }
  }
  async function drain(down) {
    try {
      if (down && !(await context.confirm(t("node.drainTitle", { name: plain(called) }), t("node.drainText"), t("node.drain")))) {
        return;
      }
      await change("POST", `nodes/${encodeURIComponent(called)}/${down ? "drain" : "undrain"}`);
      context.say(t(down ? "node.drained" : "node.undrained", { name: plain(called) }));
      await load();
      (down ? on : stop).focus();
    } catch (failure) {
      context.refuse(failure);
    }
  }
  draw(await nodeDetail(context, called));
  await jobs.load();
  const again = calm(load, () => MILLIS, context.signal);
  follow((event) => {
    if (!moment() && event.type !== "strategy") {
      again();
    }
  }, context.signal);
}
