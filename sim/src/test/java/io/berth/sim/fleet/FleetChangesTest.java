package io.berth.sim.fleet;

import static io.berth.spec.fleet.ServerChange.Kind.ERRS;
import static io.berth.spec.fleet.ServerChange.Kind.FAILS;
import static io.berth.spec.fleet.ServerChange.Kind.HANGS;
import static io.berth.spec.fleet.ServerChange.Kind.JOINS;
import static io.berth.spec.fleet.ServerChange.Kind.LEAVES;
import static io.berth.spec.fleet.ServerChange.Kind.RECOVERS;
import static io.berth.spec.fleet.ServerChange.Kind.SLOWS;
import static org.assertj.core.api.Assertions.assertThat;

import io.berth.core.dispatch.DispatchSpec;
import io.berth.core.dispatch.DispatchSpec.Wait;
import io.berth.core.dispatch.Request;
import io.berth.core.dispatch.ServerSpec;
import io.berth.core.dispatch.flow.Failure;
import io.berth.core.dispatch.flow.FlowSpec;
import io.berth.core.dispatch.flow.Outcome;
import io.berth.core.strategy.PolicySpec;
import io.berth.core.time.Nanos;
import io.berth.sim.request.RequestArrival;
import io.berth.sim.request.Stage;
import io.berth.sim.trace.request.RequestTrace;
import io.berth.spec.fleet.FleetChanges;
import io.berth.spec.fleet.ServerChange;
import java.util.ArrayList;
import java.util.List;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

/** Servers that fail, recover, leave and join, small enough to follow by hand: servers of speed 1 with one slot. */
class FleetChangesTest {
    private static final long SECOND = Nanos.SECOND;

    private final List<RequestArrival> arrivals = new ArrayList<>();
    private final List<ServerChange> changes = new ArrayList<>();
    private final List<RequestEnd> ends = new ArrayList<>();
    private final List<String> sends = new ArrayList<>();
    private FlowSpec flow = FlowSpec.PLAIN;
    private Wait wait = Wait.SERVER;
    private boolean watched;

    @Test
    void a_request_whose_server_fails_begins_anew_on_another() {
        request(0, 10);
        happens(4, 0, FAILS);
        FleetMetrics metrics = run(2);

        assertThat(end(1).atNanos()).isEqualTo(14 * SECOND);
        assertThat(sends).containsExactly("0>0", "1>1");
        assertThat(metrics.figures())
                .containsEntry("requests_lost", 1.0)
                .containsEntry("requests_retried", 1.0)
                .containsEntry("requests_failed", 0.0);
    }

    @Test
    void a_server_that_is_slow_for_a_while_does_less_meanwhile() {
        request(0, 10);
        changes.add(new ServerChange(4 * SECOND, 0, SLOWS, 2));
        happens(8, 0, RECOVERS);
        run(1);

        assertThat(end(1).atNanos()).isEqualTo(12 * SECOND);
    }

    @Test
    void who_errs_three_times_in_a_row_gets_no_requests_for_a_while() {
        watched = true;
        happens(0, 0, ERRS);
        for (int second = 1; second <= 7; second++) {
            request(second, 0);
        }
        FleetMetrics metrics = run(2);

        assertThat(metrics.requestsFinished()).isEqualTo(7);
        assertThat(metrics.figures()).containsEntry("server_ejections", 1.0).containsEntry("requests_retried", 3.0);
    }

    @Test
    void who_answers_three_questions_not_is_given_up_and_tried_when_it_answers_again() {
        watched = true;
        request(0, 10);
        happens(1, 0, HANGS);
        happens(20, 0, RECOVERS);
        request(19, 1);
        request(21, 5);
        request(23, 5);
        run(2);

        // Asked at 2 s; what is missing at 4, 6 and 8 s is too much.
        assertThat(end(1).atNanos()).isEqualTo(18 * SECOND);
        assertThat(sends).startsWith("0>0", "1>1", "2>1");
        assertThat(end(4).atNanos()).isEqualTo(28 * SECOND);
    }

    @Test
    void a_request_without_a_retry_left_fails_and_counts_as_late() {
        flow = new FlowSpec(0, false, 0, Nanos.NEVER);
        arrivals.add(new RequestArrival(0, 0, 0, 60 * SECOND, List.of(stage(10))));
        happens(4, 0, FAILS);
        FleetMetrics metrics = run(2);

        assertThat(end(1).outcome()).isEqualTo(new Outcome.Failed(Failure.SERVER_FAILED));
        assertThat(end(1).atNanos()).isEqualTo(4 * SECOND);
        assertThat(metrics.requestsFailed()).isOne();
        assertThat(metrics.figures()).containsEntry("deadline_miss_rate", 1.0);
    }

