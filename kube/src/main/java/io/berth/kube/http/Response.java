package io.berth.kube.http;

/**
 * What came back.
 *
 * @param code the status
 * @param body as it came
 * @param retryAfterSeconds how long the server asks to be left alone; 0 where it does not
 */
public record Response(int code, byte[] body, long retryAfterSeconds) {}
