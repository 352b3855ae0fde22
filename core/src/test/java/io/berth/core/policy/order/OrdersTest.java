package io.berth.core.policy.order;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.berth.core.catalog.Catalog;
import io.berth.core.policy.Facts;
import io.berth.core.policy.KeyedOrder;
import io.berth.core.policy.QueuedJob;
import io.berth.core.policy.SortKey;
import io.berth.core.strategy.PolicySpec;
import io.berth.core.strategy.StrategySpec;
import io.berth.core.time.Nanos;
import io.berth.core.workload.Demand;
import io.berth.core.workload.JobKind;
import io.berth.core.workload.JobSpec;
import io.berth.core.workload.TaskGroup;
import io.berth.core.workload.Timing;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The numbers in the orders' own documentation. */
class OrdersTest {
    private static final long NOW = Nanos.DAY;

    private record Queued(long id, JobSpec spec, long submitNanos, long ran) implements QueuedJob {
        @Override
        public long ranNanos(long now) {
            return ran;
        }

        @Override
        public long doneNanos(long now) {
            return ran;
        }
    }

    @Test
    void remaining_time_counts_what_was_done() {
        assertThat(goesFirst(new Srtf(), job(1, Nanos.HOUR, 0, 50 * Nanos.MINUTE), job(1, 20 * Nanos.MINUTE, 0, 0)))
                .isTrue();
    }

    @Test
    void remaining_service_counts_gpus() {
        assertThat(goesFirst(new Srsf(), job(1, Nanos.HOUR, 0, 0), job(8, 10 * Nanos.MINUTE, 0, 0)))
                .isTrue();
    }

    @Test
    void wfp3_scores_the_cube_of_waiting_over_run_time_times_processors() {
        assertThat(new Wfp3(false).key(job(8, Nanos.HOUR, NOW - Nanos.HOUR, 0), NOW))
                .isEqualTo(SortKey.of(-8));
        assertThat(new Wfp3(false).key(job(64, 4 * Nanos.HOUR, NOW - 2 * Nanos.HOUR, 0), NOW))
                .isEqualTo(SortKey.of(-8));
    }

    @Test
    void unicep_scores_waiting_over_the_logarithm_of_processors_times_run_time() {
        long submitted = NOW - Nanos.HOUR;
        assertThat(goesFirst(new Unicep(false), job(8, Nanos.HOUR, submitted, 0), job(64, Nanos.HOUR, submitted, 0)))
                .isTrue();
        // One hour on 2 scores 1; on 4, two hours and a minute score more, two less a minute less.
        QueuedJob one = job(2, Nanos.HOUR, submitted, 0);
        long earlier = submitted - Nanos.HOUR;
        assertThat(goesFirst(new Unicep(false), job(4, Nanos.HOUR, earlier - Nanos.MINUTE, 0), one))
                .isTrue();
        assertThat(goesFirst(new Unicep(false), one, job(4, Nanos.HOUR, earlier + Nanos.MINUTE, 0)))
                .isTrue();
    }

    @Test
    void jobs_of_one_processor_are_told_apart_under_unicep() {
        long submitted = NOW - Nanos.HOUR;
        QueuedJob brief = job(1, Nanos.HOUR, submitted, 0);
        QueuedJob lengthy = job(1, 2 * Nanos.HOUR, submitted, 0);
        assertThat(goesFirst(new Unicep(false), brief, lengthy)).isTrue();
        assertThat(goesFirst(new Unicep(true), lengthy, brief)).isTrue();
    }

    @Test
    void one_processor_goes_first_under_unicep_and_last_as_rlscheduler_printed_it() {
        long submitted = NOW - Nanos.HOUR;
        QueuedJob one = job(1, Nanos.HOUR, submitted, 0);
        QueuedJob two = job(2, Nanos.SECOND, submitted, 0);
        assertThat(goesFirst(new Unicep(false), one, two)).isTrue();
        assertThat(goesFirst(new Unicep(true), two, one)).isTrue();
    }

    @Test
    void as_rlscheduler_printed_them_time_makes_nobody_go_earlier() {
        assertThat(new Wfp3(true).changesWithTime()).isFalse();
        assertThat(new Unicep(true).changesWithTime()).isFalse();
        QueuedJob job = job(8, Nanos.HOUR, NOW - Nanos.HOUR, 0);
        assertThat(new Wfp3(true).key(job, NOW)).isEqualTo(new Wfp3(true).key(job, NOW + Nanos.HOUR));
    }

    @Test
    void f1_weighs_size_against_the_time_of_submission() {
        assertThat(new F1().key(job(8, 1000 * Nanos.SECOND, 10_000 * Nanos.SECOND, 0), NOW))
                .isEqualTo(SortKey.of(3504));
    }

    @Test
    void two_levels_of_priority_are_worth_an_hour_where_aging_is_two() {
        KeyedOrder order = new Priority(2);
        QueuedJob early = withPriority(0, NOW - Nanos.HOUR);
        assertThat(order.key(early, NOW)).isEqualTo(order.key(withPriority(2, NOW), NOW));
        assertThat(KeyedOrder.preempts(order, early, withPriority(1, NOW), NOW)).isFalse();
        assertThat(KeyedOrder.preempts(order, withPriority(2, NOW), withPriority(1, NOW), NOW))
                .isTrue();
        assertThat(KeyedOrder.preempts(order, withPriority(2, NOW), withPriority(1, 0), NOW))
                .as("the older job goes first")
                .isFalse();
        assertThat(goesFirst(new Priority(0), withPriority(1, NOW), withPriority(0, 0)))
                .isTrue();
    }

