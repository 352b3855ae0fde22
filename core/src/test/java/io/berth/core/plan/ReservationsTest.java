package io.berth.core.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.core.catalog.Catalog;
import io.berth.core.decision.Decision;
import io.berth.core.decision.Reason;
import io.berth.core.engine.Scene;
import io.berth.core.event.Event;
import io.berth.core.explain.Explainer;
import io.berth.core.explain.Explanation;
import io.berth.core.reserve.NodeReservation;
import io.berth.core.reserve.ReservedNodes;
import io.berth.core.reserve.ReservedTime;
import io.berth.core.state.Job;
import io.berth.core.time.Nanos;
import io.berth.core.workload.JobSpec;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Nodes that are reserved for a time. */
class ReservationsTest {
    private static final ReservedNodes FIRST = new ReservedNodes(List.of("n0"), List.of(), 0);

    private static void reserve(Scene scene, ReservedTime time, boolean stops, String... queues) {
        scene.happens(new Event.ReservationChanged(
                "window", new NodeReservation("window", FIRST, time, List.of(queues), stops, "")));
    }

    private static Explanation why(Scene scene, Job job) {
        return Objects.requireNonNull(
                Explainer.of(scene.state, Catalog.standard()).explain(job.id()));
    }

    private static JobSpec of(String queue, long runNanos) {
        return JobSpec.batch("job", Scene.TWO_GPUS, runNanos).withQueue(queue);
    }

