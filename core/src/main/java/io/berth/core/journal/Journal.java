package io.berth.core.journal;

/** Where instants are kept. */
@FunctionalInterface
public interface Journal {
    /** Keeps nothing. */
    Journal NONE = frame -> {};

    /** Keeps the frame; when this returns the frame is as durable as the journal promises. */
    void append(Frame frame);
}
