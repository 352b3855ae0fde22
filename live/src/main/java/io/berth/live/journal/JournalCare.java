package io.berth.live.journal;

import io.berth.live.disk.DiskFullException;
import java.io.IOException;

/** Who looks after a journal while it is written. */
public interface JournalCare {
    /** Nobody: what cannot be written ends the journal. */
    JournalCare NONE = new JournalCare() {};

    /**
     * The disk is full, and the frame that is being appended is not on it. Returns when the journal shall try again; called on the
     * thread that appends.
     *
     * @throws DiskFullException where nobody wants to wait any more
     */
    default void awaitRoom(IOException cause) {
        throw new DiskFullException("cannot write the journal: " + cause.getMessage(), cause);
    }

    /** Something that somebody should know, one line; on any thread. */
    default void note(String line) {}
}
