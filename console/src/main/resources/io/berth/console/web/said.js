// What the server says in English: made in another language of the codes that come with it, with its own words beside it where they
// say more.

import { h, plain } from "./dom.js";
import { bytes, current, number, t, time, tOr } from "./words.js";

const english = () => current() === "en";

/** {text} of the server; in another language {own}, made of codes, before it; null where the codes say too little. */
function said(text, own) {
  if (english()) {
    return [plain(text)];
  }
  const original = h("span", { class: own === null ? null : "soft", lang: "en" }, plain(text));
  return own === null ? [original] : [own, " ", original];
}

/** By what a shell returns, and by the states that say it themselves. */
function ending(job) {
  if (job.state === "timed_out" || job.state === "out_of_memory") {
    return t(job.state === "timed_out" ? "reason.time_limit" : "reason.out_of_memory");
  }
  const known = new Map([[-1, "trouble.lost"], [126, "trouble.notRun"], [127, "trouble.notFound"]]).get(job.exit_code);
  if (known) {
    return t(known);
  }
  return job.exit_code ? t("trouble.exit", { code: job.exit_code }) : null;
}

/** Why a job did not go well. */
export function troubleText(job) {
  return said(job.trouble, ending(job));
}

/** What an alert is about, and what was seen. */
export function alertText(alert) {
  return said(alert.text, alert.gpu === null ? t("alert.onTask", { task: alert.task }) : t("alert.onGpu", { gpu: alert.gpu }));
}

/** When a job was started, and where. */
export function startText(started) {
  if (english()) {
    return started.text;
  }
  const names = started.node_names.join(", ");
  const nodes = started.nodes > started.node_names.length ? t("started.more", { nodes: names, count: started.nodes - started.node_names.length }) : names;
  return `${t("started.at", { time: time(started.time), nodes })}${started.same ? "" : t("started.other")}`;
}

/** So much of a resource that is missing. */
function lackText(lack) {
  const amount = lack.unit === "count" ? number(lack.lacks) : bytes(lack.lacks);
  return tOr(`lack.${lack.resource}`, "") === "" ? t("lack.named", { amount, resource: lack.resource }) : t(`lack.${lack.resource}`, { amount });
}

/** Which node lacks least, and all that it lacks. */
export function nearestText(nearest) {
  if (english()) {
    return t("why.nearestSaid", { text: nearest.text });
  }
  const lacks = nearest.lacks.map(lackText).reduce((first, next) => (first === "" ? next : t("lack.and", { first, next })), "");
  if (lacks === "") {
    return t("why.nearestOther", { node: nearest.node, reason: tOr(`reason.${nearest.reason}`, nearest.text) });
  }
  return nearest.when_empty ? t("why.nearestEmpty", { node: nearest.node, lacks }) : t("why.nearest", { node: nearest.node, lacks });
}

/** Which node a task got, rather than which. */
export function placedText(task) {
  if (english()) {
    return task.text;
  }
  return task.runner_up ? t("placed.rather", { task: task.task, node: task.node, other: task.runner_up }) : t("placed.only", { task: task.task, node: task.node });
}

/** What a policy does. */
export function policyText(policy) {
  return tOr(`policy.${policy.kind}.${policy.name}`, policy.summary);
}

/** What the API refused, and why. */
export function problemText(failure) {
  const kind = english() ? "" : tOr(`problem.${failure.kind}`, "");
  return kind ? t("problem.said", { kind, detail: failure.message }) : failure.message;
}
