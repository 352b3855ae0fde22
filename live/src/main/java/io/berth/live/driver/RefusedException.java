package io.berth.live.driver;

/** A request cannot be met as the state is now; nothing was changed. The message is one line for whoever asked. */
public final class RefusedException extends RuntimeException {
    private static final long serialVersionUID = 1;

    public RefusedException(String message) {
        super(message);
    }
}
