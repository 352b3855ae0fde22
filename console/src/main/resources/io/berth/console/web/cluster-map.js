// Every GPU a cell, drawn on a canvas: 40,000 cells are too many elements. What a cell says is also said by text, for the
// pointer and for the keyboard.

import { h, plain } from "./dom.js";
import { onTheme } from "./theme.js";

/** Cell edges in CSS pixels, by how many cells there are. */
const EDGES = [[160, 20], [800, 13], [4000, 9], [12000, 6], [Infinity, 4]];
const CELLS_IN_LINE = 8;
/** Browsers draw canvases of up to 16,384 pixels a side. */
const MOST_PIXELS = 16000;
/** Room for the frame of nodes at the edge. */
const PADDING = 3;

/** How large things are. */
function measure(nodes) {
  const cells = nodes.reduce((sum, node) => sum + Math.max(1, node.gpus), 0);
  const most = nodes.reduce((max, node) => Math.max(max, node.gpus), 1);
  const edge = EDGES.find(([count]) => cells <= count)[1];
  const gap = edge > 8 ? 2 : 1;
  const columns = Math.min(CELLS_IN_LINE, most);
  const lines = Math.ceil(most / columns);
  const label = edge >= 20 && columns >= 4 ? 15 : 0;
  const bar = edge > 8 ? 3 : edge > 4 ? 2 : 1;
  return {
    edge, gap, columns, label, bar,
    width: columns * (edge + gap) - gap,
    height: label + lines * (edge + gap) + bar,
    margin: edge > 8 ? 10 : edge > 4 ? 4 : 3,
  };
}

function colors(element) {
  const style = getComputedStyle(element);
  const read = (property) => style.getPropertyValue(property).trim();
  return {
    idle: read("--idle"), edge: read("--idle-edge"), busy: read("--busy"), memory: read("--memory"), track: read("--line"),
    ink: read("--soft"), draining: read("--warn"), lost: read("--bad"), chosen: read("--accent"),
  };
}

/**
 * The map of the nodes of one kind. {describe} gives the text of (node, gpu or -1), {more(node, gpu, done)} further lines when they
 * are known; {say} tells it to those who do not see, {open} goes to a node.
 */
export class ClusterMap {
  constructor(nodes, { label, describe, more, open, say, tip }) {
    this.nodes = nodes;
    this.describe = describe;
    this.more = more;
    this.open = open;
    this.looked = "";
    this.say = say;
    this.tip = tip;
    this.chosen = -1;
    this.canvas = h("canvas", { "aria-hidden": "true" });
    this.element = h(
      "div",
      {
        class: "map", tabindex: "0", role: "application", "aria-label": label,
        keydown: (event) => this.move(event),
        blur: () => this.choose(-1),
        pointermove: (event) => this.point(event),
        pointerdown: (event) => this.point(event),
        pointerleave: () => this.hide(),
        click: (event) => this.go(this.at(event)),
      },
      this.canvas,
    );
  }

  /** Follows the width of the page until {signal}. */
  begin(signal) {
    const observer = new ResizeObserver(() => this.layout());
    observer.observe(this.element);
    const forget = onTheme(() => this.layout());
    signal.addEventListener("abort", () => {
      observer.disconnect();
      forget();
    });
  }

  layout() {
    const width = this.element.clientWidth;
    if (width === 0 || this.nodes.length === 0) {
      return;
    }
    this.size = measure(this.nodes);
    const { size } = this;
    this.across = Math.max(1, Math.floor((width - 2 * PADDING + size.margin) / (size.width + size.margin)));
    const down = Math.ceil(this.nodes.length / this.across);
    const height = down * (size.height + size.margin) + 2 * PADDING;
    const ratio = Math.min(devicePixelRatio, MOST_PIXELS / Math.max(height, width));
    this.canvas.width = Math.round(width * ratio);
    this.canvas.height = Math.round(height * ratio);
    this.canvas.style.width = `${width}px`;
    this.canvas.style.height = `${height}px`;
    this.context = this.canvas.getContext("2d");
    this.context.scale(ratio, ratio);
    this.colors = colors(this.element);
    this.paint(this.nodes.map((_, index) => index));
  }

