package io.berth.sim.scenario;

import io.berth.core.strategy.DemandCount;
import io.berth.core.time.Chance;
import io.berth.core.workload.JobSpec;
import io.berth.sim.workload.Arrival;
import io.berth.sim.workload.Changed;
import io.berth.sim.workload.Workload;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;

/** Which classes generated jobs name; drawn by the seed, by a chance of its own, so that all else comes out as without. */
final class ClassInputs {
    private static final String CLASSES = "qos";

    private ClassInputs() {}

    /** {@code jobs}, each of which names a class by {@code weights}; as they are where there are none. */
    static Workload of(Workload jobs, SequencedMap<String, Double> weights, long seed) {
        return weights.isEmpty() ? jobs : new Classed(jobs, weights, seed);
    }

    private record Classed(Workload jobs, SequencedMap<String, Double> weights, long seed) implements Workload {
        @Override
        public long size() {
            return jobs.size();
        }

        @Override
        public List<DemandCount> mix() {
            return jobs.mix();
        }

        @Override
        public Iterator<Arrival> iterator() {
            double sum = weights.values().stream().mapToDouble(weight -> weight).sum();
            return new Changed<>(jobs.iterator(), (arrival, number) -> {
                double left = new Chance(seed, CLASSES, number).unit() * sum;
                String drawn = weights.lastEntry().getKey();
                for (Map.Entry<String, Double> weight : weights.entrySet()) {
                    left -= weight.getValue();
                    if (left < 0) {
                        drawn = weight.getKey();
                        break;
                    }
                }
                JobSpec job = arrival.spec();
                return new Arrival(arrival.atNanos(), job.withTerms(job.terms().ofClass(drawn)));
            });
        }
    }
}
