package io.berth.learn.environment.engine;

import io.berth.core.catalog.Catalog;
import io.berth.core.journal.Journal;
import io.berth.core.metric.Window;
import io.berth.core.policy.Facts;
import io.berth.core.state.State;
import io.berth.core.strategy.StrategySpec;
import io.berth.learn.environment.Environment;
import io.berth.learn.environment.Figures;
import io.berth.learn.environment.Mdp;
import io.berth.learn.environment.stepped.Handover;
import io.berth.sim.run.Simulation;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A simulated run of the production engine, a decision at a time: where a strategy would ask its policy, the agent is asked. So what is
 * played is what would be run: jobs played as a strategy would give the journal of the strategy, but for its name.
 *
 * <p>The agent is asked only where it has a choice: one of a single possible action is taken without it. An episode may so have no
 * step at all.
 *
 * <p>Rewards: sparse, 0 until the last step, which brings that of the run's figures. Dense ones sum up to the same: see {@link Mdp#reward}.
 * Figures without a meaning for the run count as 0, such as the mean of no jobs. Jobs that are turned away count in no mean.
 *
 * <p>The run goes on a virtual thread that waits while the agent thinks. It ends with its episode, with {@link #close}, or when the
 * environment is garbage.
 */
public final class EngineEnvironment implements Environment, AutoCloseable {
    /** How many rows queues and candidates have where nothing else is said; as many as in the published experiments on queues. */
    public static final int ROWS = 128;

    /** More rows than these take more memory than what they tell is worth: of 20 features, 320 kB an observation. */
    public static final int MAX_ROWS = 4096;

    private final EngineOptions options;
    private final Decider decider;
    private final Mdp mdp;
    private @Nullable Scene scene;
    private @Nullable WaitCost cost;
    private @Nullable Handover game;
    private double given;

    private EngineEnvironment(EngineOptions options, Decider decider) {
        this.options = options;
        this.decider = decider;
        this.mdp = decider.view().mdp(options);
        // What does not go together is said now rather than by the first pass.
        strategy();
        decider.catalog(options.catalog(), new Scene(mdp))
                .strategy(decider.strategy(options.strategy()), new Facts(1, 1, List.of()));
    }

    /**
     * Which of the waiting jobs is tried next. Rows are the waiting jobs, first come first; where more wait, alternately the one of the
     * shortest expected time and the smallest that has none yet. With backfill greedy only jobs are seen for which CPUs and GPUs that
     * are free together suffice: to try another could only be in vain.
     *
     * @param rows at most so many are seen; from 1 to {@link #MAX_ROWS}
     * @throws IllegalArgumentException where the strategy preempts, or {@code rows} is out of range
     */
    public static EngineEnvironment ordering(EngineOptions options, int rows) {
        boolean greedy = options.strategy().backfill().name().equals("greedy");
        return new EngineEnvironment(options, new Ordering(options.episodes().scales(), rows, greedy));
    }

    /**
     * On which node a task goes. Rows are the nodes where it fits, by number; where it fits on more, half of the rows are the best by
     * best-fit and the others are spread evenly over the rest. The tasks of a gang are asked about one after the other; where not all
     * find room, what was answered comes to nothing.
     *
     * @param rows at most so many candidates are seen; from 2 to {@link #MAX_ROWS}
     * @throws IllegalArgumentException where {@code rows} is out of range
     */
    public static EngineEnvironment placement(EngineOptions options, int rows) {
        return new EngineEnvironment(options, new Placing(options.episodes().scales(), rows));
    }

    /**
     * Which waiting job starts, and on which node its first task goes, in one action: row i × {@code nodes} + j is the j-th node of the
     * i-th job, both chosen as in {@link #ordering} and {@link #placement}. Only pairs that fit are allowed. For the other tasks of a
     * gang the same is asked with that job alone, in the rows of the first. The backfill is greedy whatever the strategy says: what is
     * picked fits, but for gangs.
     *
     * @param jobs at most so many are seen; at least 1
     * @param nodes at most so many are seen for each job; at least 2
     * @throws IllegalArgumentException where the strategy preempts, or {@code jobs} times {@code nodes} is more than {@link
     *     #MAX_ROWS}
     */
    public static EngineEnvironment joint(EngineOptions options, int jobs, int nodes) {
        return new EngineEnvironment(options, new Pairing(options.episodes().scales(), jobs, nodes));
    }

    @Override
    public Mdp mdp() {
        return mdp;
    }

    /** The strategy of the runs, the agent's part named {@code agent}. */
    public StrategySpec strategy() {
        return decider.strategy(options.strategy());
    }

    @Override
    public void reset(long seed) {
        reset(seed, Journal.NONE);
    }

    /** The same; the run is written to {@code journal}. */
    public void reset(long seed, Journal journal) {
        close();
        Simulation.Setup setup = options.episodes().of(seed);
        Scene newScene = new Scene(mdp);
        WaitCost newCost = new WaitCost(options.reward(), setup.workload().size(), _ -> true);
        scene = newScene;
        cost = newCost;
        given = 0;
        // Nothing of the world may know this environment, or a forgotten one would never be garbage.
        Catalog catalog = decider.catalog(options.catalog(), newScene);
        Simulation run = new Simulation(Runs.under(setup, strategy()), catalog, journal, newCost);
        game = new Handover(player -> {
            newScene.plays(player);
            run.run(Window.ALL, newScene::begins);
        });
        if (over()) {
            newScene.close();
        }
    }

    @Override
    public void observe(float[] into, int offset) {
        float[] rows = begun().rows;
        System.arraycopy(rows, 0, into, offset, rows.length);
    }

    @Override
    public void mask(boolean[] into, int offset) {
        boolean[] mask = begun().mask;
        System.arraycopy(mask, 0, into, offset, mask.length);
    }

    @Override
    public double step(int action) {
        Scene current = begun();
        Handover playing = game;
        if (playing == null || !playing.asks()) {
            throw new IllegalStateException("The episode is over; reset comes first.");
        }
        Runs.check(action, current.mask);
        try {
            playing.answer(action);
        } finally {
            if (!playing.asks()) {
                current.close();
            }
        }
        return reward(current);
    }

    @Override
    public boolean over() {
        return game == null || !game.asks();
    }

    /** True where the run was cut off with jobs that wait or run. */
    @Override
    public boolean truncated() {
        return over() && scene != null && scene.state().liveJobs() > 0;
    }

    @Override
    public Figures figures() {
        return begun().figures();
    }

    /** What the rows stand for at present. */
    public Subjects subjects() {
        return begun();
    }

    /** Ends the episode that is under way. */
    @Override
    public void close() {
        if (game != null) {
            game.close();
            game = null;
        }
        if (scene != null) {
            scene.close();
        }
    }

    private Scene begun() {
        if (scene == null) {
            throw new IllegalStateException("There is no episode yet; reset comes first.");
        }
        return scene;
    }

    private double reward(Scene current) {
        if (over()) {
            return options.reward().of(current.figures()) - given;
        }
        WaitCost sinceLast = cost;
        State state = current.state();
        if (!options.dense() || sinceLast == null) {
            return 0;
        }
        double reward = -sinceLast.take(state.nowNanos());
        given += reward;
        return reward;
    }
}
