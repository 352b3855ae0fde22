package io.berth.app.solve;

import io.berth.app.client.HomeOption;
import io.berth.app.option.Arguments;
import io.berth.app.option.Option;
import io.berth.optimize.file.StatedProblem;
import io.berth.spec.input.Assignment;
import io.berth.spec.input.InputException;
import io.berth.spec.quantity.Durations;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The options that make a problem of a queue: which of the jobs that wait should start now, and where.
 *
 * @param live true where it is the queue of a running Berth
 * @param home of that Berth; null for the usual one
 * @param at how long after its first arrival a scenario is looked at; empty for no scenario
 * @param value what a job is worth; empty for the usual
 */
record QueueOptions(boolean live, @Nullable Path home, String at, String value) {
    static final Option LIVE =
            Option.flag("--live", "The problem is the queue of a running Berth and what is free there.");
    static final Option HOME =
            HomeOption.HOME.saying("The home of that Berth; BERTH_HOME, or the folder that berth up takes.");
    static final Option AT = Option.value(
            "--at", "TIME", "The problem is a scenario's queue so long after its first arrival, such as 2h.");
    static final Option VALUE = Option.value(
            "--value",
            "WHAT",
            "What a job of a queue is worth: gpus, jobs (each the same) or priority; gpus by default.");

    static QueueOptions of(Arguments typed) {
        return new QueueOptions(
                typed.flag(LIVE.name()),
                typed.path(HOME.name()),
                typed.text(AT.name(), ""),
                typed.text(VALUE.name(), ""));
    }

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
