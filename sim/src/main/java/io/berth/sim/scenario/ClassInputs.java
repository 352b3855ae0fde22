package io.berth.sim.scenario;

import io.berth.core.time.Chance;
import io.berth.core.workload.JobSpec;
import io.berth.sim.workload.Arrival;
import io.berth.sim.workload.Workload;
import java.util.Map;
import java.util.SequencedMap;

/** Which classes generated jobs name; drawn by the seed, by a chance of its own, so that all else comes out as without. */
final class ClassInputs {
    private static final String CLASSES = "qos";

    private ClassInputs() {}

    /** {@code jobs}, each of which names a class by {@code weights}; as they are where there are none. */
    static Workload of(Workload jobs, SequencedMap<String, Double> weights, long seed) {
        if (weights.isEmpty()) {
            return jobs;
        }
        double sum = weights.values().stream().mapToDouble(weight -> weight).sum();
        return new ChangedJobs(jobs, (arrival, number) -> {
            JobSpec job = arrival.spec();
            String drawn = drawn(weights, new Chance(seed, CLASSES, number).unit() * sum);
            return new Arrival(arrival.atNanos(), job.withTerms(job.terms().ofClass(drawn)));
        });
    }

    private static String drawn(SequencedMap<String, Double> weights, double at) {
        double left = at;
        for (Map.Entry<String, Double> weight : weights.entrySet()) {
            left -= weight.getValue();
            if (left < 0) {
                return weight.getKey();
            }
        }
        return weights.lastEntry().getKey();
    }
}
