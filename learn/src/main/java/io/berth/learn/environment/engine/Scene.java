package io.berth.learn.environment.engine;

import io.berth.core.cluster.Nodes;
import io.berth.core.cluster.Shape;
import io.berth.core.metric.RunMetrics;
import io.berth.core.policy.QueuedJob;
import io.berth.core.state.Job;
import io.berth.core.state.State;
import io.berth.learn.environment.Figures;
import io.berth.learn.environment.Goal;
import io.berth.learn.environment.Mdp;
import io.berth.learn.environment.stepped.Handover;
import java.util.Arrays;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** One episode, as the run that asks and the player who answers both see it; each only while it acts. It knows no handover. */
final class Scene implements Subjects {
    final float[] rows;
    final boolean[] mask;
    private final @Nullable Job[] jobs;
    private final @Nullable Shape[] shapes;
    private final int[] nodes;
    private Handover.@Nullable Player player;
    private @Nullable State state;
    private @Nullable RunMetrics metrics;

    Scene(Mdp mdp) {
        rows = new float[mdp.observation().size()];
        mask = new boolean[mdp.actions().count()];
        jobs = new @Nullable Job[mask.length];
        shapes = new @Nullable Shape[mask.length];
        nodes = new int[mask.length];
    }

    /** The run begins, on the world's thread. */
    void plays(Handover.Player newPlayer) {
        player = newPlayer;
    }

    void begins(State newState, RunMetrics newMetrics) {
        state = newState;
        metrics = newMetrics;
    }

    /** Row {@code row} stands for {@code job}, and for {@code node} where that is not negative. */
    void stands(int row, QueuedJob job, int node) {
        Job known = Objects.requireNonNull(state().job(job.id()));
        jobs[row] = known;
        stands(row, known.shape(), node);
    }

    /** Row {@code row} stands for {@code node}, for a task of {@code shape}. */
    void stands(int row, Shape shape, int node) {
        shapes[row] = shape;
        nodes[row] = node;
        mask[row] = true;
    }

    /** No row stands for anything, and nothing is allowed. */
    void close() {
        Arrays.fill(mask, false);
        Arrays.fill(jobs, null);
        Arrays.fill(shapes, null);
    }

    @Override
    public long nowNanos() {
        return state().nowNanos();
    }

    @Override
    public QueuedJob job(int row) {
        return known(jobs[row], "job", row);
    }

    @Override
    public int node(int row) {
        known(shapes[row], "node", row);
        return nodes[row];
    }

    @Override
    public Shape shape(int row) {
        return known(shapes[row], "demand", row);
    }

    @Override
    public Nodes nodes() {
        return state().nodes();
    }

    private static <T> T known(@Nullable T subject, String what, int row) {
        if (subject == null) {
            throw new IllegalStateException("The row (" + row + ") stands for no " + what + " now.");
        }
        return subject;
    }

    /** What the player does about {@link #rows}, of what {@link #mask} allows. */
    int ask() {
        return Objects.requireNonNull(player).decide();
    }

    State state() {
        return Objects.requireNonNull(state);
    }

    Figures figures() {
        return figures(Objects.requireNonNull(metrics));
    }

    /**
     * The figures of a run, without those that have no meaning for it. Those that goals speak of are always there: 0 where no job has
     * finished, or none has a deadline.
     */
    static Figures figures(RunMetrics metrics) {
        Figures figures = Figures.of(Goal.UTILISATION.figure(), 0)
                .and(Goal.JCT.figure(), 0)
                .and(Goal.BOUNDED_SLOWDOWN.figure(), 0)
                .and(Goal.DEADLINE_MISSES.figure(), 0);
        Map<String, Double> measured = metrics.figures();
        for (Map.Entry<String, Double> figure : measured.entrySet()) {
            if (Double.isFinite(figure.getValue())) {
                figures = figures.and(figure.getKey(), figure.getValue());
            }
        }
        double idle = measured.getOrDefault("resource_idle_rate", Double.NaN);
        return Double.isFinite(idle) ? figures.and(Goal.UTILISATION.figure(), 1 - idle) : figures;
    }
}
