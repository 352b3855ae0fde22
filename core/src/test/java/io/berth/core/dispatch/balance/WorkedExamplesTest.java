package io.berth.core.dispatch.balance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.berth.core.dispatch.Balancer;
import io.berth.core.dispatch.Fleet;
import io.berth.core.dispatch.Fleets;
import io.berth.core.dispatch.Request;
import io.berth.core.dispatch.ServerSpec;
import io.berth.core.time.Chance;
import io.berth.core.time.Nanos;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The examples in the balancers' documentation, by hand. */
class WorkedExamplesTest {
    private final Chance chance = new Chance(1, "test", 0);

    @Test
    void round_robin_takes_each_in_turn_and_leaves_out_what_is_down() {
        Fleet fleet = Fleets.ofSpeeds(1000, 1000, 1000);
        Balancer balancer = begun(new RoundRobin(), fleet);

        assertThat(picks(balancer, fleet, 4)).containsExactly(0, 1, 2, 0);
        fleet.setUp(1, false);
        assertThat(picks(balancer, fleet, 3)).containsExactly(2, 0, 2);
    }

    @Test
    void round_robin_goes_round_the_large_servers_by_a_cursor_of_their_own() {
        Fleet fleet = Fleets.of(List.of(Fleets.server(1000, 4), Fleets.server(1000, 8), Fleets.server(1000, 8)));
        Balancer balancer = begun(new RoundRobin(), fleet);
        List<Integer> large = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            picks(balancer, fleet, 1);
            large.add(balancer.pick(Fleets.forModel(0, 1, 2), fleet, 0, chance));
        }

