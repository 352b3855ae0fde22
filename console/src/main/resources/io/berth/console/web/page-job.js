// One job: what it is, what became of it, why it waits, what it wrote.

import { Refused, ask, change } from "./client.js";
import { curves } from "./curve.js";
import { calm, h, labelled, name, nothing, plain, rows, table } from "./dom.js";
import { follow, latest } from "./live.js";
import { badge } from "./job-list.js";
import { jobPlaces } from "./job-places.js";
import { moment as shownMoment } from "./moment.js";
import { expected, nodeReasons, reason } from "./page-queue.js";
import { remedies } from "./remedies.js";
import { wishes } from "./wishes.js";
import { alertText, nearestText, placedText, startText, troubleText } from "./said.js";
import { bytes, clock, duration, number, t, time, tOr } from "./words.js";

const MILLIS = 1000;
const EXPLAIN_MILLIS = 3000;
/* So often the start of a job is asked for: each answer goes on through the journal for two seconds. */
const MOST_ASKED = 10;
const LOG_MILLIS = 2000;
const ETA_MILLIS = 10000;
const CURVE_MILLIS = 3000;
/** As much of what a task wrote is shown, its end. */
const LOG_CHARACTERS = 200000;
const ENDED = ["finished", "failed", "cancelled", "rejected", "out_of_memory", "timed_out"];

export const title = ({ rest }) => t("job.title", { id: rest[0] ?? "" });

