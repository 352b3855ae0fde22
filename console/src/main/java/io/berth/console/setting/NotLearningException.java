package io.berth.console.setting;

/** Nothing learns that could be asked. The message is one line. */
public final class NotLearningException extends RuntimeException {
    private static final long serialVersionUID = 1;

    public NotLearningException(String message) {
        super(message);
    }
}
