package io.berth.sim.table.muri;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.berth.core.strategy.PolicySpec;
import io.berth.sim.table.CatalogOrder;
import io.berth.sim.trace.csv.MuriJob;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The rules of the published simulator, each by hand: one iteration takes 1.015 s, an event costs 10 s. */
class MuriReplayTest {
    private static final double OVERHEAD = 10;

    private final List<ReplayedJob> jobs = new ArrayList<>();

    @Test
    void a_job_alone_takes_its_iterations_and_pays_for_no_event() {
        job(0, 1, 1000);
        srtf();
        ended(0, 1015);
    }

    @Test
    void every_event_costs_every_running_job_its_overhead() {
        job(0, 1, 1000);
        job(100, 1, 1000);
        srtf();
        // At 100 the first has 1015 - (100 - 10) = 925 left; at 1025 the second 1015 - (925 - 10) = 100.
        ended(0, 1025);
        ended(1, 1125);
    }

    @Test
    void an_event_sooner_than_the_overhead_leaves_no_progress_and_takes_none_back() {
        job(0, 1, 1000);
        job(4, 1, 10);
        srtf();
        ended(1, 14.15);
        // Nothing done until 4, then 10.15 - 10 = 0.15.
        ended(0, 14.15 + 1015 - 0.15);
    }

    @Test
    void the_cluster_is_filled_anew_in_order_of_remaining_time() {
        job(0, 64, 1000);
        job(200, 64, 100);
        srtf();
        ended(1, 301.5);
        // It had 1015 - 190 = 825 left when it lost its GPUs.
        ended(0, 301.5 + 825);
    }

    @Test
    void what_does_not_fit_is_passed_over_until_it_goes_first() {
        job(0, 8, 100);
        job(0, 64, 200);
        job(0, 8, 300);
        srtf();
        ended(0, 101.5);
        // At 101.5 the third has 304.5 - 91.5 = 213 left, more than the second's 203.
        ended(1, 304.5);
        ended(2, 517.5);
    }

    @Test
    void remaining_service_counts_the_gpus() {
        job(0, 64, 100);
        job(0, 1, 1000);
        job(0, 64, 200);
        replay(Row.SRSF);
        // 1,015 GPU seconds before 6,496 before 12,992.
        ended(1, 1015);
        ended(0, 1116.5);
        ended(2, 1319.5);
    }

    @Test
    void remaining_times_that_differ_in_the_last_bit_are_in_order() {
        ReplayedJob one = work(1, 500);
        ReplayedJob many = work(5, 100);
        ReplayedJob less = one.remainingSeconds() < many.remainingSeconds() ? one : many;
        ReplayedJob more = less == one ? many : one;
        assertThat(StrictMath.nextUp(less.remainingSeconds())).isEqualTo(more.remainingSeconds());
        assertThat(exact("srtf").compare(less, more)).isNegative();
        assertThat(exact("srtf").compare(more, less)).isPositive();
        assertThat(exact("srsf").compare(more, less)).isPositive();
        assertThat(exact("srtf").compare(more, more)).isZero();
    }

    @Test
    void remaining_times_far_apart_are_in_order() {
        job(0, 1, 1);
        job(0, 32, 100_000_000);
        leave(jobs.get(0), 1e-12);
        assertThat(exact("srsf").compare(jobs.get(0), jobs.get(1))).isNegative();
        leave(jobs.get(0), 0);
        assertThat(exact("srsf").compare(jobs.get(0), jobs.get(1))).isNegative();
    }

    @Test
    void completions_that_are_close_are_one() {
        jobs.add(work(10_000_000, 1000));
        jobs.add(work(10_000_000_001L, 1));
        srtf();
        // 1 ms apart, a tenth of what counts as close after 10,150,000 s.
        ended(0, 10_150_000);
        ended(1, 10_150_000);
    }

    @Test
    void completions_that_are_not_close_are_two() {
        jobs.add(work(10_000_000, 1000));
        jobs.add(work(10_000_000_020L, 1));
        srtf();
        // 20 ms apart: the first completion is an event, which costs the second its overhead.
        ended(0, 10_150_000);
        ended(1, 10_150_000.0203 + 10);
    }

