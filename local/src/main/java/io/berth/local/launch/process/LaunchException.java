package io.berth.local.launch.process;

/** Tasks cannot be launched on this machine, or this task cannot; the message is one line for people. */
public final class LaunchException extends RuntimeException {
    public LaunchException(String message) {
        super(message);
    }

    public LaunchException(String message, Throwable cause) {
        super(message, cause);
    }
}
