package io.berth.gateway.peer;

import org.jspecify.annotations.Nullable;

/** By which way gateways hear of one another. */
public interface Channel extends AutoCloseable {
    /** Who tells, and listens. For any thread. */
    interface Ends {
        /** What is to be told of {@code topic} now. */
        String told(Topic topic);

        /**
         * Something was told.
         *
         * @param from who told it, where the channel knows; null where the text says it
         * @throws RuntimeException where it is not as it should be
         */
        void heard(Topic topic, @Nullable String from, String text);
    }

    /** Called once, before the first round. */
    void open(Ends ends);

    /** Tells others what there is to be told of {@code topic}, or asks them for it. Does not block. */
    void round(Topic topic);

    /** What this gateway told has come back to it. */
    default void echoed() {}

    /** Whether nobody can be heard because of the channel itself, though others may be there. */
    default boolean lost() {
        return false;
    }

    @Override
    void close();
}
