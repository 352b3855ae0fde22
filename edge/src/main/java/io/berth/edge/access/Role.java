package io.berth.edge.access;

import java.util.Locale;

/** What a caller may do; each may do what those before it may. */
public enum Role {
    /** Says how far its own job is; what the tasks of a job are. */
    TASK,
    /** Sees. */
    VIEWER,
    /** Submits jobs and cancels them. */
    SUBMITTER,
    /** Changes the strategy and drains nodes, of all tenants. */
    OPERATOR;

    /** True where {@code needed} asks for no more than this. */
    public boolean covers(Role needed) {
        return compareTo(needed) >= 0;
    }

    /** As documents write it. */
    public String text() {
        return name().toLowerCase(Locale.ROOT);
    }
}
