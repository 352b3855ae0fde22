package io.berth.learn.serve;

import java.nio.ByteBuffer;

/** What is played behind the frames: many environments of one agent each, or one of many. For one thread. */
sealed interface Play permits VectorPlay, SharedPlay {
    Description description();

    /** How many environments a request speaks of. */
    int count();

    /** A new client: nothing is reset yet, and seeds are counted from the start. */
    void begin(AutoReset mode);

    /**
     * Carries out a reset whose payload begins at 0.
     *
     * @throws RefusedException and nothing has changed, but for {@link Refusal#FAILED}
     */
    void reset(ByteBuffer request);

    /** Carries out a step likewise. */
    void step(ByteBuffer request);

    /** After something else was thrown: no environment has an episode. */
    void failed();

    /** Appends the state. */
    void write(Reply reply);

    /** The most bytes that {@link #write} appends. */
    long stateBytes();

    /** What follows the state: figures as JSON, or nothing. */
    byte[] figures();
}
