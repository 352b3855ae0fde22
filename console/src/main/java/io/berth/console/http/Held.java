package io.berth.console.http;

import io.berth.console.http.message.Sender;
import java.io.Closeable;
import java.io.IOException;

/** A connection as {@link Connections} knows it. */
final class Held {
    private final Sender sender;
    private volatile Closeable channel;
    private Phase phase = Phase.HEAD;
    private long since;

    /** How far a connection is; the first four may be ended for another's sake, in this order. */
    enum Phase {
        /** Kept alive after an answer. */
        IDLE,
        /** No whole head came yet, or nothing more will come. */
        HEAD,
        /** The body of a request is waited for. */
        BODY,
        /** The other side has not yet taken what was written. */
        SENDING,
        /** Its request is being answered. */
        BUSY
    }

    /**
     * @param sender what it counts for
     * @param channel closed where it is to end
     */
    Held(Sender sender, Closeable channel, long since) {
        this.sender = sender;
        this.channel = channel;
        this.since = since;
    }

    Sender sender() {
        return sender;
    }

    Phase phase() {
        return phase;
    }

    long since() {
        return since;
    }

    /** Only {@link Connections} calls it, under its lock. */
    void enter(Phase next, long now) {
        phase = next;
        since = now;
    }

    /** From now on {@code other}, which was made of the channel, is closed instead. */
    void become(Closeable other) {
        channel = other;
    }

    void end() {
        try {
            channel.close();
        } catch (IOException e) {
            // It is gone then.
        }
    }
}
