package io.berth.learn.checkpoint;

/**
 * Something whose state can be written and read back, bit for bit. Settings are not part of it: what is read goes into one that was
 * made in the same way.
 */
public interface Checkpointed {
    /** Writes all that later work depends on. */
    void write(CheckpointWriter to);

    /**
     * Takes over what {@link #write} wrote.
     *
     * @throws io.berth.spec.input.InputException where that was of something made in another way; this may then be half read
     */
    void read(CheckpointReader from);
}
