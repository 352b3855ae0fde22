package io.berth.core.scale;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.core.dispatch.Fleet;
import io.berth.core.dispatch.Request;
import io.berth.core.dispatch.ServerSpec;
import io.berth.core.time.Nanos;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Servers with room for two of three models, that load one in 10 s; decided every 5 s. */
class WarmerTest {
    private static final long EVERY = 5 * Nanos.SECOND;
    private static final long GIB = 1L << 30;

    private final List<String> loads = new ArrayList<>();
    private Fleet fleet = fleet(1);
    private long nowNanos;

    @BeforeEach
    void empty() {
        has(0, 0, 0);
    }

    @Test
    void what_will_be_asked_for_is_loaded_where_there_is_room() {
        Warmer warmer = warmer(1);
        go(warmer, 20, 0, 0, 3);

        assertThat(loads).containsExactly("0:2 for -1");
    }

    @Test
    void what_is_hardly_asked_for_is_not() {
        go(warmer(1), 40, 0, 0, 0);

        assertThat(loads).isEmpty();
    }

    @Test
    void of_two_the_one_that_more_ask_for_is_first_and_what_nobody_asks_for_leaves() {
        has(0, 0, 1);
        go(warmer(1), 20, 0, 1, 5);

        assertThat(loads).containsExactly("0:2 for 0");
    }

    @Test
    void what_is_asked_for_keeps_the_last_server_that_has_it() {
        has(0, 0, 1);
        go(warmer(1), 20, 1, 1, 50);

        assertThat(loads).isEmpty();
    }

    @Test
    void never_more_time_goes_into_loads_than_the_budget_has_grown_to() {
        fleet = fleet(4);
        for (int server = 0; server < 4; server++) {
            has(server, 0, 0);
        }
        Warmer warmer = warmer(0.05);
        for (int i = 0; i < 200; i++) {
            // Models take turns, so that there is something to load all the time.
            go(warmer, 1, 0, i / 10 % 2 == 0 ? 200 : 0, i / 10 % 2 == 0 ? 0 : 200);

            assertThat((double) warmer.spentNanos()).isLessThanOrEqualTo(0.05 * 4 * nowNanos);
        }
        assertThat(warmer.spentNanos()).isPositive();
        assertThat(loads).hasSize((int) (warmer.spentNanos() / (10 * Nanos.SECOND)));
    }

    @Test
    void a_request_without_a_model_says_nothing() {
        Warmer warmer = warmer(1);
        warmer.asked(Request.NO_MODEL);
        go(warmer, 20, 0, 0, 0);

        assertThat(loads).isEmpty();
    }

    /** So many intervals in each of which so many requests come for each model. */
    private void go(Warmer warmer, int intervals, int... requests) {
        for (int interval = 0; interval < intervals; interval++) {
            for (int model = 0; model < requests.length; model++) {
                for (int i = 0; i < requests[model]; i++) {
                    warmer.asked(model);
                    warmer.served(Nanos.SECOND / 10);
                }
            }
            nowNanos += EVERY;
            warmer.decide(nowNanos);
        }
    }

    private Warmer warmer(double budget) {
        return new Warmer(new WarmSpec(budget, EVERY, 0.5, 0), fleet, 3, this::load, 0);
    }

    private boolean load(int server, int model, int victim) {
        loads.add(server + ":" + model + " for " + victim);
        if (victim != -1) {
            fleet.setLoaded(server, victim, false);
            fleet.setFree(server, fleet.freeBytes(server) + GIB);
        }
        fleet.setLoaded(server, model, true);
        fleet.setFree(server, fleet.freeBytes(server) - GIB);
        return true;
    }

    /** The server has these models, one of them where both are the same. */
    private void has(int server, int model, int other) {
        for (int each = 0; each < 3; each++) {
            fleet.setLoaded(server, each, each == model || each == other);
        }
        fleet.setFree(server, model == other ? GIB : 0);
    }

    private static Fleet fleet(int servers) {
        List<ServerSpec> specs = new ArrayList<>();
        for (int server = 0; server < servers; server++) {
            specs.add(new ServerSpec("s" + server, 1000, 8, 8000, 1, 2 * GIB, 10 * Nanos.SECOND, 0));
        }
        return new Fleet(specs, new long[] {GIB, GIB, GIB});
    }
}
