package io.berth.spec.quantity;

/** A text that is no quantity of its kind; the message names the text and what is allowed, without a place. */
public final class QuantityException extends RuntimeException {
    private final String problem;

    public QuantityException(String problem) {
        super(problem);
        this.problem = problem;
    }

    /** What is wrong with the text. */
    public String problem() {
        return problem;
    }
}
