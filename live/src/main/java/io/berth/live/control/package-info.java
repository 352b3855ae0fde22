/**
 * How people and programs on the same machine reach a running system: a Unix domain socket that speaks JSON lines, and a
 * strategy file that is watched.
 */
package io.berth.live.control;
