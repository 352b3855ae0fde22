// The page of a gateway: its servers, the last requests, other balancers.

import { h, labelled } from "./dom.js";
import * as compare from "./page-compare.js";
import * as fleet from "./page-fleet.js";
import * as requests from "./page-requests.js";
import { Refused, get, key, setKey } from "./server.js";
import { THEMES, chooseTheme, theme, wear } from "./theme.js";
import { LANGUAGES, choose, current, load, preferred, t } from "./words.js";

const PAGES = { fleet, requests, compare };
const main = document.getElementById("main");
const dialog = document.getElementById("dialog");
let leaving = new AbortController();
let state = "connecting";

function become(next) {
  state = next;
  const shown = document.getElementById("state");
  if (shown && shown.textContent !== t(`live.${next}`)) {
    shown.className = `state ${next}`;
    shown.textContent = t(`live.${next}`);
  }
}

/** What was asked for has come. */
function content() {
  become("live");
  main.querySelector(".alert")?.remove();
}

function complain(failure) {
  const needed = failure instanceof Refused && failure.status === 401;
  become(needed ? "token" : "polling");
  if (needed && !dialog.open) {
    askKey();
  }
  const text = failure instanceof Refused ? failure.message : t("error.unreachable");
  const english = failure instanceof Refused ? "en" : null;
  main.querySelector(".alert")?.remove();
  main.querySelector("h1").after(h("p", { class: "alert", role: "alert", lang: english }, text));
}

/** Takes a key, and begins anew with it. */
function askKey() {
  const field = h("input", { id: "key", type: "password", autocomplete: "off", spellcheck: "false", autofocus: true });
  function submit(event) {
    event.preventDefault();
    setKey(field.value.trim());
    dialog.close();
    show();
  }
  dialog.className = "";
  dialog.replaceChildren(
    h("h2", { id: "dialog-title" }, t("key.title")),
    h("p", {}, t("key.why")),
    h(
      "form",
      { submit },
      h("label", { for: "key" }, t("key.label")),
      field,
      h(
        "div",
        { class: "buttons" },
        h("button", { type: "button", click: () => dialog.close() }, t("dialog.close")),
        h("button", { type: "submit", class: "main" }, t("key.use")),
      ),
    ),
  );
  dialog.showModal();
}

function place() {
  const [page, query = ""] = location.hash.replace(/^#\/?/, "").split("?");
  return { page: page in PAGES ? page : "fleet", query: new URLSearchParams(query) };
}

function navigation(page) {
  const nav = document.getElementById("nav");
  nav.setAttribute("aria-label", t("nav.label"));
  const links = Object.keys(PAGES).map((one) => h("li", {}, h("a", { href: `#/${one}`, "aria-current": one === page ? "page" : null }, t(`nav.${one}`))));
  nav.replaceChildren(h("ul", {}, links));
}

function tools() {
  const language = h(
    "select",
    {
      "aria-label": t("language.label"),
      id: "language",
      change: async (event) => {
        await choose(event.target.value);
        begin();
        document.getElementById("language").focus();
      },
    },
    LANGUAGES.map(([code, text]) => h("option", { value: code, selected: code === current() }, text)),
  );
  const look = h(
    "select",
    { "aria-label": t("theme.label"), id: "theme", change: (event) => chooseTheme(event.target.value) },
    THEMES.map((one) => h("option", { value: one, selected: one === theme() }, t(`theme.${one}`))),
  );
  const own = key() ? h("button", { type: "button", click: askKey }, t("key.title")) : null;
  document.getElementById("tools").replaceChildren(...[h("span", { class: "state", id: "state" }), look, language, own].filter((one) => one !== null));
  become(state);
}

function show(moved = false) {
  leaving.abort();
  leaving = new AbortController();
  const { page, query } = place();
  const { signal } = leaving;
  navigation(page);
  const heading = h("h1", { tabindex: "-1" }, t(`nav.${page}`));
  main.replaceChildren(heading);
  document.title = `${heading.textContent} · Berth`;
  if (moved) {
    heading.focus();
  }
  const context = { signal, query, dialog, labelled, content, complain: (failure) => signal.aborted || complain(failure), get: (path) => get(path, signal) };
  PAGES[page].show(main, context).catch(context.complain);
}

function begin() {
  document.getElementById("skip").textContent = t("skip");
  tools();
  show();
}

wear();
await load(preferred());
document.getElementById("skip").addEventListener("click", (event) => {
  // The address is taken by the pages.
  event.preventDefault();
  main.focus();
});
window.addEventListener("hashchange", () => show(true));
begin();
