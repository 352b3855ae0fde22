// Elements, axes, curves and the tip that follows the pointer.
const SVG = "http://www.w3.org/2000/svg";
const drawings = [];

/** An element with attributes and children; texts are never read as HTML. */
function make(name, attributes, ...children) {
  const element = document.createElement(name);
  fill(element, attributes, children);
  return element;
}

function draw(name, attributes, ...children) {
  const element = document.createElementNS(SVG, name);
  fill(element, attributes, children);
  return element;
}

function fill(element, attributes, children) {
  for (const [key, value] of Object.entries(attributes || {})) {
    if (key === "onclick") element.addEventListener("click", value);
    else if (key === "style") element.style.cssText = value;
    else if (value !== null && value !== undefined && value !== false) element.setAttribute(key, value);
  }
  for (const child of children.flat()) if (child !== null && child !== undefined) element.append(child);
}

function colour(strategy) {
  return "var(--s" + (strategies.indexOf(strategy) % 8) + ")";
}

function dash(strategy) {
  return ["", "7 4", "2 4"][Math.floor(strategies.indexOf(strategy) / 8) % 3];
}

function shown(strategy) {
  return !choice.hidden.includes(strategy);
}

function niceTicks(max, wanted) {
  const rough = Math.max(max, 1e-12) / wanted;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 2.5, 5, 10].map((factor) => factor * power).find((size) => size >= rough * 0.999);
  const ticks = [];
  for (let i = 0; i * step <= max * 1.0001; i++) ticks.push(Number((i * step).toPrecision(12)));
  return ticks;
}

/** The axis of time since the first arrival: one unit, said in the label. */
function timeAxis(from, to) {
  const units = [[86400, "days", 3], [3600, "hours", 3], [60, "minutes", 3], [1, "seconds", 0]];
  const [size, name] = units.find(([unit, , least]) => to - from >= unit * least);
  const step = niceTicks((to - from) / size, 9)[1] || 1;
  const ticks = [];
  for (let at = Math.ceil(from / size / step - 1e-9) * step; at * size <= to * 1.0001; at += step) ticks.push(at * size);
  const format = (seconds) => String(Number((seconds / size).toPrecision(6)));
  return { from, to, ticks, format, label: say("axis.time", say("axis." + name)), tip: duration };
}

/** A logarithmic axis of waits, beginning at {@code from}; what is shorter stands at its left end. */
function waitAxis(from, to) {
  const marks = [0.001, 0.01, 0.1, 1, 10, 60, 600, 3600, 21600, 86400, 604800, 2592000, 31536000];
  const ticks = marks.filter((mark) => mark >= from * 0.999 && mark <= to * 1.001);
  return { from, to, ticks, log: true, format: (seconds) => (seconds <= from ? "≤ " : "") + shortDuration(seconds),
    label: say("axis.wait"), tip: duration };
}

function scale(axis, low, high) {
  const map = axis.log ? (value) => Math.log(Math.max(value, axis.from)) : (value) => value;
  const from = map(axis.from);
  const span = map(axis.to) - from || 1;
  const place = (value) => low + ((map(value) - from) / span) * (high - low);
  const back = (at) => { const value = from + ((at - low) / (high - low)) * span; return axis.log ? Math.exp(value) : value; };
  return { place, back };
}

/** Draws into {@code host} now and whenever its width changes. */
function drawing(host, painter) {
  drawings.push({ host, painter });
  return host;
}

function paintAll(width) {
  for (const { host, painter } of drawings) host.replaceChildren(painter(width || Math.max(300, host.clientWidth)));
}

function axes(svg, box, x, y) {
  for (const tick of y.ticks) {
    const at = box.y.place(tick);
    svg.append(draw("line", { class: "grid-line", x1: box.left, x2: box.right, y1: at, y2: at }));
    svg.append(draw("text", { x: box.left - 8, y: at + 4, "text-anchor": "end" }, y.format(tick)));
  }
  svg.append(draw("line", { class: "axis-line", x1: box.left, x2: box.right, y1: box.bottom, y2: box.bottom }));
  let free = -Infinity;
  for (const tick of x.ticks) {
    const at = box.x.place(tick);
    const label = x.format(tick);
    if (at - label.length * 3.6 < free) continue;
    free = at + label.length * 3.6 + 10;
    const anchor = at + label.length * 3.6 > box.right + 14 ? "end" : "middle";
    svg.append(draw("line", { class: "axis-line", x1: at, x2: at, y1: box.bottom, y2: box.bottom + 5 }));
    svg.append(draw("text", { x: anchor === "end" ? box.right + 13 : at, y: box.bottom + 18, "text-anchor": anchor }, label));
  }
  svg.append(draw("text", { class: "axis-label", x: (box.left + box.right) / 2, y: box.bottom + 37, "text-anchor": "middle" }, x.label));
  svg.append(draw("text", { class: "axis-label", x: 0, y: 12 }, y.label));
}