  /** Draws the node at {index} again, with what it is now. */
  update(index, node) {
    this.nodes[index] = node;
    if (this.context) {
      this.draw(index);
    }
  }

  origin(index) {
    const { size } = this;
    const column = index % this.across;
    const line = Math.floor(index / this.across);
    return [PADDING + column * (size.width + size.margin), PADDING + line * (size.height + size.margin)];
  }

  draw(index) {
    this.paint([index]);
  }

  /** Draws the nodes at {indices}, colour by colour: to change it for each of 40,000 cells takes longer than to fill them. */
  paint(indices) {
    const { context, size, colors: color } = this;
    const places = indices.map((index) => [this.nodes[index], ...this.origin(index)]);
    if (indices.length === this.nodes.length) {
      context.clearRect(0, 0, this.canvas.width, this.canvas.height);
    } else {
      places.forEach(([, x, y]) => context.clearRect(x - size.margin / 2, y - size.margin / 2, size.width + size.margin, size.height + size.margin));
    }
    if (size.label > 0) {
      places.forEach(([node, x, y]) => this.write(node, x, y));
    }
    this.cells(places, color.edge, (left, top) => context.fillRect(left, top, size.edge, size.edge));
    this.cells(places, color.idle, (left, top) => context.fillRect(left + 1, top + 1, size.edge - 2, size.edge - 2));
    this.fill(places);
    context.fillStyle = color.track;
    places.forEach(([, x, y]) => context.fillRect(x, y + size.height - size.bar, size.width, size.bar));
    context.fillStyle = color.memory;
    for (const [node, x, y] of places) {
      const used = node.memory_bytes > 0 ? 1 - Math.max(0, node.memory_free_bytes) / node.memory_bytes : 0;
      context.fillRect(x, y + size.height - size.bar, size.width * used, size.bar);
    }
    indices.forEach((index, i) => this.frame(index, places[i][1], places[i][2]));
  }

  /** Fills the cells as far as they are held, or whatever {tint} says of them, colour by colour. */
  fill(places) {
    const { context, size } = this;
    const byColor = new Map();
    this.cells(places, null, (left, top, free, node, gpu) => {
      const [share, color] = this.tint?.(node, gpu, 1 - free) ?? [1 - free, this.colors.busy];
      const busy = Math.round(size.edge * share);
      if (busy > 0) {
        const rects = byColor.get(color) ?? [];
        rects.push(left, top + size.edge - busy, busy);
        byColor.set(color, rects);
      }
    });
    for (const [color, rects] of byColor) {
      context.fillStyle = color;
      for (let i = 0; i < rects.length; i += 3) {
        context.fillRect(rects[i], rects[i + 1], size.edge, rects[i + 2]);
      }
    }
  }

  /** Calls {fill} with place, free share, node and GPU of each cell, in {color}. */
  cells(places, color, fill) {
    const { size } = this;
    if (color) {
      this.context.fillStyle = color;
    }
    for (const [node, x, y] of places) {
      for (let gpu = 0; gpu < Math.max(1, node.gpus); gpu += 1) {
        const left = x + (gpu % size.columns) * (size.edge + size.gap);
        const top = y + size.label + Math.floor(gpu / size.columns) * (size.edge + size.gap);
        fill(left, top, node.gpus > 0 ? node.gpu_free_milli[gpu] / 1000 : Math.max(0, node.cpus_free) / Math.max(1, node.cpus), node, gpu);
      }
    }
  }

  /** Colours cells by {tint} of node, GPU and held share: [share to be filled, colour], or null for as they are held. */
  dye(tint) {
    this.tint = tint;
    if (this.context) {
      this.paint(this.nodes.map((_, index) => index));
    }
  }

  write(node, x, y) {
    const { context, size } = this;
    context.save();
    context.beginPath();
    context.rect(x, y, size.width, size.label);
    context.clip();
    context.fillStyle = this.colors.ink;
    context.font = "11px system-ui, sans-serif";
    context.textBaseline = "top";
    context.fillText(plain(node.name), x, y + 1);
    context.restore();
  }

