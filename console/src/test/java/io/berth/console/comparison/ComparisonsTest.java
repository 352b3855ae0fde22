package io.berth.console.comparison;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.berth.console.comparison.Comparison.Figures;
import io.berth.console.comparison.Comparison.Phase;
import io.berth.console.history.Past;
import io.berth.core.catalog.Catalog;
import io.berth.core.cluster.NodeSpec;
import io.berth.core.state.Observer;
import io.berth.core.strategy.StrategySpec;
import io.berth.core.time.Nanos;
import io.berth.live.journal.JournalDirectory;
import io.berth.live.journal.file.JournalOptions;
import io.berth.sim.comparison.Difference;
import io.berth.sim.comparison.Verdict;
import io.berth.sim.run.Simulation;
import io.berth.sim.workload.Generator;
import io.berth.sim.workload.GeneratorOptions;
import io.berth.sim.world.WorldOptions;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class ComparisonsTest {
    private static final StrategySpec FCFS = StrategySpec.of("fcfs", "fcfs", "best-fit", "none");
    private static final StrategySpec SJF = StrategySpec.of("sjf", "sjf", "best-fit", "greedy");

    @TempDir
    Path folder;

    private final Comparisons comparisons = new Comparisons(Catalog.standard());
    private Past past;

    @BeforeEach
    void aJournalOfSomeHours() {
        List<NodeSpec> nodes = List.of(node(0), node(1), node(2));
        Generator jobs = new Generator(
                GeneratorOptions.builder()
                        .seed(3)
                        .jobs(400)
                        .load(1.1)
                        .durationMedianNanos(10 * Nanos.MINUTE)
                        .estimateError(1)
                        .build(),
                nodes);
        Simulation.Setup setup = new Simulation.Setup(nodes, jobs, FCFS, 3, WorldOptions.IDEAL, Nanos.NEVER, 0);
        try (JournalDirectory journal =
                JournalDirectory.create(folder.resolve("journal"), 3, JournalOptions.SIMULATION)) {
            new Simulation(setup, Catalog.standard(), journal, new Observer() {}).run();
        }
        past = new Past(folder.resolve("journal"));
        past.catchUp(Nanos.NEVER);
    }

    @AfterEach
    void end() {
        comparisons.close();
    }

    @Test
    void theStrategyThatHeldIsSimulatedToWhatWasMeasured() {
        Comparison done = compare(10_000, List.of(FCFS, SJF));

        Figures measured = done.span().measured();
        Figures again = done.rows().getFirst().figures();
        assertThat(measured.jobs()).isEqualTo(400);
        assertThat(again.jobs()).isEqualTo(400);
        assertThat(again.waitMeanSeconds()).isCloseTo(measured.waitMeanSeconds(), within(1e-6));
        assertThat(again.waitP99Seconds()).isCloseTo(measured.waitP99Seconds(), within(1e-6));
        assertThat(again.jctMeanSeconds()).isCloseTo(measured.jctMeanSeconds(), within(1e-6));
        assertThat(again.gpuAllocationPct()).isCloseTo(measured.gpuAllocationPct(), within(1e-6));
        assertThat(done.rows().getLast().figures().waitMeanSeconds()).isLessThan(again.waitMeanSeconds());
    }

    @Test
    void theJobsOfTheOneListArePairedInBlocks() {
        StrategySpec same = StrategySpec.of("same", "fcfs", "best-fit", "none");

        List<Comparison.Row> rows = compare(10_000, List.of(FCFS, SJF, same)).rows();

        assertThat(rows.getFirst().differences()).isEmpty();
        Difference wait = rows.get(1).differences().get("wait_mean_s");
        assertThat(rows.get(1).differences()).doesNotContainKeys("gpu_allocation_pct", "wait_p99_s");
        assertThat(wait.mean())
                .isCloseTo(
                        rows.get(1).figures().waitMeanSeconds()
                                - rows.getFirst().figures().waitMeanSeconds(),
                        within(1e-6));
        assertThat(wait.pairs()).isEqualTo(400);
        assertThat(wait.block()).isGreaterThanOrEqualTo(4 * 8);
        assertThat(rows.getLast().differences().get("wait_mean_s").verdict()).isEqualTo(Verdict.NO_REAL_DIFFERENCE);
    }

    @Test
    void theLastHoursBeginWithWhatRanAndWaited() {
        Past.Range all = past.range(Long.MIN_VALUE, Nanos.NEVER);
        double half = (double) (all.toNanos() - all.fromNanos()) / 2 / Nanos.HOUR;
        Comparison whole = compare(2 * half + 1, List.of(FCFS));
        Comparison done = compare(2 * half - 2, List.of(FCFS));

        Comparison.Span span = done.span();
        assertThat(whole.span().fromNanos()).isEqualTo(all.fromNanos() - 1);
        assertThat(span.fromNanos()).isBetween(all.fromNanos() + Nanos.HOUR, all.fromNanos() + 3 * Nanos.HOUR);
        assertThat(span.counts().jobs()).isEqualTo(span.counts().ended());
        assertThat(span.counts().jobs()).isBetween((int) span.measured().jobs() + 1, 399);
        assertThat(done.rows().getFirst().figures().jobs())
                .isEqualTo(span.measured().jobs());
    }

    @Test
    void oneIsUnderWayAtATimeAndItCanBeCancelled() {
        Comparison first = comparisons.begin(10_000, List.of(FCFS), _ -> {
            while (!comparisons.get(1).phase().over()) {
                Thread.onSpinWait();
            }
            return past.after(0);
        });
        assertThat(comparisons.begin(1, List.of(SJF), _ -> past.after(0))).isNull();
        assertThat(comparisons.cancel(first.id()).phase()).isEqualTo(Phase.CANCELLED);
        assertThat(comparisons.get(first.id()).rows()).isEmpty();
        assertThat(comparisons.get(99)).isNull();
    }

    private Comparison compare(double hours, List<StrategySpec> strategies) {
        Comparison begun =
                comparisons.begin(hours, strategies, back -> past.after(past.toNanos() - (long) (back * Nanos.HOUR)));
        while (!comparisons.get(begun.id()).phase().over()) {
            Thread.onSpinWait();
        }
        Comparison done = comparisons.get(begun.id());
        assertThat(done.phase()).as(String.valueOf(done.problem())).isEqualTo(Phase.DONE);
        assertThat(done.progress()).isEqualTo(1);
        return done;
    }

    private static NodeSpec node(int number) {
        return NodeSpec.of("node-" + number, 96_000, 1L << 40, 8, "H100");
    }
}
