package io.berth.learn.online;

import io.berth.core.cluster.NodeSpec;
import io.berth.core.policy.Catalog;
import io.berth.core.policy.PolicySpec;
import io.berth.core.policy.StrategySpec;
import java.util.List;

/** The last jobs, as those see them who make candidates. */
public final class PastWindow {
    private final Catalog catalog;
    private final List<NodeSpec> nodes;
    private final Experience experience;
    private final List<PastJob> jobs;
    private final StrategySpec inForce;
    private final long number;
    private final WindowRuns runs;

    PastWindow(Catalog catalog, List<NodeSpec> nodes, Experience experience, List<PastJob> jobs, StrategySpec inForce) {
        this.catalog = catalog;
        this.nodes = List.copyOf(nodes);
        this.experience = experience;
        this.jobs = List.copyOf(jobs);
        this.inForce = inForce;
        this.number = experience.ended();
        this.runs = new WindowRuns(catalog, nodes, jobs, experience, number);
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
        return nodes;
    }

    /** The policies. */
    public Catalog catalog() {
        return catalog;
    }

    /** How long {@code job} ran, or is expected to; nanoseconds. */
    public long workNanos(PastJob job) {
        return job.workNanos(experience.nowNanos(), experience.medianNanos());
    }

    /** The mean bounded slowdown of the jobs, simulated with {@code order} in place of the one in force. */
    public double simulate(PolicySpec order) {
        return runs.run(Exploration.with(inForce, order)).meanSlowdown(0);
    }
}
