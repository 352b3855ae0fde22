package io.berth.learn.serve;

/**
 * The payload of an error.
 *
 * @param error its kind
 * @param environment the place of the environment that it is about, from 0; -1 where it is about none of its own
 * @param message one sentence for people
 */
public record Problem(Refusal error, int environment, String message) {}