    @ParameterizedTest
    @ValueSource(strings = {"none", "greedy", "easy", "conservative"})
    void who_would_be_there_when_it_begins_starts_when_it_is_over(String backfill) {
        Scene scene = new Scene(backfill, 1);
        reserve(scene, ReservedTime.once(Nanos.HOUR, Nanos.HOUR), false);
        Job longer = scene.submit(of("any", Nanos.HOUR + 1));
        assertThat(scene.settle()).isEmpty();
        assertThat(why(scene, longer).reason()).isEqualTo(Reason.RESERVED);
        assertThat(scene.wakeNanos()).isEqualTo(scene.nowNanos() + Nanos.HOUR);

        scene.passes(Nanos.HOUR);
        assertThat(scene.settle()).isEmpty();
        assertThat(scene.wakeNanos()).isEqualTo(scene.nowNanos() + Nanos.HOUR);

        scene.passes(Nanos.HOUR);
        scene.settle();
        assertThat(longer.waiting()).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"none", "greedy", "easy", "conservative"})
    void who_is_gone_before_starts_and_so_do_its_own(String backfill) {
        Scene scene = new Scene(backfill, 1);
        reserve(scene, ReservedTime.once(Nanos.HOUR, Nanos.HOUR), false, "class");
        Job shorter = scene.submit(of("any", Nanos.HOUR));
        scene.settle();
        assertThat(shorter.waiting()).isFalse();

        Scene own = new Scene(backfill, 1);
        reserve(own, ReservedTime.once(Nanos.HOUR, Nanos.HOUR), false, "class");
        Job other = own.submit(of("any", 3 * Nanos.HOUR));
        Job theirs = own.submit(of("class", 2 * Nanos.HOUR));
        own.settle();
        assertThat(other.waiting()).isTrue();
        assertThat(theirs.waiting()).isEqualTo(backfill.equals("none"));
    }

    @Test
    void a_time_limit_counts_before_an_estimate_and_without_either_nobody_starts() {
        Scene scene = new Scene("greedy", 1);
        reserve(scene, ReservedTime.once(Nanos.HOUR, Nanos.HOUR), false);
        JobSpec hopeful = of("any", Nanos.MINUTE);
        Job limited = scene.submit(hopeful.withTerms(hopeful.terms().withTimeLimit(2 * Nanos.HOUR)));
        Job unknown = scene.submit(of("any", Nanos.MINUTE).withEstimate(Nanos.NEVER));
        scene.settle();
        assertThat(limited.waiting()).isTrue();
        assertThat(unknown.waiting()).isTrue();
        Job expected = scene.submit(of("any", Nanos.MINUTE));
        scene.settle();
        assertThat(expected.waiting()).isFalse();
    }

    @Test
    void easy_promises_the_moment_from_which_nobody_reserves() {
        Scene scene = new Scene("easy", 1);
        scene.runs(Scene.TWO_GPUS, Nanos.HOUR / 2);
        reserve(scene, ReservedTime.once(Nanos.HOUR, Nanos.HOUR), false);
        Job head = scene.submit(of("any", Nanos.HOUR));
        scene.settle();
        assertThat(scene.promisedNanos()).isEqualTo(scene.nowNanos() + 2 * Nanos.HOUR);
        assertThat(head.waiting()).isTrue();
    }

    @Test
    void conservative_promises_around_what_is_reserved_and_takes_back_what_is_reserved_later() {
        Scene scene = new Scene("conservative", 1);
        scene.runs(Scene.TWO_GPUS, Nanos.HOUR / 2);
        Job waits = scene.submit(of("any", Nanos.HOUR));
        scene.settle();
        long end = scene.nowNanos() + Nanos.HOUR / 2;
        assertThat(waits.promisedNanos()).isEqualTo(end);

        reserve(scene, ReservedTime.once(Nanos.HOUR, Nanos.HOUR), false);
        scene.settle();
        assertThat(waits.promisedNanos()).isEqualTo(scene.nowNanos() + 2 * Nanos.HOUR);

        scene.happens(new Event.ReservationChanged("window", null));
        scene.settle();
        assertThat(waits.promisedNanos()).isEqualTo(end);
    }

    @Test
    void what_runs_goes_on_unless_the_reservation_stops_it() {
        for (boolean stops : new boolean[] {false, true}) {
            Scene scene = new Scene("greedy", 1);
            Job runs = scene.runs(Scene.TWO_GPUS, 9 * Nanos.HOUR);
            reserve(scene, ReservedTime.once(Nanos.HOUR, Nanos.HOUR), stops);
            scene.settle();
            assertThat(scene.wakeNanos() == scene.nowNanos() + Nanos.HOUR).isEqualTo(stops);
            scene.passes(Nanos.HOUR);
            List<Decision> decided = scene.plan();
            assertThat(decided.stream()
                            .anyMatch(decision -> decision instanceof Decision.Stop stop
                                    && stop.job() == runs.id()
                                    && stop.reason() == Reason.CLEARED))
                    .isEqualTo(stops);
        }
    }

    @Test
    void repeated_times_leave_gaps_that_are_used() {
        ReservedTime daily = new ReservedTime(10, 5, 20, 3);
        assertThat(daily.clearFrom(0, 10)).isEqualTo(0);
        assertThat(daily.clearFrom(0, 11)).isEqualTo(15);
        assertThat(daily.clearFrom(16, 14)).isEqualTo(16);
        assertThat(daily.clearFrom(16, 16)).isEqualTo(55);
        assertThat(new ReservedTime(10, 5, 20, 0).clearFrom(16, 16)).isEqualTo(Nanos.NEVER);
        assertThat(daily.clearFrom(56, Nanos.NEVER)).isEqualTo(56);
        assertThat(daily.clearUntil(0, 8)).isEqualTo(3);
        assertThat(daily.nextChange(10)).isEqualTo(15);
        assertThat(daily.nextChange(15)).isEqualTo(30);
        assertThat(daily.nextChange(55)).isEqualTo(Nanos.NEVER);
    }

    @Test
    void reserved_nodes_are_named_or_counted_by_label() {
        Scene scene = new Scene("greedy", 3);
        scene.happens(new Event.ReservationChanged(
                "two",
                new NodeReservation(
                        "two",
                        new ReservedNodes(List.of(), List.of(), 2),
                        ReservedTime.once(0, Nanos.HOUR),
                        List.of(),
                        false,
                        "")));
        Job one = scene.submit(of("any", Nanos.HOUR));
        Job other = scene.submit(of("any", Nanos.HOUR));
        scene.settle();
        assertThat(one.waiting()).isFalse();
        assertThat(one.node(0)).isEqualTo(2);
        assertThat(other.waiting()).isTrue();
    }
}
