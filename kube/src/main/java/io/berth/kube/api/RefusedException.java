package io.berth.kube.api;

import java.io.IOException;

/** The API server answered that it does not. */
public final class RefusedException extends IOException {
    private static final long serialVersionUID = 1;

    private final transient Answer answer;

    public RefusedException(Answer answer) {
        super(answer.why());
        this.answer = answer;
    }

    /** What it answered. */
    public Answer answer() {
        return answer;
    }
}
