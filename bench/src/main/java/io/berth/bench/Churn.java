package io.berth.bench;

import io.berth.core.cluster.NodeSpec;
import io.berth.core.strategy.DemandCount;
import io.berth.core.time.Chance;
import io.berth.core.time.Nanos;
import io.berth.core.workload.JobSpec;
import io.berth.sim.workload.Arrival;
import io.berth.sim.workload.Generator;
import io.berth.sim.workload.GeneratorOptions;
import io.berth.sim.workload.SharedGroups;
import io.berth.sim.workload.Workload;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

/**
 * A cluster kept at a load: it is filled at once, then jobs come as fast as others leave. Run times are exponential, so what
 * is left of the first jobs is distributed as it stays. The jobs are made beforehand: a run measures the engine, not them.
 */
final class Churn implements Workload {
    private static final double MEAN_RUN_NANOS = 3600.0 * Nanos.SECOND;
    private static final long MEMORY_BYTES = 1L << 40;

    private final List<NodeSpec> nodes;
    private final List<DemandCount> mix;
    private final int filling;
    private final List<Arrival> arrivals;

    /**
     * @param load offered GPU load, a fraction of the cluster
     * @param jobs how many jobs come after the cluster was filled
     */
    Churn(List<NodeSpec> nodes, double load, int jobs, long seed) {
        this(nodes, load, jobs, seed, MEAN_RUN_NANOS);
    }

    /** The same of other run times: shorter ones come and go faster. */
    Churn(List<NodeSpec> nodes, double load, int jobs, long seed, double meanRunNanos) {
        this.nodes = nodes;
        this.mix = new Generator(GeneratorOptions.builder().seed(seed).build(), nodes).mix();
        double gpusAtLoad = load * nodes.size() * nodes.getFirst().gpus();
        double meanGpus = meanGpus(mix);
        this.filling = (int) (gpusAtLoad / meanGpus);
        this.arrivals =
                arrivals(mix, filling, jobs, meanRunNanos * meanGpus / gpusAtLoad, new Runs(seed, meanRunNanos));
    }

    /** What run times are drawn from. */
    private record Runs(long seed, double meanNanos) {}

    /** {@code count} nodes of 96 CPUs, 1 TiB and 8 GPUs. */
    static List<NodeSpec> cluster(int count) {
        List<NodeSpec> nodes = new ArrayList<>(count);
        for (int node = 0; node < count; node++) {
            nodes.add(NodeSpec.of("node-" + node, 96_000, MEMORY_BYTES, 8, "H100"));
        }
        return nodes;
    }

    List<NodeSpec> nodes() {
        return nodes;
    }

    /** How many jobs fill the cluster. */
    int filling() {
        return filling;
    }

    @Override
    public long size() {
        return arrivals.size();
    }

    @Override
    public List<DemandCount> mix() {
        return mix;
    }

    @Override
    public Iterator<Arrival> iterator() {
        return arrivals.iterator();
    }

    private static List<Arrival> arrivals(
            List<DemandCount> mix, int filling, int jobs, double interarrivalNanos, Runs runs) {
        List<Arrival> arrivals = new ArrayList<>(filling + jobs);
        SharedGroups groups = new SharedGroups();
        long atNanos = Workload.START_NANOS;
        for (int job = 0; job < filling + jobs; job++) {
            Chance chance = new Chance(runs.seed, "bench.job", job);
            if (job >= filling) {
                atNanos += StrictMath.max(1, (long) chance.exponential(interarrivalNanos));
            }
            long run = (long) chance.exponential(runs.meanNanos);
            arrivals.add(new Arrival(
                    atNanos,
                    groups.share(
                            JobSpec.batch("job-" + job, draw(mix, chance.unit()).demand(), run))));
        }
        return arrivals;
    }

    private static double meanGpus(List<DemandCount> mix) {
        double milli = 0;
        double weight = 0;
        for (DemandCount entry : mix) {
            milli += entry.demand().totalGpuMilli() * (double) entry.count();
            weight += entry.count();
        }
        return milli / weight / 1000;
    }

    private static DemandCount draw(List<DemandCount> mix, double unit) {
        long all = 0;
        for (DemandCount entry : mix) {
            all += entry.count();
        }
        double left = unit * all;
        for (DemandCount entry : mix) {
            left -= entry.count();
            if (left < 0) {
                return entry;
            }
        }
        return mix.getLast();
    }
}
