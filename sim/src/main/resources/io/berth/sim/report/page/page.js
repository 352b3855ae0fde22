// The page as a whole: head, contents, sections; drawn again whenever a choice changes.
const SECTIONS = [["overview", overview], ["time", overTime], ["waits", waits], ["arrived", arrived], ["gantt", gantt], ["why", why],
  ["imbalance", imbalance], ["figures", figures], ["origin", origin]];

function clusterText() {
  return data.subject.cluster.map((group) => group.gpus > 0
    ? say("page.nodes_gpus", count(group.count), group.gpus, group.model || "GPU") : say("page.nodes_cpu", count(group.count))).join(", ");
}

function facts() {
  const parts = [say("page.jobs", count(data.subject.jobs)), say("page.cluster", count(data.subject.nodes), count(data.subject.gpus), clusterText())];
  parts.push(seeds.length > 1 ? say("page.seeds", seeds.join(", ")) : say("page.seed", seeds[0]));
  return parts.join(" · ");
}

function head() {
  const controls = make("div", { class: "controls" });
  if (tracedSeeds.length > 1) {
    const select = make("select", { id: "seed" }, tracedSeeds.map((seed) =>
      make("option", { value: seed, selected: seed === choice.seed ? "" : null }, String(seed))));
    select.addEventListener("change", () => { choice.seed = Number(select.value); render(); });
    controls.append(make("label", { for: "seed" }, say("page.charts_of_seed"), select));
  }
  controls.append(make("div", { class: "segments", role: "group", "aria-label": say("page.language") }, [["en", "English"], ["zh", "中文"]].map(([language, name]) =>
    make("button", { type: "button", id: "language-" + language, lang: language, "aria-pressed": String(choice.language === language),
      onclick: () => { choice.language = language; render(); } }, name))));
  return [make("div", { class: "head-text" }, make("p", { class: "kicker" }, say("page.kicker")),
    make("h1", {}, data.subject.scenario), make("p", { class: "facts" }, facts()),
    [copiesText(), partText()].filter((line) => line !== "").map((line) => make("p", { class: "facts" }, line))), controls];
}

function foot() {
  return [say("page.foot_offline"), seeds.length > tracedSeeds.length ? say("page.foot_seeds", tracedSeeds.join(", ")) : null, say("page.foot")]
    .filter((line) => line !== null).map((line) => make("p", {}, line));
}

function render() {
  const focused = document.activeElement && document.activeElement.id;
  const at = window.scrollY;
  hideTip();
  drawings.length = 0;
  document.documentElement.lang = choice.language === "zh" ? "zh-CN" : choice.language;
  const sections = SECTIONS.map(([id, section]) => [id, section()]).filter(([, element]) => element !== null);
  document.getElementById("head").replaceChildren(...head());
  document.getElementById("nav").setAttribute("aria-label", say("page.contents"));
  document.getElementById("nav").replaceChildren(make("ul", {}, sections.map(([id]) =>
    make("li", {}, make("a", { href: "#" + id }, say("section." + id))))));
  document.getElementById("main").replaceChildren(...sections.map(([, element]) => element));
  document.getElementById("foot").replaceChildren(...foot());
  paintAll();
  window.scrollTo(0, at);
  if (focused && document.getElementById(focused)) document.getElementById(focused).focus({ preventScroll: true });
}

const PRINT_WIDTH = 690;
let painted = window.innerWidth;
window.addEventListener("resize", () => {
  if (window.innerWidth !== painted && !window.matchMedia("print").matches) {
    painted = window.innerWidth;
    paintAll();
  }
});
window.addEventListener("beforeprint", () => paintAll(PRINT_WIDTH));
window.addEventListener("afterprint", () => paintAll());
render();
