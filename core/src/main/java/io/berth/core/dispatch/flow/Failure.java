package io.berth.core.dispatch.flow;

/** Why a request that was let in was not answered. */
public enum Failure {
    SERVER_FAILED("its server failed, and it could not be tried again"),
    NO_SERVER("no server was left for it"),
    EVICTED("it made room for a more urgent one, and could not be tried again");

    private final String sentence;

    Failure(String sentence) {
        this.sentence = sentence;
    }

    /** The reason for people. */
    public String sentence() {
        return sentence;
    }
}
