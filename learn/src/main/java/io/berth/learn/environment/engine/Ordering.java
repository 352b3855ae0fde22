package io.berth.learn.environment.engine;

import io.berth.core.catalog.Catalog;
import io.berth.core.catalog.Entry;
import io.berth.core.model.column.Columns;
import io.berth.core.model.column.Feature;
import io.berth.core.policy.Chooser;
import io.berth.core.policy.Waiting;
import io.berth.core.policy.order.learnt.JobRow;
import io.berth.core.policy.order.learnt.JobsInView;
import io.berth.core.strategy.PolicySpec;
import io.berth.core.strategy.StrategySpec;
import io.berth.learn.environment.Actions;
import io.berth.learn.environment.Observation;
import java.util.List;

/**
 * The agent is the order: it says which of the waiting jobs is tried next, anew after each try ({@link Chooser}).
 *
 * <p>What a job that is tried and does not fit means is the backfill's: with none the queue waits for the next pass, in which the
 * agent is asked again; with easy it is promised room; with conservative every job gets its promise in the order of the choices; with
 * greedy it could only be in vain, so only jobs are seen for which CPUs and GPUs that are free together suffice.
 *
 * <p>What is seen is what a learnt order sees ({@link io.berth.core.policy.order.learnt.Learnt}), so what is learnt decides alike without this
 * environment.
 */
final class Ordering implements Decider {
    /** How the agent's policy is named in the strategy of a run. */
    static final String AGENT = "agent";

    /** What a row stands for that is a job and no node. */
    static final int NO_NODE = -1;

    static final String SOURCE = "Zhang et al., RLScheduler, SC 2020, §4.2, over another engine";

    /** What is seen of a job. */
    static final Columns COLUMNS = Columns.SCALED;

    private static final List<Feature> FEATURES = COLUMNS.columns().features();

    private final long longestNanos;
    private final int rows;
    private final boolean onlyFitting;
    private final View view;

    Ordering(Scales scales, int rows, boolean onlyFitting) {
        this.longestNanos = scales.maxExpectedNanos();
        this.rows = Runs.bounded("rows", rows, 1, EngineEnvironment.MAX_ROWS);
        this.onlyFitting = onlyFitting;
        this.view = new View(
                "engine-ordering",
                "Which of the pending jobs the engine tries to start next.",
                new Observation(rows, "pending job", FEATURES),
                new Actions(rows, true, "the job of a row is tried next"),
                SOURCE);
    }

    @Override
    public View view() {
        return view;
    }

    @Override
    public Catalog catalog(Catalog catalog, Scene scene) {
        Chooser agent = new Agent(scene);
        return catalog.withOrder(new Entry<>(AGENT, "who plays the environment", "", List.of(), (_, _) -> agent));
    }

    @Override
    public StrategySpec strategy(StrategySpec strategy) {
        return ordered(strategy);
    }

    static StrategySpec ordered(StrategySpec strategy) {
        return strategy.ordering(PolicySpec.of(AGENT));
    }

    private final class Agent implements Chooser {
        private final Scene scene;
        private final JobsInView view = new JobsInView();
        private final JobRow jobs = new JobRow(COLUMNS.columns(), longestNanos);
        private final int[] places = new int[rows];

        Agent(Scene scene) {
            this.scene = scene;
        }

        @Override
        public int choose(Waiting waiting) {
            int count = view.look(waiting, i -> !onlyFitting || waiting.mayFit(i), places);
            if (count == 0) {
                return NONE;
            }
            if (count == 1) {
                return places[0];
            }
            scene.close();
            jobs.begin(waiting);
            for (int row = 0; row < count; row++) {
                scene.stands(row, waiting.job(places[row]), NO_NODE);
                jobs.write(waiting, places[row], scene.rows, row * FEATURES.size());
            }
            JobRows.pad(FEATURES, count, scene.rows);
            return places[scene.ask()];
        }
    }
}
