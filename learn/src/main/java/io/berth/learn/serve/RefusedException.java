package io.berth.learn.serve;

/** A request that is answered by an error. */
final class RefusedException extends RuntimeException {
    /** Where an error is of no single environment. */
    static final int NONE = -1;

    private final Refusal refusal;
    private final int environment;

    RefusedException(Refusal refusal, String message) {
        this(refusal, NONE, message);
    }

    RefusedException(Refusal refusal, int environment, String message) {
        super(message, null, false, false);
        this.refusal = refusal;
        this.environment = environment;
    }

    Problem problem() {
        return new Problem(refusal, environment, String.valueOf(getMessage()));
    }
}
