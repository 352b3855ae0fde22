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
 * @param families of how many kinds jobs are, each with a name and a use of its own; 0 where every job draws for itself
 * @param bestEffort the part of the jobs, 0 to 1, that are of best effort
 * @param bestEffortGpuMilli thousandths of one GPU that each of their tasks asks for; 0 for what others ask for
 * @param service how busy the others are, as services; null where they are none
 */
public record UseOptions(
        List<Weighted<Double>> cpu,
        List<Weighted<Double>> memory,
        List<Weighted<Double>> gpu,
        int families,
        double bestEffort,
        int bestEffortGpuMilli,
        @Nullable ServiceUse service) {
    /** Nobody measures. */
    public static final UseOptions NONE = new UseOptions(List.of(), List.of(), List.of(), 0, 0, 0, null);

    private static final int LETTERS = 26;
    private static final String STREAM = "generate.use";
    private static final String FAMILY_STREAM = "generate.family";
    private static final String BEST_EFFORT = "generate.best-effort";

    public UseOptions {
        cpu = List.copyOf(cpu);
        memory = List.copyOf(memory);
        gpu = List.copyOf(gpu);
    }

    /** The use of job {@code index}. */
    JobUse of(long seed, long index) {
        Chance chance = new Chance(seed, STREAM, families == 0 ? index : family(seed, index));
        return new JobUse(draw(cpu, chance), draw(memory, chance), draw(gpu, chance));
    }

    /** Of which kind job {@code index} is, from 0; only where there are kinds. */
    int family(long seed, long index) {
        return new Chance(seed, FAMILY_STREAM, index).below(families);
    }

    /** What a kind is called, in letters: what only numbers jobs is told apart from their names. */
    static String name(int family) {
        StringBuilder name = new StringBuilder();
        for (int left = family; left >= 0; left = left / LETTERS - 1) {
            name.insert(0, (char) ('a' + left % LETTERS));
        }
        return "kind-" + name;
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
