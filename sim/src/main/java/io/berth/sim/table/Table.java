package io.berth.sim.table;

import io.berth.spec.input.InputException;
import java.nio.file.Path;
import java.util.List;

/** A published table of results and how to arrive at it: the protocol of the original experiment. */
public interface Table {
    /** What it is called on the command line. */
    String name();

    /** The paper. */
    String source();

    /** What is compared, and which inputs it needs, one sentence. */
    String compared();

    /** How long it takes on two cores, roughly. */
    String expectedTime();

    /**
     * The experiment that the inputs and targets in {@code data} make up.
     *
     * @throws InputException where the folder or a file that is needed is missing or wrong
     */
    Experiment open(Path data);

    /** Runs that can go side by side, and the cells that follow from them. */
    interface Experiment {
        /** The runs; from any thread, each once. */
        List<? extends Runnable> runs();

        /** The cells, once all runs are done. */
        List<Cell> cells();

        /** What was found and not used, a line each. */
        List<String> skipped();
    }
}
