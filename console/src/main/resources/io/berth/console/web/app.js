// The frame of the page: which page is shown, the language, the token, and whether what is shown is live.

import { askToken, enter, takeCode } from "./access.js";
import { Refused, ask, get, onTokenNeeded, token } from "./client.js";
import { h, plain } from "./dom.js";
import { restart, run, watch } from "./live.js";
import { problemText } from "./said.js";
import { THEMES, chooseTheme, theme, wear } from "./theme.js";
import { LANGUAGES, choose, current, load, preferred, t } from "./words.js";
import * as cluster from "./page-cluster.js";
import * as events from "./page-events.js";
import * as job from "./page-job.js";
import * as jobs from "./page-jobs.js";
import * as node from "./page-node.js";
import * as queue from "./page-queue.js";
import * as strategy from "./page-strategy.js";
import * as submit from "./page-submit.js";
import * as trends from "./page-trends.js";

const PAGES = { cluster, queue, jobs, trends, strategy, events };
/** Pages of one thing, and the page that it is found on. */
const SINGLE = { job: { page: job, below: "jobs" }, node: { page: node, below: "cluster" }, submit: { page: submit, below: "jobs" } };
const main = document.getElementById("main");
const dialog = document.getElementById("dialog");
const said = document.getElementById("said");

let leaving = new AbortController();
/** The page that is being shown. */
let shown = Promise.resolve();

/** Tells those who do not see it. */
function say(text) {
  said.textContent = text;
}

/** Shows, above the page, {failure} or {words} about it; what is read and what is done have a place of their own. */
function alert(kind, failure, words) {
  const text = words ?? (failure instanceof Refused ? problemText(failure) : t("error.unreachable"));
  let box = main.querySelector(`.alert.${kind}`);
  if (!box) {
    box = h("p", { class: `alert ${kind}`, role: "alert" });
    main.querySelector("h1")?.after(box);
  }
  if (box.textContent !== text) {
    box.textContent = text;
  }
  return box;
}

/** Shows what went wrong with what is shown, until {content} says that it is right again. */
function complain(failure) {
  if (failure.name !== "AbortError") {
    alert("reading", failure, null);
  }
}

function content() {
  main.querySelector(".alert.reading")?.remove();
}

/** Shows what went wrong with what somebody just did, where he sees it. */
function refuse(failure, words = null) {
  main.querySelector(".alert.doing")?.remove();
  alert("doing", failure, words).scrollIntoView({ block: "nearest" });
}

/** Asks before something is done; true where it is to be done. */
function confirm(title, text, yes) {
  return new Promise((answer) => {
    dialog.replaceChildren(
      h("h2", { id: "dialog-title" }, title),
      h("p", {}, ...[text].flat()),
      h(
        "div",
        { class: "buttons" },
        h("button", { type: "button", click: () => dialog.close("no"), autofocus: true }, t("dialog.no")),
        h("button", { type: "button", class: "danger", click: () => dialog.close("yes") }, yes),
      ),
    );
    dialog.returnValue = "";
    dialog.addEventListener("close", () => answer(dialog.returnValue === "yes"), { once: true });
    dialog.showModal();
  });
}

/** Says something, until it is closed. */
function tell(title, text) {
  return new Promise((closed) => {
    const close = h("button", { type: "button", click: () => dialog.close(), autofocus: true }, t("dialog.close"));
    dialog.replaceChildren(h("h2", { id: "dialog-title" }, title), h("p", {}, text), h("div", { class: "buttons" }, close));
    dialog.addEventListener("close", () => closed(), { once: true });
    dialog.showModal();
  });
}

function access(text) {
  askToken(dialog, text, () => {
    restart();
    tools();
    begin();
  });
}

