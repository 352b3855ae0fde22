/**
 * HTTP at the edge: the JDK's server on virtual threads, with limits, time-outs and problem documents (RFC 9457). It knows nothing
 * of jobs.
 */
package io.berth.console.http;
