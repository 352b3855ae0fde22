package io.berth.sim.portfolio;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.berth.core.catalog.Catalog;
import io.berth.core.cluster.NodeSpec;
import io.berth.core.policy.Facts;
import io.berth.core.strategy.PolicyKind;
import io.berth.core.strategy.StrategySpec;
import io.berth.core.time.Nanos;
import io.berth.core.workload.Demand;
import io.berth.core.workload.JobSpec;
import io.berth.core.workload.term.Interruption;
import io.berth.sim.workload.Arrival;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import org.junit.jupiter.api.Test;

class FactorsTest {
    private static final List<NodeSpec> NODES =
            List.of(NodeSpec.of("a", 64_000, 1L << 38, 8, "H100"), NodeSpec.of("b", 64_000, 1L << 38, 4, "A100"));

    private static final Demand GPU = Demand.cpu(1000, 1 << 20).withGpus(1);

    /** A job an hour that takes an hour, the last of four a gang of four tasks. */
    private static List<Arrival> jobs(boolean estimated) {
        List<Arrival> arrivals = new ArrayList<>();
        for (int job = 0; job < 40; job++) {
            JobSpec spec = JobSpec.batch("job", GPU, Nanos.HOUR).withTasks(job % 4 == 3 ? 4 : 1);
            arrivals.add(new Arrival(job * Nanos.HOUR, spec.withEstimate(estimated ? 2 * Nanos.HOUR : Nanos.NEVER)));
        }
        return arrivals;
    }

    private static List<String> names(List<Arrival> arrivals) {
        ClusterFactors cluster = ClusterFactors.of(NODES);
        return KnownCandidates.of(cluster, WorkFactors.of(arrivals, cluster)).stream()
                .map(Candidate::name)
                .toList();
    }

    @Test
    void a_cluster_and_its_work_are_told_as_they_are() {
        ClusterFactors cluster = ClusterFactors.of(NODES);
        WorkFactors work = WorkFactors.of(jobs(true), cluster);

        assertThat(cluster.gpus()).isEqualTo(12);
        assertThat(cluster.gpusOfModel()).containsEntry("H100", 8L).containsEntry("A100", 4L);
        assertThat(work.jobs()).isEqualTo(40);
        assertThat(work.gangs()).isEqualTo(0.25);
        assertThat(work.estimated()).isEqualTo(1);
        assertThat(work.estimateError()).isCloseTo(2, within(1e-9));
        assertThat(work.burstiness()).isZero();
        // 30 single GPU hours and 40 of gangs, in 39 hours on 12 GPUs.
        assertThat(work.load()).isCloseTo(70.0 / 39 / 12, within(1e-9));
        assertThat(work.sizes().keySet()).containsExactly("1", "3 to 4");
        assertThat(work.sizes().get("3 to 4").time()).isCloseTo(40.0 / 70, within(1e-9));
    }

    @Test
    void orders_by_estimates_are_candidates_only_where_there_are_some() {
        assertThat(names(jobs(true))).contains("sjf easy", "wfp3 easy", "srtf", "fastest");
        assertThat(names(jobs(false)))
                .contains("fgd-greedy", "tiresias-l")
                .doesNotContain("sjf easy", "srtf", "fcfs conservative");
    }

    @Test
    void nobody_is_stopped_whose_work_is_lost() {
        List<Arrival> begins = jobs(true).stream()
                .map(arrival -> new Arrival(
                        arrival.atNanos(),
                        arrival.spec()
                                .withTerms(arrival.spec()
                                        .terms()
                                        .withInterruption(new Interruption(false, Interruption.USUAL_GRACE)))))
                .toList();
        assertThat(names(begins)).doesNotContain("srtf", "tiresias-l").contains("multi-level greedy");
    }

    @Test
    void the_catalog_can_make_every_known_candidate() {
        WorkFactors all = new WorkFactors(1, 1, 0.5, 1, 1, 1, 1, new LinkedHashMap<>(), 0, 1, 1, 1, 1, 1, 0, 2, 2, 1);
        ClusterFactors cluster = ClusterFactors.of(NODES);
        List<StrategySpec> strategies = KnownCandidates.of(cluster, all).stream()
                .map(Candidate::strategy)
                // The standard catalog has no solver; berth advise itself is tried on shared GPUs in AdviseTest.
                .filter(strategy -> strategy.part(PolicyKind.PLAN).equals(PolicyKind.PLAN.fallback()))
                .toList();
        assertThat(strategies).hasSizeGreaterThan(12);
        for (StrategySpec strategy : strategies) {
            assertThat(Catalog.standard().strategy(strategy, new Facts(1, 1, List.of())))
                    .isNotNull();
        }
        assertThat(strategies.stream().map(StrategySpec::name)).doesNotHaveDuplicates();
    }
}
