package io.berth.sim.scenario;

import io.berth.core.journal.Frame;
import java.nio.file.Path;
import java.util.function.Consumer;

/** Reads journals that were recorded; where and how they are kept is not the simulator's business. */
@FunctionalInterface
public interface RecordedJournals {
    /** Hands all frames of the journal in {@code folder} to {@code each}, from the first one on. */
    void read(Path folder, Consumer<Frame> each);
}
