package io.berth.sim.scenario;

import io.berth.core.cluster.NodeSpec;
import io.berth.core.cluster.data.DataSet;
import io.berth.core.cluster.image.NodeSet;
import io.berth.core.time.Chance;
import io.berth.core.workload.Demand;
import io.berth.core.workload.JobSpec;
import io.berth.core.workload.Preference;
import io.berth.sim.workload.Arrival;
import io.berth.sim.workload.Workload;
import io.berth.sim.world.data.DataPlan;
import io.berth.spec.scenario.DataSpec;
import io.berth.spec.scenario.ReadsSpec;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The data sets of a scenario: where they are to begin with, and which of them its generated jobs read. Both are drawn by the seed. */
final class DataInputs {
    private static final String COPIES = "data.copies";
    private static final String READS = "data.reads";

    private DataInputs() {}

    /** Data sets and links among {@code nodes}. */
    static DataPlan plan(DataSpec spec, List<NodeSpec> nodes, long seed) {
        List<DataPlan.Named> sets = new ArrayList<>();
        List<DataSpec.Named> named = spec.sets();
        for (int i = 0; i < named.size(); i++) {
            DataSpec.Group group = named.get(i).group();
            NodeSet holders = holders(group.copies(), nodes.size(), new Chance(seed, COPIES, i));
            sets.add(new DataPlan.Named(named.get(i).name(), new DataSet(group.bytes(), holders), group.ratio()));
        }
        return new DataPlan(
                sets,
                new DataPlan.Capacities(
                        spec.storeBytesPerSecond(),
                        spec.domain(),
                        spec.uplinkBytesPerSecond(),
                        spec.unpackBytesPerSecond()),
                spec.cacheBytes());
    }

    private static NodeSet holders(int copies, int nodes, Chance chance) {
        int[] numbers = new int[nodes];
        Arrays.setAll(numbers, i -> i);
        int wanted = StrictMath.min(copies, nodes);
        for (int i = 0; i < wanted; i++) {
            int other = i + chance.below(nodes - i);
            int number = numbers[other];
            numbers[other] = numbers[i];
            numbers[i] = number;
        }
        return NodeSet.of(Arrays.copyOf(numbers, wanted));
    }

    /** {@code jobs}, which read what {@code reads} says of the sets called {@code names}. */
    static Workload reading(Workload jobs, List<String> names, ReadsSpec reads, long seed) {
        if (names.isEmpty() || reads.share() == 0) {
            return jobs;
        }
        double[] upTo = new double[names.size()];
        double sum = 0;
        for (int i = 0; i < upTo.length; i++) {
            sum += StrictMath.pow(i + 1, -reads.skew());
            upTo[i] = sum;
        }
        // Of what they read, fragmentation and packing ask nothing: demands are counted as they were.
        return new ChangedJobs(jobs, (arrival, number) -> {
            Chance chance = new Chance(seed, READS, number);
            if (chance.unit() >= reads.share()) {
                return arrival;
            }
            double drawn = chance.unit() * upTo[upTo.length - 1];
            int set = 0;
            while (set < upTo.length - 1 && upTo[set] <= drawn) {
                set++;
            }
            return new Arrival(arrival.atNanos(), reading(arrival.spec(), names.get(set)));
        });
    }

    private static JobSpec reading(JobSpec job, String set) {
        return job.withEach(group -> {
            Demand demand = group.demand();
            List<Preference> preferences = new ArrayList<>(demand.preferences());
            preferences.add(new Preference.OfData(List.of(set)));
            return group.withDemand(demand.preferring(preferences));
        });
    }
}
