// What may be wanted of jobs that live, of one or of several: hold, release, put back, another priority.
import { change, path } from "./client.js";
import { h } from "./dom.js";
import { number, t } from "./words.js";

const WISHES = {
  hold: (job) => !job.held,
  release: (job) => job.held,
  requeue: (job) => job.state !== "pending",
};

/** Buttons for the jobs of {chosen()}; {done()} is called when something changed. {show()} brings them up to date. */
export function wishes(context, chosen, done) {
  const buttons = Object.entries(WISHES).map(([wish, concerns]) => [
    h("button", { type: "button", class: `wish ${wish}`, hidden: true, click: () => tell(wish, concerns) }),
    wish,
    concerns,
  ]);
  const urgency = h("input", { type: "number", step: "1", value: "0", "aria-label": t("wish.priority") });
  const form = h(
    "form",
    { class: "wish priority", hidden: true, submit: (event) => { event.preventDefault(); prioritize(); } },
    urgency,
    h("button", { type: "submit" }, t("wish.setPriority")),
  );
  async function tell(wish, concerns) {
    const ids = chosen().filter(concerns).map((job) => job.id);
    const words = { count: number(ids.length), jobs: ids.slice(0, 20).join(", ") + (ids.length > 20 ? " …" : "") };
    if (wish === "requeue" && !(await context.confirm(t("wish.requeueTitle"), t("wish.requeueText", words), t("wish.requeue", words)))) {
      return;
    }
    await attempt(async () => {
      const answer = await change("POST", path(`job-operations/${wish}`, { jobs: ids.join(",") }));
      context.say(t(`wish.${wish}Done`, { count: number(answer.told) }));
    });
  }
  async function prioritize() {
    const priority = Number(urgency.value);
    await attempt(async () => {
      const jobs = chosen();
      await Promise.all(jobs.map((job) => change("PATCH", `jobs/${job.id}`, { priority })));
      context.say(t("wish.priorityDone", { count: number(jobs.length), priority: number(priority) }));
    });
  }
  async function attempt(act) {
    try {
      await act();
      await done();
    } catch (failure) {
      context.refuse(failure);
    }
  }
  function show() {
    const jobs = chosen();
    form.hidden = jobs.length === 0;
    if (jobs.length === 1 && document.activeElement !== urgency) {
      urgency.value = String(jobs[0].priority);
    }
    for (const [button, wish, concerns] of buttons) {
      const count = jobs.filter(concerns).length;
      button.hidden = count === 0;
      button.textContent = t(`wish.${wish}`, { count: number(count) });
    }
  }
  return { elements: [...buttons.map(([button]) => button), form], show };
}
