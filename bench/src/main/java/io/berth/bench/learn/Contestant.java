package io.berth.bench.learn;

/** Something that learns from the recorded rows. */
interface Contestant extends AutoCloseable {
    String name();

    /** What it is made of, with versions, and which rows it computes. */
    String version();

    /** Learns once, from the parameters of the beginning. */
    Took measure(Setting setting);

    @Override
    void close();
}
