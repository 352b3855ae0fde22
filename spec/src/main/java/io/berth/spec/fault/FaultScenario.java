package io.berth.spec.fault;

import io.berth.core.cluster.NodeSpec;
import io.berth.core.strategy.StrategySpec;
import java.util.List;

/**
 * A run in which much goes wrong: all that decides it but the policies themselves.
 *
 * @param title what it shows, or where it comes from
 * @param source a link to the bug that it is made of; empty for none
 * @param seed of chance in decisions and in the world
 * @param latencyNanos from the order to start a task to its running
 * @param capricious true where windows of the queue are planned by a planner that errs
 * @param nodes by number
 * @param jobs by number
 * @param data the data sets there are
 * @param faults in order of time
 * @param expected what must come of some jobs
 */
public record FaultScenario(
        String title,
        String source,
        long seed,
        long latencyNanos,
        boolean capricious,
        List<NodeSpec> nodes,
        StrategySpec strategy,
        List<TimedJob> jobs,
        List<HeldData> data,
        List<Fault> faults,
        List<Expectation> expected) {
    /** A data set and the nodes that hold it when the run begins. */
    public record HeldData(String name, long bytes, List<Integer> nodes) {
        public HeldData {
            nodes = List.copyOf(nodes);
        }
    }

    public FaultScenario {
        nodes = List.copyOf(nodes);
        jobs = List.copyOf(jobs);
        data = List.copyOf(data);
        faults = List.copyOf(faults);
        expected = List.copyOf(expected);
    }

    /** The same with these jobs. */
    public FaultScenario withJobs(List<TimedJob> other) {
        return new FaultScenario(
                title, source, seed, latencyNanos, capricious, nodes, strategy, other, data, faults, expected);
    }

    /** The same with these faults. */
    public FaultScenario withFaults(List<Fault> other) {
        return new FaultScenario(
                title, source, seed, latencyNanos, capricious, nodes, strategy, jobs, data, other, expected);
    }

    /** The same with this strategy to begin with. */
    public FaultScenario withStrategy(StrategySpec other) {
        return new FaultScenario(
                title, source, seed, latencyNanos, capricious, nodes, other, jobs, data, faults, expected);
    }

    /** The same on these nodes, which the faults and data sets name. */
    public FaultScenario withNodes(List<NodeSpec> other, List<HeldData> otherData, List<Fault> otherFaults) {
        return new FaultScenario(
                title, source, seed, latencyNanos, capricious, other, strategy, jobs, otherData, otherFaults, expected);
    }

    /** The same called {@code other}. */
    public FaultScenario titled(String other) {
        return new FaultScenario(
                other, source, seed, latencyNanos, capricious, nodes, strategy, jobs, data, faults, expected);
    }

    /** When the last of the faults is over. */
    public long calmNanos() {
        return faults.stream().mapToLong(Fault::endNanos).max().orElse(0);
    }
}
