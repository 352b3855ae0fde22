package io.berth.testkit.kube.fault;

/** What a proxy does to one request. */
enum Fault {
    NONE,
    /** It takes its time. */
    SLOW,
    /** It is turned away: too many, not now, a conflict. */
    REFUSED,
    /** The connection ends before it is passed on. */
    LOST_BEFORE,
    /** It is done, and the connection ends before the answer. */
    LOST_AFTER,
    /** It is done, and answered as if it were not. */
    DENIED_AFTER,
    /** What is watched is cut off in the middle. */
    CUT,
    /** What is to be watched is forgotten: 410. */
    GONE
}
