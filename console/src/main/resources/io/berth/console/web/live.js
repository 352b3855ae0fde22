// What changes, as it does. A browser's EventSource cannot send a token, so the stream is read by hand. Where there is no stream
// (a proxy that keeps answers back, too many readers), listeners are told to read their lists again every few seconds.

import { Refused, ask, token } from "./client.js";

const RETRY_MILLIS = 5000;
const LITTLE_MILLIS = 500;
/** The server is never silent for longer than its heartbeat, 15 s. */
const SILENCE_MILLIS = 40000;
const MOST_KEPT = 500;
const TYPES = ["job", "node", "strategy"];

const listeners = new Set();
const watchers = new Set();
const kept = [];
let state = "connecting";
let lastId = "";
let stream = new AbortController();
let count = 0;

/** {listener} gets {type, row, at, number}; type is job, node, strategy, alert, or reset where lists must be read again. */
export function follow(listener, signal) {
  listeners.add(listener);
  signal.addEventListener("abort", () => listeners.delete(listener));
}

/** {watcher} gets how it stands: connecting, live, polling, or token. */
export function watch(watcher) {
  watchers.add(watcher);
  watcher(state);
}

/** The latest events, newest first. */
export function latest() {
  return kept;
}

/** Begins anew, for one who has another token now. */
export function restart() {
  lastId = "";
  kept.length = 0;
  stream.abort();
}

function become(next) {
  if (next !== state) {
    state = next;
    watchers.forEach((watcher) => watcher(state));
  }
}

function tell(type, row) {
  const event = { type, row, at: Date.now(), number: (count += 1) };
  if (TYPES.includes(type)) {
    kept.unshift(event);
    kept.length = Math.min(kept.length, MOST_KEPT);
  }
  listeners.forEach((listener) => listener(event));
}

/** Takes one event as it was sent (HTML Living Standard §9.2.6). */
function take(block) {
  let type = "message";
  const data = [];
  for (const line of block.split("\n")) {
    const colon = line.indexOf(":");
    const field = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? "" : line.slice(colon + 1).replace(/^ /, "");
    if (field === "event") {
      type = value;
    } else if (field === "data") {
      data.push(value);
    } else if (field === "id") {
      lastId = value;
    }
  }
  if (TYPES.includes(type)) {
    tell(type, JSON.parse(data.join("\n")));
  } else if (type === "alert") {
    tell(type, JSON.parse(data.join("\n")).alert);
  } else if (type === "reset" || type === "dropped") {
    tell("reset", null);
  }
}

async function read() {
  const headers = { Accept: "text/event-stream" };
  const anew = lastId === "";
  if (!anew) {
    headers["Last-Event-ID"] = lastId;
  }
  const answer = await ask("events", { headers, signal: stream.signal });
  become("live");
  if (anew) {
    // Lists may have been read before the stream began.
    tell("reset", null);
  }
  const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const watchdog = setTimeout(() => stream.abort(), SILENCE_MILLIS);
    const { done, value } = await reader.read().finally(() => clearTimeout(watchdog));
    if (done) {
      return;
    }
    const blocks = (rest + value).split("\n\n");
    rest = blocks.pop();
    blocks.forEach(take);
  }
}

function pause(millis) {
  return new Promise((done) => {
    const timer = setTimeout(done, millis);
    stream.signal.addEventListener("abort", () => {
      clearTimeout(timer);
      done();
    });
  });
}

/** A tab that nobody looks at needs no connection; browsers have six for a site. */
function untilSeen() {
  return new Promise((done) => {
    if (!document.hidden) {
      done();
      return;
    }
    document.addEventListener("visibilitychange", () => done(), { once: true });
  });
}

/** Follows for as long as the page is there. */
export async function run() {
  document.addEventListener("visibilitychange", () => {
    if (document.hidden) {
      stream.abort();
    }
  });
  for (;;) {
    await untilSeen();
    stream = new AbortController();
    try {
      await read();
      await pause(LITTLE_MILLIS);
    } catch (failure) {
      const refused = failure instanceof Refused && failure.status === 401;
      if (refused) {
        become("token");
        await pause(token() ? RETRY_MILLIS * 12 : 2 ** 31 - 1);
      } else if (!stream.signal.aborted) {
        become("polling");
        tell("reset", null);
        await pause(RETRY_MILLIS);
      }
    }
  }
}
