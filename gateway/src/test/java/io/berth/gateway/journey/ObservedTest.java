package io.berth.gateway.journey;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.core.dispatch.Balancer;
import io.berth.core.dispatch.Candidate;
import io.berth.core.dispatch.Fleet;
import io.berth.core.dispatch.Need;
import io.berth.core.dispatch.Request;
import io.berth.core.dispatch.ServerSpec;
import io.berth.core.time.Chance;
import io.berth.core.time.Nanos;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ObservedTest {
    private static final int SERVERS = 6;

    private final Fleet fleet = new Fleet(
            IntStream.range(0, SERVERS)
                    .mapToObj(server -> new ServerSpec("s" + server, 1000, 8, 8000, 1, 0, Nanos.NEVER, 0))
                    .toList(),
            new long[0]);
    private final Chance chance = new Chance(1, "test", 0);
    private final Observed observed = new Observed(new Third(), true, row -> row);

    /** Picks server 3; the cost of a server is ten times what its number is away from that. */
    private static final class Third implements Balancer {
        @Override
        public int pick(Request request, Fleet fleet, long nowNanos, Chance chance) {
            return 3;
        }

        @Override
        public void explain(int server, Request request, Fleet fleet, long nowNanos, Candidate into) {
            into.set(Candidate.Measure.COST, 10.0 * Math.abs(server - 3) + server);
            into.predict(100 + server, server);
        }
    }

    @Test
    void whatWasPickedStandsBesideTheBestOfTheOthers() {
        observed.begin(fleet);
        observed.explainAll(true);
        observed.reported(3, 5, 2, 40);
        Request request = sent(7, 100);
        Decision decision = observed.decision(request, 3);

        assertThat(decision.chosen()).isEqualTo(new Decision.Option(3, 3, 103, 3, 60, Decision.NEVER));
        assertThat(decision.rejected().stream().map(Decision.Option::server)).containsExactly(2, 4, 1);
        assertThat(decision.candidates()).isEqualTo(SERVERS);
        assertThat(observed.running(3)).isEqualTo(5);
        assertThat(observed.waiting(3)).isEqualTo(2);
        assertThat(observed.running(0)).isEqualTo(-1);
    }

    @Test
    void othersAreNotLookedAtWhereNobodyWantsThat() {
        observed.begin(fleet);
        observed.explainAll(false);
        Decision decision = observed.decision(sent(16, 100), 3);

        assertThat(decision.chosen().cost()).isEqualTo(3);
        assertThat(decision.rejected()).isEmpty();
        assertThat(decision.candidates()).isZero();
        assertThat(observed.decision(sent(17, 100), 3)).isNull();
    }

    @Test
    void anAnswerMakesItsServerYoung() {
        observed.begin(fleet);
        observed.left(3, sent(16, 100), 50, 150);

        assertThat(observed.decision(sent(32, 160), 3).chosen().answerAgeNanos())
                .isEqualTo(10);
    }

    @Test
    void nothingIsKeptOfWhatLeft() {
        observed.begin(fleet);
        Request request = sent(16, 100);
        observed.left(3, request, Balancer.NO_ANSWER, 120);

        assertThat(observed.decision(request, 3)).isNull();
    }

    @Test
    void whatWasTurnedAwayAfterItsPickIsNotTakenForTheNext() {
        observed.begin(fleet);
        observed.pick(request(16), fleet, 100, chance);
        observed.sent(3, request(32), 110);

        assertThat(observed.decision(request(16), 3)).isNull();
        assertThat(observed.decision(request(32), 3)).isNull();
    }

    @Test
    void oneThatIsSentAgainIsExplainedAgain() {
        observed.begin(fleet);
        observed.explainAll(true);
        Request first = sent(7, 100);
        observed.explainAll(false);
        observed.left(3, first, Balancer.NO_ANSWER, 120);

        assertThat(observed.decision(sent(8, 120), 3).candidates()).isEqualTo(SERVERS);
    }

    private Request sent(long id, long nowNanos) {
        Request request = request(id);
        observed.sent(observed.pick(request, fleet, nowNanos, chance), request, nowNanos);
        return request;
    }

    private static Request request(long id) {
        return new Request(id, 0, 0, Need.of(Request.NO_MODEL, 1_000, 0), 0, Nanos.NEVER);
    }

    /** A balancer with an error costs its advice, and no request. */
    @Test
    void requestsGoOnWithoutABalancerThatFails() {
        List<Throwable> heard = new ArrayList<>();
        Observed failing = new Observed(
                new Balancer() {
                    @Override
                    public int pick(Request request, Fleet fleet, long nowNanos, Chance chance) {
                        throw new IllegalStateException("pick");
                    }

                    @Override
                    public boolean suits(int server, Request request, int ahead, long nowNanos) {
                        throw new IllegalStateException("suits");
                    }

                    @Override
                    public void left(int server, Request request, long workNanos, long nowNanos) {
                        throw new IllegalStateException("left");
                    }
                },
                false,
                row -> row);
        failing.onTrouble(heard::add);
        failing.begin(fleet);
        fleet.sent(0, request(0));
        int server = failing.pick(request(1), fleet, 1, chance);
        failing.sent(server, request(1), 1);
        failing.left(server, request(1), 5, 6);

        assertThat(server).isEqualTo(1);
        assertThat(failing.suits(2, request(2), 0, 7)).isTrue();
        assertThat(heard).extracting(Throwable::getMessage).containsExactly("pick", "left", "suits");
    }

    @Test
    void nobodyPaysWhereNobodyAsks() {
        Observed plain = new Observed(new Third(), false, row -> row);
        plain.begin(fleet);
        Request request = request(1);
        plain.sent(plain.pick(request, fleet, 1, chance), request, 1);

        assertThat(plain.decision(request, 3)).isNull();
        assertThat(List.of(plain.running(0), plain.waiting(0))).containsOnly(-1);
    }
}
