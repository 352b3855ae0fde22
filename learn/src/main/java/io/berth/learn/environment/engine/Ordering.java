package io.berth.learn.environment.engine;

import io.berth.core.policy.Catalog;
import io.berth.core.policy.Chooser;
import io.berth.core.policy.Entry;
import io.berth.core.policy.PolicySpec;
import io.berth.core.policy.StrategySpec;
import io.berth.core.policy.Waiting;
import io.berth.learn.environment.Actions;
import io.berth.learn.environment.Observation;
import java.util.List;

/**
 * The agent is the order: it says which of the waiting jobs is tried next, anew after each try ({@link Chooser}).
 *
 * <p>What a job that is tried and does not fit means is the backfill's: with none the queue waits for the next pass, in which the
 * agent is asked again; with easy it is promised room; with conservative every job gets its promise in the order of the choices; with
 * greedy it could only be in vain, so only jobs are seen for which CPUs and GPUs that are free together suffice.
 */
final class Ordering implements Decider {
    /** How the agent's policy is named in the strategy of a run. */
    static final String AGENT = "agent";

    /** What a row stands for that is a job and no node. */
    static final int NO_NODE = -1;

    static final String SOURCE = "Zhang et al., RLScheduler, SC 2020, §4.2, over another engine";

    private final Scales scales;
    private final int rows;
    private final boolean onlyFitting;
    private final View view;

    Ordering(Scales scales, int rows, boolean onlyFitting) {
        this.scales = scales;
        this.rows = Runs.bounded("rows", rows, 1, EngineEnvironment.MAX_ROWS);
        this.onlyFitting = onlyFitting;
        this.view = new View(
                "engine-ordering",
                "Which of the waiting jobs the engine tries to start next.",
                new Observation(rows, "waiting job", JobRows.FEATURES),
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
        return new StrategySpec(
                strategy.name(),
                PolicySpec.of(AGENT),
                strategy.place(),
                strategy.backfill(),
                strategy.preempt(),
                strategy.plan());
    }

    private final class Agent implements Chooser {
        private final Scene scene;
        private final JobRows jobs = new JobRows(scales, rows);

        Agent(Scene scene) {
            this.scene = scene;
        }

        @Override
        public int choose(Waiting waiting) {
            int count = jobs.show(waiting, i -> !onlyFitting || waiting.mayFit(i));
            if (count == 0) {
                return NONE;
            }
            if (count == 1) {
                return jobs.place(0);
            }
            scene.close();
            int width = JobRows.FEATURES.size();
            for (int row = 0; row < count; row++) {
                int place = jobs.place(row);
                scene.stands(row, waiting.job(place), NO_NODE);
                jobs.write(waiting.job(place), waiting.mayFit(place), waiting.nowNanos(), scene.rows, row * width);
            }
            JobRows.pad(JobRows.FEATURES, count, scene.rows);
            return jobs.place(scene.ask());
        }
    }
}
