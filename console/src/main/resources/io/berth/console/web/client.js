// Asks the API. Addresses are relative to the page, so that a proxy may serve it below a path of its own.

const ROOT = "api/v1/";
const KEPT = "berth.token";
/** Beside the cookie of a session, for changes: kept by the browser for this port alone, as a cookie is not. */
const KEY = "berth.key";

/** What the API says went wrong (RFC 9457). */
export class Refused extends Error {
  constructor(status, problem) {
    super(problem.detail ?? problem.title ?? `HTTP ${status}`);
    this.status = status;
    this.kind = (problem.type ?? "").replace(/^urn:berth:problem:/, "");
  }
}

const whenTokenNeeded = new Set();

/** {listener} is called when an answer says that a token is needed, or that it is not known. */
export function onTokenNeeded(listener) {
  whenTokenNeeded.add(listener);
}

export function token() {
  return sessionStorage.getItem(KEPT) ?? "";
}

/** Kept for this tab only, until it is closed. */
export function setToken(text) {
  if (text) {
    sessionStorage.setItem(KEPT, text);
  } else {
    sessionStorage.removeItem(KEPT);
  }
}

export function setKey(text) {
  if (text) {
    localStorage.setItem(KEY, text);
  } else {
    localStorage.removeItem(KEY);
  }
}

/** The answer to a request, whose status is good; {quiet} where nobody is to be asked for a token. */
export async function ask(path, { quiet = false, ...options } = {}) {
  const headers = new Headers(options.headers);
  if (token()) {
    headers.set("Authorization", `Bearer ${token()}`);
  } else if ((options.method ?? "GET") !== "GET") {
    headers.set("Berth-Session-Key", localStorage.getItem(KEY) ?? "");
  }
  const answer = await fetch(ROOT + path, { ...options, headers, cache: "no-store" });
  if (answer.ok) {
    return answer;
  }
  if (answer.status === 401 && !quiet) {
    whenTokenNeeded.forEach((listener) => listener());
  }
  const problem = await answer.json().catch(() => ({}));
  throw new Refused(answer.status, problem);
}

export async function get(path, signal) {
  const answer = await ask(path, { signal });
  return answer.json();
}

export async function change(method, path, document, options = {}) {
  const body = document === undefined ? undefined : JSON.stringify(document);
  const headers = body === undefined ? {} : { "Content-Type": "application/json" };
  const answer = await ask(path, { ...options, method, headers, body });
  return answer.status === 204 ? null : answer.json();
}

/** A path of the API with its parameters; empty ones are left out. */
export function path(base, parameters) {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) {
    if (value !== "" && value !== null && value !== undefined) {
      query.set(name, value);
    }
  }
  const text = query.toString();
  return text ? `${base}?${text}` : base;
}
