package io.berth.core.dispatch;

import io.berth.core.decision.Cure;

/** Why a request is turned away. */
public enum Refusal {
    TOO_LARGE(Cure.NEVER, "no server of this fleet has the memory for it and its model"),
    NO_SERVER(Cure.ON_RELEASE, "no server that could hold it is up"),
    QUEUE_FULL(Cure.ON_RELEASE, "the queue it would join is full"),
    DEADLINE(Cure.ON_RELEASE, "it is expected to be answered after its deadline"),
    TENANT_RATE(Cure.AT_TIME, "its tenant sends more than it may"),
    CONCURRENCY(Cure.ON_RELEASE, "as many are under way as are answered soon"),
    PREDECESSOR_FAILED(Cure.NEVER, "one that it comes after was not answered"),
    PREDECESSOR_UNKNOWN(Cure.NEVER, "one that it comes after is not known"),
    PREDECESSOR_LATE(Cure.ON_RELEASE, "one that it comes after has not ended in time"),
    PREDECESSOR_CIRCLE(Cure.NEVER, "it comes after one that comes after it");

    private final Cure cure;
    private final String sentence;

    Refusal(Cure cure, String sentence) {
        this.cure = cure;
        this.sentence = sentence;
    }

    /** Whether it is for want of others that were to be answered before. */
    public boolean ofPrecedence() {
        return ordinal() >= PREDECESSOR_FAILED.ordinal();
    }

    /** What would change it. */
    public Cure cure() {
        return cure;
    }

    /** The reason for people. */
    public String sentence() {
        return sentence;
    }
}
