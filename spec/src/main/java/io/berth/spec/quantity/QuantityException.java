package io.berth.spec.quantity;

/** A text that is no quantity of its kind; the message names the text and what is allowed, without a place. */
public final class QuantityException extends RuntimeException {
    public QuantityException(String message) {
        super(message);
    }
}
