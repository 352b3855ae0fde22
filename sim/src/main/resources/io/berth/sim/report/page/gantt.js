// What ran where: rows are devices or nodes, bars are tasks.
const BUCKETS = [[0, "CPU"], [0.999, "< 1 GPU"], [1, "1 GPU"], [2, "2 GPU"], [4, "3–4 GPU"], [8, "5–8 GPU"], [Infinity, "> 8 GPU"]];

/** How bars are told apart: by queue where there are a few, else by the GPUs of the job. */
function kinds(picture) {
  const queues = [...new Set(picture.jobs.map((job) => job.queue))].sort();
  if (queues.length > 1 && queues.length <= 8) return { key: "gantt.by_queue", names: queues, of: (job) => queues.indexOf(job.queue) };
  const share = (job) => (/(^|× )0\.\d+ GPU/.test(job.size) ? 0.5 : job.gpus);
  const place = (job) => BUCKETS.findIndex(([most]) => share(job) <= most);
  return { key: "gantt.by_size", names: BUCKETS.map(([, name]) => name), of: place };
}

/** Puts bars of one row beside one another: each at the lowest place that is free while it lasts. */
function stack(bars) {
  const active = new Map();
  return [...bars].sort((a, b) => a.from_s - b.from_s || a.job - b.job).map((bar) => {
    const others = (active.get(bar.row) || []).filter((other) => other.bar.to_s > bar.from_s).sort((a, b) => a.at - b.at);
    let at = 0;
    for (const other of others) if (at + bar.milli > other.at && other.at + other.bar.milli > at) at = other.at + other.bar.milli;
    active.set(bar.row, [...others, { bar, at }]);
    return { bar, at: Math.min(at, 1000) };
  });
}

function ganttChart(trace) {
  const picture = trace.gantt;
  const jobs = new Map(picture.jobs.map((job) => [job.id, job]));
  const kind = kinds(picture);
  const used = kind.names.map((name, index) => [name, index]).filter(([, index]) => picture.jobs.some((job) => kind.of(job) === index));
  const left = picture.left_out > 0 ? " " + say("gantt.left_out", count(picture.left_out)) : "";
  const chart = { id: "gantt", title: say("gantt.title", trace.strategy), note:
    say("gantt.note", duration(picture.from_s), duration(picture.to_s), count(picture.bars.length)) + left };
  const host = make("div", { class: "plot" });
  drawing(host, (width) => paintGantt(width, chart, picture, jobs, kind));
  const names = make("ul", { class: "legend" }, make("li", { class: "minor" }, say(kind.key)),
    used.map(([name, index]) => make("li", {}, swatch("var(--q" + (index % 8) + ")"), name)));
  return figure(chart, names, host, ganttTable(picture, jobs));
}

function paintGantt(width, chart, picture, jobs, kind) {
  const size = picture.rows.length > 24 ? 14 : 18;
  const tops = [];
  let at = 8;
  picture.rows.forEach((row, index) => {
    if (index > 0 && row.node !== picture.rows[index - 1].node) at += 8;
    tops.push(at);
    at += size;
  });
  const height = at + 48;
  const box = { left: width < 560 ? 96 : 168, right: width - 14, top: 0, bottom: at + 4 };
  const axis = timeAxis(picture.from_s, Math.max(picture.to_s, picture.from_s + 1));
  box.x = scale(axis, box.left, box.right);
  const svg = canvas(width, height, chart);
  rowNames(svg, picture, tops, size, box);
  for (const tick of axis.ticks) {
    const x = box.x.place(tick);
    svg.append(draw("line", { class: "grid-line", x1: x, x2: x, y1: 4, y2: box.bottom }));
  }
  for (const { bar, at: offset } of stack(picture.bars)) {
    const x = box.x.place(bar.from_s);
    const long = Math.max(1.2, box.x.place(bar.to_s) - x - 0.8);
    const thick = bar.rows > 1 || bar.milli >= 1000 ? bar.rows * size - 1.5 : Math.max(2, (bar.milli / 1000) * (size - 1.5) - 0.5);
    const y = tops[bar.row] + (bar.rows > 1 ? 0 : (offset / 1000) * (size - 1.5));
    const job = jobs.get(bar.job);
    const mark = draw("rect", { x, y, width: long, height: thick, rx: 2, fill: "var(--q" + (kind.of(job) % 8) + ")" }, draw("title", {}));
    mark.addEventListener("pointermove", (event) => tip(event, job.name, barFacts(bar, job)));
    mark.addEventListener("pointerleave", hideTip);
    svg.append(mark);
    const room = Math.floor((long - 8) / 5.6);
    if (thick >= 10 && room >= 4) {
      const name = job.name.length <= room ? job.name : job.name.slice(0, room - 1) + "…";
      svg.append(draw("text", { class: "bar-name", x: x + 4, y: y + Math.min(thick / 2, size * 2) + 3.5 }, name));
    }
  }
  axes(svg, { ...box, y: { place: () => 0 } }, axis, { ticks: [], label: "", format: String });
  return svg;
}

function rowNames(svg, picture, tops, size, box) {
  const most = box.left > 100 ? 19 : 10;
  picture.rows.forEach((row, index) => {
    svg.append(draw("rect", { class: "row-band", x: box.left, y: tops[index], width: box.right - box.left, height: size - 1.5 }));
    if (row.gpu >= 0) {
      svg.append(draw("text", { class: "row-part", x: box.left - 6, y: tops[index] + size / 2 + 2.5, "text-anchor": "end" }, String(row.gpu)));
    }
    if (index > 0 && row.node === picture.rows[index - 1].node) return;
    const name = row.node.length <= most ? row.node : row.node.slice(0, most - 1) + "…";
    svg.append(draw("text", { class: "row-name", x: 0, y: tops[index] + size / 2 + 3.5 }, name));
    const second = picture.rows[index + 1];
    if (second && second.node === row.node && row.model) {
      svg.append(draw("text", { class: "row-part", x: 0, y: tops[index + 1] + size / 2 + 3 }, row.model.slice(0, 24)));
    }
  });
}

function barFacts(bar, job) {
  return [
    ["", say("table.size"), job.size], ["", say("table.queue"), job.queue],
    ["", say("table.submitted"), duration(job.submit_s)],
    ["", say("table.from"), duration(bar.from_s)],
    ["", say("table.to"), bar.ended ? duration(bar.to_s) : say("gantt.goes_on")],
  ];
}

function ganttTable(picture, jobs) {
  const most = 60;
  const heads = ["job", "queue", "size", "place", "from", "to"].map((key) => say("table." + key));
  return folded("gantt", () => {
    const rows = picture.bars.slice(0, most).map((bar) => {
      const job = jobs.get(bar.job);
      const row = picture.rows[bar.row];
      const place = row.gpu < 0 ? row.node : row.node + ":" + row.gpu + (bar.rows > 1 ? "–" + (row.gpu + bar.rows - 1) : "");
      return [job.name, job.queue, job.size, place, duration(bar.from_s), bar.ended ? duration(bar.to_s) : say("gantt.goes_on")];
    });
    return plainTable(say("table.first_bars", Math.min(most, picture.bars.length)), heads, rows);
  });
}
