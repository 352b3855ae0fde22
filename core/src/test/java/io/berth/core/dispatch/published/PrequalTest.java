package io.berth.core.dispatch.published;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.berth.core.dispatch.Fleet;
import io.berth.core.dispatch.Fleets;
import io.berth.core.dispatch.Request;
import io.berth.core.time.Nanos;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class PrequalTest {
    private static final double NEVER_USED_UP = Double.POSITIVE_INFINITY;

    private final Fleet fleet = Fleets.ofSpeeds(1000, 1000, 1000, 1000);
    private final Request request = Fleets.work(1, 1);
    private final ProbePool pool = new ProbePool(3);

    @Test
    void of_cold_servers_the_one_with_the_lowest_latency() {
        add(0, 9, 10);
        add(1, 3, 40);
        add(2, 2, 60);

        assertThat(pool.use(request, fleet, 5)).isEqualTo(1);
    }

    @Test
    void where_all_are_hot_the_one_with_the_fewest_requests() {
        add(0, 9, 10);
        add(1, 7, 40);
        add(2, 8, 5);

        assertThat(pool.use(request, fleet, 6)).isEqualTo(1);
    }

    @Test
    void an_answer_that_was_used_counts_a_request_more() {
        add(0, 5, 10);
        add(1, 5, 40);

        assertThat(pool.use(request, fleet, 5)).isZero();
        assertThat(pool.use(request, fleet, 5)).as("the first is hot now").isEqualTo(1);
    }

    @Test
    void an_answer_goes_when_it_was_used_as_often_as_it_may() {
        pool.add(0, 1, 10, 2, 0);
        add(1, 1, 40);
        add(2, 1, 50);

        assertThat(List.of(use(), use(), use())).containsExactly(0, 0, 1);
        assertThat(pool.count()).isEqualTo(2);
    }

    @Test
    void fewer_than_two_answers_of_servers_that_take_it_are_none() {
        add(0, 1, 10);
        assertThat(use()).isEqualTo(Fleet.NONE);

        add(1, 1, 40);
        assertThat(use()).isZero();
        fleet.setUp(1, false);
        assertThat(use()).isEqualTo(Fleet.NONE);
    }

    @Test
    void a_full_pool_loses_its_oldest_answer_and_a_server_has_one() {
        add(0, 1, 10);
        add(1, 1, 20);
        add(2, 1, 30);
        add(3, 1, 40);
        assertThat(use()).as("0 is gone").isEqualTo(1);

        add(3, 1, 5);
        assertThat(pool.count()).isEqualTo(3);
        assertThat(use()).isEqualTo(3);
    }

    @Test
    void answers_grow_old() {
        pool.add(0, 1, 10, NEVER_USED_UP, 0);
        pool.add(1, 1, 20, NEVER_USED_UP, 100);
        pool.expire(100);

        assertThat(pool.count()).isEqualTo(1);
    }

    @Test
    void the_worst_and_the_oldest_are_removed_in_turn() {
        add(0, 1, 20);
        add(1, 9, 10);
        add(2, 8, 30);

        pool.removeInTurn(5);
        assertThat(pool.count()).isEqualTo(2);
        assertThat(use()).as("1 was the hottest; 0 is cold").isZero();
        pool.removeInTurn(5);
        add(3, 1, 90);
        assertThat(use()).as("0 was the oldest; 2 is hot").isEqualTo(3);
    }

    @Test
    void how_often_an_answer_is_used() {
        Prequal prequal = prequal();
        assertThat(prequal.uses(100)).isCloseTo(2 / (0.84 * 3 - 1), within(1e-9));
        assertThat(prequal.uses(100)).isCloseTo(1.32, within(0.005));
        assertThat(new Prequal(16, 5, 1, 0.8).uses(100)).as("2/3.2").isEqualTo(1);
        assertThat(prequal.uses(24)).as("more goes than comes").isInfinite();
    }

    @Test
    void the_quantile_of_the_last_answers() {
        RecentCounts counts = new RecentCounts();
        SplittableRandom random = new SplittableRandom(3);
        List<Integer> last = new ArrayList<>();
        assertThat(counts.quantile(0.84)).isZero();
        for (int i = 0; i < 1000; i++) {
            int count = random.nextInt(40);
            counts.add(count);
            last.add(count);
            if (last.size() > 128) {
                last.removeFirst();
            }
            List<Integer> sorted = new ArrayList<>(last);
            Collections.sort(sorted);
            assertThat(counts.quantile(0.84)).isEqualTo(sorted.get((int) Math.ceil(0.84 * sorted.size()) - 1));
            assertThat(counts.quantile(0)).isEqualTo(sorted.getFirst());
            assertThat(counts.quantile(1)).isEqualTo(sorted.getLast());
        }
    }

    @Test
    void the_median_of_latencies_near_a_count_of_requests() {
        RecentLatencies latencies = new RecentLatencies();
        assertThat(latencies.median(3)).isZero();
        for (int i = 0; i < 20; i++) {
            latencies.add(0, 100 + i);
            latencies.add(8, 800 + i);
        }
        assertThat(latencies.median(0)).as("of 100 to 119").isEqualTo(109);
        assertThat(latencies.median(9)).as("of 800 to 819").isEqualTo(809);
        assertThat(latencies.median(4)).as("both are as near: of all").isEqualTo(119);
        for (int i = 0; i < 64; i++) {
            latencies.add(8, 5);
        }
        assertThat(latencies.median(0)).as("only the last 64 are known").isEqualTo(5);
        latencies.clear();
        assertThat(latencies.median(0)).isZero();
    }

    @Test
    void from_probes_to_the_server_that_answers_soonest() {
        Ground ground = new Ground(prequal(), 3);
        for (int i = 0; i < 30; i++) {
            ground.serve(0, 50);
            ground.serve(1, 20);
            ground.serve(2, 40);
        }
        assertThat(ground.picks(10)).as("the first finds an empty pool").containsKey(1);
        assertThat(ground.picks(50))
                .as("then 1, which is not hot alone as none has a request")
                .containsEntry(1, 50);

        ground.now += 2 * Nanos.SECOND;
        assertThat(ground.picks(1)).as("all answers are old: any").hasSize(1);
    }

    @Test
    void requests_of_others_make_a_server_hot() {
        Ground ground = new Ground(prequal(), 16);
        for (int i = 0; i < 16 * 30; i++) {
            ground.serve(i % 16, i % 16 == 1 ? 20 : 40);
        }
        ground.picks(60);
        assertThat(ground.picks(50).get(1))
                .as("the fastest, until its answer was used and counts a request")
                .isGreaterThan(5);
        ground.report(1, 8, 4);
        ground.now += Nanos.SECOND;
        ground.picks(60);

        assertThat(ground.picks(50))
                .as("one in sixteen has more than none: above the quantile")
                .doesNotContainKey(1);
    }

    @Test
    void parameters_have_bounds() {
        assertThatThrownBy(() -> new Prequal(1, 3, 1, 0.8))
                .hasMessage("The parameter (pool) must be from 2 to 1024, not (1).");
        assertThatThrownBy(() -> new Prequal(16, 0, 1, 0.8)).hasMessageContaining("(probes)");
        assertThatThrownBy(() -> new Prequal(16, 3, -1, 0.8)).hasMessageContaining("(remove)");
        assertThatThrownBy(() -> new Prequal(16, 3, 1, 1.5)).hasMessageContaining("(quantile)");
    }

    private static Prequal prequal() {
        return new Prequal(16, 3, 1, Math.pow(2, -0.25));
    }

    private int use() {
        return pool.use(request, fleet, 5);
    }

    private void add(int server, int requests, long latency) {
        pool.add(server, requests, latency, NEVER_USED_UP, 0);
    }
}
