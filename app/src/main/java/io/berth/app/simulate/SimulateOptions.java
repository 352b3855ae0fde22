package io.berth.app.simulate;

import io.berth.app.catalog.PluginsOption;
import io.berth.app.catalog.StrategyOption;
import io.berth.app.command.Answer;
import io.berth.app.command.Output;
import io.berth.app.command.SharedOptions;
import io.berth.app.command.WidthOption;
import io.berth.app.option.Arguments;
import io.berth.app.option.Option;
import io.berth.app.option.Options;
import io.berth.spec.input.Assignment;
import io.berth.spec.input.InputException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What {@code berth simulate} takes, and what of it somebody typed.
 *
 * @param file what is simulated
 */
record SimulateOptions(Arguments typed, String file) {
    private static final Option SWEEP = Option.value(
            "--sweep",
            "KEY=V1,V2..",
            "Run with each value of a list, or of a range like 0.5..0.9/0.1; of several, with all combinations.");
    private static final Option BASELINE =
            Option.value("--baseline", "NAME", "Compare the others with this strategy; without it, with the first.");
    private static final Option STRATEGY = StrategyOption.saying(
            "Run this in place of the scenario's strategies: the name of one of them or of a ready one, or"
                    + " {order: sjf, place: fgd} in full.");
    private static final Option SEED =
            SharedOptions.SEED.saying("Run this seed, or range like 42..46, in place of its seeds.");
    private static final Option LENIENT = Option.flag("--lenient", "Count and skip bad rows of traces.");
    private static final Option CSV =
            Option.value("--csv", "FILE|DIR", "Write the jobs or requests to a file, or one file per run to a folder.");
    private static final Option JOURNAL =
            Option.value("--journal", "DIR", "Write the journal; of several runs, one per folder in DIR.");
    private static final Option WHOLE_RUN = Option.flag(
            "--whole-run", "Show the figures of whole runs, with the filling and the draining of the cluster.");

    /** @throws InputException where no scenario is named, or more than one */
    static SimulateOptions of(Arguments typed) {
        return new SimulateOptions(typed, typed.needed("needs a scenario: berth simulate SCENARIO.yaml"));
    }

    static Options declared() {
        return new Options(
                List.of("[OPTION...] SCENARIO.yaml"),
                "Runs the jobs or requests of a scenario under each of its strategies in virtual time and compares"
                        + " them.",
                List.of(
                        SharedOptions.SET,
                        SWEEP,
                        BASELINE,
                        STRATEGY,
                        SEED,
                        LENIENT,
                        Answer.JSON,
                        CSV,
                        JOURNAL,
                        WHOLE_RUN,
                        ReportOptions.REPORT,
                        ReportOptions.LANGUAGE,
                        PluginsOption.OPTION,
                        WidthOption.OPTION));
    }

    /** Everything that was typed. */
    List<String> all() {
        return typed.typed();
    }

    /** Values of the scenario. */
    List<Assignment> settings() {
        List<Assignment> settings = new ArrayList<>(SharedOptions.settings(typed));
        if (typed.flag(LENIENT.name())) {
            settings.add(Assignment.parse("lenient=true"));
        }
        return settings;
    }

    /** Values that vary. */
    List<String> sweeps() {
        return typed.texts(SWEEP.name());
    }

    /** Names of the scenario's strategies, or strategies in full, in place of all of those; empty for them. */
    List<String> strategies() {
        return typed.texts(STRATEGY.name());
    }

    /** Numbers or ranges in place of the scenario's; empty for those. */
    List<String> seeds() {
        return typed.texts(SEED.name());
    }

    /** The strategy that the others are compared with; empty for the first. */
    String baseline() {
        return typed.text(BASELINE.name(), "");
    }

    boolean json() {
        return typed.flag(Answer.JSON.name());
    }

    /** The file or folder for what became of each job or request; null for none. */
    @Nullable
    Path csv() {
        return typed.path(CSV.name());
    }

    /** The folder for journals; null for none. */
    @Nullable
    Path journal() {
        return typed.path(JOURNAL.name());
    }

    /** True where the filling and the draining of the cluster count. */
    boolean wholeRun() {
        return typed.flag(WHOLE_RUN.name());
    }

    ReportOptions page() {
        return ReportOptions.of(typed);
    }

    /** How many columns of text there is room for. */
    int width(Output output) {
        return WidthOption.columns(typed, output);
    }
}