    @Test
    void the_earliest_deadline_goes_first_and_none_goes_last() {
        Queued late = new Queued(1, spec(1, Nanos.HOUR).withDeadline(2 * Nanos.HOUR), 0, 0);
        Queued soon = new Queued(2, spec(1, Nanos.HOUR).withDeadline(Nanos.HOUR), Nanos.MINUTE, 0);
        assertThat(goesFirst(new Edf(), soon, late)).isTrue();
        assertThat(new Edf().key(job(1, 1, 0, 0), NOW)).isEqualTo(Nanos.NEVER);
    }

    @Test
    void of_one_priority_the_earliest_deadline_goes_first_and_never_before_more_urgent_ones() {
        KeyedOrder order = new PriorityEdf();
        Queued late = new Queued(1, spec(1, Nanos.HOUR).withDeadline(2 * Nanos.HOUR), 0, 0);
        Queued soon = new Queued(2, spec(1, Nanos.HOUR).withDeadline(Nanos.HOUR), Nanos.MINUTE, 0);
        assertThat(goesFirst(order, soon, late)).isTrue();
        assertThat(goesFirst(order, late, job(1, 1, 0, 0))).isTrue();
        assertThat(goesFirst(order, withPriority(1, NOW), soon)).isTrue();
        assertThat(goesFirst(order, soon, withPriority(-1, 0))).isTrue();
        assertThat(goesFirst(order, withPriority(Integer.MAX_VALUE, 0), withPriority(Integer.MAX_VALUE - 1, 0)))
                .isTrue();
        assertThat(goesFirst(order, withPriority(0, 0), withPriority(Integer.MIN_VALUE, 0)))
                .isTrue();
    }

    @Test
    void eight_gpus_leave_the_first_queue_after_406_seconds_and_the_second_after_900() {
        MultiLevel order = new MultiLevel(new double[] {3250, 7200});
        QueuedJob fresh = job(8, Nanos.DAY, 0, 0);
        assertThat(order.weakensNanos(fresh, NOW)).isEqualTo(NOW + 406_250 * Nanos.MILLISECOND);
        QueuedJob second = job(8, Nanos.DAY, 0, 406_250 * Nanos.MILLISECOND);
        assertThat(order.weakensNanos(second, NOW)).isEqualTo(NOW + 493_750 * Nanos.MILLISECOND);
        assertThat(order.weakensNanos(job(8, Nanos.DAY, 0, 900 * Nanos.SECOND), NOW))
                .isEqualTo(Nanos.NEVER);

        assertThat(goesFirst(order, job(1, Nanos.DAY, NOW, 0), second)).isTrue();
        assertThat(KeyedOrder.preempts(order, fresh, second, NOW)).isTrue();
        assertThat(KeyedOrder.preempts(order, fresh, job(1, Nanos.DAY, NOW, 0), NOW))
                .isFalse();
    }

    @Test
    void predictions_miss_as_often_as_published() {
        KeyedOrder exact = new Qssf(true, false, 1);
        KeyedOrder noisy = new Qssf(true, true, 1);
        int[] misses = new int[3];
        for (long id = 0; id < 10_000; id++) {
            Queued job = new Queued(id, spec(4, 1000 * Nanos.SECOND), 0, 0);
            assertThat(exact.key(job, NOW)).isEqualTo(SortKey.of(1000 * Nanos.SECOND));
            long key = noisy.key(job, NOW);
            misses[0] += between(key, 0.9, 1.1) ? 1 : 0;
            misses[1] += between(key, 0.5, 1.5) ? 1 : 0;
            misses[2] += between(key, 0.1, 10) ? 0 : 1;
        }
        assertThat(misses[0]).isBetween(900, 1200);
        assertThat(misses[1]).isBetween(4800, 5700);
        assertThat(misses[2]).isBetween(900, 1600);
    }

    @Test
    void bad_parameters_are_said_to_be_bad() {
        Facts facts = new Facts(1, 1, List.of());
        assertThatThrownBy(() -> make("multi-level", Map.of("limits", "7200 3250"), facts))
                .hasMessageContaining("must rise");
        assertThatThrownBy(() -> make("multi-level", Map.of("limits", "many"), facts))
                .hasMessageContaining("(many)");
        assertThatThrownBy(() -> make("qssf", Map.of("by", "luck"), facts)).hasMessageContaining("(luck)");
        assertThatThrownBy(() -> make("priority", Map.of("aging", "-1"), facts)).hasMessageContaining("(-1");
    }

    private static void make(String order, Map<String, String> parameters, Facts facts) {
        StrategySpec plain = StrategySpec.of("any", "fcfs", "best-fit", "none");
        Catalog.standard().strategy(plain.named("any").ordering(PolicySpec.of(order, parameters)), facts);
    }

    private static boolean between(long key, double low, double high) {
        return key >= SortKey.of(low * 1000 * Nanos.SECOND) && key <= SortKey.of(high * 1000 * Nanos.SECOND);
    }

    private static boolean goesFirst(KeyedOrder order, QueuedJob first, QueuedJob second) {
        return order.key(first, NOW) < order.key(second, NOW);
    }

    private static Queued job(int processors, long estimateNanos, long submitNanos, long ran) {
        return new Queued(7, spec(processors, estimateNanos), submitNanos, ran);
    }

    private static JobSpec spec(int processors, long estimateNanos) {
        return JobSpec.batch("job", Demand.cpu(1000, 0).withGpus(1), estimateNanos)
                .withTasks(processors);
    }

    private static Queued withPriority(int priority, long submitNanos) {
        JobSpec spec = new JobSpec(
                "job",
                "default",
                JobKind.BATCH,
                priority,
                TaskGroup.of(1, Demand.cpu(1, 0)),
                new Timing(Nanos.HOUR, Nanos.HOUR, Nanos.NEVER));
        return new Queued(1, spec, submitNanos, 0);
    }
}
