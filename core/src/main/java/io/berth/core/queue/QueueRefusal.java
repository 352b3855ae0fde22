package io.berth.core.queue;

import io.berth.core.decision.Reason;

/** Why a queue may not take more, the first of which there is one. */
public enum QueueRefusal {
    /** It, or one above it, would be above its limit. */
    LIMIT(Reason.QUEUE_LIMIT),
    /** It would borrow more than it may. */
    BORROW(Reason.QUEUE_BORROWED),
    /** Its quota is used up, and the others need theirs or keep it. */
    QUOTA(Reason.QUEUE_QUOTA);

    private final Reason reason;

    QueueRefusal(Reason reason) {
        this.reason = reason;
    }

    /** As jobs hear it. */
    public Reason reason() {
        return reason;
    }
}
