package io.berth.kube.http;

import java.io.InputStream;

/**
 * An answer whose body is read as it comes.
 *
 * @param retryAfterSeconds how long the server asks to be left alone; 0 where it does not
 * @param body is to be closed, from any thread: whoever reads it then hears of it; fails where no more comes
 */
public record Streamed(int code, long retryAfterSeconds, InputStream body) {}