    @Test
    void what_only_waited_for_the_server_moves_on_without_a_retry() {
        flow = new FlowSpec(0, false, 0, Nanos.NEVER);
        request(0, 10);
        request(0, 10);
        request(1, 10);
        happens(4, 0, FAILS);
        FleetMetrics metrics = run(2);

        assertThat(end(3).outcome()).isEqualTo(Outcome.Plain.ANSWERED);
        assertThat(end(3).atNanos()).isEqualTo(20 * SECOND);
        assertThat(end(3).queuedNanos()).isEqualTo(9 * SECOND);
        assertThat(metrics.figures()).containsEntry("requests_moved", 1.0).containsEntry("requests_failed", 1.0);
    }

    @Test
    void a_server_that_recovers_takes_what_waits_at_the_gateway() {
        wait = Wait.GATEWAY;
        request(0, 10);
        happens(4, 0, FAILS);
        happens(30, 0, RECOVERS);
        FleetMetrics metrics = run(1);

        assertThat(end(1).atNanos()).isEqualTo(40 * SECOND);
        // 26 of 40 s it was not there, and 14 s it computed.
        assertThat(metrics.figures().get("node_utilization_mean")).isCloseTo(1, within());
        assertThat(metrics.figures().get("resource_idle_rate")).isCloseTo(0, within());
    }

    @Test
    void a_request_that_no_server_can_ever_answer_fails_when_nothing_more_can_happen() {
        wait = Wait.GATEWAY;
        request(0, 10);
        happens(4, 0, FAILS);
        run(1);

        assertThat(end(1).outcome()).isEqualTo(new Outcome.Failed(Failure.NO_SERVER));
    }

    @Test
    void a_server_that_leaves_ends_what_it_has_and_takes_no_more() {
        request(0, 10);
        request(0, 10);
        request(1, 10);
        happens(2, 0, LEAVES);
        request(3, 10);
        request(4, 10);
        run(2);

        assertThat(sends).containsExactly("0>0", "1>1", "2>0", "3>1", "4>1");
        assertThat(end(3).atNanos()).isEqualTo(20 * SECOND);
        assertThat(end(5).atNanos()).isEqualTo(30 * SECOND);
    }

    @Test
    void a_server_that_joins_has_the_number_of_one_that_left_and_its_own_name() {
        request(0, 10);
        happens(1, 0, LEAVES);
        happens(20, 2, JOINS);
        request(21, 10);
        request(21, 10);
        run(3);

        assertThat(sends)
                .as("the new one has number 0, so it is first among equals")
                .containsExactly("0>0", "1>2", "2>1");
        assertThat(end(2).server()).isEqualTo(2);
        assertThat(end(2).atNanos()).isEqualTo(31 * SECOND);
    }

    @Test
    void a_server_that_joins_while_it_drains_is_back_when_it_has_drained() {
        request(0, 10);
        happens(1, 0, LEAVES);
        happens(2, 0, JOINS);
        request(5, 10);
        run(1);

        assertThat(end(2).outcome()).isInstanceOf(Outcome.Rejected.class);
        request(11, 3);
        ends.clear();
        happens(12, 0, FAILS);
        run(1);

        assertThat(end(3).outcome()).as("was served from 11 to 12").isEqualTo(new Outcome.Failed(Failure.NO_SERVER));
    }

    @Test
    void a_request_that_began_to_answer_is_not_tried_again() {
        Stage tokens = new Stage("answer", Request.NO_MODEL, 10 * SECOND, SECOND, 2 * SECOND, 0, false, Stage.NOT_KEPT);
        arrivals.add(new RequestArrival(0, 0, 0, Nanos.NEVER, List.of(tokens)));
        arrivals.add(new RequestArrival(3 * SECOND, 0, 0, Nanos.NEVER, List.of(tokens)));
        happens(4, 0, FAILS);
        happens(4, 1, FAILS);
        run(3);

        assertThat(end(1).outcome()).isEqualTo(new Outcome.Failed(Failure.SERVER_FAILED));
        assertThat(end(2).outcome()).isEqualTo(Outcome.Plain.ANSWERED);
        assertThat(end(2).atNanos()).isEqualTo(14 * SECOND);
    }

