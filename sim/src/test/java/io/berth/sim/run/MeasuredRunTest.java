package io.berth.sim.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.berth.core.catalog.Catalog;
import io.berth.core.cluster.NodeSpec;
import io.berth.core.journal.Journal;
import io.berth.core.metric.Window;
import io.berth.core.state.Observer;
import io.berth.core.strategy.StrategySpec;
import io.berth.core.time.Nanos;
import io.berth.core.workload.Amounts;
import io.berth.core.workload.Demand;
import io.berth.core.workload.JobKind;
import io.berth.core.workload.JobSpec;
import io.berth.core.workload.TaskGroup;
import io.berth.core.workload.Timing;
import io.berth.sim.workload.Arrival;
import io.berth.sim.workload.ListedWorkload;
import io.berth.sim.workload.Workload;
import io.berth.sim.world.WorldOptions;
import java.util.List;
import java.util.SortedMap;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

/** Figures of runs that are small enough to compute by hand. */
class MeasuredRunTest {
    private static final Offset<Double> EXACT = within(1e-12);

    @Test
    void without_a_window_fill_and_drain_count() {
        SortedMap<String, Double> figures = figures(1, oneGpu(), Window.ALL);

        assertThat(figures.get("jobs_submitted")).isEqualTo(3);
        // They wait 0, 8 and 0 s.
        assertThat(figures.get("wait_mean_s")).isCloseTo(8.0 / 3, EXACT);
        // Busy from 0 to 20 and from 21 to 26.
        assertThat(figures.get("gpu_allocation_pct")).isCloseTo(100 * 25.0 / 26, within(1e-9));
        assertThat(figures.get("gpu_allocation_pct_at_end")).isZero();
        assertThat(figures.get("makespan_s")).isEqualTo(26);
    }

    @Test
    void jobs_outside_the_window_and_time_outside_it_do_not_count() {
        SortedMap<String, Double> figures = figures(1, oneGpu(), new Window(seconds(1), seconds(22)));

        assertThat(figures.get("jobs_submitted")).isEqualTo(2);
        assertThat(figures.get("jobs_finished")).isEqualTo(2);
        assertThat(figures.get("wait_mean_s")).isEqualTo(4);
        assertThat(figures.get("jct_mean_s")).isEqualTo((18.0 + 5) / 2);
        // Of the 21 seconds from 1 to 22 only the one from 20 to 21 is idle.
        assertThat(figures.get("gpu_allocation_pct")).isCloseTo(100 * 20.0 / 21, within(1e-9));
        assertThat(figures.get("resource_idle_rate_gpu")).isCloseTo(1.0 / 21, EXACT);
        assertThat(figures.get("gpu_allocation_pct_at_end")).isEqualTo(100);
        assertThat(figures.get("makespan_s")).isEqualTo(24);
    }

    @Test
    void the_bounds_of_a_window_are_in_it() {
        SortedMap<String, Double> figures = figures(1, oneGpu(), new Window(seconds(2), seconds(21)));

        assertThat(figures.get("jobs_submitted")).isEqualTo(2);
    }

    @Test
    void finish_time_fairness_is_that_of_the_queue_which_sharing_costs_most() {
        // Alone on half of the 8 GPUs red's job would take 20 s instead of 10, blue's 10 s. Blue waits 10 s first.
        List<Arrival> arrivals = List.of(job(0, "red", 8, 10), job(0, "blue", 1, 10));

        assertThat(figures(8, arrivals, Window.ALL).get("finish_time_fairness_max"))
                .isEqualTo(2);
        assertThat(figures(8, arrivals.subList(0, 1), Window.ALL).get("finish_time_fairness_max"))
                .isEqualTo(1);
    }

    @Test
    void jobs_of_one_queue_are_put_together_by_what_they_asked_for() {
        // Half the cluster is 4 GPUs: there red's three would take 20, 10 and 20 s, here they take 10, 20 and 25 s.
        List<Arrival> arrivals =
                List.of(job(0, "red", 8, 10), job(0, "red", 4, 10), job(5, "red", 8, 10), job(40, "blue", 1, 1));

        assertThat(figures(8, arrivals, Window.ALL).get("finish_time_fairness_max"))
                .isCloseTo(55 / 50.0, EXACT);
    }

    @Test
    void deadlines_are_missed_by_jobs_that_end_late() {
        // On one GPU they end at 10 and 20.
        List<Arrival> arrivals = List.of(due(job(0, "red", 1, 10), 10), due(job(0, "red", 1, 10), 19));

        assertThat(figures(1, arrivals, Window.ALL)).containsEntry("deadline_miss_rate", 0.5);
        assertThat(figures(1, oneGpu(), Window.ALL).get("deadline_miss_rate")).isNaN();
    }

    private static Arrival due(Arrival arrival, int seconds) {
        return new Arrival(arrival.atNanos(), arrival.spec().withDeadline(seconds(seconds)));
    }

    private static List<Arrival> oneGpu() {
        return List.of(job(0, "red", 1, 10), job(2, "red", 1, 10), job(21, "red", 1, 5));
    }

    private static Arrival job(int second, String queue, int gpus, int workSeconds) {
        Demand demand = Demand.cpu(1000, 0).withGpus(gpus);
        long work = seconds(workSeconds);
        return new Arrival(
                seconds(second),
                new JobSpec(
                        "job", queue, JobKind.BATCH, 0, TaskGroup.of(1, demand), new Timing(work, work, Nanos.NEVER)));
    }

    private static long seconds(int seconds) {
        return seconds * Nanos.SECOND;
    }

    private static SortedMap<String, Double> figures(int gpus, List<Arrival> arrivals, Window window) {
        Workload workload = new ListedWorkload(arrivals, List.of());
        Simulation.Setup setup = new Simulation.Setup(
                List.of(new NodeSpec("n", Amounts.of(64_000, 1L << 40), 100, NodeSpec.gpus(gpus, "H100", 0))),
                workload,
                StrategySpec.of("fcfs", "fcfs", "first-fit", "none"),
                1,
                WorldOptions.IDEAL,
                Nanos.NEVER,
                0);
        return new Simulation(setup, Catalog.standard(), Journal.NONE, new Observer() {})
                .run(window)
                .figures();
    }
}
