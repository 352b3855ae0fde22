package io.berth.bench.learn;

import java.io.IOException;

/** Something that learns from the recorded rows. */
interface Contestant extends AutoCloseable {
    String name();

    /** What it is made of, with versions, and which rows it computes. */
    String version();

    /**
     * Learns once, from new parameters.
     *
     * @throws IOException where it ended instead
     */
    Took measure(Setting setting) throws IOException;

    @Override
    void close();
}
