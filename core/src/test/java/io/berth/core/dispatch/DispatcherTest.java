package io.berth.core.dispatch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.berth.core.decision.Cure;
import io.berth.core.dispatch.DispatchSpec.Wait;
import io.berth.core.dispatch.catalog.DispatchCatalog;
import io.berth.core.strategy.PolicySpec;
import io.berth.core.time.Chance;
import io.berth.core.time.Nanos;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DispatcherTest {
    @Test
    void a_request_waits_at_the_server_it_was_sent_to() {
        Fleet fleet = Fleets.ofSpeeds(1000, 1000);
        Dispatcher dispatcher = dispatcher(fleet, "round-robin", "fifo", Wait.SERVER);

        assertThat(dispatcher.offer(Fleets.work(1, 5), false, 0)).isEqualTo(new Verdict.Sent(0));
        assertThat(dispatcher.offer(Fleets.work(2, 5), false, 0)).isEqualTo(new Verdict.Sent(1));
        assertThat(dispatcher.offer(Fleets.work(3, 5), false, 0)).isEqualTo(new Verdict.Sent(0));
        assertThat(take(dispatcher, 0).id()).isEqualTo(1);
        assertThat(fleet.running(0)).isOne();
        assertThat(fleet.waiting(0)).isOne();
        assertThat(take(dispatcher, 1).id()).isEqualTo(2);
        assertThat(dispatcher.peek(1, 0)).isNull();
    }

    /** Of balancers that look at servers one by one, that keep the lowest key, and that draw. */
    @ParameterizedTest
    @ValueSource(strings = {"round-robin", "least-connections", "load-aware", "power-of-two", "predicted", "random"})
    void a_tenant_that_is_confined_goes_to_its_servers_alone(String balancer) {
        Fleet fleet = Fleets.ofSpeeds(4000, 1000, 4000);
        Dispatcher dispatcher = dispatcher(fleet, balancer, "fifo", Wait.SERVER);
        BitSet second = new BitSet();
        second.set(1);
        fleet.confine(3, second);
        TreeSet<Integer> others = new TreeSet<>();

        for (int i = 0; i < 30; i++) {
            assertThat(dispatcher.offer(ofTenant(3), false, 0)).isEqualTo(new Verdict.Sent(1));
            others.add(((Verdict.Sent) dispatcher.offer(ofTenant(i % 3), false, 0)).server());
        }
        assertThat(others).containsAnyOf(0, 2);
        assertThat(dispatcher.again(ofTenant(3), 1, 0)).isEqualTo(new Verdict.Sent(1));
        fleet.setUp(1, false);
        assertThat(dispatcher.offer(ofTenant(3), false, 0)).isEqualTo(new Verdict.Refused(Refusal.NO_SERVER));
        fleet.confine(3, null);
        assertThat(dispatcher.offer(ofTenant(3), false, 0)).isNotEqualTo(new Verdict.Refused(Refusal.NO_SERVER));
    }

    private static Request ofTenant(int tenant) {
        return new Request(0, tenant, 0, Need.of(Request.NO_MODEL, Nanos.SECOND, 0), 0, Nanos.NEVER);
    }

    @Test
    void at_the_gateway_the_first_server_with_a_slot_takes_the_most_urgent() {
        Fleet fleet = Fleets.ofSpeeds(1000, 1000);
        Dispatcher dispatcher = dispatcher(fleet, "load-aware", "priority", Wait.GATEWAY);
        dispatcher.offer(Fleets.ofPriority(1, 0), false, 0);
        dispatcher.offer(Fleets.ofPriority(2, 0), false, 0);
        Request first = take(dispatcher, 0);
        take(dispatcher, 1);

        assertThat(dispatcher.offer(Fleets.ofPriority(3, 0), false, 0)).isEqualTo(Verdict.Held.UNTIL_LATER);
        assertThat(dispatcher.offer(Fleets.ofPriority(4, 9), false, 0)).isEqualTo(Verdict.Held.UNTIL_LATER);
        assertThat(dispatcher.peek(0, 0)).isNull();
        dispatcher.ended(0, first, Nanos.SECOND, 1, 0);
        assertThat(take(dispatcher, 0).id()).isEqualTo(4);
        assertThat(dispatcher.peek(0, 0)).isNull();
        assertThat(dispatcher.waitingAtGateway()).isOne();
    }

    @Test
    void a_large_request_at_the_gateway_holds_up_no_small_server() {
        Dispatcher dispatcher = smallAndLarge();
        Request small = take(dispatcher, 0);
        take(dispatcher, 1);
        dispatcher.offer(Fleets.forModel(0, 1, 10), false, 0);
        dispatcher.offer(Fleets.work(7, 1), false, 0);

        dispatcher.ended(0, small, Nanos.SECOND, 1, 0);
        assertThat(take(dispatcher, 0).id()).isEqualTo(7);
    }

    @Test
    void what_waits_at_the_gateway_goes_to_a_server_that_joins_and_comes_back_when_all_that_are_large_enough_leave() {
        Dispatcher dispatcher = smallAndLarge();
        take(dispatcher, 0);
        Request onLarge = take(dispatcher, 1);
        Request large = Fleets.forModel(0, 1, 10);
        dispatcher.offer(large, false, 0);
        dispatcher.offer(Fleets.work(7, 1), false, 0);

        assertThat(dispatcher.join(Fleets.server(1000, 8))).isEqualTo(2);
        assertThat(take(dispatcher, 2).id()).isEqualTo(7);
        assertThat(dispatcher.peek(2, 0)).isNull();
        dispatcher.ended(1, onLarge, 1, 1, 0);
        assertThat(dispatcher.leave(1)).containsExactly(large);
        assertThat(dispatcher.waitingAtGateway()).isZero();
    }

    @Test
    void a_request_that_is_withdrawn_leaves_the_others_in_their_order() {
        Fleet fleet = Fleets.ofSpeeds(1000);
        Dispatcher dispatcher = dispatcher(fleet, "round-robin", "priority", Wait.SERVER);
        Request second = Fleets.ofPriority(2, 5);
        for (Request request : List.of(Fleets.ofPriority(1, 3), second, Fleets.ofPriority(3, 4))) {
            dispatcher.offer(request, false, 0);
        }
        dispatcher.withdraw(0, second, 0);

        assertThat(fleet.outstanding(0)).isEqualTo(2);
        assertThat(take(dispatcher, 0).id()).isEqualTo(3);
        assertThat(take(dispatcher, 0).id()).isEqualTo(1);
        assertThatThrownBy(() -> dispatcher.withdraw(0, second, 0)).hasMessageContaining("does not wait");
    }

    @Test
    void a_second_try_goes_to_another_server_where_there_is_one_and_asks_no_admission() {
        PolicySpec bucket = PolicySpec.of("token-bucket", Map.of("rate", "1", "burst", "1"));
        Dispatcher dispatcher = dispatcher(Fleets.ofSpeeds(1000, 1000), "least-connections", bucket);
        Dispatcher alone = dispatcher(Fleets.ofSpeeds(1000), "least-connections", bucket);
        dispatcher.offer(Fleets.work(1, 1), false, 0);
        dispatcher.offer(Fleets.work(2, 1), false, Nanos.SECOND);

        assertThat(dispatcher.again(Fleets.work(3, 1), 0, Nanos.SECOND)).isEqualTo(new Verdict.Sent(1));
        assertThat(dispatcher.again(Fleets.work(4, 1), 1, Nanos.SECOND)).isEqualTo(new Verdict.Sent(0));
        assertThat(alone.again(Fleets.work(3, 1), 0, 0)).isEqualTo(new Verdict.Sent(0));
    }

    @Test
    void a_request_that_no_server_could_hold_is_turned_away_for_good() {
        Dispatcher dispatcher = dispatcher(Fleets.ofSpeeds(1000), "load-aware", "fifo", Wait.GATEWAY);

        assertThat(dispatcher.offer(Fleets.forModel(0, 1, 5), false, 0))
                .isEqualTo(new Verdict.Refused(Refusal.TOO_LARGE));
        assertThat(Refusal.TOO_LARGE.cure()).isEqualTo(Cure.NEVER);
    }

    @Test
    void without_a_server_that_is_up_requests_are_turned_away() {
        Fleet fleet = Fleets.ofSpeeds(1000);
        Dispatcher dispatcher = dispatcher(fleet, "round-robin", "fifo", Wait.SERVER);
        fleet.setUp(0, false);

        assertThat(dispatcher.offer(Fleets.work(1, 1), false, 0)).isEqualTo(new Verdict.Refused(Refusal.NO_SERVER));
    }

    @Test
    void a_full_queue_turns_requests_away_and_a_balancer_that_looks_goes_round_it() {
        PolicySpec limit = PolicySpec.of("queue-limit", Map.of("length", "1"));
        Dispatcher blind = dispatcher(Fleets.ofSpeeds(1000, 100_000), "round-robin", limit);
        Dispatcher looking = dispatcher(Fleets.ofSpeeds(1000, 100_000), "least-connections", limit);
        for (int id = 0; id < 4; id++) {
            assertThat(blind.offer(Fleets.work(id, 1), false, 0)).isInstanceOf(Verdict.Sent.class);
            assertThat(looking.offer(Fleets.work(id, 1), false, 0)).isInstanceOf(Verdict.Sent.class);
        }
        Request done = take(looking, 1);
        looking.ended(1, done, 1, 1, 0);
        done = take(blind, 1);
        blind.ended(1, done, 1, 1, 0);

        assertThat(blind.offer(Fleets.work(5, 1), false, 0)).isEqualTo(new Verdict.Refused(Refusal.QUEUE_FULL));
        assertThat(looking.offer(Fleets.work(5, 1), false, 0)).isEqualTo(new Verdict.Sent(1));
        assertThat(looking.offer(Fleets.work(6, 1), false, 0)).isEqualTo(new Verdict.Refused(Refusal.QUEUE_FULL));
    }

    @Test
    void what_would_be_late_is_turned_away() {
        Dispatcher dispatcher = dispatcher(Fleets.ofSpeeds(1000), "round-robin", PolicySpec.of("deadline"));

        assertThat(dispatcher.offer(Fleets.due(1, 1), false, 0)).isInstanceOf(Verdict.Sent.class);
        assertThat(dispatcher.offer(Fleets.due(2, 1), false, 0))
                .isEqualTo(new Verdict.Refused(Refusal.DEADLINE, new Again(Nanos.SECOND, 0)));
        assertThat(dispatcher.offer(Fleets.due(3, 2), false, 0)).isInstanceOf(Verdict.Sent.class);
        assertThat(dispatcher.offer(Fleets.work(4, 100), false, 0)).isInstanceOf(Verdict.Sent.class);
    }

    @Test
    void a_tenant_may_send_a_burst_and_then_its_rate() {
        PolicySpec bucket = PolicySpec.of("token-bucket", Map.of("rate", "1", "burst", "2"));
        Dispatcher dispatcher = dispatcher(Fleets.ofSpeeds(1000), "round-robin", bucket);
        Verdict refused = new Verdict.Refused(Refusal.TENANT_RATE, new Again(Nanos.SECOND, Nanos.SECOND));

        assertThat(dispatcher.offer(Fleets.work(1, 1), false, 0)).isInstanceOf(Verdict.Sent.class);
        assertThat(dispatcher.offer(Fleets.work(2, 1), false, 0)).isInstanceOf(Verdict.Sent.class);
        assertThat(dispatcher.offer(Fleets.work(3, 1), false, 0)).isEqualTo(refused);
        Request other = new Request(4, 30, 0, Need.of(Request.NO_MODEL, 1, 0), 0, Nanos.NEVER);
        assertThat(dispatcher.offer(other, false, 0)).isInstanceOf(Verdict.Sent.class);
        assertThat(dispatcher.offer(Fleets.work(5, 1), false, Nanos.SECOND)).isInstanceOf(Verdict.Sent.class);
        assertThat(dispatcher.offer(Fleets.work(6, 1), false, Nanos.SECOND)).isEqualTo(refused);
    }

    @Test
    void the_pace_of_a_server_is_measured_from_what_it_served() {
        Fleet fleet = Fleets.ofSpeeds(1000);
        Dispatcher dispatcher = dispatcher(fleet, "load-aware", "fifo", Wait.SERVER);
        for (int id = 1; id <= 2; id++) {
            dispatcher.offer(Fleets.work(id, 1), false, 0);
            dispatcher.ended(0, take(dispatcher, 0), id * 10 * Nanos.SECOND, 1, 0);
        }

        assertThat(fleet.paceNanos(0)).isEqualTo(11 * Nanos.SECOND);
        assertThat(fleet.outstanding(0)).isZero();
        assertThat(fleet.backlogNanos(0)).isZero();
    }

    @Test
    void nothing_is_taken_where_nothing_waits() {
        Dispatcher dispatcher = dispatcher(Fleets.ofSpeeds(1000), "round-robin", "fifo", Wait.SERVER);

        assertThatThrownBy(() -> dispatcher.take(0, Fleets.work(9, 1), 0)).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void unknown_policies_and_parameters_are_refused() {
        assertThatThrownBy(() -> DispatchCatalog.standard().balancer(PolicySpec.of("fastest")))
                .hasMessageContaining("fastest")
                .hasMessageContaining("round-robin");
        assertThatThrownBy(
                        () -> DispatchCatalog.standard().admission(PolicySpec.of("token-bucket", Map.of("rate", "0"))))
                .hasMessageContaining("rate");
        assertThatThrownBy(() ->
                        DispatchCatalog.standard().admission(PolicySpec.of("queue-limit", Map.of("length", "-1"))))
                .hasMessageContaining("length");
        assertThatThrownBy(() -> DispatchCatalog.standard().queue(PolicySpec.of("fifo", Map.of("x", "1"))))
                .hasMessageContaining("parameter");
    }

    private static Request take(Dispatcher dispatcher, int server) {
        Request next = Objects.requireNonNull(dispatcher.peek(server, 0));
        dispatcher.take(server, next, 0);
        return next;
    }

    /** A small server and a large one that a request each waits for at the gateway. */
    private static Dispatcher smallAndLarge() {
        Fleet fleet = Fleets.of(List.of(Fleets.server(1000, 4), Fleets.server(1000, 16)));
        Dispatcher dispatcher = dispatcher(fleet, "least-connections", "fifo", Wait.GATEWAY);
        dispatcher.offer(Fleets.work(1, 1), false, 0);
        dispatcher.offer(Fleets.work(2, 1), false, 0);
        return dispatcher;
    }

    private static Dispatcher dispatcher(Fleet fleet, String balance, String queue, Wait wait) {
        DispatchSpec spec = new DispatchSpec("test", PolicySpec.of(balance), PolicySpec.of(queue), List.of(), wait);
        return new Dispatcher(fleet, DispatchCatalog.standard().policies(spec), new Chance(1, "test", 0));
    }

    private static Dispatcher dispatcher(Fleet fleet, String balance, PolicySpec admission) {
        DispatchSpec spec = new DispatchSpec(
                "test", PolicySpec.of(balance), PolicySpec.of("fifo"), List.of(admission), Wait.SERVER);
        return new Dispatcher(fleet, DispatchCatalog.standard().policies(spec), new Chance(1, "test", 0));
    }
}