  /** What is told by lines, so that it needs no colour: lost nodes are crossed out, draining ones have a dashed frame. */
  frame(index, x, y) {
    const { context, size, colors: color } = this;
    const node = this.nodes[index];
    if (node.state === "up" && index !== this.chosen) {
      return;
    }
    const top = y + size.label;
    const height = size.height - size.label - size.bar;
    context.lineWidth = size.edge > 8 ? 2 : 1;
    context.beginPath();
    if (node.state === "lost") {
      context.strokeStyle = color.lost;
      context.moveTo(x, top);
      context.lineTo(x + size.width, top + height);
      context.moveTo(x, top + height);
      context.lineTo(x + size.width, top);
    } else if (node.state === "draining") {
      context.strokeStyle = color.draining;
      context.setLineDash([4, 3]);
      context.rect(x - 1, top - 1, size.width + 2, height + 1);
    }
    context.stroke();
    context.setLineDash([]);
    if (index === this.chosen) {
      context.strokeStyle = color.chosen;
      context.strokeRect(x - 1, y - 1, size.width + 2, size.height + 2);
    }
  }

  /** The node and the GPU under the pointer; null where there is none. */
  at(event) {
    const { size } = this;
    if (!size) {
      return null;
    }
    const box = this.canvas.getBoundingClientRect();
    const x = event.clientX - box.left - PADDING;
    const y = event.clientY - box.top - PADDING;
    const column = Math.floor(x / (size.width + size.margin));
    const index = Math.floor(y / (size.height + size.margin)) * this.across + column;
    if (column < 0 || column >= this.across || y < 0 || index >= this.nodes.length) {
      return null;
    }
    const [left, top] = this.origin(index);
    const across = Math.floor((x + PADDING - left) / (size.edge + size.gap));
    const down = Math.floor((y + PADDING - top - size.label) / (size.edge + size.gap));
    const gpu = across < size.columns && down >= 0 ? down * size.columns + across : -1;
    return { node: this.nodes[index], gpu: gpu < this.nodes[index].gpus ? gpu : -1 };
  }

  go(place) {
    if (place) {
      this.open(place.node);
    }
  }

  hide() {
    this.looked = "";
    this.tip.hide();
  }

  /** Says what {node} and its {gpu} are beside (x, y), and what else is known of them once it is. */
  tell(node, gpu, x, y) {
    const key = `${node.number} ${gpu}`;
    const text = this.describe(node, gpu);
    if (key === this.looked) {
      this.tip.move(x, y);
      return text;
    }
    this.looked = key;
    this.tip.show(text, x, y);
    this.more(node, gpu, (lines) => {
      if (this.looked === key && lines.length > 0) {
        this.tip.show([text, ...lines].join("\n"), x, y);
        if (this.chosen >= 0) {
          this.say(lines.join(", "));
        }
      }
    });
    return text;
  }

  point(event) {
    const place = this.at(event);
    if (place) {
      this.tell(place.node, place.gpu, event.clientX, event.clientY);
    } else {
      this.hide();
    }
  }

  move(event) {
    const last = this.nodes.length - 1;
    const from = this.chosen;
    const steps = {
      ArrowRight: from + 1, ArrowLeft: from - 1, ArrowDown: from + this.across, ArrowUp: from - this.across, Home: 0, End: last,
    };
    if (event.key === "Escape") {
      this.choose(-1);
    } else if (event.key === "Enter" && from >= 0) {
      this.open(this.nodes[from]);
    } else if (event.key in steps) {
      event.preventDefault();
      this.choose(Math.max(0, Math.min(last, steps[event.key])));
    }
  }

  choose(index) {
    const before = this.chosen;
    this.chosen = index;
    if (before >= 0) {
      this.draw(before);
    }
    if (index < 0) {
      this.hide();
      return;
    }
    this.draw(index);
    const [x, y] = this.origin(index);
    const box = this.canvas.getBoundingClientRect();
    this.say(this.tell(this.nodes[index], -1, box.left + x + this.size.width, box.top + y + this.size.height));
  }
}
