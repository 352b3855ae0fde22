// What is on the GPUs of a node, and how these reach each other, in words.

import { plain } from "./dom.js";
import { pathThen } from "./moment.js";
import { bytes, percent, t, tOr } from "./words.js";

const FRESH_MILLIS = 2000;
const SETTLE_MILLIS = 150;
const MOST_JOBS = 5;
const MOST_KEPT = 200;

/** The detail of the node called {name}. */
export function nodeDetail(context, name) {
  return context.get(pathThen(`nodes/${encodeURIComponent(name)}`));
}

/** Numbers as people write them: 1, 2, 4–7. */
export function numbers(all) {
  const parts = [];
  let first = 0;
  all.forEach((number, i) => {
    if (i > 0 && number === all[i - 1] + 1) {
      parts[parts.length - 1] = i - first > 1 ? `${all[first]}–${number}` : `${all[first]}, ${number}`;
    } else {
      first = i;
      parts.push(String(number));
    }
  });
  return parts.join(", ");
}

/** A way between two GPUs. */
export function way(link) {
  return `${tOr(`link.${link.kind}`, link.kind)}${link.lanes > 0 ? ` ×${link.lanes}` : ""}`;
}

function links(detail, gpu) {
  const ways = new Map();
  for (const link of detail.links) {
    if (link.from === gpu || link.to === gpu) {
      const kind = way(link);
      ways.set(kind, [...(ways.get(kind) ?? []), link.from === gpu ? link.to : link.from]);
    }
  }
  return [...ways].map(([kind, others]) => t("map.links", { kind, gpus: numbers(others.sort((a, b) => a - b)) }));
}

export function taskText(task) {
  const part = task.milli > 0 && task.milli < 1000 ? ` · ${t("map.part", { share: percent(task.milli / 1000) })}` : "";
  return `${task.job} ${plain(task.name).slice(0, 40)} · ${tOr(`state.${task.state}`, task.state)}${part}`;
}

function gpuLines(detail, gpu) {
  const device = detail.devices[gpu];
  const lines = device.tasks.slice(0, MOST_JOBS).map(taskText);
  if (device.tasks.length > MOST_JOBS) {
    lines.push(`+${device.tasks.length - MOST_JOBS}`);
  }
  if (device.other_tasks > 0) {
    lines.push(t("map.others", { count: device.other_tasks }));
  }
  if (detail.gpu_memory_bytes > 0) {
    lines.push(t("map.memory", { free: bytes(device.memory_free_bytes), all: bytes(detail.gpu_memory_bytes) }));
  }
  return [...lines, ...links(detail, gpu)];
}

function nodeLines(detail) {
  return detail.devices
    .filter((device) => device.tasks.length > 0)
    .map((device) => `GPU ${device.number}: ${device.tasks.slice(0, 2).map(taskText).join("; ")}${device.tasks.length > 2 ? ` +${device.tasks.length - 2}` : ""}`);
}

/** {more(node, gpu, done)}: gives what is to be said of a cell beside its row, when whoever looks has settled on it. */
export function details(context) {
  const known = new Map();
  let timer = 0;
  async function ask(node, gpu, done) {
    try {
      let entry = known.get(node.name);
      if (!entry || performance.now() - entry.at > FRESH_MILLIS) {
        entry = { at: performance.now(), detail: await nodeDetail(context, node.name) };
        if (known.size > MOST_KEPT) {
          known.clear();
        }
        known.set(node.name, entry);
      }
      const { detail } = entry;
      done(gpu >= 0 && gpu < detail.devices.length ? gpuLines(detail, gpu) : nodeLines(detail));
    } catch (failure) {
      context.complain(failure);
    }
  }
  context.signal.addEventListener("abort", () => clearTimeout(timer));
  return {
    more(node, gpu, done) {
      clearTimeout(timer);
      timer = setTimeout(() => ask(node, gpu, done), SETTLE_MILLIS);
    },
    forget: () => known.clear(),
  };
}
