package io.berth.core.queue;

/** Why a queue may not take more, the first of which there is one. */
public enum QueueRefusal {
    /** It, or one above it, would be above its limit. */
    LIMIT,
    /** It would borrow more than it may. */
    BORROW,
    /** Its quota is used up, and the others need theirs or keep it. */
    QUOTA
}
