// Goes back in time: a slider over the journal, above it when how much happened.

import { path } from "./client.js";
import { calm, h, labelled } from "./dom.js";
import { follow } from "./live.js";
import { look, moment } from "./moment.js";
import { shortTime, t, time } from "./words.js";

const STEPS = 1000;
const REFRESH_MILLIS = 5000;
/** While the journal is still being gone through. */
const UNFINISHED_MILLIS = 300;
const SETTLE_MILLIS = 120;
const SPANS = [["chosen", 0], ["all", Infinity], ["day", 86400e3], ["hour", 3600e3], ["minutes", 600e3]];

/** The density as bars, drawn as wide as it is. */
function draw(canvas, history, from, to) {
  const ratio = devicePixelRatio;
  const width = canvas.clientWidth;
  const height = canvas.clientHeight;
  canvas.width = Math.round(width * ratio);
  canvas.height = Math.round(height * ratio);
  const context = canvas.getContext("2d");
  context.scale(ratio, ratio);
  context.fillStyle = getComputedStyle(canvas).getPropertyValue("--busy");
  const most = Math.max(1, ...history.events);
  const begin = Date.parse(history.begin);
  const scale = width / Math.max(1, to - from);
  history.events.forEach((count, i) => {
    const left = (begin + i * history.step_seconds * 1000 - from) * scale;
    const wide = Math.max(1, history.step_seconds * 1000 * scale - 0.5);
    const high = count === 0 ? 0 : Math.max(1, (count / most) * height);
    context.fillRect(left, height - high, wide, high);
  });
}

/** The slider; {changed} is called when another moment is to be shown. */
export function timeSlider(context, changed) {
  const bars = h("canvas", { class: "bars", "aria-hidden": "true" });
  const slider = h("input", { type: "range", id: "moment", min: "0", max: String(STEPS), value: String(STEPS), step: "1" });
  const shown = h("output", { for: "moment" });
  const back = h("button", { type: "button", class: "main", hidden: true, click: () => go("") }, t("time.live"));
  const span = h("select", { id: "span", change: () => reach(null) }, SPANS.map(([key]) => h("option", { value: key, hidden: key === "chosen", selected: key === "all" }, t(`time.${key}`))));
  const tools = h("span", { class: "buttons" }, labelled(t("time.span"), span), back);
  const element = h(
    "section",
    { class: "time", "aria-label": t("time.title") },
    h("div", { class: "line" }, h("label", { for: "moment" }, t("time.title")), shown, tools),
    h("div", { class: "track" }, bars, slider),
  );
  let from = 0;
  let to = 0;
  let history = null;
  let settle = 0;
  /** What was chosen elsewhere, milliseconds; null for a reach of the list. */
  let wanted = null;

  function say() {
    const past = moment() !== "";
    const text = past ? t("time.then", { time: time(moment()) }) : t("time.follows");
    element.classList.toggle("past", past);
    back.hidden = !past;
    shown.textContent = text;
    slider.setAttribute("aria-valuetext", text);
  }
  function place() {
    slider.value = moment() ? String(Math.round(((Date.parse(moment()) - from) / Math.max(1, to - from)) * STEPS)) : String(STEPS);
  }
  function go(iso) {
    look(iso);
    place();
    say();
    clearTimeout(settle);
    settle = setTimeout(changed, iso === "" ? 0 : SETTLE_MILLIS);
  }
  function drag() {
    const value = Number(slider.value);
    const iso = value === STEPS && !wanted ? "" : new Date(from + ((to - from) * value) / STEPS).toISOString();
    look(iso);
    say();
    clearTimeout(settle);
    settle = setTimeout(changed, SETTLE_MILLIS);
  }
  async function refresh() {
    try {
      history = await context.get("history");
      if (!history.kept) {
        slider.disabled = true;
        span.disabled = true;
        shown.textContent = t("time.none");
        element.classList.add("absent");
        return;
      }
      if (history.from === null) {
        return;
      }
      to = Date.parse(history.to);
      const wide = SPANS.find(([key]) => key === span.value)[1];
      from = Math.max(Date.parse(history.from), to - wide);
      if (wanted) {
        from = Math.max(Date.parse(history.from), wanted[0]);
        to = Math.max(from, Math.min(to, wanted[1]));
      } else if (moment()) {
        from = Math.min(from, Math.max(Date.parse(history.from), Date.parse(moment())));
      }
      const until = wanted ? new Date(to).toISOString() : "";
      history = await context.get(path("history", { from: new Date(from).toISOString(), to: until }));
      slider.title = `${shortTime(new Date(from).toISOString())} – ${shortTime(new Date(to).toISOString())}`;
      draw(bars, history, from, to);
      place();
      if (!history.complete) {
        setTimeout(again, UNFINISHED_MILLIS);
      }
    } catch (failure) {
      context.complain(failure);
    }
  }
  /** Reaches from {span}[0] to {span}[1], milliseconds, and looks at its end; null for the reach that the list says. */
  function reach(chosen) {
    wanted = chosen;
    if (chosen) {
      span.value = "chosen";
      go(new Date(chosen[1]).toISOString());
    } else if (span.value === "chosen") {
      span.value = "all";
      go("");
    }
    refresh();
  }
  const again = calm(refresh, () => (history && !history.complete ? UNFINISHED_MILLIS : REFRESH_MILLIS), context.signal);
  slider.addEventListener("input", drag);
  context.signal.addEventListener("abort", () => clearTimeout(settle));
  follow(() => {
    if (document.activeElement !== slider) {
      again();
    }
  }, context.signal);
  say();
  refresh();
  element.reach = (chosen) => {
    // Without a past there is nothing to look at, and no reach.
    if (history?.kept) {
      reach(chosen);
    }
  };
  return element;
}
