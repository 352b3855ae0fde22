package io.berth.console.view;

import io.berth.console.view.job.JobPhase;
import io.berth.core.strategy.StrategySpec;
import java.util.Map;
import java.util.SortedMap;

/**
 * The whole at one instant.
 *
 * @param wallNanos what the machine's clock showed, UTC nanoseconds
 * @param instants how many instants there were, which is how many frames the journal has
 * @param jobsSubmitted ever
 * @param jobs that live, by phase
 * @param jobsEnded since this process began, by outcome
 * @param preemptions since this process began
 * @param nodes by phase
 * @param gpuMilli thousandths of GPUs of nodes that are there; likewise CPUs and memory
 * @param resources likewise what nodes have by name alone, by that name
 */
public record Totals(
        long wallNanos,
        long instants,
        long passes,
        long decisions,
        long jobsSubmitted,
        Map<JobPhase, Long> jobs,
        Map<JobPhase, Long> jobsEnded,
        long preemptions,
        Map<NodePhase, Long> nodes,
        Amount gpuMilli,
        Amount cpuMilli,
        Amount memoryBytes,
        SortedMap<String, Amount> resources,
        StrategySpec strategy) {
    /** How much there is, and how much of it is held. */
    public record Amount(long total, long held) {}
}
