package io.berth.kube.wire;

/** Bytes that are no message of Kubernetes, or one that says what it must not. */
public final class MalformedException extends RuntimeException {
    private static final long serialVersionUID = 1;

    public MalformedException(String message) {
        super(message);
    }

    public MalformedException(String message, Throwable cause) {
        super(message, cause);
    }
}