/** The command as a shell would take it; null for none. */
function command(words) {
  if (!words || words.length === 0) {
    return null;
  }
  const text = typeof words === "string" ? words : words.map((word) => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`)).join(" ");
  return h("code", { class: "wrap" }, plain(text));
}

/** How many tasks a group of a job has, what each asks for, and what they run. */
function groupText(group) {
  const size = group.max === undefined ? number(group.tasks) : `${number(group.min)}–${number(group.max)}`;
  const needs = [`${t("job.tasks")} ${size}`, `${t("job.gpus")} ${number(group.gpus ?? 0)}`, `${t("job.cpus")} ${number(group.cpu)}`];
  if (group.memory > 0) {
    needs.push(`${t("job.memory")} ${bytes(group.memory)}`);
  }
  if (group.group_within) {
    needs.push(t("job.together", { level: group.group_within.level ?? group.group_within }));
  }
  return h("span", {}, `${needs.join(", ")} `, command(group.command) ?? "");
}

/** Why it did not go well, if it did not: what is known of it, and its exit code. */
function trouble(job) {
  if (!job.trouble) {
    return [];
  }
  const failed = ENDED.includes(job.state);
  return [h("p", { class: "why trouble" }, h("strong", {}, t(failed ? "job.failed" : "job.trouble")), ": ", ...troubleText(job))];
}

function facts(job) {
  const pairs = [
    [t("job.name"), name(job.name)],
    [t("job.state"), badge(job.state)],
    [t("job.queue"), name(job.queue)],
    [t("job.kind"), tOr(`kind.${job.kind}`, job.kind)],
    [t("job.service"), job.service ? name(job.service) : null],
    [t("job.priority"), number(job.priority)],
    [t("job.tasks"), number(job.tasks)],
    [t("job.user"), job.user === null ? null : name(job.user)],
    [t("job.gpus"), number(job.gpus)],
    [t("job.cpus"), number(job.cpus)],
    [t("job.memory"), job.memory_bytes > 0 ? bytes(job.memory_bytes) : null],
    [t("job.attempt"), job.attempt > 1 ? number(job.attempt) : null],
    [t("job.after"), job.unmet],
    [t("job.command"), command(job.spec.command)],
    [t("job.phase"), job.phase ? h("span", {}, `${t("job.phaseOf", { number: number(job.phase.number), count: number(job.phase.count) })} `, name(job.phase.name)) : null],
    ...(job.spec.groups ?? job.spec.phases ?? []).map((group) => [name(group.name), groupText(group)]),
    [t("job.exit"), job.exit_code === null ? null : String(job.exit_code)],
    [t("job.nodes"), job.nodes === 0 ? null : number(job.nodes)],
    [t("job.strategy"), job.strategy === null ? null : name(job.strategy)],
  ];
  return pairs.filter(([, value]) => value !== null).map(([key, value]) => h("div", {}, h("dt", {}, key), h("dd", {}, value)));
}

/** What is known to have happened: the times of the job, and the states seen while this page was open. */
function timeline(job) {
  const steps = [[job.submit_time, t("time.submitted")]];
  if (job.start_time) {
    steps.push([job.start_time, t("time.started", { wait: duration(1000 * job.wait_seconds) })]);
  }
  if (job.end_time) {
    const ran = job.run_seconds === null ? null : 1000 * job.run_seconds;
    const text = tOr(`state.${job.state}`, job.state);
    steps.push([job.end_time, ran === null ? text : t("time.ended", { state: text, ran: duration(ran) })]);
  }
  const items = steps.map(([at, text]) => h("li", {}, h("time", { datetime: at }, time(at)), h("span", {}, text)));
  const seen = latest().filter((event) => event.type === "job" && event.row.id === job.id);
  for (const event of seen.reverse()) {
    const text = t("time.seen", { state: tOr(`state.${event.row.state}`, event.row.state) });
    items.push(h("li", { class: "soft" }, h("span", {}, clock(event.at)), h("span", {}, text)));
  }
  if (!job.end_time) {
    items.push(h("li", { class: "now" }, h("span", {}, t("time.now")), badge(job.state)));
  }
  return items;
}

function explanation(why) {
  if (!why.waiting) {
    return [];
  }
  const cure = why.try_time ? t("why.at", { time: time(why.try_time) }) : why.cure ? t(`cure.${why.cure}`) : "";
  const body = h("tbody");
  if (why.nodes.length === 0) {
    nothing(body, 3, t("why.noNodes"));
  } else {
    rows(body, why.nodes, (row) => row.reason, (row) => [
      h("td", {}, tOr(`reason.${row.reason}`, row.text)),
      h("td", { class: "n" }, number(row.nodes)),
      h("td", {}, t(`cure.${row.cure}`)),
    ]);
  }
  const heads = [[t("why.reason")], [t("why.nodes"), "n"], [t("why.cure")]];
  return [
    h("h2", {}, t("why.title")),
    h("p", { class: "why" }, reason(why), cure ? ` · ${cure}` : ""),
    nodeReasons(why) ? h("p", { class: "soft" }, nodeReasons(why)) : null,
    h("p", { class: "soft" }, t("why.room", { tasks: number(why.tasks), room: number(why.room), nodes: number(why.fitting_nodes) })),
    why.nearest ? h("p", { class: "soft" }, nearestText(why.nearest)) : null,
    why.place ? h("p", { class: "soft" }, placeText(why.place)) : null,
    why.bound ? h("p", { class: "soft" }, t("why.bound", { text: why.bound.text })) : null,
    why.deadline ? h("p", { class: "why" }, deadlineText(why.deadline)) : null,
    table(t("why.title"), heads, body),
    ...why.preferences.map(preference),
  ].filter((part) => part !== null);
}

function deadlineText(missed) {
  const words = { due_time: time(missed.due_time), end_time: missed.end_time ? time(missed.end_time) : "" };
  return t(missed.end_time ? "why.deadline" : "why.deadlineOver", words);
}

function placeText(place) {
  const words = { position: number(place.position), of: number(place.of), queue_position: number(place.queue_position), of_queue: number(place.of_queue) };
  return t("why.place", words);
}

/* When a job is expected to start and end, with the range, and its place among those that wait. */
function forecast(eta, now) {
  const lines = [];
  if (eta.position) {
    lines.push(h("div", {}, h("dt", {}, t("eta.place")), h("dd", {}, number(eta.position))));
  }
  for (const [key, moment] of [["eta.start", eta.start], ["eta.end", eta.end]]) {
    if (moment && Date.parse(moment.time) > now) {
      lines.push(h("div", {}, h("dt", {}, t(key)), h("dd", {}, ...expected(moment, now).filter((part) => part !== null))));
    }
  }
  return lines.length === 0 ? [] : [h("h2", {}, t("eta.title")), h("dl", { class: "facts" }, lines), h("p", { class: "soft" }, t("eta.assumes"))];
}

/* What a learnt order tries first of two jobs, and which features moved it, largest first. */
function preference(one) {
  const first = t("why.before", { first: number(one.first), second: number(one.second), model: one.model });
  if (one.contributions.length === 0) {
    return h("p", { class: "soft" }, first, " ", t("why.unseen"));
  }
  return contributions(first, [number(one.first), number(one.second)], one.contributions);
}

/* How a job came to its last start: what a learnt order did with it, and which nodes its first tasks got. */
function start(started) {
  return [
    h("h2", {}, t("started.title")),
    h("p", { class: "why" }, startText(started)),
    h("p", { class: "soft" }, t("started.by", { strategy: started.strategy })),
    ...started.preferences.map(preference),
    ...started.placements.map((task) => task.contributions.length === 0
      ? h("p", { class: "soft" }, placedText(task))
      : contributions(placedText(task), [task.node, task.runner_up], task.contributions)),
  ];
}

function contributions(text, both, parts) {
  const told = parts.filter((part) => part.points !== 0);
  const body = h("tbody");
  told.sort((a, b) => Math.abs(b.points) - Math.abs(a.points));
  rows(body, told, (part) => part.feature, (part) => [
    h("td", {}, tOr(`feature.${part.feature}`, part.feature)),
    h("td", { class: "n" }, part.first.toFixed(3)),
    h("td", { class: "n" }, part.second.toFixed(3)),
    h("td", { class: "n" }, (part.points > 0 ? "+" : "") + part.points.toPrecision(2)),
  ]);
  if (told.length === 0) {
    nothing(body, 4, t("why.alike"));
  }
  const heads = [[t("why.feature")], ...both.map((name) => [name, "n"]), [t("why.points"), "n"]];
  return h("div", {}, h("p", {}, text), table(text, heads, body));
}

function alerts(job) {
  return (job.alerts ?? []).map((alert) =>
    h("p", { class: "why" }, h("strong", {}, tOr(`alert.${alert.kind}`, alert.kind)), ": ", ...alertText(alert), " ", h("time", { datetime: alert.since }, time(alert.since))),
  );
}

/** Draws the curve again and again while the job holds room; hidden where the system keeps none. */
function training(section, id, state, context) {
  const drawn = curves(section, id, (other) => context.get(`jobs/${other}/curve?points=400`), context.signal);
  let timer = 0;
  section.hidden = true;
  async function load() {
    try {
      drawn(await context.get(`jobs/${id}/curve?points=400`));
    } catch (failure) {
      const absent = failure instanceof Refused && failure.status === 404;
      if (!absent) {
        context.complain(failure);
      }
      return;
    }
    if (!ENDED.includes(state()) && !context.signal.aborted) {
      timer = setTimeout(load, CURVE_MILLIS);
    }
  }
  context.signal.addEventListener("abort", () => clearTimeout(timer));
  load();
}

/** What task 0 or another wrote; hidden where the system keeps no output. */
function logs(section, id, tasks, context) {
  const out = h("pre", { class: "log", tabindex: "0", role: "region", "aria-label": t("log.title") });
  const task = h("input", { id: "log-task", type: "number", min: "0", max: String(tasks - 1), value: "0" });
  let offset = 0;
  let decoder = new TextDecoder();
  let ended = false;
  async function load() {
    const of = task.value;
    const answer = await ask(`jobs/${id}/logs?task=${of}&offset=${offset}`, { signal: context.signal });
    const bytes = new Uint8Array(await answer.arrayBuffer());
    if (of !== task.value) {
      return;
    }
    offset += bytes.length;
    const bottom = out.scrollTop + out.clientHeight >= out.scrollHeight - 4;
    out.textContent = (out.textContent + decoder.decode(bytes, { stream: true })).slice(-LOG_CHARACTERS);
    if (bottom) {
      out.scrollTop = out.scrollHeight;
    }
  }
  async function anew() {
    offset = 0;
    decoder = new TextDecoder();
    out.textContent = "";
    await load().catch(context.complain);
  }
  async function begin() {
    try {
      await load();
    } catch (failure) {
      const absent = failure instanceof Refused && failure.status === 404;
      if (!absent) {
        context.complain(failure);
      }
      return;
    }
    task.addEventListener("change", anew);
    const choice = tasks > 1 ? h("p", { class: "filter" }, labelled(t("job.task"), task)) : null;
    section.append(...[h("h2", {}, t("log.title")), choice, out].filter((child) => child !== null));
    const timer = setInterval(() => {
      load().catch(context.complain);
      if (ended) {
        clearInterval(timer);
      }
    }, LOG_MILLIS);
    context.signal.addEventListener("abort", () => clearInterval(timer));
  }
  begin();
  return (job) => {
    ended = ENDED.includes(job.state);
  };
}

async function cancel(job, context, load) {
  const yes = await context.confirm(t("cancel.title", { id: job.id }), [t("cancel.text"), " ", name(job.name)], t("cancel.yes"));
  if (!yes) {
    return;
  }
  try {
    await change("DELETE", `jobs/${job.id}`);
    context.say(t("cancel.done", { id: job.id }));
    await load();
  } catch (failure) {
    context.refuse(failure);
  }
}

export async function show(main, context) {
  const id = Number(context.rest[0]);
  let job = await context.get(`jobs/${encodeURIComponent(context.rest[0] ?? "")}`);
  const parts = Object.fromEntries(["facts", "alerts", "times", "eta", "why", "fix", "curve", "places", "log"].map((part) => [part, h("section")]));
  const list = h("dl", { class: "facts" });
  const steps = h("ol", { class: "timeline" });
  const stop = h("button", { type: "button", class: "danger", click: () => cancel(job, context, load) }, t("cancel.button"));
  const spec = h("pre", { tabindex: "0", role: "region", "aria-label": t("job.spec") }, JSON.stringify(job.spec, null, 2));
  const others = wishes(context, () => (ENDED.includes(job.state) || shownMoment() !== "" ? [] : [job]), load);
  parts.facts.append(list, h("div", { class: "filter acts" }, stop, ...others.elements));
  parts.times.append(h("h2", {}, t("job.timeline")), steps);
  const document = h("details", {}, h("summary", {}, t("job.spec")), spec);
  main.append(...Object.values(parts), document);
  training(parts.curve, id, () => job.state, context);
  const told = logs(parts.log, id, job.tasks, context);
  const cured = remedies(parts.fix, () => job, context, load);
  const placed = jobPlaces(parts.places, () => job, context);
  function draw() {
    list.replaceChildren(...facts(job));
    steps.replaceChildren(...timeline(job));
    parts.alerts.replaceChildren(...trouble(job), ...alerts(job));
    placed();
    cured();
    if (shownMoment() !== "") {
      parts.fix.hidden = true;
    }
    stop.hidden = ENDED.includes(job.state);
    others.show();
    told(job);
  }
  let started = null;
  let asked = 0;
  async function explain() {
    // How a job was started does not change while it runs, and to look for it takes the journal.
    if (job.state !== "pending" && (started !== null || asked === MOST_ASKED)) {
      return;
    }
    try {
      const why = await context.get(`jobs/${id}/explain`);
      started = why.started;
      asked = why.waiting ? 0 : asked + 1;
      parts.why.replaceChildren(...(why.waiting ? explanation(why) : started === null ? [] : start(started)));
      if (!why.waiting && started === null && asked < MOST_ASKED) {
        explainAgain();
      }
    } catch (failure) {
      context.complain(failure);
    }
  }
  const explainAgain = calm(explain, () => EXPLAIN_MILLIS, context.signal);
  async function load() {
    try {
      job = await context.get(`jobs/${id}`);
      context.content();
      draw();
    } catch (failure) {
      context.complain(failure);
    }
  }
  async function predict() {
    if (ENDED.includes(job.state)) {
      parts.eta.replaceChildren();
      return;
    }
    // Where it cannot be told now, the rest of the page is as good.
    const [eta, status] = await Promise.all([context.get(`jobs/${id}/eta`), context.get("status")]).catch(() => [null, null]);
    if (eta && !context.signal.aborted) {
      parts.eta.replaceChildren(...forecast(eta, Date.parse(status.time)));
    }
  }
  draw();
  await explain();
  predict();
  const predictAgain = calm(predict, () => ETA_MILLIS, context.signal);
  const again = calm(load, () => MILLIS, context.signal);
  follow((event) => {
    const alert = event.type === "alert" && event.row.job === id;
    const own = alert || event.type === "reset" || (event.type === "job" && event.row.id === id);
    if (own) {
      again();
    }
    predictAgain();
    if (own || job.state === "pending") {
      explainAgain();
    }
  }, context.signal);
}
