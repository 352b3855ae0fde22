// What happens, newest first.

import { h, name, nothing, rows, table } from "./dom.js";
import { follow, latest } from "./live.js";
import { clock, number, t, tOr } from "./words.js";

const SHOWN = 200;
const TYPES = ["job", "node", "strategy"];
const MILLIS = 250;

export const title = () => t("nav.events");

function about({ type, row }) {
  if (type === "job") {
    return [h("a", { href: `#/job/${row.id}` }, `${t("job.one")} ${row.id}`), " ", name(row.name)];
  }
  return [name(row.name)];
}

function what({ type, row }) {
  if (type === "job") {
    return tOr(`state.${row.state}`, row.state);
  }
  if (type === "node") {
    return `${tOr(`node.${row.state}`, row.state)}, ${t("events.free", { free: number(row.gpus_free), all: row.gpus })}`;
  }
  return t("events.strategy");
}

export async function show(main, { signal, say }) {
  const types = new Set(TYPES);
  let paused = false;
  const body = h("tbody");
  const pause = h("button", {
    type: "button",
    click: () => {
      paused = !paused;
      label();
      say(pause.textContent);
      draw();
    },
  });
  function label() {
    pause.textContent = t(paused ? "events.resume" : "events.pause");
    pause.setAttribute("aria-pressed", String(paused));
  }
  function draw() {
    const shown = latest().filter((event) => types.has(event.type)).slice(0, SHOWN);
    if (shown.length === 0) {
      nothing(body, 4, t("events.none"));
      return;
    }
    rows(body, shown, (event) => event.number, (event) => [
      h("td", { class: "when" }, clock(event.at)),
      h("td", {}, t(`events.${event.type}`)),
      h("td", {}, about(event)),
      h("td", {}, what(event)),
    ]);
  }
  const choices = TYPES.map((type) =>
    h(
      "label",
      { class: "check" },
      h("input", {
        type: "checkbox",
        checked: true,
        change: (event) => {
          types[event.target.checked ? "add" : "delete"](type);
          draw();
        },
      }),
      t(`events.${type}`),
    ),
  );
  label();
  main.append(
    h("p", { class: "lead" }, t("events.lead")),
    h("fieldset", { class: "filter" }, h("legend", { class: "unseen" }, t("events.types")), ...choices, pause),
    table(t("nav.events"), [[t("events.time")], [t("events.type")], [t("events.about")], [t("events.what")]], body),
  );
  draw();
  let timer = 0;
  follow(() => {
    if (!paused && !timer) {
      timer = setTimeout(() => {
        timer = 0;
        draw();
      }, MILLIS);
    }
  }, signal);
}
