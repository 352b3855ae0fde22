package io.berth.sim.workload;

import io.berth.core.time.Chance;
import java.util.List;

/**
 * What jobs really use, to be drawn: an empty list for all that they ask for. A job's use is a function of (seed, index) by a stream of its
 * own, so that jobs are the same with and without.
 *
 * @param cpu shares of the CPU that they ask for
 * @param memory of the memory
 * @param gpu of the time of the GPUs
 * @param bestEffort the part of the jobs, 0 to 1, that are of best effort
 */
public record UseOptions(
        List<Weighted<Double>> cpu, List<Weighted<Double>> memory, List<Weighted<Double>> gpu, double bestEffort) {
    /** Nobody measures. */
    public static final UseOptions NONE = new UseOptions(List.of(), List.of(), List.of(), 0);

    private static final String STREAM = "generate.use";
    private static final String BEST_EFFORT = "generate.best-effort";

    public UseOptions {
        cpu = List.copyOf(cpu);
        memory = List.copyOf(memory);
        gpu = List.copyOf(gpu);
    }

    /** The use of job {@code index}. */
    JobUse of(long seed, long index) {
        Chance chance = new Chance(seed, STREAM, index);
        return new JobUse(draw(cpu, chance), draw(memory, chance), draw(gpu, chance));
    }

    /** True where job {@code index} is of best effort. */
    boolean isBestEffort(long seed, long index) {
        return bestEffort > 0 && new Chance(seed, BEST_EFFORT, index).unit() < bestEffort;
    }

    private static double draw(List<Weighted<Double>> shares, Chance chance) {
        double unit = chance.unit();
        return shares.isEmpty() ? 1 : new Choice<>(shares).at(unit);
    }
}
