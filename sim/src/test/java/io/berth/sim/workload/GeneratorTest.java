package io.berth.sim.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.berth.core.cluster.NodeSpec;
import io.berth.core.strategy.DemandCount;
import io.berth.core.time.Nanos;
import io.berth.core.workload.Demand;
import io.berth.core.workload.JobKind;
import io.berth.core.workload.JobSpec;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class GeneratorTest {
    private static final int MANY = 200_000;
    private static final List<NodeSpec> CLUSTER = cluster(64);

    @Test
    void the_load_is_the_one_wanted() {
        Generator generator = generator(GeneratorOptions.builder().jobs(MANY).load(0.7));
        double gpuSeconds = 0;
        long last = 0;
        for (Arrival arrival : generator) {
            JobSpec job = arrival.spec();
            gpuSeconds += job.demand().totalGpuMilli() / 1000.0 * job.tasks() * Nanos.toSeconds(job.workNanos());
            last = arrival.atNanos();
        }
        double load = gpuSeconds / (512 * Nanos.toSeconds(last - Workload.START_NANOS));
        // Run times vary by 5.6 times their mean and GPUs by 1.5: one standard error of the sum is some 2 %.
        assertThat(load).isCloseTo(0.7, within(0.05));
        assertThat(gpuSeconds / MANY).isCloseTo(generator.meanGpuSeconds(), within(0.07 * generator.meanGpuSeconds()));
    }

    @Test
    void run_times_have_the_median_and_the_mean_stated() {
        long[] work = new long[MANY];
        double sum = 0;
        Generator generator = generator(GeneratorOptions.builder().jobs(MANY));
        for (int i = 0; i < MANY; i++) {
            work[i] = generator.job(i).workNanos();
            sum += Nanos.toSeconds(work[i]);
        }
        Arrays.sort(work);
        assertThat(Nanos.toSeconds(work[MANY / 2])).isCloseTo(616, within(15.0));
        assertThat(sum / MANY).isCloseTo(6023, within(300.0));
        assertThat(work[MANY - 1]).isLessThanOrEqualTo(7 * Nanos.DAY);
    }

    @Test
    void the_mean_of_run_times_cut_off_is_exact() {
        assertThat(new LogNormal(616, 2.18, Double.MAX_VALUE).mean()).isCloseTo(6631, within(1.0));
        assertThat(new LogNormal(616, 2.18, 604_800).mean()).isCloseTo(6023, within(1.0));
        // At the median itself half of the mass sits at the limit: 1 (1/2) + exp(1/2) P(-1).
        assertThat(new LogNormal(1, 1, 1).mean()).isCloseTo(0.5 + 1.6487213 * 0.1586553, within(1e-6));
        assertThat(new LogNormal(5, 0, 3).mean()).isEqualTo(3);
    }

    @Test
    void gpus_are_mixed_as_stated() {
        Map<Long, Integer> counts = new LinkedHashMap<>();
        Generator generator = generator(GeneratorOptions.builder());
        for (int i = 0; i < MANY; i++) {
            counts.merge(generator.job(i).demand().totalGpuMilli(), 1, Integer::sum);
        }
        assertThat(counts).hasSize(8);
        assertThat(counts.get(0L) / (double) MANY).isCloseTo(1088 / 8152.0, within(0.004));
        assertThat(counts.get(800L) / (double) MANY).isCloseTo(1331 / 8152.0, within(0.004));
        assertThat(counts.get(1000L) / (double) MANY).isCloseTo(3911 / 8152.0, within(0.005));
        assertThat(counts.get(8000L) / (double) MANY).isCloseTo(44 / 8152.0, within(0.001));
    }

    @Test
    void the_mix_is_how_often_demands_are_drawn() {
        Generator generator = generator(GeneratorOptions.builder());
        Map<Demand, Integer> counts = new LinkedHashMap<>();
        for (int i = 0; i < MANY; i++) {
            counts.merge(generator.job(i).demand(), 1, Integer::sum);
        }
        List<DemandCount> mix = generator.mix();
        assertThat(mix).hasSize(24).hasSameSizeAs(counts.keySet());
        assertThat(mix).isSortedAccordingTo((a, b) -> Long.compare(b.count(), a.count()));
        for (DemandCount expected : mix) {
            double share = counts.get(expected.demand()) / (double) MANY;
            assertThat(share).isCloseTo(expected.count() / 1e6, within(0.005));
        }
    }

    @Test
    void bursty_gaps_have_the_variation_wanted_and_the_same_mean() {
        for (double variation : new double[] {1, 4, 16}) {
            ArrivalGaps gaps = new ArrivalGaps(7, 1e9, variation);
            double sum = 0;
            double squares = 0;
            for (int i = 0; i < MANY; i++) {
                double gap = gaps.before(i) / 1e9;
                sum += gap;
                squares += gap * gap;
            }
            double mean = sum / MANY;
            assertThat(mean).isCloseTo(1, within(0.03));
            assertThat((squares / MANY - mean * mean) / (mean * mean)).isCloseTo(variation, within(0.08 * variation));
        }
    }

    @Test
    void the_same_seed_gives_the_same_jobs_and_another_seed_others() {
        GeneratorOptions.Builder options = GeneratorOptions.builder().jobs(500).arrivals(ArrivalPattern.BURSTY);
        List<Arrival> first = list(generator(options.seed(1)), 500);
        assertThat(list(generator(options.seed(1)), 500)).isEqualTo(first);
        assertThat(list(generator(options.seed(2)), 500)).isNotEqualTo(first);
    }

    @Test
    void a_run_resumed_anywhere_equals_one_never_interrupted() {
        for (ArrivalPattern pattern : ArrivalPattern.values()) {
            Generator generator =
                    generator(GeneratorOptions.builder().jobs(Workload.ENDLESS).arrivals(pattern));
            List<Arrival> whole = list(generator, 300);
            for (int index : new int[] {0, 1, 17, 299}) {
                assertThat(generator.from(index).next()).as("index " + index).isEqualTo(whole.get(index));
                long previous =
                        index == 0 ? Workload.START_NANOS : whole.get(index - 1).atNanos();
                Iterator<Arrival> resumed = generator.from(index, previous);
                for (int i = index; i < 300; i++) {
                    assertThat(resumed.next()).isEqualTo(whole.get(i));
                }
            }
        }
    }

    @Test
    void a_million_jobs_are_skipped_and_none_is_kept() {
        Generator generator = generator(GeneratorOptions.builder().jobs(1_000_001));
        Iterator<Arrival> last = generator.from(1_000_000);
        assertThat(last.next().spec().name()).isEqualTo("job-1000000");
        assertThat(last.hasNext()).isFalse();
    }

    @Test
    void gangs_kinds_queues_models_estimates_and_patience_follow_the_options() {
        Generator generator = generator(GeneratorOptions.builder()
                .gpuMilli(List.of(new Weighted<>(2000, 1)))
                .models(List.of(new Weighted<>(List.of(), 1), new Weighted<>(List.of("H100", "A100"), 3)))
                .gangTasks(List.of(new Weighted<>(1, 1), new Weighted<>(4, 1)))
                .kinds(List.of(new Weighted<>(JobKind.SERVICE, 0), new Weighted<>(JobKind.INTERACTIVE, 1)))
                .queues(List.of(new Weighted<>("a", 1), new Weighted<>("b", 9)))
                .estimateError(2)
                .patienceNanos(5 * Nanos.MINUTE));
        int[] counts = new int[3];
        for (int i = 0; i < 10_000; i++) {
            JobSpec job = generator.job(i);
            assertThat(job.kind()).isEqualTo(JobKind.INTERACTIVE);
            assertThat(job.patienceNanos()).isEqualTo(5 * Nanos.MINUTE);
            assertThat(job.estimateNanos()).isBetween(job.workNanos(), 3 * job.workNanos());
            counts[0] += job.tasks() == 4 ? 1 : 0;
            counts[1] += job.queue().equals("b") ? 1 : 0;
            counts[2] += job.demand().gpuModels().equals(List.of("A100", "H100")) ? 1 : 0;
        }
        assertThat(counts[0]).isBetween(4800, 5200);
        assertThat(counts[1]).isBetween(8850, 9150);
        assertThat(counts[2]).isBetween(7300, 7700);
    }

    @Test
    void equal_demands_are_one_object() {
        Generator generator = generator(GeneratorOptions.builder());
        DemandTally byObject = new DemandTally();
        for (int i = 0; i < 10_000; i++) {
            byObject.add(generator.job(i).demand(), 1);
        }
        assertThat(byObject.mix()).hasSizeLessThanOrEqualTo(24);
    }

    @Test
    void the_default_mix_can_be_fitted_to_small_nodes() {
        assertThat(GeneratorOptions.gpuMilliFitting(List.of(NodeSpec.of("n", 1000, 1, 2, "T4"))))
                .extracting(Weighted::value)
                .containsExactly(0, 250, 500, 800, 1000, 2000);
    }

    @Test
    void without_gpus_the_load_is_of_cpus() {
        GeneratorOptions options = GeneratorOptions.builder()
                .gpuMilli(List.of(new Weighted<>(0, 1)))
                .load(0.5)
                .build();
        Generator generator = new Generator(options, List.of(NodeSpec.of("n", 80_000, 1L << 40, 0, "")));
        // 8 CPUs for 6,023 s in the mean, half of 80 CPUs.
        assertThat(generator.meanInterarrivalNanos() / 1e9).isCloseTo(8 * 6023 / 40.0, within(1.0));
    }

    @Test
    void options_that_mean_nothing_are_refused() {
        assertThatThrownBy(() -> GeneratorOptions.builder().load(0).build()).hasMessageContaining("The load (0.0)");
        assertThatThrownBy(() -> GeneratorOptions.builder().load(Double.NaN).build())
                .hasMessageContaining("The load");
        assertThatThrownBy(() -> GeneratorOptions.builder().burstiness(0.5).build())
                .hasMessageContaining("burstiness");
        assertThatThrownBy(() -> GeneratorOptions.builder()
                        .gpuMilli(List.of(new Weighted<>(1500, 1)))
                        .build())
                .hasMessage("The gpus (1.5) must be a share up to 1, or whole GPUs.");
        assertThatThrownBy(() -> GeneratorOptions.builder().queues(List.of()).build())
                .hasMessageContaining("The queues ([]) need a weight above 0.");
        assertThatThrownBy(() -> new Weighted<>("a", -1)).hasMessageContaining("The weight (-1.0) of (a)");
        GeneratorOptions defaults = GeneratorOptions.builder().build();
        assertThatThrownBy(() -> new Generator(defaults, List.of(NodeSpec.of("n", 8000, 1, 0, ""))))
                .hasMessageContaining("the cluster has no GPUs");
    }

    private static Generator generator(GeneratorOptions.Builder options) {
        return new Generator(options.build(), CLUSTER);
    }

    private static List<NodeSpec> cluster(int nodes) {
        List<NodeSpec> cluster = new ArrayList<>();
        for (int i = 0; i < nodes; i++) {
            cluster.add(NodeSpec.of("n" + i, 96_000, 1L << 40, 8, "H100"));
        }
        return cluster;
    }

    private static List<Arrival> list(Workload workload, int count) {
        List<Arrival> all = new ArrayList<>();
        Iterator<Arrival> arrivals = workload.iterator();
        while (all.size() < count) {
            all.add(arrivals.next());
        }
        return all;
    }
}
