// What the cells of the map say by their colour: that they are held, by which queue, owner or job, or how busy they are.

import { lineColor } from "./chart.js";
import { calm, h, labelled, plain } from "./dom.js";
import { pathThen } from "./moment.js";
import { onTheme } from "./theme.js";
import { t } from "./words.js";

const KEPT = "berth.map";
const MODES = ["held", "queue", "owner", "job", "load"];
const COLORS = 8;
const MILLIS = 3000;

/** How busy the GPU is, or the CPUs of a node without any, 0 to 1; null where that is not measured. */
function busy(node, gpu) {
  const percent = node.gpus > 0 ? node.load?.gpus.find((one) => one.gpu === gpu)?.busy_percent : node.load?.cpu_percent;
  return percent === null || percent === undefined ? null : percent / 100;
}

/** {element, dye(maps), load()}: a choice, its legend, and what colours maps as it says. */
export function mapColors(context) {
  let mode = MODES.includes(localStorage.getItem(KEPT)) ? localStorage.getItem(KEPT) : "held";
  let maps = [];
  let holders = null;
  const legend = h("ul", { class: "legend" });
  const choice = h("select", { id: "map-color", change: (event) => choose(event.target.value) }, MODES.map((value) => h("option", { value, selected: value === mode }, t(`color.${value}`))));
  const element = h("div", { class: "coloring" }, labelled(t("color.label"), choice), legend);
  const style = () => getComputedStyle(element);
  function choose(next) {
    mode = next;
    localStorage.setItem(KEPT, mode);
    holders = null;
    paint();
    load();
  }
  function key(color, text) {
    const swatch = h("span", { class: "key", "aria-hidden": "true" });
    swatch.style.background = color;
    swatch.style.borderColor = color;
    return h("li", {}, swatch, h("bdi", {}, text));
  }
  /** The colours of holders, those with most GPUs first; jobs are too many for a legend. */
  function palette() {
    const look = style();
    if (mode === "job") {
      return holders.names.map((_, i) => lineColor(look, i));
    }
    const counts = holders.names.map(() => 0);
    holders.nodes.forEach((node) => node.gpus.forEach((holder) => holder >= 0 && (counts[holder] += 1)));
    const order = counts.map((_, i) => i).sort((a, b) => counts[b] - counts[a]);
    const colors = [];
    order.forEach((holder, i) => (colors[holder] = i < COLORS - 1 || order.length <= COLORS ? lineColor(look, i) : lineColor(look, COLORS - 1)));
    const named = order.slice(0, order.length <= COLORS ? COLORS : COLORS - 1);
    const keys = named.map((holder) => key(colors[holder], holders.names[holder] === "" ? t("color.others") : plain(holders.names[holder])));
    legend.replaceChildren(...keys, ...(named.length < order.length ? [key(lineColor(look, COLORS - 1), t("trends.others"))] : []));
    return colors;
  }
  function tint() {
    if (mode === "load") {
      const color = style().getPropertyValue("--good").trim();
      legend.replaceChildren(key(color, t("color.loadKey")));
      return (node, gpu) => [busy(node, gpu) ?? 0, color];
    }
    if (mode === "held" || !holders) {
      legend.replaceChildren();
      return null;
    }
    const colors = palette();
    const several = style().getPropertyValue("--ink").trim();
    if (mode === "job") {
      legend.replaceChildren(h("li", {}, t("color.jobKey")));
    }
    const byNode = new Map(holders.nodes.map((node) => [node.node, node.gpus]));
    return (node, gpu, share) => {
      const holder = byNode.get(node.number)?.[gpu] ?? -1;
      return holder >= 0 ? [share, colors[holder]] : holder === -2 ? [share, several] : null;
    };
  }
  function paint() {
    const one = tint();
    maps.forEach((map) => map.dye(one));
  }
  async function load() {
    if (mode === "held" || mode === "load") {
      paint();
      return;
    }
    try {
      const asked = mode;
      const read = await context.get(pathThen("holders", { by: asked }));
      if (asked === mode && !context.signal.aborted) {
        holders = read;
        paint();
      }
    } catch (failure) {
      context.complain(failure);
    }
  }
  const forget = onTheme(paint);
  context.signal.addEventListener("abort", forget);
  return {
    element,
    load,
    again: calm(load, () => MILLIS, context.signal),
    dye(those) {
      maps = those;
      paint();
    },
  };
}
