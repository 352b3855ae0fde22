// What would start a job that waits: changes of it, rights of its queue, jobs that would stop, and to wait. One click does those that can be done from here.

import { whoami } from "./access.js";
import { change, path } from "./client.js";
import { h, nothing, rows, table } from "./dom.js";
import { expected } from "./page-queue.js";
import { bytes, current, number, t, tOr } from "./words.js";

const SLOWER = 1.005;
const LEAST_HOURS = 0.005;

function partText(part) {
  return t(`fix.${part.what}`, { from: part.from, to: part.to });
}

function raiseText(raise) {
  const amount = (value) => (raise.resource === "memory" ? bytes(value) : `${number(value)} ${tOr(`fix.unit.${raise.resource}`, raise.resource)}`);
  return t("fix.rights", { right: t(`fix.right.${raise.right}`), queue: raise.queue, to: amount(raise.to), from: amount(raise.from) });
}

/** What somebody would do. */
export function remedyText(remedy) {
  if (remedy.kind === "wait") {
    return t("fix.wait");
  }
  if (current() === "en") {
    return remedy.text;
  }
  if (remedy.victims.length > 0) {
    const jobs = remedy.victims.map((victim) => `${victim.id}（${victim.name}）`).join("、");
    return t("fix.victims", { count: number(remedy.victims.length), jobs });
  }
  return [...remedy.parts.map(partText), ...remedy.raises.map(raiseText)].join("、");
}

/** What that costs. */
function priceText(remedy) {
  const lost = (hours, unit) => (hours < LEAST_HOURS ? "" : t(`fix.lost.${unit}`, { hours: number(hours) }));
  const slower = remedy.slower < SLOWER ? "" : t("fix.slower", { times: number(remedy.slower) });
  return [slower, lost(remedy.lost_gpu_hours, "gpu"), remedy.lost_gpu_hours < LEAST_HOURS ? lost(remedy.lost_cpu_hours, "cpu") : ""].filter((text) => text !== "").join(" · ");
}

function whenParts(remedy, now) {
  if (remedy.now) {
    return [t("fix.now")];
  }
  if (remedy.once) {
    return [t(`fix.once.${remedy.once}`)];
  }
  return remedy.start ? expected(remedy, now).filter((part) => part !== null) : [t("fix.unknown")];
}

/** The section of {job()}; {done} is called when something was changed. */
export function remedies(section, job, context, done) {
  const body = h("tbody");
  const why = h("p", { class: "soft", role: "status" });
  const list = h("div", { hidden: true }, table(t("fix.title"), [[t("fix.what")], [t("fix.when")], [t("fix.price")], [""]], body), why);
  const asked = h("button", { type: "button", class: "fix", click: look }, t("fix.ask"));
  let may = false;
  async function look() {
    asked.disabled = true;
    why.textContent = t("fix.looking");
    list.hidden = false;
    try {
      const [told, status, who] = await Promise.all([context.get(`jobs/${job().id}/remedies`), context.get("status"), whoami()]);
      may = who !== null && who.role !== "viewer";
      draw(told, Date.parse(status.time));
    } catch (failure) {
      why.textContent = "";
      context.refuse(failure);
    } finally {
      asked.disabled = false;
    }
  }
  function draw(told, now) {
    why.textContent = told.remedies.length === 1 ? t("fix.none") : t("fix.tried");
    if (told.remedies.length === 0) {
      nothing(body, 4, t("fix.gone"));
      return;
    }
    rows(body, told.remedies, (remedy) => remedy.number, (remedy) => [
      h("td", { class: "text" }, remedyText(remedy)),
      h("td", {}, ...whenParts(remedy, now)),
      h("td", {}, priceText(remedy)),
      h("td", {}, doable(remedy) ? h("button", { type: "button", class: "apply", click: () => apply(remedy) }, t("fix.apply")) : ""),
    ]);
  }
  const doable = (remedy) => may && (remedy.change !== null || remedy.victims.length > 0);
  async function apply(remedy) {
    const text = remedyText(remedy);
    if (!(await context.confirm(t("fix.confirm", { id: job().id }), [text], t("fix.apply")))) {
      return;
    }
    try {
      if (remedy.victims.length > 0) {
        const jobs = remedy.victims.map((victim) => victim.id).join(",");
        await change("POST", path("job-operations/hold", { jobs }));
        await change("POST", path("job-operations/requeue", { jobs }));
      } else {
        await change("PATCH", `jobs/${job().id}`, remedy.change);
      }
      context.say(t("fix.done", { text }));
      list.hidden = true;
      await done();
    } catch (failure) {
      context.refuse(failure);
    }
  }
  section.append(h("h2", {}, t("fix.title")), asked, list);
  return () => {
    section.hidden = job().state !== "pending";
  };
}
