package io.berth.app.solve;

import io.berth.optimize.file.StatedProblem;
import io.berth.spec.input.Assignment;
import io.berth.spec.input.InputException;
import io.berth.spec.quantity.Durations;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options that make a problem of a queue: which of the jobs that wait should start now, and where. */
final class QueueOptions {
    @Option(names = "--live", description = "The problem is the queue of a running Berth and what is free there.")
    private boolean live;

    @Option(
            names = "--home",
            paramLabel = "DIR",
            description = "The home of that Berth; BERTH_HOME, or the folder that berth up takes.")
    private @Nullable Path home;

    @Option(
            names = "--at",
            paramLabel = "TIME",
            description = "The problem is a scenario's queue so long after its first arrival, such as 2h.")
    private String at = "";

    @Option(
            names = "--value",
            paramLabel = "WHAT",
            description = "What a job of a queue is worth: gpus, jobs (each the same) or priority; gpus by default.")
    private String value = "";

    boolean wanted() {
        if (!live && at.isEmpty() && (!value.isEmpty() || home != null)) {
            throw new InputException(
                    value.isEmpty() ? "--home" : "--value", "goes only with a queue: --live, or a scenario and --at");
        }
        return live || !at.isEmpty();
    }

    /** The problem; {@code file} is the scenario. */
    Supplier<StatedProblem> source(String file, List<Assignment> settings) {
        QueueProblem.Worth worth = QueueProblem.Worth.named(value.isEmpty() ? "gpus" : value);
        if (live) {
            if (!file.isEmpty() || !at.isEmpty()) {
                throw new InputException("--live", "takes no file and no --at: the queue is that of a running Berth");
            }
            return () -> new QueueProblem(LiveQueue.now(home), worth).problem();
        }
        if (file.isEmpty()) {
            throw new InputException("--at", "needs a scenario: berth solve SCENARIO.yaml --at " + at);
        }
        long after = SolveCommand.quantity("--at", at, Durations::parseNanos);
        return () -> new QueueProblem(ScenarioMoment.of(file, after, settings), worth).problem();
    }
}
