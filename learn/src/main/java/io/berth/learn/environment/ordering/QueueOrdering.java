package io.berth.learn.environment.ordering;

import io.berth.core.model.column.JobColumns;
import io.berth.core.time.Chance;
import io.berth.learn.environment.Actions;
import io.berth.learn.environment.Environment;
import io.berth.learn.environment.Figures;
import io.berth.learn.environment.Goal;
import io.berth.learn.environment.Mdp;
import io.berth.learn.environment.Observation;
import io.berth.learn.environment.Reward;

/**
 * Picks the next job of a queue, on a machine of equal nodes: the environment of RLScheduler. An episode is a part of a log, which
 * the seed draws, scheduled on an empty machine. The agent sees at most {@link Setup#rows} jobs; see {@link VisibleJobs} for which
 * where more wait. The reward comes at the end of the episode, once all of its jobs have started.
 *
 * <p>It is a model of the queue, made to be fast, and no second scheduler: orders played through it give the figures of
 * {@code berth reproduce rlscheduler}, to the last bit. The environments over the engine play any scenario.
 *
 * <p>Source: Zhang et al., RLScheduler: an automated HPC batch job scheduler using reinforcement learning, SC 2020, §III-IV.
 */
public final class QueueOrdering implements Environment {
    /** What the paper shows an agent. */
    public static final int PUBLISHED_ROWS = 128;

    private final OrderingJobs jobs;
    private final Setup setup;
    private final Mdp mdp;
    private final QueueWorld world;
    private final VisibleJobs visible;
    private boolean begun;
    private double certain;

    /**
     * What an episode is.
     *
     * @param jobs how many jobs it has
     * @param rows how many of the waiting ones are seen at most
     * @param backfill whether jobs go before the one that waits for room
     * @param columns what is seen of a job
     * @param rewarding when the reward is given
     */
    public record Setup(int jobs, int rows, boolean backfill, JobColumns columns, Reward reward, Rewarding rewarding) {
        /** @throws IllegalArgumentException where there is nothing to schedule or to see */
        public Setup {
            if (jobs < 1 || rows < 1) {
                throw new IllegalArgumentException(
                        "An episode needs a job (" + jobs + ") and a row to see it (" + rows + ").");
            }
        }

        /** The same with another number of jobs. */
        public Setup of(int count) {
            return new Setup(count, rows, backfill, columns, reward, rewarding);
        }
    }

    /** When the reward of an episode is given; its sum is the same. */
    public enum Rewarding {
        /** All of it with the last step, as published. */
        AT_END,
        /**
         * With each step what the time that it took made certain: a job that waits counts as if it started now. So a choice that
         * holds others up costs at once.
         */
        AS_CERTAIN
    }

    /** @throws IllegalArgumentException where {@code jobs} are fewer than an episode takes */
    public QueueOrdering(OrderingJobs jobs, Setup setup) {
        if (jobs.count() < setup.jobs()) {
            throw new IllegalArgumentException(
                    "An episode takes " + setup.jobs() + " jobs, and the log has only " + jobs.count() + ".");
        }
        this.jobs = jobs;
        this.setup = setup;
        this.world = new QueueWorld(jobs, setup.backfill());
        this.visible = new VisibleJobs(jobs, setup.columns(), setup.rows());
        this.mdp = new Mdp(
                "ordering",
                "Which pending job starts next; it starts as soon as it fits, and the others wait for it"
                        + (setup.backfill() ? " but for those that do not delay it." : "."),
                new Observation(setup.rows(), "pending job", setup.columns().features()),
                new Actions(setup.rows(), true, "the pending job that starts next"),
                setup.reward().formula() + " over the jobs of the episode, "
                        + switch (setup.rewarding()) {
                            case AT_END -> "given at its end; 0 before";
                            case AS_CERTAIN ->
                                "each step what has become certain of it: those that wait count as if"
                                        + " they started now";
                        },
                1,
                "when all " + setup.jobs() + " jobs have started",
                "Zhang et al., RLScheduler, SC 2020, §III-IV");
    }

    @Override
    public Mdp mdp() {
        return mdp;
    }

    @Override
    public void reset(long seed) {
        begin(new Chance(seed, "episode", 0).below(starts()));
    }

    /** At how many places of the log an episode can begin. */
    public int starts() {
        return jobs.count() - setup.jobs() + 1;
    }

    /** Starts the episode whose first job is the one at {@code start} of the log. */
    public void begin(int start) {
        begin(start, setup.jobs());
    }

    /** The same with another number of jobs. */
    public void begin(int start, int count) {
        if (start < 0 || count < 1 || start + count > jobs.count()) {
            throw new IllegalArgumentException(
                    "The log has no " + count + " jobs from (" + start + "), only " + jobs.count() + " in all.");
        }
        world.begin(jobs, start, count);
        certain = 0;
        visible.begin();
        begun = true;
        visible.look(world);
    }

    @Override
    public void observe(float[] into, int offset) {
        checkBegun();
        visible.copy(into, offset);
    }

    @Override
    public void mask(boolean[] into, int offset) {
        checkBegun();
        int rows = visible.rows();
        for (int row = 0; row < setup.rows(); row++) {
            into[offset + row] = row < rows;
        }
    }

    /** How many rows hold a job; the allowed actions are those below. */
    public int visibleJobs() {
        return visible.rows();
    }

    /** What it plays. */
    public OrderingJobs jobs() {
        return jobs;
    }

    /** How many rows there are now: the allowed actions are those from 0 to before it. */
    public int rows() {
        return over() ? 0 : visible.rows();
    }

    /** The place in the log of the job in {@code row}. */
    public int job(int row) {
        return world.job(visible.place(row));
    }

    /** The time of the log. */
    public long nowNanos() {
        return world.nowNanos();
    }

    /** What is known of the world itself; for {@link Foresight}. */
    QueueWorld world() {
        return world;
    }

    /** Where in the queue the job of {@code row} stands; for {@link Foresight}. */
    int place(int row) {
        return visible.place(row);
    }

    /** True with backfill. */
    boolean backfill() {
        return setup.backfill();
    }

    @Override
    public double step(int action) {
        if (over()) {
            throw new IllegalStateException("The episode is over: reset it first.");
        }
        if (action < 0 || action >= visible.rows()) {
            throw new IllegalArgumentException(
                    "The action (" + action + ") picks no pending job; allowed: 0 to " + (visible.rows() - 1) + ".");
        }
        world.choose(visible.place(action));
        visible.look(world);
        return switch (setup.rewarding()) {
            case AT_END -> world.over() ? setup.reward().of(figures()) : 0;
            case AS_CERTAIN -> becameCertain();
        };
    }

    private double becameCertain() {
        double before = certain;
        certain = setup.reward().of(goal -> switch (goal) {
            case BOUNDED_SLOWDOWN -> world.certainBoundedSlowdown();
            case JCT -> world.certainCompletionSeconds();
            case UTILISATION -> world.over() ? world.utilisation() : 0;
            case DEADLINE_MISSES -> 0;
        });
        return certain - before;
    }

    @Override
    public boolean over() {
        return !begun || world.over();
    }

    @Override
    public Figures figures() {
        checkBegun();
        return Figures.of(Goal.BOUNDED_SLOWDOWN.figure(), world.meanBoundedSlowdown())
                .and(Goal.JCT.figure(), world.meanCompletionSeconds())
                .and(Goal.UTILISATION.figure(), world.utilisation())
                .and(Goal.DEADLINE_MISSES.figure(), 0);
    }

    private void checkBegun() {
        if (!begun) {
            throw new IllegalStateException("No episode was begun: reset it first.");
        }
    }
}
