package io.berth.local.mig;

/** The driver does not make or remove an instance now; the message says why, for people. */
public final class MigRefusal extends RuntimeException {
    private static final long serialVersionUID = 1;

    MigRefusal(String message) {
        super(message);
    }
}
