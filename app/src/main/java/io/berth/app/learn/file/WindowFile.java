package io.berth.app.learn.file;

import io.berth.app.catalog.FullCatalog;
import io.berth.app.replay.StoredJournals;
import io.berth.core.catalog.Catalog;
import io.berth.core.journal.Journal;
import io.berth.core.policy.window.WindowAnswer;
import io.berth.core.policy.window.WindowPlanner;
import io.berth.core.policy.window.WindowPlanners;
import io.berth.core.policy.window.WindowPlanning;
import io.berth.core.policy.window.WindowQuestion;
import io.berth.core.state.Observer;
import io.berth.core.strategy.PolicySpec;
import io.berth.core.strategy.StrategySpec;
import io.berth.optimize.strategy.WindowSolver;
import io.berth.sim.run.Simulation;
import io.berth.sim.scenario.PreparedScenario;
import io.berth.spec.input.Assignment;
import io.berth.spec.input.InputException;
import io.berth.spec.input.Source;
import io.berth.spec.scenario.Scenario;
import io.berth.spec.scenario.ScenarioReader;
import io.berth.spec.scenario.WorkloadSpec;
import io.berth.spec.schema.Fields;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * A scenario whose windows are put in order. Windows are those that the scenario's first strategy asks about in runs of the production
 * engine, planned by {@code exchange}; each kind of windows is of seeds of its own. Those in which every job gets its best place, so that
 * there is nothing to choose, are counted and left out.
 */
public final class WindowFile {
    /** What windows are for, each of seeds of its own: no run is of two kinds. */
    public enum Kind {
        LESSONS("lessons", 0),
        VALIDATION("validation", 1),
        TESTS("tests", 2);

        private static final long SEEDS = 1_000_000;

        private final String key;
        private final long place;

        Kind(String key, long place) {
            this.key = key;
            this.place = place;
        }

        long seed(long run) {
            return (place + 1) * SEEDS + run;
        }
    }

    /**
     * Windows.
     *
     * @param questions those in which jobs are in each other's way; each with nodes of its own
     * @param plain how many others came up meanwhile
     */
    public record Drawn(List<WindowQuestion> questions, long plain) {}

    /** Of a run that brings no windows, so many more are tried. */
    private static final int MOST_EMPTY = 3;

    private static final long NO_TIME = 0;

    private final Source source;
    private final Scenario scenario;
    private final PreparedScenario prepared;
    private final Fields keys;

    WindowFile(Source source, List<Assignment> settings, Fields keys) {
        this.source = source;
        this.scenario = new ScenarioReader(FullCatalog.names()).readWith(source, settings);
        this.prepared = PreparedScenario.read(scenario, source.name(), new StoredJournals());
        this.keys = keys;
        if (!(scenario.workload() instanceof WorkloadSpec.Generated)) {
            throw new InputException(
                    source.name(),
                    "learns windows, which are drawn from many runs: the workload must be one that is generated");
        }
    }

    /** The keys of the section. */
    public Fields keys() {
        return keys;
    }

    /** How the windows are solved exactly. */
    public WindowPlanning exactly() {
        return new WindowPlanning("ilp", keys.integer("jobs"), keys.integer("work"), 0, 0);
    }

    /**
     * As many windows of {@code kind} as its key says.
     *
     * @throws InputException where the scenario does not bring so many
     */
    public Drawn draw(Kind kind) {
        int wanted = keys.integer(kind.key);
        Recorder recorder = new Recorder(keys.integer("jobs"), wanted);
        Catalog catalog = FullCatalog.get().with(new WindowPlanners(() -> recorder, NO_TIME));
        int empty = 0;
        for (long run = 0; recorder.kept.size() < wanted; run++) {
            int before = recorder.kept.size();
            Simulation.Setup setup = prepared.draw(strategy(), kind.seed(run));
            new Simulation(setup, catalog, Journal.NONE, new Observer() {}).run();
            empty = recorder.kept.size() == before ? empty + 1 : 0;
            if (empty > MOST_EMPTY) {
                throw new InputException(
                        source.name(),
                        "brings no windows of " + keys.integer("jobs") + " jobs that are in each other's way: "
                                + recorder.kept.size() + " of " + wanted + " were found (learn.windows." + kind.key
                                + "); a higher load, a smaller cluster or a smaller learn.windows.jobs brings more");
            }
        }
        return new Drawn(List.copyOf(recorder.kept), recorder.plain);
    }

    private StrategySpec strategy() {
        String jobs = Integer.toString(keys.integer("jobs"));
        StrategySpec first = scenario.strategies().getFirst();
        return first.planning(PolicySpec.of("exchange", Map.of("window", jobs)));
    }

    /** Answers as {@code exchange} does, and keeps what was asked. */
    private static final class Recorder implements WindowPlanner {
        private final WindowSolver solver = new WindowSolver();
        private final List<WindowQuestion> kept = new ArrayList<>();
        private final int jobs;
        private final int most;
        private long plain;

        Recorder(int jobs, int most) {
            this.jobs = jobs;
            this.most = most;
        }

        @Override
        public WindowAnswer plan(WindowQuestion question) {
            WindowQuestion asked = question.on(question.nodes().copy());
            WindowAnswer answer = solver.plan(question);
            if (question.jobs().size() == jobs && kept.size() < most) {
                if (answer.gapPpm() > 0) {
                    kept.add(asked);
                } else {
                    plain++;
                }
            }
            return answer;
        }
    }
}
