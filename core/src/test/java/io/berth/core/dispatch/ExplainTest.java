package io.berth.core.dispatch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.berth.core.dispatch.balance.LeastConnections;
import io.berth.core.dispatch.balance.LoadAware;
import io.berth.core.dispatch.balance.PriorityToFast;
import io.berth.core.dispatch.balance.ResourceAware;
import io.berth.core.dispatch.predict.Predicted;
import io.berth.core.time.Chance;
import io.berth.core.time.Nanos;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What balancers say of the servers that they choose from. */
class ExplainTest {
    private static final int SERVERS = 5;

    private final Fleet fleet = fleet();
    private final Candidate candidate = new Candidate();
    private final Chance chance = new Chance(3, "explain", 0);
    private long nextId;

    @Test
    void predictedPicksWhatItSaysCostsLeast() {
        Predicted predicted = new Predicted(0.3, 64);
        predicted.begin(fleet);
        List<Request> there = new ArrayList<>();
        List<Integer> where = new ArrayList<>();
        long now = 0;
        for (int step = 0; step < 300; step++) {
            now += 1 + chance.below(1_000_000);
            Request request = request(1 + chance.below(1_000_000), prompt(chance.below(4)));
            int least = 0;
            double cost = Double.POSITIVE_INFINITY;
            for (int server = 0; server < SERVERS; server++) {
                predicted.explain(server, request, fleet, now, candidate);
                assertThat(candidate.measure()).isEqualTo(Candidate.Measure.COST);
                if (candidate.cost() < cost) {
                    cost = candidate.cost();
                    least = server;
                }
            }
            int picked = predicted.pick(request, fleet, now, chance);
            assertThat(picked).isEqualTo(least);
            fleet.sent(picked, request);
            predicted.sent(picked, request, now);
            there.add(request);
            where.add(picked);
            if (chance.below(3) > 0) {
                int ended = chance.below(there.size());
                fleet.withdrawn(where.get(ended), there.get(ended));
                predicted.left(
                        where.get(ended), there.get(ended), there.get(ended).workNanos(), now);
                there.remove(ended);
                where.remove(ended);
            }
        }
    }

    @Test
    void predictedSaysWhenTheAnswerIsThereOnceItKnowsAnything() {
        Predicted predicted = new Predicted(0.3, 64);
        predicted.begin(fleet);
        predicted.explain(0, request(100, Prompt.NONE), fleet, 0, candidate);
        assertThat(candidate.expectedNanos()).isNaN();

        Prompt read = prompt(1);
        Request first = request(100, read);
        fleet.sent(0, first);
        predicted.sent(0, first, 0);
        fleet.withdrawn(0, first);
        predicted.left(0, first, 100, 200);
        predicted.explain(0, request(100, read), fleet, 200, candidate);

        assertThat(candidate.expectedNanos()).isCloseTo(200, within(1e-9));
        assertThat(candidate.heldBlocks()).isEqualTo(2);
        predicted.explain(1, request(100, read), fleet, 200, candidate);
        assertThat(candidate.heldBlocks()).isZero();
    }

    @Test
    void othersSayTheLoadThatTheyLookAt() {
        fleet.sent(2, request(100, Prompt.NONE));
        LoadAware load = new LoadAware();
        load.begin(fleet);
        load.explain(2, request(1, Prompt.NONE), fleet, 0, candidate);
        assertThat(candidate.measure()).isEqualTo(Candidate.Measure.LOAD);
        assertThat(candidate.cost()).isEqualTo((double) fleet.loadNanos(2));

        LeastConnections least = new LeastConnections();
        least.begin(fleet);
        least.explain(2, request(1, Prompt.NONE), fleet, 0, candidate);
        assertThat(candidate.measure()).isEqualTo(Candidate.Measure.REQUESTS);
        assertThat(candidate.cost()).isEqualTo(1);
        assertThat(candidate.expectedNanos()).isNaN();

        ResourceAware aware = new ResourceAware(1);
        aware.explain(2, request(40, Prompt.NONE), fleet, 0, candidate);
        assertThat(candidate.measure()).isEqualTo(Candidate.Measure.COST);
        assertThat(candidate.cost()).isEqualTo(100.0 / 4 + 40);

        PriorityToFast tiers = new PriorityToFast(1, 0.5, 2);
        tiers.explain(2, request(40, Prompt.NONE), fleet, 0, candidate);
        assertThat(candidate.measure()).isEqualTo(Candidate.Measure.LOAD);
        assertThat(candidate.cost()).isEqualTo(100.0 / 4);
    }

    private static Fleet fleet() {
        List<ServerSpec> servers = new ArrayList<>();
        for (int server = 0; server < SERVERS; server++) {
            servers.add(new ServerSpec("s" + server, 1000, 4, 4000, 1, 0, 0, 0));
        }
        return new Fleet(servers, new long[0]);
    }

    private static Prompt prompt(long kind) {
        return Prompt.of(new long[] {kind << 40 | 1, kind << 40 | 2}, new int[] {256, 512}, 600);
    }

    private Request request(long work, Prompt prompt) {
        return new Request(nextId++, 0, 0, new Need(Request.NO_MODEL, work, 0, prompt), 0, Nanos.NEVER);
    }
}
