package io.berth.core.dispatch.flow;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.core.dispatch.DispatchSpec;
import io.berth.core.dispatch.Dispatcher;
import io.berth.core.dispatch.Fleet;
import io.berth.core.dispatch.Need;
import io.berth.core.dispatch.Prompt;
import io.berth.core.dispatch.QueueOrder;
import io.berth.core.dispatch.Request;
import io.berth.core.dispatch.ServerSpec;
import io.berth.core.dispatch.balance.LeastConnections;
import io.berth.core.time.Chance;
import io.berth.core.time.Nanos;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class NeighboursTest {
    private static final long STALE = Nanos.SECOND;
    private static final long BLIND = 3 * Nanos.SECOND;

    private final Fleet fleet = new Fleet(List.of(server("a"), server("b")), new long[0]);
    /** Where requests went. */
    private final List<Integer> went = new ArrayList<>();

    private final Flow flow = flow();
    private final Neighbours neighbours = new Neighbours(flow, fleet, STALE, BLIND);
    private long arrived;

    private static ServerSpec server(String name) {
        return new ServerSpec(name, 1000, 2, 2000, 1, 0, 0, 0);
    }

    private static Neighbours.Load load(int a, int b) {
        return new Neighbours.Load(new int[] {a, b}, new long[] {a * Nanos.SECOND, b * Nanos.SECOND});
    }

    private Flow flow() {
        Servers servers = new Servers() {
            @Override
            public boolean canStart(int server, Request request, long nowNanos) {
                return true;
            }

            @Override
            public void start(int server, Attempt attempt, long nowNanos) {
                went.add(server);
            }

            @Override
            public boolean stop(int server, Attempt attempt, long nowNanos) {
                return true;
            }
        };
        Clients clients = new Clients() {
            @Override
            public void ended(Ended end) {}

            @Override
            public void forget(long number) {}
        };
        Dispatcher.Policies policies =
                new Dispatcher.Policies(new LeastConnections(), QueueOrder.FIFO, List.of(), DispatchSpec.Wait.GATEWAY);
        return new Flow(
                fleet, new Dispatcher(fleet, policies, new Chance(1, "test", 0)), FlowSpec.PLAIN, servers, clients);
    }

    private void arrive(long nowNanos) {
        Stage stage = new Stage(new Need(Request.NO_MODEL, Nanos.SECOND, 0, Prompt.NONE), false, Stage.NOT_KEPT);
        flow.arrive(new Arrival(arrived++, 0, 0, Nanos.NEVER, List.of(stage)), nowNanos);
    }

    @Test
    void whatOthersHaveCountsAsOnesOwn() {
        neighbours.heard("other", load(1, 0), 0);
        assertThat(fleet.crowd(0)).isEqualTo(1);
        assertThat(fleet.drainNanos(0)).isEqualTo(Nanos.SECOND / 2);
        arrive(0);
        assertThat(went).containsExactly(1);
    }

    @Test
    void whatWasSaidLongAgoCountsLessAndThenNothing() {
        neighbours.heard("other", load(10, 4), 0);
        neighbours.tick(STALE);
        assertThat(fleet.elsewhere(0)).isEqualTo(10);
        neighbours.tick(2 * Nanos.SECOND);
        assertThat(fleet.elsewhere(0)).isEqualTo(5);
        assertThat(fleet.elsewhere(1)).isEqualTo(2);
        neighbours.heard("third", load(1, 1), 2 * Nanos.SECOND);
        assertThat(fleet.elsewhere(0)).isEqualTo(6);
        assertThat(fleet.gateways()).isEqualTo(3);
        neighbours.tick(BLIND);
        assertThat(fleet.elsewhere(0)).isEqualTo(1);
        assertThat(fleet.gateways()).isEqualTo(2);
        neighbours.tick(2 * BLIND);
        assertThat(fleet.elsewhere(0)).isZero();
        assertThat(fleet.gateways()).isEqualTo(1);
    }

    /** Both servers are full of what another has; still this one has its part of two slots, and no more until there is room. */
    @Test
    void whoIsAskedMuchStarvesNobody() {
        neighbours.heard("other", load(2, 2), 0);
        for (int i = 0; i < 4; i++) {
            arrive(0);
        }
        assertThat(went).containsExactlyInAnyOrder(0, 1);
        neighbours.heard("other", load(0, 2), Nanos.SECOND / 5);
        assertThat(went).containsExactlyInAnyOrder(0, 1, 0);
    }

    /** A gateway that is gone: what waited for its slots has them although nothing ends here. */
    @Test
    void slotsOfOneThatIsGoneAreGiven() {
        neighbours.heard("other", load(2, 2), 0);
        for (int i = 0; i < 4; i++) {
            arrive(0);
        }
        neighbours.tick(BLIND);
        assertThat(went).containsExactlyInAnyOrder(0, 1, 0, 1);
    }
}
