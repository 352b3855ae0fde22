package io.berth.app.demo;

import io.berth.core.cluster.NodeSpec;
import io.berth.core.strategy.DemandCount;
import io.berth.core.time.Chance;
import io.berth.core.time.Nanos;
import io.berth.core.workload.Demand;
import io.berth.core.workload.JobKind;
import io.berth.sim.workload.Arrival;
import io.berth.sim.workload.Changed;
import io.berth.sim.workload.Generator;
import io.berth.sim.workload.GeneratorOptions;
import io.berth.sim.workload.Weighted;
import io.berth.sim.workload.Workload;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * One of the three endless streams of jobs in the demo. Each has an origin of its own, so that a run that was cut off goes on
 * with the job after the last that came.
 *
 * <p>The numbers are choices, made so that 256 GPUs are asked for by 94 % by some 1,000 jobs an hour: run times of minutes,
 * where real ones are of hours, since a visitor looks on for minutes.
 */
enum DemoStream {
    TRAINING("train", JobKind.BATCH) {
        @Override
        GeneratorOptions.Builder options() {
            return GeneratorOptions.builder()
                    .load(0.42)
                    .gpuMilli(List.of(at(1000, 50), at(2000, 25), at(4000, 17), at(8000, 8)))
                    .gangTasks(List.of(at(1, 85), at(2, 10), at(4, 5)))
                    .models(List.of(
                            at(List.of(), 60), at(List.of(DemoCluster.H100), 25), at(List.of(DemoCluster.A100), 15)))
                    .queues(List.of(at("vision", 4), at("language", 5), at("robotics", 1)))
                    .durationMedianNanos(3 * Nanos.MINUTE)
                    .durationSigma(0.9)
                    .durationMaxNanos(Nanos.HOUR)
                    .patienceNanos(90 * Nanos.MINUTE);
        }
    },
    SERVICE("serve", JobKind.SERVICE) {
        @Override
        GeneratorOptions.Builder options() {
            return GeneratorOptions.builder()
                    .load(0.32)
                    .gpuMilli(List.of(at(500, 30), at(1000, 50), at(2000, 20)))
                    .gangTasks(List.of(at(1, 50), at(2, 30), at(3, 20)))
                    .queues(List.of(at("vision", 2), at("language", 6), at("robotics", 2)))
                    .durationMedianNanos(12 * Nanos.MINUTE)
                    .durationSigma(0.6)
                    .durationMaxNanos(2 * Nanos.HOUR)
                    .patienceNanos(30 * Nanos.MINUTE);
        }
    },
    NOTEBOOK("note", JobKind.INTERACTIVE) {
        @Override
        GeneratorOptions.Builder options() {
            return GeneratorOptions.builder()
                    .load(0.20)
                    .gpuMilli(List.of(at(250, 50), at(500, 35), at(1000, 15)))
                    .queues(List.of(at("vision", 4), at("language", 3), at("robotics", 3)))
                    .durationMedianNanos(15 * Nanos.MINUTE)
                    .durationSigma(0.7)
                    .durationMaxNanos(2 * Nanos.HOUR)
                    .patienceNanos(10 * Nanos.MINUTE);
        }
    };

    /** Jobs of this long before the start come with the start, which fills the cluster at once. */
    private static final long AHEAD_NANOS = 14 * Nanos.MINUTE;

    /** The queues of the three tenants. */
    static final List<String> TENANTS = List.of("vision", "language", "robotics");

    private final String prefix;
    private final JobKind kind;

    DemoStream(String prefix, JobKind kind) {
        this.prefix = prefix;
        this.kind = kind;
    }

    abstract GeneratorOptions.Builder options();

    /** Who sends its jobs. */
    String origin() {
        return "demo." + prefix;
    }

    /** What makes its jobs, those of {@code seed}. */
    Generator generator(long seed, List<NodeSpec> nodes) {
        long own = new Chance(seed, origin(), 0).bits();
        GeneratorOptions options = options()
                .seed(own)
                .jobs(Workload.ENDLESS)
                .startNanos(DemoCluster.START_NANOS - AHEAD_NANOS)
                .kinds(List.of(at(kind, 1)))
                .cpuMilliPerGpu(14_000)
                .memoryBytesPerGpu(64L << 30)
                .estimateError(1)
                .build();
        return new Generator(options, nodes);
    }

    /** The jobs after the first {@code taken}. */
    StreamFeed feed(long seed, List<NodeSpec> nodes, long taken) {
        Iterator<Arrival> arrivals = generator(seed, nodes).from(taken);
        return new StreamFeed(
                origin(), taken, new Changed<>(arrivals, (arrival, index) -> named(arrival, taken + index + 1)));
    }

    private Arrival named(Arrival arrival, long number) {
        return new Arrival(arrival.atNanos(), arrival.spec().withName(prefix + "-" + number));
    }

    /** How often each demand is asked for in an hour, in thousandths. */
    static List<DemandCount> mix(long seed, List<NodeSpec> nodes) {
        Map<Demand, Long> counts = new LinkedHashMap<>();
        for (DemoStream stream : values()) {
            Generator generator = stream.generator(seed, nodes);
            double perHour = Nanos.HOUR / generator.meanInterarrivalNanos() * stream.meanTasks();
            for (DemandCount drawn : generator.mix()) {
                long count = Math.max(1, Math.round(drawn.count() * perHour / 1000));
                counts.merge(drawn.demand(), count, Long::sum);
            }
        }
        List<DemandCount> mix = new ArrayList<>();
        counts.forEach((demand, count) -> mix.add(new DemandCount(demand, count)));
        mix.sort(Comparator.comparingLong(DemandCount::count).reversed());
        return mix;
    }

    private double meanTasks() {
        double tasks = 0;
        double weights = 0;
        for (Weighted<Integer> gang : options().build().gangTasks()) {
            tasks += gang.value() * gang.weight();
            weights += gang.weight();
        }
        return tasks / weights;
    }

    private static <T> Weighted<T> at(T value, double weight) {
        return new Weighted<>(value, weight);
    }
}
