// Asks the gateway. Addresses are relative to the page, so that a proxy may serve it below a path of its own.

const KEPT = "berth.gateway.key";

/** What the gateway says went wrong. */
export class Refused extends Error {
  constructor(status, error) {
    super(error.message ?? `HTTP ${status}`);
    this.status = status;
    this.code = error.code ?? "";
  }
}

export function key() {
  return sessionStorage.getItem(KEPT) ?? "";
}

/** Kept for this tab only, until it is closed. */
export function setKey(text) {
  sessionStorage.setItem(KEPT, text);
}

export async function get(path, signal) {
  const headers = key() ? { "x-berth-console-key": key() } : {};
  const answer = await fetch(path, { headers, signal, cache: "no-store" });
  if (answer.ok) {
    return answer.json();
  }
  const document = await answer.json().catch(() => ({}));
  throw new Refused(answer.status, document.error ?? {});
}

/** A path with its parameters; empty ones are left out. */
export function path(base, parameters) {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) {
    if (value !== "" && value !== null && value !== undefined) {
      query.set(name, value);
    }
  }
  return query.size > 0 ? `${base}?${query}` : base;
}

/** Calls {work} again and again, {millis} after it was done, while somebody looks and until {signal}; errors go to {complain}. */
export async function follow(work, millis, signal, complain) {
  while (!signal.aborted) {
    if (!document.hidden) {
      try {
        await work();
      } catch (failure) {
        if (!signal.aborted) {
          complain(failure);
        }
      }
    }
    await new Promise((done) => setTimeout(done, millis));
  }
}
