package io.berth.core.dispatch.published;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.berth.core.dispatch.Fleet;
import io.berth.core.dispatch.Prompt;
import io.berth.core.dispatch.Request;
import io.berth.core.dispatch.balance.Candidates;
import org.junit.jupiter.api.Test;

class EppTest {
    private static final Epp.Weights DEFAULT = new Epp.Weights(2, 2, 3, 0, 0, 0, 0);

    @Test
    void the_weighted_sum_of_the_default_profile() {
        Epp epp = new Epp(DEFAULT, 1024);
        Ground ground = new Ground(epp, 2);
        ground.send(0, Ground.prompt("ab"));
        ground.report(0, 10, 4);
        ground.report(0, 5, 4);
        ground.report(1, 10, 0);
        ground.report(1, 9, 0);

        Prompt prompt = Ground.prompt("abcd");
        assertThat(costs(epp, ground, ground.request(prompt))).containsExactly(-2.5, -2.2);
        assertThat(ground.pick(prompt)).isZero();
        assertThat(ground.pick(Ground.prompt("xy"))).isEqualTo(1);
    }

    @Test
    void of_equal_sums_any() {
        assertThat(new Ground(new Epp(DEFAULT, 1024), 3).picks(200)).containsOnlyKeys(0, 1, 2);
    }

    @Test
    void equal_queues_are_all_good_whatever_their_length() {
        Epp epp = new Epp(new Epp.Weights(1, 0, 0, 1, 0, 0, 0), 1024);
        Ground ground = new Ground(epp, 2);
        ground.report(0, 9, 7);
        ground.report(1, 9, 7);
        assertThat(costs(epp, ground, ground.request(Prompt.NONE))).containsExactly(-2, -2);

        ground.report(0, 5, 7);
        assertThat(costs(epp, ground, ground.request(Prompt.NONE))).containsExactly(-2, -1);
    }

    @Test
    void a_scrape_counts_until_the_next_whatever_was_sent_meanwhile() {
        Ground ground = new Ground(new Epp(new Epp.Weights(1, 0, 0, 0, 0, 0, 0), 1024), 2);
        ground.report(0, 8, 1);
        ground.report(1, 8, 2);
        ground.send(0, 30);
        assertThat(ground.pick()).isZero();
        ground.report(0, 8, 31);
        assertThat(ground.pick()).isEqualTo(1);
    }

    @Test
    void requests_and_tokens_of_this_fleet() {
        Epp active = new Epp(new Epp.Weights(0, 0, 0, 0, 1, 0, 0), 1024);
        assertThat(costs(active, new Ground(active, 3).send(1, 1).send(2, 4), Prompt.NONE))
                .containsExactly(-1, -0.75, -0.0);

        Epp tokens = new Epp(new Epp.Weights(0, 0, 0, 0, 0, 1, 0), 1024);
        Ground ground = new Ground(tokens, 2);
        ground.send(0, Prompt.of(new long[0], new int[0], 4 * 4_194_304L / 10));
        double[] costs = costs(tokens, ground, Prompt.NONE);
        assertThat(costs[0])
                .as("a tenth, and one and a half times as much for its answer")
                .isCloseTo(-0.75, within(1e-6));
        assertThat(costs[1]).isEqualTo(-1);
        assertThat(costs(tokens, ground, Prompt.of(new long[0], new int[0], 4 * 4_194_304L)))
                .containsExactly(-0.0, -0.0);
        ground.answer(0);
        assertThat(costs(tokens, ground, Prompt.NONE)).containsExactly(-1, -1);
    }

    @Test
    void memory_of_a_server_that_says_how_much_it_has() {
        Epp epp = new Epp(new Epp.Weights(0, 1, 0, 0, 0, 0, 0), 1024);
        Ground ground = new Ground(epp, new Fleet(Ground.specs(2, 100), new long[] {4, 4}));
        ground.fleet.setFree(0, 25);
        assertThat(costs(epp, ground, Prompt.NONE)).containsExactly(-0.25, -1);
    }

    @Test
    void models_that_are_loaded_fit_or_are_waited_for() {
        Epp epp = new Epp(new Epp.Weights(0, 0, 0, 0, 0, 0, 1), 1024);
        Ground ground = new Ground(epp, new Fleet(Ground.specs(4, 100), new long[] {4, 4}));
        ground.fleet.setLoaded(0, 1, true);
        ground.fleet.sent(2, ground.request(Prompt.NONE, 1));
        ground.fleet.setFree(3, 3);
        assertThat(costs(epp, ground, ground.request(Prompt.NONE, 1))).containsExactly(-1, -0.8, -0.6, -0.0);
    }

    @Test
    void a_server_that_joins_has_read_nothing_and_said_nothing() {
        Epp epp = new Epp(DEFAULT, 1024);
        Ground ground = new Ground(epp, 2);
        ground.send(0, Ground.prompt("ab"));
        ground.report(0, 1, 0);
        ground.answer(0);
        assertThat(costs(epp, ground, Ground.prompt("ab"))).containsExactly(-5, -4);
        ground.replace(0);
        assertThat(costs(epp, ground, Ground.prompt("ab"))).containsExactly(-4, -4);
    }

    @Test
    void weights_are_not_below_zero() {
        assertThatThrownBy(() -> new Epp.Weights(0, 0, -1, 0, 0, 0, 0))
                .hasMessage("The parameter (prefix-cache) must be 0 or more, not (-1.0).");
    }

    private static double[] costs(Epp epp, Ground ground, Prompt prompt) {
        return costs(epp, ground, ground.request(prompt));
    }

    private static double[] costs(Epp epp, Ground ground, Request request) {
        Candidates candidates = new Candidates();
        double[] costs = new double[candidates.find(request, ground.fleet)];
        epp.score(request, ground.fleet, candidates, ground.now);
        for (int place = 0; place < costs.length; place++) {
            costs[place] = candidates.cost(place);
        }
        return costs;
    }
}
