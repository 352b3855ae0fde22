package io.berth.sim.shadow;

/**
 * What came of the jobs of a record, as it was or under a strategy.
 *
 * @param started how many started at least once
 * @param waitP50Seconds from when a job was made, or the record began, to its first start; NaN where none started
 * @param waitP99Seconds the same, of the hundredth that waited longest
 * @param waitingAtEnd how many never started and wait still
 * @param idleGpuHours what GPUs were idle while a job waited that asks for some, over time
 * @param gpuAllocationPct of GPUs, over time; NaN without GPUs
 * @param fragmentationPct of free GPUs, those that the jobs of the record cannot use, over time
 * @param preemptions how often a strategy stopped what ran; NaN for what was, of which nobody told
 */
public record Outcome(
        long started,
        double waitP50Seconds,
        double waitP99Seconds,
        long waitingAtEnd,
        double idleGpuHours,
        double gpuAllocationPct,
        double fragmentationPct,
        double preemptions) {}
