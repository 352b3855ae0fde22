package io.berth.learn.online;

import io.berth.core.catalog.Catalog;
import io.berth.core.cluster.NodeSpec;
import io.berth.core.strategy.PolicySpec;
import io.berth.core.strategy.StrategySpec;
import io.berth.learn.online.evidence.PastJob;
import io.berth.learn.online.evidence.WindowRuns;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The last jobs, as those see them who make candidates. */
public final class PastWindow {
    /** Draws that a maker may see; the judges have others. */
    private static final int DRAWS = 3;

    /** Jobs of which those are made. */
    private static final int DRAWN_JOBS = 300;

    private final WindowRuns.Setting setting;
    private final List<PastJob> jobs;
    private final StrategySpec inForce;
    private final long number;
    private final WindowRuns runs;
    private @Nullable RedrawnRuns redrawn;

    PastWindow(WindowRuns.Setting setting, List<PastJob> jobs, StrategySpec inForce) {
        this.setting = setting;
        this.jobs = List.copyOf(jobs);
        this.inForce = inForce;
        this.number = setting.experience().ended();
        this.runs = WindowRuns.ofPast(setting, jobs);
    }

    /** The jobs by submission. */
    public List<PastJob> jobs() {
        return jobs;
    }

    /** The strategy in force, without exploration. */
    public StrategySpec inForce() {
        return inForce;
    }

    /** Which window it is: how many jobs had left when it was taken. It seeds what is drawn. */
    public long number() {
        return number;
    }

    /** The nodes that take tasks. */
    public List<NodeSpec> nodes() {
        return setting.nodes();
    }

    /** The policies. */
    public Catalog catalog() {
        return setting.catalog();
    }

    /** How long {@code job} ran, or is expected to; nanoseconds. */
    public long workNanos(PastJob job) {
        return setting.workNanos(job);
    }

    /** The mean bounded slowdown of the jobs, simulated with {@code order} in place of the one in force. */
    public double simulate(PolicySpec order) {
        return simulate(order, jobs.size());
    }

    /** Likewise of the last {@code last} jobs, or all where there are not so many. */
    public double simulate(PolicySpec order, int last) {
        return runs.run(inForce.ordering(order)).meanSlowdown(Math.max(0, jobs.size() - last));
    }

    /**
     * The mean logarithm of the bounded slowdown on windows that this could have been, busy ones too, with {@code order} in force;
     * infinite where that makes some wait far too long.
     */
    public double redrawn(PolicySpec order) {
        RedrawnRuns runsOfDraws = redrawn;
        if (runsOfDraws == null) {
            runsOfDraws = RedrawnRuns.of(
                    setting,
                    jobs.subList(Math.max(0, jobs.size() - DRAWN_JOBS), jobs.size()),
                    DRAWS,
                    -number * DRAWS - DRAWS);
            redrawn = runsOfDraws;
        }
        StrategySpec other = inForce.ordering(order);
        return runsOfDraws.starves(inForce, other) ? Double.POSITIVE_INFINITY : runsOfDraws.logarithm(other);
    }
}
