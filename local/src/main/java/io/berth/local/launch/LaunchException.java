package io.berth.local.launch;

/** Tasks cannot be launched on this machine, or this task cannot; the message is one line for people. */
public final class LaunchException extends RuntimeException {
    LaunchException(String message) {
        super(message);
    }

    LaunchException(String message, Throwable cause) {
        super(message, cause);
    }
}
