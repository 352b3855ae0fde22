// Who looks at the page: by a code of `berth console`, which is handed in for a session, or by a token.

import { Refused, ask, change, setKey, setToken, token } from "./client.js";
import { h } from "./dom.js";
import { problemText } from "./said.js";
import { t, tOr } from "./words.js";

const CODE = /^#\/code\/([0-9a-zA-Z]+)$/;

/** The code that the address holds, which it does not hold any more; empty for none. */
export function takeCode() {
  const found = CODE.exec(location.hash);
  if (!found) {
    return "";
  }
  // Neither the history nor somebody's eyes need it.
  history.replaceState(null, "", "#/cluster");
  return found[1];
}

/** Who this is, as the server knows it; null where it asks for more. */
export async function whoami() {
  try {
    const answer = await ask("session", { quiet: true });
    return await answer.json();
  } catch {
    return null;
  }
}

export function whoText(who) {
  const role = tOr(`role.${who.role}`, who.role);
  return who.tenant ? t("who.tenant", { name: who.name, role, tenant: who.tenant }) : t("who.all", { name: who.name, role });
}

/**
 * Hands in {code}; what went wrong, or null. Who is in already is asked with {confirm} first: a page of somebody else's may lead here,
 * with a code of his.
 */
export async function enter(code, confirm) {
  const before = await whoami();
  if (before && before.name !== "local" && !(await confirm(t("code.title"), t("code.other", { who: whoText(before) }), t("code.yes")))) {
    return null;
  }
  try {
    const begun = await change("POST", "sessions", { code }, { quiet: true });
    setKey(begun.key);
    setToken("");
    return null;
  } catch (failure) {
    return failure instanceof Refused && failure.status === 401 ? t("code.bad") : problemText(failure);
  }
}

function places() {
  return h(
    "dl",
    { class: "ways" },
    h("dt", {}, t("token.here")),
    h("dd", {}, h("code", {}, "berth console"), " ", t("token.hereText")),
    h("dt", {}, t("token.own")),
    h("dd", {}, t("token.ownText")),
  );
}

/** Shows who this is and takes a token; {changed} is called when somebody else looks from now on. */
export async function askToken(dialog, text, changed) {
  if (dialog.open) {
    return;
  }
  const field = h("input", { id: "token", type: "password", autocomplete: "off", spellcheck: "false", autofocus: true });
  const known = h("p", { class: "soft" });
  const leave = h("button", { type: "button", hidden: true, click: () => use("") }, t("token.forget"));
  async function use(value) {
    if (value === "" && !token()) {
      await change("DELETE", "session").catch(() => null);
    }
    setKey("");
    setToken(value);
    dialog.close();
    changed();
  }
  function submit(event) {
    event.preventDefault();
    use(field.value.trim());
  }
  const buttons = h(
    "div",
    { class: "buttons" },
    h("button", { type: "button", click: () => dialog.close() }, t("dialog.close")),
    leave,
    h("button", { type: "submit", class: "main" }, t("token.use")),
  );
  dialog.replaceChildren(
    h("h2", { id: "dialog-title" }, t("token.title")),
    known,
    h("p", {}, text),
    places(),
    h("form", { submit }, h("label", { for: "token" }, t("token.label")), field, buttons),
  );
  dialog.showModal();
  const who = await whoami();
  if (who) {
    known.textContent = whoText(who);
    leave.hidden = who.name === "local";
  }
}