/** The place that the address names: a page, what follows it, and parameters. */
function place() {
  const [whole, query = ""] = location.hash.replace(/^#\/?/, "").split("?");
  const [page, ...rest] = whole.split("/").map(decodeURIComponent);
  return { page: page || "cluster", rest, query: new URLSearchParams(query) };
}

async function show(moved = false) {
  leaving.abort();
  leaving = new AbortController();
  const { page, rest, query } = place();
  const chosen = PAGES[page] ?? SINGLE[page]?.page ?? cluster;
  navigation(SINGLE[page]?.below ?? page);
  const { signal } = leaving;
  const context = { signal, rest, query, say, complain, refuse, content, confirm, get: (path) => get(path, signal) };
  const heading = h("h1", { tabindex: "-1" }, chosen.title(context));
  main.replaceChildren(heading);
  document.title = [heading.textContent, called, "Berth"].filter((part) => part !== "").join(" · ");
  if (moved) {
    heading.focus();
  }
  try {
    await chosen.show(main, context);
  } catch (failure) {
    if (!signal.aborted) {
      complain(failure);
    }
  }
}

function navigation(page) {
  const nav = document.getElementById("nav");
  nav.setAttribute("aria-label", t("nav.label"));
  const links = Object.keys(PAGES).map((key) =>
    h("li", {}, h("a", { href: `#/${key}`, "aria-current": key === page ? "page" : null }, t(`nav.${key}`))),
  );
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
        await begin();
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
  const state = h("span", { class: "state", id: "state" });
  const mine = h("button", { type: "button", click: () => access(t("token.why")) }, t(token() ? "token.have" : "token.none"));
  document.getElementById("tools").replaceChildren(state, look, language, mine);
  live();
}

/** What this system is called; empty where it does not say, or not to everybody. */
let called = "";

/** Shows which system this is, and of which version. */
async function identify() {
  try {
    const answer = await ask("status", { quiet: true });
    const status = await answer.json();
    called = plain(status.name ?? "");
    document.getElementById("called").textContent = called;
    document.querySelector(".brand").title = status.version ? t("brand.version", { version: status.version }) : "";
    document.getElementById("version").textContent = status.version ? t("brand.version", { version: status.version }) : "";
  } catch {
    // The pages say what is wrong.
  }
}

/** Goes to the field that searches the page, or else to that of all jobs. */
async function search() {
  const field = () => [...main.querySelectorAll("input[type=search]")].find((input) => input.offsetParent !== null);
  if (!field()) {
    location.hash = "#/jobs";
    await new Promise((done) => window.addEventListener("hashchange", done, { once: true }));
    await shown;
  }
  field()?.focus();
}

let liveState = "connecting";
function live() {
  const state = document.getElementById("state");
  if (state) {
    state.className = `state ${liveState}`;
    state.textContent = t(`live.${liveState}`);
    state.title = t(`live.${liveState}.more`);
  }
}

async function begin() {
  document.getElementById("skip").textContent = t("skip");
  tools();
  await identify();
  shown = show();
  await shown;
}

/** Hands in the code that the address holds, if it holds one. */
async function handIn() {
  const code = takeCode();
  const problem = code ? await enter(code, confirm) : null;
  if (problem) {
    await tell(t("code.title"), problem);
  }
}

wear();
await load(preferred());
await handIn();
document.getElementById("skip").addEventListener("click", (event) => {
  // The address is taken by the pages.
  event.preventDefault();
  main.focus();
});
window.addEventListener("hashchange", async () => {
  await handIn();
  shown = show(true);
});
document.addEventListener("keydown", (event) => {
  const typing = event.target.closest?.("input, textarea, select, [contenteditable]");
  if (event.key === "/" && !typing && !event.ctrlKey && !event.metaKey && !event.altKey && !dialog.open) {
    event.preventDefault();
    search();
  }
});
onTokenNeeded(() => access(t(token() ? "token.unknown" : "token.needed")));
watch((state) => {
  liveState = state;
  live();
  if (state === "live" || state === "polling") {
    say(t(`live.${state}`));
  }
});
begin();
run();
