package io.berth.testkit.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.core.dispatch.catalog.DispatchCatalog;
import io.berth.core.dispatch.catalog.DispatchKind;
import io.berth.testkit.random.Seeds;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What never happens on the way of requests, whatever servers and clients do. {@link RandomFlow} looks at every step. */
class FlowSafetyTest {
    private static final int LIVES = 60;
    private static final int STEPS = 400;

    private long answered;
    private long retried;
    private long shared;
    private long failed;
    private long evicted;

    static List<String> balancers() {
        return DispatchCatalog.standard().names(DispatchKind.BALANCE);
    }

    @ParameterizedTest
    @MethodSource("balancers")
    void no_request_is_lost_or_ends_twice_and_no_server_has_what_it_must_not_have(String balancer) {
        Seeds.upTo(LIVES, seed -> {
            RandomFlow life = new RandomFlow(balancer, seed);
            for (int step = 0; step < STEPS; step++) {
                life.step();
            }
            life.finish();
            answered += life.answered();
            failed += life.failed();
            evicted += life.evicted();
            assertThat(life.counts().evicted()).isEqualTo(life.evicted());
            retried += life.counts().retried();
            shared += life.counts().shared();
        });
        assertThat(answered).isGreaterThan(LIVES * STEPS / 12);
        assertThat(failed).isGreaterThan(LIVES / 4);
        assertThat(retried).isGreaterThan(LIVES);
        assertThat(evicted).isGreaterThan(LIVES / 6);
        assertThat(shared).isGreaterThan(LIVES);
    }

    @ParameterizedTest
    @MethodSource("balancers")
    void the_same_seed_gives_the_same_calls_in_the_same_order(String balancer) {
        Seeds.upTo(LIVES / 10, seed -> {
            RandomFlow one = new RandomFlow(balancer, seed);
            RandomFlow other = new RandomFlow(balancer, seed);
            for (int step = 0; step < STEPS; step++) {
                one.step();
                other.step();
            }

            assertThat(other.told()).isEqualTo(one.told());
        });
    }
}
