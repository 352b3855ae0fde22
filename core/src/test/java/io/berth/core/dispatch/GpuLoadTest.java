package io.berth.core.dispatch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.berth.core.dispatch.balance.GpuLoad;
import io.berth.core.dispatch.gpu.GpuLoads;
import io.berth.core.dispatch.predict.Predicted;
import io.berth.core.time.Chance;
import io.berth.core.time.Nanos;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a fleet makes of how busy exporters say that GPUs are. */
class GpuLoadTest {
    private static final Chance CHANCE = new Chance(1, "gateway", 0);

    private final Fleet fleet = new Fleet(List.of(server("one"), server("two"), server("three")), new long[0]);
    private long next;

    @Test
    void whatAServerWithoutRequestsDoesIsSomebodyElses() {
        fleet.gpuSaid(0, 0.5, GpuLoads.UNKNOWN);
        assertThat(fleet.gpus().others(0)).isEqualTo(0.5);
        assertThat(fleet.gpus().slower(0)).isEqualTo(2);
        assertThat(fleet.gpus().slower(1)).isEqualTo(1);
        fleet.gpuFaded(0, 0.5);
        assertThat(fleet.gpus().slower(0)).isCloseTo(4.0 / 3, within(1e-9));
        fleet.gpuFaded(0, 0);
        assertThat(fleet.gpus().engine(0)).isNaN();
        assertThat(fleet.gpus().slower(0)).isEqualTo(1);
    }

    @Test
    void whatAServersOwnRequestsDoIsLearntByHowManyTheyAre() {
        Request one = request();
        fleet.sent(0, one);
        for (int i = 0; i < 20; i++) {
            fleet.gpuSaid(0, 0.3, 0.2);
        }
        assertThat(fleet.gpus().others(0)).isZero();
        for (int i = 0; i < 10; i++) {
            fleet.gpuSaid(0, 0.7, 0.2);
        }
        assertThat(fleet.gpus().others(0)).isCloseTo(0.55, within(0.05));
        fleet.started(0);
        fleet.finished(0, one);
        // It had a request in the time that is told of: what it does alone is told by the next reading.
        fleet.gpuSaid(0, 0.4, 0);
        fleet.gpuSaid(0, 0.4, 0);
        fleet.gpuSaid(0, 0.4, 0);
        assertThat(fleet.gpus().others(0)).isCloseTo(0.4, within(0.1));
    }

    @Test
    void anotherServerInTheRowHasNothingOfIt() {
        fleet.gpuSaid(0, 0.9, 0.9);
        fleet.leave(0);
        assertThat(fleet.join(server("four"))).isZero();
        assertThat(fleet.gpus().engine(0)).isNaN();
        assertThat(fleet.gpus().others(0)).isZero();
    }

    @Test
    void theLeastBusyGoesFirstAndOneOfWhichNobodySaysIsAsBusyAsTheMean() {
        GpuLoad balancer = new GpuLoad();
        fleet.gpuSaid(0, 0.9, 0);
        fleet.gpuSaid(1, 0.1, 0);
        assertThat(balancer.pick(request(), fleet, 0, CHANCE)).isEqualTo(1);
        fleet.setUp(1, false);
        fleet.gpuSaid(1, 0.2, 0);
        assertThat(balancer.pick(request(), fleet, 0, CHANCE)).isEqualTo(2);
    }

    /** A training job on the GPU of the faster server: the other one is taken, and nothing counts twice once answers show it. */
    @Test
    void aServerCountsAsSlowerBesideOthersAsFarAsItsAnswersDoNotShowIt() {
        Predicted balancer = new Predicted(0.24, 16);
        fleet.setUp(2, false);
        balancer.begin(fleet);
        for (int server = 0; server < 2; server++) {
            balancer.reported(server, 4, 1, 0);
            balancer.reported(server, 0, 0, 0);
        }
        answer(balancer, 0, Nanos.SECOND);
        answer(balancer, 1, Nanos.SECOND + Nanos.SECOND / 4);
        assertThat(balancer.pick(request(), fleet, 0, CHANCE)).isZero();
        for (int i = 0; i < 20; i++) {
            fleet.gpuSaid(0, 0.4, GpuLoads.UNKNOWN);
            fleet.gpuSaid(1, 0, GpuLoads.UNKNOWN);
        }
        assertThat(balancer.pick(request(), fleet, 0, CHANCE)).isEqualTo(1);
        assertThat(expected(balancer)).isCloseTo(1.67e9, within(0.02e9));
        for (int i = 0; i < 60; i++) {
            answer(balancer, 0, Nanos.SECOND * 5 / 3);
        }
        assertThat(expected(balancer)).isCloseTo(1.67e9, within(0.05e9));
    }

    private double expected(Predicted balancer) {
        Candidate seen = new Candidate();
        balancer.explain(0, request(), fleet, 0, seen);
        return seen.expectedNanos();
    }

    private void answer(Predicted balancer, int server, long nanos) {
        Request request = request();
        fleet.sent(server, request);
        balancer.sent(server, request, 0);
        fleet.started(server);
        fleet.finished(server, request);
        balancer.left(server, request, Nanos.SECOND, nanos);
    }

    private Request request() {
        return new Request(next++, 0, 0, Need.of(Request.NO_MODEL, Nanos.SECOND, 0), 0, Nanos.NEVER);
    }

    private static ServerSpec server(String name) {
        return new ServerSpec(name, 1000, 4, 4000, 1, 0, Nanos.NEVER, 0);
    }
}
