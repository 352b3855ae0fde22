/**
 * HTTP at the edge: Jetty's server with virtual threads for requests, with limits, time-outs and problem documents (RFC 9457). It
 * knows nothing of jobs.
 */
package io.berth.console.http;
