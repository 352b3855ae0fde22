package io.berth.sim.scenario;

import io.berth.core.strategy.DemandCount;
import io.berth.core.workload.Demand;
import io.berth.core.workload.JobSpec;
import io.berth.sim.workload.Arrival;
import io.berth.sim.workload.JobUse;
import io.berth.sim.workload.ListedWorkload;
import io.berth.sim.workload.Workload;
import io.berth.spec.scenario.ServiceUse;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Workloads one after another: each begins when the last job of the one before it has come. */
final class Phases implements Workload {
    /** Seeds of the phases of one seed lie so far apart. */
    private static final long SEEDS_APART = 1_000_003;

    private final List<Workload> phases = new ArrayList<>();
    private final List<Long> firsts = new ArrayList<>();
    private final ListedWorkload all;

    /**
     * The phases of {@code seed}.
     *
     * @param generators what draws each of them, in their order
     */
    Phases(List<GeneratedInputs> generators, long seed) {
        List<Arrival> arrivals = new ArrayList<>();
        Map<Demand, Demand> demands = new LinkedHashMap<>();
        long begin = START_NANOS;
        for (GeneratedInputs generator : generators) {
            Workload phase = generator.jobs(seed + phases.size() * SEEDS_APART, begin);
            phases.add(phase);
            firsts.add((long) arrivals.size());
            // A name says which jobs are alike, and the second phase has others of the same number.
            String prefix = "phase-" + phases.size() + "-";
            for (Arrival arrival : phase) {
                JobSpec shared = arrival.spec()
                        .withEach(group -> group.withDemand(demands.computeIfAbsent(group.demand(), same -> same)));
                arrivals.add(new Arrival(
                        arrival.atNanos(),
                        shared.withName(prefix + arrival.spec().name())));
                begin = arrival.atNanos();
            }
        }
        all = ListedWorkload.of(arrivals);
    }

    @Override
    public long size() {
        return all.size();
    }

    @Override
    public List<DemandCount> mix() {
        return all.mix();
    }

    @Override
    public Iterator<Arrival> iterator() {
        return all.iterator();
    }

    @Override
    public boolean measured() {
        return phases.stream().anyMatch(Workload::measured);
    }

    @Override
    public JobUse use(long index) {
        int phase = firsts.size() - 1;
        while (firsts.get(phase) > index) {
            phase--;
        }
        return phases.get(phase).use(index - firsts.get(phase));
    }

    @Override
    public @Nullable ServiceUse services() {
        for (Workload phase : phases) {
            ServiceUse services = phase.services();
            if (services != null) {
                return services;
            }
        }
        return null;
    }
}
