// Where the tasks of a job are, and what their GPUs do, where that is measured.

import { h, name, rows, table } from "./dom.js";
import { measured } from "./node-table.js";
import { bytes, number, t } from "./words.js";

const LOAD_MILLIS = 3000;

/** Of a gang over more nodes, those of the first are measured. */
const MOST_NODES = 8;

/** The loads of the GPUs of {place}, as far as they are known of its node. */
function loadsOf(place, loads) {
  const known = loads.get(place.node) ?? [];
  return place.gpus.map((gpu) => known.find((load) => load.gpu === gpu)).filter((load) => load !== undefined);
}

function busy(loads) {
  const known = loads.map((load) => load.busy_percent).filter((percent) => percent !== null);
  return known.length === 0 ? null : known.reduce((sum, percent) => sum + percent, 0) / known.length;
}

function memory(loads) {
  const known = loads.map((load) => load.memory_used_bytes).filter((used) => used !== null);
  return known.length === 0 ? "–" : bytes(known.reduce((sum, used) => sum + used, 0));
}

/** Draws into {section} where the job of {job()} is; call what it returns when that may have changed. */
export function jobPlaces(section, job, context) {
  const loads = new Map();
  function draw() {
    const places = job().places;
    section.hidden = places.length === 0;
    const body = h("tbody");
    rows(body, places, (place) => place.task, (place) => {
      const of = loadsOf(place, loads);
      return [
        h("td", { class: "n" }, number(place.task)),
        h("td", {}, h("a", { href: `#/node/${encodeURIComponent(place.node)}` }, name(place.node))),
        h("td", {}, place.gpus.join(", ")),
        ...(loads.size === 0 ? [] : [h("td", { class: "n" }, measured(busy(of))), h("td", { class: "n" }, memory(of))]),
      ];
    });
    const heads = [[t("job.task"), "n"], [t("job.node")], [t("job.gpuNumbers")]];
    const more = loads.size === 0 ? [] : [[t("node.gpusBusy"), "n"], [t("job.gpuMemoryUsed"), "n"]];
    section.replaceChildren(h("h2", {}, t("job.places")), table(t("job.places"), [...heads, ...more], body));
  }
  async function measure() {
    const nodes = [...new Set(job().places.filter((place) => place.gpus.length > 0).map((place) => place.node))].slice(0, MOST_NODES);
    try {
      const answers = await Promise.all(nodes.map((node) => context.get(`nodes/${encodeURIComponent(node)}`)));
      loads.clear();
      answers.filter((node) => node.load !== null).forEach((node) => loads.set(node.name, node.load.gpus));
      draw();
    } catch {
      // Where it cannot be told now, the rest of the page is as good.
    }
  }
  const timer = setInterval(() => {
    if (!document.hidden) {
      measure();
    }
  }, LOAD_MILLIS);
  context.signal.addEventListener("abort", () => clearInterval(timer));
  measure();
  return draw;
}
