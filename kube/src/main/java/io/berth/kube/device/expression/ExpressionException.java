package io.berth.kube.device.expression;

/** An expression that cannot be used, or has no answer for a device. The message says why, in the words of CEL. */
public final class ExpressionException extends RuntimeException {
    private static final int MOST_CHARACTERS = 400;

    /** @param message shortened where it is long */
    public ExpressionException(String message) {
        super(shortened(message));
    }

    ExpressionException(String message, Throwable cause) {
        super(shortened(message), cause);
    }

    /** Some messages of CEL hold the values that a function was called with. */
    static String shortened(String message) {
        return message.length() > MOST_CHARACTERS ? message.substring(0, MOST_CHARACTERS) + "…" : message;
    }
}