    @Test
    void levels_are_events_too() {
        job(0, 64, 1000);
        levels();
        // 3,250 and 7,200 GPU seconds on 64 GPUs are reached in 50.8 and 112.5 s, in whole seconds 51 and 113.
        ended(0, 1015 + 10 + 10);
    }

    @Test
    void less_attained_service_takes_the_gpus() {
        job(0, 64, 1000);
        job(60, 64, 100);
        levels();
        // The second runs from 60 until it falls at 111, then the first, ahead of it in the second queue, until that
        // falls at
        // 164 to the third; what the second has left then is 101.5 - 41.
        ended(1, 164 + 60.5);
        // The first did 41, 0 and 43 until then.
        ended(0, 224.5 + 1015 - 84);
    }

    @Test
    void who_runs_stays_ahead_of_who_waits_in_a_queue() {
        job(0, 40, 1000);
        job(0, 48, 10);
        job(0, 24, 1000);
        levels();
        // At 82 the first falls to the second queue. Were the waiting one still ahead of the third, it would start
        // then; but the
        // third goes on until it falls at 136.
        ended(1, 146.15);
    }

    @Test
    void free_gpus_are_only_counted_under_levels() {
        for (int i = 0; i < 8; i++) {
            job(0, 5, 10);
        }
        job(0, 24, 10);
        levels();
        ended(8, 10.15);
    }

    @Test
    void first_fit_takes_whole_nodes_for_wide_jobs() {
        FreeNodes nodes = new FreeNodes();
        assertThat(nodes.take(3)).isTrue();
        assertThat(nodes.take(56)).isTrue();
        assertThat(nodes.take(6)).as("5 are free").isFalse();
        assertThat(nodes.take(5)).isTrue();
        assertThat(nodes.take(1)).isFalse();
    }

    @Test
    void wide_jobs_need_idle_nodes_and_one_with_the_rest() {
        FreeNodes nodes = new FreeNodes();
        for (int i = 0; i < 7; i++) {
            assertThat(nodes.take(7)).isTrue();
        }
        assertThat(nodes.take(12)).as("one node is idle, and none has 4").isFalse();
        assertThat(nodes.take(9)).isTrue();
        assertThat(nodes.take(2)).as("six nodes have one").isFalse();
    }

    @Test
    void attained_service_is_never_rounded_over_a_limit() {
        job(0, 8, 1000);
        ReplayedJob job = jobs.getFirst();
        job.advance(0, StrictMath.nextDown(406.25));
        assertThat(job.ranNanos(0)).isEqualTo(406_249_999_999L);
        job.advance(0, 406.25 - job.heldSeconds());
        assertThat(job.ranNanos(0)).isEqualTo(406_250_000_000L);
    }

    private static ReplayedJob work(long iterations, long millis) {
        return new ReplayedJob(0, new MuriJob("w", 0, 0, 1, "x", iterations, millis), OVERHEAD);
    }

    private static void leave(ReplayedJob job, double seconds) {
        double done = job.remainingSeconds() - seconds;
        job.advance(0, done + OVERHEAD);
    }

    private static ExactOrder exact(String order) {
        return new ExactOrder(CatalogOrder.of(PolicySpec.of(order)));
    }

    private void job(int submitSeconds, int gpus, int iterations) {
        MuriJob job = new MuriJob("j" + jobs.size(), submitSeconds * 1000L, 0, gpus, "x", iterations, 1000);
        jobs.add(new ReplayedJob(jobs.size(), job, OVERHEAD));
    }

    private void srtf() {
        replay(Row.SRTF);
    }

    private void levels() {
        replay(Row.TIRESIAS_L);
    }

    private void replay(Row row) {
        row.replay(jobs);
    }

    private void ended(int job, double seconds) {
        assertThat(jobs.get(job).endSeconds()).as("job " + job).isCloseTo(seconds, within(1e-6));
    }
}
