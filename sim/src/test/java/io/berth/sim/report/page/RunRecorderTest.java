package io.berth.sim.report.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.assertj.core.api.Assertions.within;

import io.berth.core.decision.Reason;
import io.berth.core.strategy.StrategySpec;
import io.berth.core.time.Nanos;
import io.berth.core.workload.Demand;
import io.berth.core.workload.JobSpec;
import io.berth.sim.workload.Arrival;
import io.berth.sim.workload.Generator;
import io.berth.sim.workload.GeneratorOptions;
import io.berth.sim.workload.Workload;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class RunRecorderTest {
    private static final StrategySpec STRICT = StrategySpec.of("fcfs", "fcfs", "best-fit", "none");
    private static final StrategySpec GREEDY = StrategySpec.of("fgd-greedy", "fcfs", "fgd", "greedy");

    @Test
    void a_run_of_three_jobs_is_recorded_to_the_second() {
        // The first takes all 8 GPUs for 100 s; the second and third wait for it, the third behind the second.
        Recorded run = Recorded.run(1, List.of(job("a", 0, 8, 100), job("b", 10, 8, 50), job("c", 20, 1, 50)), STRICT);
        RunTrace trace = run.trace();

        assertThat(trace.submitted()).isEqualTo(3);
        assertThat(trace.endS()).isEqualTo(200L);
        assertThat(trace.waits())
                .extracting(point -> point.getLast().longValue())
                .containsExactly(1L, 2L, 3L);
        assertThat(trace.waits().getLast().getFirst()).isEqualTo(130L);
        assertThat(trace.longest()).extracting(LongestWaits.Row::name).containsExactly("c", "b");
        assertThat(trace.longest().getFirst().reasons())
                .as("behind the second at first, then itself the head")
                .containsExactly(
                        new LongestWaits.Tally(Reason.WHOLE_GPUS, 2), new LongestWaits.Tally(Reason.BEHIND_HEAD, 1));
        assertThat(trace.longest().getLast().reasons()).containsExactly(new LongestWaits.Tally(Reason.WHOLE_GPUS, 2));
        assertThat(sum(trace)).as("90 s and 130 s of waiting").isCloseTo(220, within(0.1));
        assertThat(run.picture().bars())
                .extracting(GanttBars.Bar::rows, GanttBars.Bar::fromS, GanttBars.Bar::toS)
                .containsExactly(tuple(8, 0L, 100L), tuple(8, 100L, 150L), tuple(1, 150L, 200L));
    }

    @Test
    void recording_changes_no_figure() {
        Workload workload = generated(400, 1.2);
        assertThat(Recorded.run(4, workload, GREEDY).metrics().figures())
                .isEqualTo(Recorded.unrecorded(4, workload, GREEDY).figures());
    }

    @Test
    void the_series_and_reasons_agree_with_the_figures() {
        Recorded run = Recorded.run(4, generated(2_000, 1.1), GREEDY);
        RunTrace trace = run.trace();
        double waiting = integral(trace, trace.waiting().mean());

        assertThat(integral(trace, trace.allocation().mean()) / trace.endS().doubleValue())
                .isCloseTo(run.metrics().figures().get("gpu_allocation_pct"), within(0.1));
        assertThat(waiting / 2_000)
                .isCloseTo(run.metrics().figures().get("wait_mean_s"), within(0.01 * waiting / 2_000));
        assertThat(sum(trace)).isCloseTo(waiting, within(0.02 * waiting));
        assertThat(trace.queues().stream().mapToLong(WaitGroups.Row::started).sum())
                .isEqualTo(2_000);
    }

    @Test
    void bars_never_hold_more_of_a_device_than_there_is() {
        GanttBars.Picture picture = Recorded.run(4, generated(600, 1.1), GREEDY).picture();

        assertThat(picture.bars()).hasSizeGreaterThan(50);
        assertThat(picture.rows()).hasSize(32);
        for (int row = 0; row < picture.rows().size(); row++) {
            TreeMap<Double, Long> changes = new TreeMap<>();
            for (GanttBars.Bar bar : picture.bars()) {
                if (bar.row() <= row && row < bar.row() + bar.rows()) {
                    changes.merge(bar.fromS().doubleValue(), bar.milli(), Long::sum);
                    changes.merge(bar.toS().doubleValue(), -bar.milli(), Long::sum);
                }
            }
            long held = 0;
            for (long change : changes.values()) {
                held += change;
                assertThat(held).as("thousandths of row %d", row).isBetween(0L, 1000L);
            }
        }
    }

    @Test
    void bars_beyond_the_bound_are_counted() {
        List<Arrival> arrivals = new ArrayList<>();
        for (int i = 0; i < 3_000; i++) {
            arrivals.add(job("j" + i, 0, 1, 10 + i % 7));
        }
        GanttBars.Picture picture = Recorded.run(1, arrivals, GREEDY).picture();
        assertThat(picture.bars()).hasSize(GanttBars.MOST_BARS);
        assertThat(picture.bars().size() + picture.leftOut()).isEqualTo(3_000);
    }

    @Test
    void a_job_that_cannot_start_is_counted_as_such() {
        RunTrace trace = Recorded.run(1, List.of(job("a", 0, 8, 100), job("huge", 5, 9, 10)), STRICT)
                .trace();

        assertThat(trace.rejected()).containsExactly(Map.entry(Reason.NO_NODE_EVER, 1L));
        assertThat(trace.waits().getLast().getLast()).isEqualTo(1L);
        assertThat(trace.submitted()).isEqualTo(2);
        assertThat(trace.queues().getFirst().notStarted()).isEqualTo(1);
    }

    @Test
    void groups_beyond_the_bound_are_one() {
        WaitGroups groups = new WaitGroups();
        for (int i = 0; i < WaitGroups.MOST_GROUPS + 30; i++) {
            groups.started("queue-" + i, Nanos.SECOND);
        }
        assertThat(groups.rows().getFirst()).satisfies(row -> {
            assertThat(row.name()).isEqualTo(WaitGroups.OTHERS);
            assertThat(row.started()).isEqualTo(30);
        });
    }

    private static Arrival job(String name, long atSeconds, int gpus, long workSeconds) {
        Demand demand = Demand.cpu(1000, 1L << 30).withGpus(gpus);
        return new Arrival(atSeconds * Nanos.SECOND, JobSpec.batch(name, demand, workSeconds * Nanos.SECOND));
    }

    private static Workload generated(int jobs, double load) {
        GeneratorOptions.Builder options =
                GeneratorOptions.builder().jobs(jobs).load(load).durationSigma(1.2);
        return new Generator(options.build(), Recorded.cluster(4));
    }

    private static double integral(RunTrace trace, List<Number> means) {
        double sum = 0;
        for (int i = 0; i < means.size(); i++) {
            double width = trace.bucketS().doubleValue();
            double covered = Math.min(width, trace.endS().doubleValue() - i * width);
            sum += means.get(i).doubleValue() * covered;
        }
        return sum;
    }

    private static double sum(RunTrace trace) {
        return trace.reasonJobS().values().stream()
                .mapToDouble(Number::doubleValue)
                .sum();
    }
}
