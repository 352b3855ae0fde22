package io.berth.live.control;

/** A request over the control socket failed, or the socket cannot be had. The message is one line. */
public final class ControlException extends RuntimeException {
    private static final long serialVersionUID = 1;

    public ControlException(String message) {
        super(message);
    }
}
