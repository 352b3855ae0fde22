package io.berth.console.view;

import java.util.Locale;

/** Whether a node takes tasks. */
public enum NodePhase {
    UP,
    /** Takes no new ones. */
    DRAINING,
    /** Is gone, with all that ran there. */
    LOST;

    /** As documents write it. */
    public String text() {
        return name().toLowerCase(Locale.ROOT);
    }
}
