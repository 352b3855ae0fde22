package io.berth.sim.workload;

import io.berth.core.time.Chance;
import io.berth.core.workload.Demand;
import io.berth.spec.scenario.ServiceUse;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What jobs really use, to be drawn: an empty list for all that they ask for. A job's use is a function of (seed, index) by a stream of its
 * own, so that jobs are the same with and without.
 *
 * @param cpu shares of the CPU that they ask for
 * @param memory of the memory
 * @param gpu of the time of the GPUs
 * @param bestEffort the part of the jobs, 0 to 1, that are of best effort
 * @param bestEffortGpuMilli thousandths of one GPU that each of their tasks asks for; 0 for what others ask for
 * @param service how busy the others are, as services; null where they are none
 */
public record UseOptions(
        List<Weighted<Double>> cpu,
        List<Weighted<Double>> memory,
        List<Weighted<Double>> gpu,
        double bestEffort,
        int bestEffortGpuMilli,
        @Nullable ServiceUse service) {
    /** Nobody measures. */
    public static final UseOptions NONE = new UseOptions(List.of(), List.of(), List.of(), 0, 0, null);

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

    /** What a task of job {@code index} asks for that would ask for {@code demand}. */
    Demand asked(long seed, long index, Demand demand) {
        boolean of = bestEffort > 0 && new Chance(seed, BEST_EFFORT, index).unit() < bestEffort;
        if (!of) {
            return demand;
        }
        boolean other = bestEffortGpuMilli > 0 && demand.gpus() > 0;
        return (other ? demand.withGpuShare(1, bestEffortGpuMilli) : demand).ofBestEffort();
    }

    private static double draw(List<Weighted<Double>> shares, Chance chance) {
        double unit = chance.unit();
        return shares.isEmpty() ? 1 : new Choice<>(shares).at(unit);
    }
}