function canvas(width, height, chart) {
  const id = "chart-" + chart.id;
  const svg = draw("svg", { viewBox: "0 0 " + width + " " + height, role: "img", "aria-labelledby": id + "-t " + id + "-d" });
  svg.append(draw("title", { id: id + "-t" }, chart.title), draw("desc", { id: id + "-d" }, chart.note + " " + describe(chart)));
  return svg;
}

function describe(chart) {
  return (chart.curves || []).map((curve) => curve.name + ": " + chart.y.tip(curve.points[curve.points.length - 1][1])).join("; ");
}

function pathOf(curve, box) {
  let path = "";
  let height = 0;
  curve.points.forEach(([x, y], index) => {
    const across = box.x.place(x).toFixed(1);
    if (index > 0 && curve.steps) path += "L" + across + " " + height;
    height = box.y.place(y).toFixed(1);
    path += (index === 0 ? "M" : "L") + across + " " + height;
  });
  return path;
}

/** A chart of curves: {id, title, note, x, y, curves: [{name, points, steps}], head}. */
function curveChart(chart) {
  const all = chart.curves;
  const host = make("div", { class: "plot" });
  drawing(host, (width) => {
    const height = chart.height || 280;
    const svg = canvas(width, height, chart);
    const box = { left: 52, right: width - 14, top: 26, bottom: height - 44 };
    box.x = scale(chart.x, box.left, box.right);
    box.y = scale({ from: 0, to: chart.y.max }, box.bottom, box.top);
    axes(svg, box, chart.x, chart.y);
    const curves = all.filter((curve) => shown(curve.name));
    for (const curve of curves) {
      svg.append(draw("path", { class: "curve", d: pathOf(curve, box), stroke: colour(curve.name), "stroke-dasharray": dash(curve.name) }));
    }
    follow(svg, box, chart, curves, width);
    return svg;
  });
  return figure(chart, legend(), host, dataTable(chart));
}

function figure(chart, ...parts) {
  return make("figure", { class: "card" },
    make("figcaption", {}, make("h3", {}, chart.title), make("p", {}, chart.note)), ...parts);
}

function legend() {
  if (strategies.length < 2) return null;
  return make("ul", { class: "legend" }, strategies.map((name) => make("li", {}, make("button", {
    type: "button", "aria-pressed": String(shown(name)), title: say("page.toggle"),
    onclick: () => { choice.hidden = shown(name) ? [...choice.hidden, name] : choice.hidden.filter((other) => other !== name); render(); },
  }, swatch(colour(name)), name))));
}

function swatch(fillColour) {
  return make("span", { class: "swatch", style: "background:" + fillColour });
}

/** The value of a curve at x: of the step or bucket that x lies in. */
function valueAt(curve, x) {
  let low = 0;
  let high = curve.points.length - 1;
  if (high < 0 || x < curve.points[0][0]) return curve.steps ? 0 : null;
  if (x > curve.points[high][0]) return curve.steps ? curve.points[high][1] : null;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (curve.points[middle][0] <= x) low = middle; else high = middle - 1;
  }
  return curve.points[low][1];
}

function follow(svg, box, chart, curves, width) {
  const cross = draw("line", { class: "cross", y1: box.top, y2: box.bottom, visibility: "hidden" });
  const catcher = draw("rect", { x: box.left, y: box.top, width: box.right - box.left, height: box.bottom - box.top, fill: "transparent" },
    draw("title", {}));
  catcher.addEventListener("pointermove", (event) => {
    const area = svg.getBoundingClientRect();
    const at = ((event.clientX - area.left) / area.width) * width;
    const x = box.x.back(at);
    cross.setAttribute("x1", at);
    cross.setAttribute("x2", at);
    cross.setAttribute("visibility", "visible");
    const rows = curves.map((curve) => [curve, valueAt(curve, x)]).filter(([, value]) => value !== null)
      .map(([curve, value]) => [swatch(colour(curve.name)), curve.name, chart.y.tip(value) + extremes(curve, x, chart)]);
    tip(event, chart.x.tip(x), rows);
  });
  catcher.addEventListener("pointerleave", () => { cross.setAttribute("visibility", "hidden"); hideTip(); });
  svg.append(cross, catcher);
}

/** The least and the largest value within the bucket at x, where a curve has them. */
function extremes(curve, x, chart) {
  const index = Math.floor(x / curve.bucket);
  if (!curve.min || index >= curve.min.length || curve.min[index] === curve.max[index]) return "";
  return " (" + chart.y.tip(curve.min[index]) + " – " + chart.y.tip(curve.max[index]) + ")";
}

function tip(event, head, rows) {
  const box = document.getElementById("tip");
  box.replaceChildren(make("b", {}, head), ...rows.map(([mark, name, value]) =>
    make("div", {}, make("span", {}, mark, name), make("span", {}, value))));
  box.hidden = false;
  const right = event.clientX + 16 + box.offsetWidth > window.innerWidth;
  box.style.left = (right ? Math.max(4, event.clientX - box.offsetWidth - 16) : event.clientX + 16) + "px";
  box.style.top = Math.max(4, Math.min(event.clientY + 12, window.innerHeight - box.offsetHeight - 8)) + "px";
}

function hideTip() {
  document.getElementById("tip").hidden = true;
}