    @Test
    void a_request_for_which_nobody_waits_any_more_gives_its_slot_away() {
        flow = new FlowSpec(0, false, 1, 15 * SECOND);
        request(0, 20);
        request(1, 10);
        request(14, 10);
        FleetMetrics metrics = run(1);

        assertThat(end(1).outcome()).isEqualTo(Outcome.Plain.TIMED_OUT);
        assertThat(end(1).atNanos()).isEqualTo(15 * SECOND);
        assertThat(end(2).outcome()).isEqualTo(Outcome.Plain.TIMED_OUT);
        assertThat(end(2).atNanos()).isEqualTo(16 * SECOND);
        assertThat(end(3).atNanos()).isEqualTo(26 * SECOND);
        assertThat(metrics.figures()).containsEntry("requests_timed_out", 2.0);
    }

    @Test
    void equal_work_in_flight_is_done_once() {
        flow = new FlowSpec(8, true, 1, Nanos.NEVER);
        for (int second = 0; second < 3; second++) {
            Stage features = new Stage("features", Request.NO_MODEL, 10 * SECOND, SECOND, 0, 0, false, 7);
            arrivals.add(new RequestArrival(second * SECOND, 0, 0, Nanos.NEVER, List.of(features)));
        }
        FleetMetrics metrics = run(3);

        assertThat(sends).containsExactly("0>0");
        assertThat(ends).extracting(RequestEnd::atNanos).containsOnly(10 * SECOND);
        assertThat(metrics.figures()).containsEntry("requests_shared", 2.0);
    }

    @Test
    void failures_by_chance_are_those_of_the_seed_whatever_the_strategy() {
        ChangeFeed one = new ChangeFeed(new FleetChanges(Nanos.HOUR, Nanos.MINUTE, List.of()), 3, 5, 0);
        ChangeFeed other = new ChangeFeed(new FleetChanges(Nanos.HOUR, Nanos.MINUTE, List.of()), 3, 5, 0);
        ChangeFeed another = new ChangeFeed(new FleetChanges(Nanos.HOUR, Nanos.MINUTE, List.of()), 3, 6, 0);
        long last = 0;
        for (int i = 0; i < 1000; i++) {
            ServerChange change = one.next();
            assertThat(other.next()).isEqualTo(change);
            assertThat(change.atNanos()).isGreaterThanOrEqualTo(last);
            last = change.atNanos();
        }

        assertThat(another.next()).isNotEqualTo(other.next());
        // 3 servers fail and are repaired once in 61 minutes each: 500 failures take 169 h.
        assertThat(last).isBetween(150 * Nanos.HOUR, 190 * Nanos.HOUR);
    }

    private void request(long atSeconds, long seconds) {
        arrivals.add(new RequestArrival(atSeconds * SECOND, 0, 0, Nanos.NEVER, List.of(stage(seconds))));
    }

    private static Stage stage(long seconds) {
        return Stage.of("all", Request.NO_MODEL, seconds * SECOND, 0);
    }

    private void happens(long atSeconds, int server, ServerChange.Kind kind) {
        changes.add(new ServerChange(atSeconds * SECOND, server, kind));
    }

    private RequestEnd end(long number) {
        return ends.stream().filter(end -> end.number() == number).findFirst().orElseThrow();
    }

    private FleetMetrics run(int count) {
        List<VirtualServerSpec> servers = new ArrayList<>();
        for (int server = 0; server < count; server++) {
            ServerSpec declared = new ServerSpec("s", 1000, 1, 1000, 1, 0, 0, 0);
            servers.add(new VirtualServerSpec(declared, Batching.none(1), List.of()));
        }
        DispatchSpec strategy =
                new DispatchSpec("x", PolicySpec.of("least-connections"), PolicySpec.of("fifo"), List.of(), wait);
        FleetRun.Setup setup = new FleetRun.Setup(
                servers,
                new long[0],
                new RequestTrace(arrivals, List.of()),
                flow,
                new FleetChanges(Nanos.NEVER, Nanos.NEVER, changes, Nanos.NEVER, 0, Nanos.NEVER, watched),
                strategy,
                1);
        FleetMetrics metrics = new FleetRun(setup, new FleetObserver() {
                    @Override
                    public void sent(Request request, int server) {
                        sends.add(request.id() + ">" + server);
                    }

                    @Override
                    public void ended(RequestEnd end) {
                        ends.add(end);
                    }
                })
                .run(_ -> {});
        assertThat(metrics.requestsFinished()
                        + metrics.requestsRejected()
                        + metrics.requestsFailed()
                        + metrics.requestsTimedOut())
                .isEqualTo(metrics.requestsSubmitted());
        return metrics;
    }

    private static Offset<Double> within() {
        return Offset.offset(1e-6);
    }
}
