// Elements. Texts become text nodes and never markup, whatever a job is called.

/** An element; attributes that are null or false are left out, functions listen to the event of their name. */
export function h(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") {
      element.addEventListener(name, value);
    } else if (value !== null && value !== undefined && value !== false) {
      element.setAttribute(name, value === true ? "" : String(value));
    }
  }
  element.append(...children.flat().filter((child) => child !== null && child !== undefined));
  return element;
}

/** {text} on one line, with characters that would move or hide others made visible. */
export function plain(text) {
  return text.replace(/\s/g, " ").replace(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu, "\ufffd");
}

/** A name that somebody chose: kept apart from the direction of the text around it, and cut where it is too long for a line. */
export function name(text) {
  return h("bdi", { class: "name", title: text.length > 32 ? plain(text) : null }, plain(text));
}

/** A label with what it names, on one line where there is room. */
export function labelled(text, control) {
  return h("span", { class: "labelled" }, h("label", { for: control.id }, text), control);
}

/**
 * A table with a caption for those who do not see the heading; heads are [text or element, class]. On a narrow screen each row is a
 * card, in which {labels} stand before the cells; they are the heads where those are texts.
 */
export function table(caption, heads, body, labels = heads.map(([text]) => text)) {
  const cells = heads.map(([text, kind]) => h("th", { scope: "col", class: kind, role: "columnheader" }, text));
  body.setAttribute("role", "rowgroup");
  body.labels = labels;
  [...body.children].forEach((row) => label(row, labels));
  const head = h("thead", { role: "rowgroup" }, h("tr", { role: "row" }, cells));
  return h(
    "div",
    { class: "scroll", role: "region", "aria-label": caption, tabindex: "0" },
    h("table", { role: "table" }, h("caption", { class: "unseen" }, caption), head, body),
  );
}

/** A table whose rows are blocks is none for those who hear it, unless it says that it is. */
function label(row, labels) {
  row.setAttribute("role", "row");
  [...row.children].forEach((cell, i) => {
    cell.setAttribute("role", cell.tagName === "TH" ? "rowheader" : "cell");
    if (labels?.[i] && !cell.hasAttribute("colspan")) {
      cell.dataset.label = labels[i];
    }
  });
}

/**
 * Shows {items} as rows. A row whose item did not change stays the element that it was, so that focus and selection stay too.
 */
export function rows(body, items, key, cells) {
  const before = new Map();
  for (const row of body.children) {
    before.set(row.dataset.key, row);
  }
  const focused = document.activeElement;
  let refocus = null;
  const after = items.map((item) => {
    const id = String(key(item));
    const version = JSON.stringify(item);
    const old = before.get(id);
    if (old && old.dataset.version === version) {
      return old;
    }
    const made = h("tr", { "data-key": id, "data-version": version }, cells(item));
    label(made, body.labels);
    if (old && old.contains(focused)) {
      const place = [...old.querySelectorAll("a, button, input")].indexOf(focused);
      refocus = [...made.querySelectorAll("a, button, input")][place] ?? null;
    }
    return made;
  });
  const same = after.length === body.children.length && after.every((row, i) => row === body.children[i]);
  if (!same) {
    const held = !refocus && body.contains(focused) ? focused : null;
    body.replaceChildren(...after);
    (refocus ?? held)?.focus({ preventScroll: true });
  }
}

/** A row that says that there is nothing. */
export function nothing(body, columns, text) {
  const row = h("tr", {}, h("td", { colspan: columns, class: "none" }, text));
  label(row, null);
  body.replaceChildren(row);
}

/** Calls {work} at most once in {millis()}, and once more after the last call. */
export function calm(work, millis, signal) {
  let timer = 0;
  let last = 0;
  let running = false;
  let again = false;
  async function go() {
    timer = 0;
    running = true;
    last = performance.now();
    try {
      await work();
    } finally {
      running = false;
    }
    if (again) {
      again = false;
      ask();
    }
  }
  function ask() {
    if (signal.aborted || timer) {
      return;
    }
    if (running) {
      again = true;
      return;
    }
    timer = setTimeout(go, Math.max(0, last + millis() - performance.now()));
  }
  signal.addEventListener("abort", () => clearTimeout(timer));
  return ask;
}
