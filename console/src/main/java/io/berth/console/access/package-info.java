/**
 * How callers come in over HTTP: who a request is from, sessions of browsers and what a browser is used for by other sites, and whom
 * the jobs of a caller run as. Who callers are and what they may is {@code io.berth.edge.access}.
 */
package io.berth.console.access;
