package io.berth.sim.table.helios;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.core.time.Chance;
import io.berth.sim.trace.csv.PhillyJob;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The rules of the published simulator, each by hand; and the seconds that are left out against all seconds one by one. */
class HeliosReplayTest {
    private final List<SimulatedJob> jobs = new ArrayList<>();

    @Test
    void the_queue_waits_for_its_head() {
        job(0, 8, 100);
        job(1, 8, 50);
        job(2, 1, 10);
        Row.FIFO.replay(jobs, 1);
        waitedAndTook(0, 0, 100);
        waitedAndTook(1, 99, 149);
        waitedAndTook(2, 148, 158);
    }

    @Test
    void short_jobs_first_stops_at_the_first_that_does_not_fit_too() {
        job(0, 8, 100);
        job(1, 8, 50);
        job(2, 1, 10);
        job(2, 1, 60);
        Row.SJF.replay(jobs, 1);
        // At 100 the short one starts; the next, of 8 GPUs, does not fit beside it, and the last waits behind that.
        waitedAndTook(2, 98, 108);
        waitedAndTook(1, 109, 159);
        waitedAndTook(3, 158, 218);
    }

    @Test
    void preemption_takes_a_second_more_than_the_duration() {
        job(0, 8, 100);
        Row.SRTF.replay(jobs, 1);
        waitedAndTook(0, 0, 101);
    }

    @Test
    void the_quota_goes_to_the_shortest_and_preemption_costs_time() {
        job(0, 8, 100);
        job(20, 1, 10);
        Row.SRTF.replay(jobs, 1);
        waitedAndTook(1, 0, 11);
        // At 20 it had 80 s left, then 110 with the 30 s that preemption costs up to eight GPUs; it starts again at 31.
        waitedAndTook(0, 11, 31 + 111);
    }

    @Test
    void preemption_costs_more_the_wider_the_job() {
        job(0, 1, 100);
        job(0, 16, 200);
        job(50, 16, 10);
        Row.SRTF.replay(jobs, 2);
        // The second never had room beside the first; it starts when the others are gone.
        waitedAndTook(2, 0, 11);
        waitedAndTook(0, 11, 61 + 50 + 7 + 1);
        waitedAndTook(1, 119, 119 + 201);
    }

    @Test
    void a_job_that_fits_no_node_keeps_its_quota_from_others() {
        job(0, 5, 100);
        job(0, 5, 100);
        job(1, 6, 50);
        job(2, 1, 1000);
        Row.SRTF.replay(jobs, 2);
        // At 1, 6 of 16 GPUs go to the third, 5 to the first, and of the other 5 none is taken from the second.
        waitedAndTook(0, 0, 101);
        waitedAndTook(1, 0, 101);
        // The fourth would fit a node, but the quota left for it is 0.
        waitedAndTook(2, 100, 100 + 51);
        waitedAndTook(3, 99, 99 + 1001);
    }

    @Test
    void small_jobs_go_where_least_is_left() {
        ConsolidatedNodes nodes = new ConsolidatedNodes(3);
        assertThat(nodes.take(5)).containsExactly(5, 0, 0);
        assertThat(nodes.take(6)).containsExactly(0, 6, 0);
        assertThat(nodes.take(2)).containsExactly(0, 2, 0);
        assertThat(nodes.take(8)).containsExactly(0, 0, 8);
        assertThat(nodes.take(4)).isNull();
    }

    @Test
    void wide_jobs_take_idle_nodes_and_the_emptiest_for_the_rest() {
        ConsolidatedNodes nodes = new ConsolidatedNodes(4);
        assertThat(nodes.take(3)).containsExactly(3, 0, 0, 0);
        assertThat(nodes.take(12)).containsExactly(0, 8, 4, 0);
        int[] rest = nodes.take(13);
        assertThat(rest).containsExactly(5, 0, 0, 8);
        nodes.release(rest);
        assertThat(nodes.take(16)).as("one node is idle").isNull();
    }

    @Test
    void seconds_that_are_left_out_change_nothing() {
        for (int seed = 0; seed < 300; seed++) {
            List<PhillyJob> log = drawn(new Chance(seed, "log", 0));
            List<SimulatedJob> fast = simulated(log);
            List<SimulatedJob> slow = simulated(log);

            Row.SRTF.replay(fast, 2);
            new EverySecond(slow, 2).run();

            assertThat(fast)
                    .as("seed " + seed)
                    .extracting(SimulatedJob::completionSeconds)
                    .isEqualTo(
                            slow.stream().map(SimulatedJob::completionSeconds).toList());
            assertThat(fast)
                    .as("seed " + seed)
                    .extracting(SimulatedJob::waitedSeconds)
                    .isEqualTo(slow.stream().map(SimulatedJob::waitedSeconds).toList());
        }
    }

    private static List<PhillyJob> drawn(Chance chance) {
        int[] gpus = {1, 2, 3, 5, 8, 12, 16};
        List<PhillyJob> log = new ArrayList<>();
        for (int i = 0; i < 12; i++) {
            int wanted = gpus[chance.below(gpus.length)];
            log.add(new PhillyJob("j" + i, "", 100 + chance.below(120), 1 + chance.below(80), wanted, 2, true));
        }
        log.sort(Comparator.comparingLong(PhillyJob::submitSeconds));
        return log;
    }

    private static List<SimulatedJob> simulated(List<PhillyJob> log) {
        List<SimulatedJob> simulated = new ArrayList<>();
        for (PhillyJob job : log) {
            simulated.add(new SimulatedJob(simulated.size(), job));
        }
        return simulated;
    }

    private void job(int submitSeconds, int gpus, int durationSeconds) {
        PhillyJob job = new PhillyJob("j" + jobs.size(), "", submitSeconds, durationSeconds, gpus, 1, true);
        jobs.add(new SimulatedJob(jobs.size(), job));
    }

    private void waitedAndTook(int job, long waited, long took) {
        assertThat(jobs.get(job).waitedSeconds()).as("wait of job " + job).isEqualTo(waited);
        assertThat(jobs.get(job).completionSeconds())
                .as("completion of job " + job)
                .isEqualTo(took);
    }
}