        assertThat(large).containsExactly(1, 2, 1, 2);
    }

    @Test
    void round_robin_stays_at_its_server_when_others_join_and_leave() {
        Fleet fleet = Fleets.ofSpeeds(1000, 1000, 1000, 1000);
        Balancer balancer = begun(new RoundRobin(), fleet);
        assertThat(picks(balancer, fleet, 2)).containsExactly(0, 1);

        fleet.leave(0);
        assertThat(picks(balancer, fleet, 1)).as("2 was next and still is").containsExactly(2);
        fleet.leave(3);
        assertThat(picks(balancer, fleet, 1))
                .as("3 was next and is gone: round to 1")
                .containsExactly(1);
        assertThat(fleet.join(Fleets.server(1000, 8))).isZero();
        assertThat(picks(balancer, fleet, 4)).containsExactly(2, 0, 1, 2);
        assertThat(fleet.join(Fleets.server(1000, 4))).isEqualTo(3);
        assertThat(picks(balancer, fleet, 4))
                .as("the smallest is first in the round")
                .containsExactly(3, 0, 1, 2);
        assertThat(fleet.join(Fleets.server(1000, 8))).isEqualTo(4);
    }

    @Test
    void least_connections_sends_to_a_server_that_joins_first_whoever_had_its_number() {
        Fleet fleet = Fleets.ofSpeeds(1000, 1000);
        Balancer balancer = begun(new LeastConnections(), fleet);
        assertThat(sends(balancer, fleet, 4)).containsExactly(0, 1, 0, 1);
        for (int i = 0; i < 2; i++) {
            fleet.started(0);
            fleet.finished(0, Fleets.work(1, 1));
        }
        fleet.leave(0);
        assertThat(picks(balancer, fleet, 1)).containsExactly(1);

        assertThat(fleet.join(Fleets.server(500, 8))).isZero();
        assertThat(fleet.paceNanos(0)).isEqualTo(2 * Nanos.SECOND);
        assertThat(sends(balancer, fleet, 2)).containsExactly(0, 0);
    }

    @Test
    void a_server_that_drains_is_sent_nothing_and_leaves_only_when_empty() {
        Fleet fleet = Fleets.ofSpeeds(1000, 1000);
        Balancer balancer = begun(new LoadAware(), fleet);
        fleet.sent(0, Fleets.work(1, 1));
        fleet.drain(0);

        assertThat(picks(balancer, fleet, 1)).containsExactly(1);
        assertThatThrownBy(() -> fleet.leave(0)).isInstanceOf(IllegalStateException.class);
        fleet.withdrawn(0, Fleets.work(1, 1));
        fleet.leave(0);
        assertThat(fleet.members()).isOne();
        assertThat(picks(balancer, fleet, 1)).containsExactly(1);
    }

    @Test
    void smooth_weighted_round_robin_spreads_the_turns_of_the_heavy_server() {
        Fleet fleet = Fleets.of(List.of(weighted(5), weighted(1), weighted(1)));
        Balancer balancer = begun(new SmoothWeighted(), fleet);

        assertThat(picks(balancer, fleet, 14)).containsExactly(0, 0, 1, 0, 2, 0, 0, 0, 0, 1, 0, 2, 0, 0);
    }

    @Test
    void random_draws_all_that_are_open_alike() {
        Fleet fleet = Fleets.ofSpeeds(1000, 1000, 1000, 1000);
        fleet.setUp(2, false);
        int[] counts = new int[4];
        for (int pick : picks(new UniformRandom(), fleet, 6000)) {
            counts[pick]++;
        }

        assertThat(counts[2]).isZero();
        assertThat(counts[0]).isBetween(1850, 2150);
        assertThat(counts[1]).isBetween(1850, 2150);
    }

    @Test
    void random_finds_the_only_open_server_of_many() {
        Fleet fleet = Fleets.of(Collections.nCopies(500, Fleets.server(1000, 8)));
        for (int server = 0; server < 500; server++) {
            fleet.setUp(server, server == 321);
        }

        assertThat(picks(new UniformRandom(), fleet, 20)).containsOnly(321);
        fleet.setUp(321, false);
        assertThat(picks(new UniformRandom(), fleet, 1)).containsExactly(Fleet.NONE);
    }

    @Test
    void least_connections_takes_the_server_unused_for_longest_among_equals() {
        Fleet fleet = Fleets.ofSpeeds(1000, 1000, 1000);
        Balancer balancer = begun(new LeastConnections(), fleet);
        fleet.sent(0, Fleets.work(1, 1));
        fleet.sent(0, Fleets.work(2, 1));

        assertThat(sends(balancer, fleet, 3)).containsExactly(1, 2, 1);
        fleet.started(2);
        fleet.finished(2, Fleets.work(4, 1));
        assertThat(sends(balancer, fleet, 1)).containsExactly(2);
    }

    @Test
    void power_of_two_takes_the_shorter_queue_of_two() {
        Fleet fleet = Fleets.ofSpeeds(1000, 1000);
        for (int i = 0; i < 3; i++) {
            fleet.sent(0, Fleets.work(i, 1));
        }
        fleet.sent(1, Fleets.work(3, 1));

        assertThat(picks(new PowerOfTwo(), fleet, 50)).containsOnly(1);
        fleet.limitQueues(0);
        fleet.setUp(1, false);
        assertThat(picks(new PowerOfTwo(), fleet, 5)).containsOnly(0);
    }

    @Test
    void load_aware_weighs_requests_by_the_pace_of_the_server() {
        Fleet fleet = Fleets.ofSpeeds(1000, 1000);
        Balancer balancer = begun(new LoadAware(), fleet);
        fleet.setPace(0, 10 * Nanos.SECOND);
        fleet.setPace(1, 30 * Nanos.SECOND);

        assertThat(sends(balancer, fleet, 4)).containsExactly(0, 0, 0, 1);
        fleet.setPace(1, 5 * Nanos.SECOND);
        assertThat(sends(balancer, fleet, 1)).containsExactly(1);
    }

    @Test
    void resource_aware_waits_for_a_fast_server_that_has_the_model() {
        Fleet fleet = Fleets.ofSpeeds(1000, 2000);
        fleet.sent(1, Fleets.work(1, 30));
        Request request = Fleets.forModel(0, 20, 1);
        Balancer balancer = begun(new ResourceAware(1), fleet);

        assertThat(balancer.pick(request, fleet, 0, chance)).isZero();
        fleet.setLoaded(1, 0, true);
        assertThat(balancer.pick(request, fleet, 0, chance)).isOne();
        fleet.sent(1, Fleets.work(2, 60));
        assertThat(balancer.pick(request, fleet, 0, chance)).isZero();
    }

    @Test
    void resource_aware_counts_a_load_that_pushes_a_model_out_more_than_once() {
        Fleet fleet = Fleets.ofSpeeds(1000, 800);
        fleet.setFree(0, 1);
        Request request = Fleets.forModel(0, 20, 1);

        assertThat(begun(new ResourceAware(0), fleet).pick(request, fleet, 0, chance))
                .isZero();
        assertThat(begun(new ResourceAware(1), fleet).pick(request, fleet, 0, chance))
                .isOne();
    }

    @Test
    void resource_aware_leaves_free_memory_to_those_that_need_it() {
        Fleet fleet = Fleets.of(List.of(Fleets.server(1000, 80), Fleets.server(1000, 8)));

        assertThat(picks(begun(new ResourceAware(1), fleet), fleet, 1)).containsExactly(1);
    }

    @Test
    void urgent_requests_go_to_the_fast_tier_unless_the_others_are_half_as_loaded() {
        Fleet fleet = Fleets.ofSpeeds(1000, 4000, 1000);
        Balancer balancer = begun(new PriorityToFast(1, 0.5, 2), fleet);
        fleet.sent(1, Fleets.work(1, 40));
        fleet.sent(0, Fleets.work(2, 6));
        fleet.sent(2, Fleets.work(3, 7));

        assertThat(balancer.pick(Fleets.ofPriority(9, 1), fleet, 0, chance)).isOne();
        fleet.started(0);
        fleet.finished(0, Fleets.work(2, 2));
        assertThat(balancer.pick(Fleets.ofPriority(9, 1), fleet, 0, chance)).isZero();
        assertThat(balancer.pick(Fleets.ofPriority(9, 0), fleet, 0, chance)).isZero();
    }

    @Test
    void others_leave_the_fast_tier_alone_until_it_is_half_as_loaded() {
        Fleet fleet = Fleets.ofSpeeds(1000, 4000, 1000);
        Balancer balancer = begun(new PriorityToFast(1, 0.5, 2), fleet);

        assertThat(balancer.pick(Fleets.ofPriority(1, 0), fleet, 0, chance)).isZero();
        fleet.sent(0, Fleets.work(1, 10));
        fleet.sent(2, Fleets.work(2, 10));
        assertThat(balancer.pick(Fleets.ofPriority(2, 0), fleet, 0, chance)).isOne();
    }

    @Test
    void no_balancer_picks_a_server_that_is_too_small() {
        Fleet fleet = Fleets.of(List.of(Fleets.server(1000, 4), Fleets.server(1000, 6), Fleets.server(500, 16)));
        Request large = Fleets.forModel(0, 1, 3);
        for (Balancer balancer : List.of(
                new RoundRobin(),
                new SmoothWeighted(),
                new UniformRandom(),
                new LeastConnections(),
                new PowerOfTwo(),
                new LoadAware(),
                new ResourceAware(1),
                new PriorityToFast(1, 0.3, 2))) {
            begun(balancer, fleet);
            for (int i = 0; i < 5; i++) {
                assertThat(balancer.pick(large, fleet, 0, chance)).isEqualTo(2);
                assertThat(balancer.pick(Fleets.forModel(0, 1, 13), fleet, 0, chance))
                        .isEqualTo(Fleet.NONE);
            }
        }
    }

    @Test
    void impossible_parameters_are_refused() {
        assertThatThrownBy(() -> new ResourceAware(-1)).hasMessageContaining("evict");
        assertThatThrownBy(() -> new PriorityToFast(1, 0, 2)).hasMessageContaining("fast");
        assertThatThrownBy(() -> new PriorityToFast(1, 0.5, 0.5)).hasMessageContaining("reserve");
    }

    private static ServerSpec weighted(int weight) {
        return new ServerSpec("s", 1000, 1, 1000, weight, 8, 0, 0);
    }

    private static Balancer begun(Balancer balancer, Fleet fleet) {
        balancer.begin(fleet);
        return balancer;
    }

    private List<Integer> picks(Balancer balancer, Fleet fleet, int count) {
        List<Integer> picks = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            picks.add(balancer.pick(Fleets.work(i, 1), fleet, 0, chance));
        }
        return picks;
    }

    private List<Integer> sends(Balancer balancer, Fleet fleet, int count) {
        List<Integer> sends = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            Request request = Fleets.work(i, 1);
            int server = balancer.pick(request, fleet, 0, chance);
            fleet.sent(server, request);
            sends.add(server);
        }
        return sends;
    }
}
