package io.berth.spec.script;

/**
 * A job that must have ended before a script may start.
 *
 * @param job its number
 * @param value the index of the one job meant of an array; -1 for all that the number stands for
 * @param when how it must have ended: {@code ok}, {@code any} or {@code failed}
 */
public record ScriptAfter(long job, int value, String when) {}
