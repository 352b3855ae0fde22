package io.berth.kube.extend;

/** Why a question cannot be answered now, in words for whoever reads the log of the scheduler that asked. */
public final class ExtenderException extends RuntimeException {
    private static final long serialVersionUID = 1;

    ExtenderException(String why) {
        super(why);
    }
}
