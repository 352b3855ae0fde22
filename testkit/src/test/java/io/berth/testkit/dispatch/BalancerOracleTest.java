package io.berth.testkit.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.core.dispatch.Balancer;
import io.berth.core.dispatch.Fleet;
import io.berth.core.dispatch.Request;
import io.berth.core.dispatch.catalog.DispatchCatalog;
import io.berth.core.dispatch.catalog.DispatchKind;
import io.berth.testkit.random.RandomModels;
import io.berth.testkit.random.Seeds;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Balancers that keep something per server pick what one that looks at every server picks. */
class BalancerOracleTest {
    private static final int FLEETS = 200;
    private static final int STEPS = 100;

    private int found;

    static List<String> balancers() {
        return DispatchCatalog.standard().names(DispatchKind.BALANCE);
    }

    @ParameterizedTest
    @ValueSource(strings = {"least-connections", "load-aware", "resource-aware", "priority-to-fast", "learnt"})
    void a_balancer_picks_what_a_naive_one_picks(String name) {
        picks(
                name,
                (fleet, request, picked) -> assertThat(picked).isEqualTo(NaiveBalancers.pick(name, request, fleet)));
    }

    @ParameterizedTest
    @MethodSource("balancers")
    void every_balancer_finds_a_server_that_takes_the_request_or_there_is_none(String name) {
        picks(name, (fleet, request, picked) -> {
            if (picked == Fleet.NONE) {
                assertThat(anyFree(fleet, request)).isFalse();
            } else {
                assertThat(fleet.takes(picked, request)).isTrue();
            }
        });
    }

    /** What is asked of each pick. */
    private interface Check {
        void picked(Fleet fleet, Request request, int picked);
    }

    private void picks(String name, Check check) {
        Seeds.upTo(FLEETS, seed -> {
            RandomFleet random = new RandomFleet(seed, 1 + (int) seed % 40);
            Balancer balancer = begun(name, random.fleet());
            for (int step = 0; step < STEPS; step++) {
                Request request = random.request();
                int picked = balancer.pick(request, random.fleet(), 0, random.chance());
                check.picked(random.fleet(), request, picked);
                follow(random, picked, request);
            }
        });
        assertThat(found).isGreaterThan(FLEETS * STEPS / 4);
    }

    private void follow(RandomFleet random, int picked, Request request) {
        if (picked != Fleet.NONE) {
            found++;
            random.send(picked, request);
        }
        random.happen();
        random.happen();
    }

    private static boolean anyFree(Fleet fleet, Request request) {
        for (int server = 0; server < fleet.size(); server++) {
            if (fleet.takes(server, request) && fleet.free(server)) {
                return true;
            }
        }
        return false;
    }

    private static Balancer begun(String name, Fleet fleet) {
        Balancer balancer = DispatchCatalog.standard().balancer(RandomModels.balancing(name));
        balancer.begin(fleet);
        return balancer;
    }
}
