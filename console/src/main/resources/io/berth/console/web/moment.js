// The moment that is looked at: now, or one of the past. It stays while pages are changed.

import { path } from "./client.js";

let at = "";

/** A moment of the past as ISO 8601; empty for now. */
export function moment() {
  return at;
}

export function look(iso) {
  at = iso;
}

/** A path of the API with its parameters, as of the moment that is looked at. */
export function pathThen(base, parameters = {}) {
  return path(base, { ...parameters, at });
}
