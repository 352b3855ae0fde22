package io.berth.testkit.kill;

/** What Berth is at when it is killed. */
public enum Phase {
    ACCEPT,
    JOURNAL,
    LAUNCH,
    FINISH,
    SNAPSHOT,
    /** From outside, at any time; starting among them. */
    ANY
}
