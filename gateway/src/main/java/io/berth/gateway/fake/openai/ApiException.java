package io.berth.gateway.fake.openai;

/** A request that gets an error for an answer. */
public final class ApiException extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final transient ApiError error;

    /** Without a stack trace: it is an answer, and no mistake of this program. */
    public ApiException(ApiError error) {
        super(error.message(), null, false, false);
        this.error = error;
    }

    /** What is answered. */
    public ApiError error() {
        return error;
    }
}
