package io.berth.core.dispatch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.berth.core.dispatch.balance.LeastConnections;
import io.berth.core.dispatch.predict.Predicted;
import io.berth.core.time.Chance;
import io.berth.core.time.Nanos;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Servers that are tried, that change, and of which what they said has become old. */
class TrialTest {
    private final Fleet fleet = new Fleet(List.of(server("a", 1), server("b", 1)), new long[1]);
    private long requests;

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aServerThatIsTriedHasNoMoreThanItMayWhileAnotherCould(boolean predicted) {
        Dispatcher dispatcher = dispatcher(predicted);
        fleet.setTrial(1, 2);
        assertThat(sent(dispatcher, 10))
                .hasSize(10)
                .areExactly(2, new org.assertj.core.api.Condition<>(server -> server == 1, "at the one that is tried"));
        fleet.setTrial(1, Integer.MAX_VALUE);
        assertThat(sent(dispatcher, 6)).containsOnly(1);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void whereNobodyElseCouldHaveThemItHasThemAll(boolean predicted) {
        Dispatcher dispatcher = dispatcher(predicted);
        fleet.setTrial(1, 1);
        fleet.setUp(0, false);
        assertThat(sent(dispatcher, 5)).containsOnly(1);
        assertThat(fleet.open(1)).isFalse();
        fleet.setUp(0, true);
        assertThat(sent(dispatcher, 1)).containsExactly(0);
        fleet.drain(0);
        assertThat(sent(dispatcher, 1)).containsExactly(1);
    }

    @Test
    void aTrialEndsWithTheServer() {
        Dispatcher dispatcher = dispatcher(true);
        fleet.setTrial(1, 1);
        dispatcher.leave(1);
        assertThat(dispatcher.join(server("c", 1))).isEqualTo(1);
        assertThat(fleet.trial(1)).isEqualTo(Integer.MAX_VALUE);
    }

    @Test
    void whatIsDeclaredAnewHoldsWithWhatIsThere() {
        Dispatcher dispatcher = dispatcher(false);
        sent(dispatcher, 4);
        dispatcher.redeclare(1, server("b", 5));
        assertThat(fleet.weight(1)).isEqualTo(5);
        assertThat(fleet.outstanding(1)).isEqualTo(2);
        assertThat(fleet.backlogNanos(1)).isEqualTo(2 * Nanos.SECOND);
        assertThat(sent(dispatcher, 2)).containsExactlyInAnyOrder(0, 1);
        ServerSpec larger = new ServerSpec("b", 1000, 4, 4000, 1, 1, Nanos.NEVER, 0);
        assertThatThrownBy(() -> dispatcher.redeclare(1, larger)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void whatAServerSaidCountsAsMuchAsItIsWorth() {
        Dispatcher dispatcher = dispatcher(true);
        dispatcher.reported(0, 4, 60, 0);
        assertThat(sent(dispatcher, 2)).containsOnly(1);
        dispatcher.faded(0, 0);
        assertThat(sent(dispatcher, 1)).containsExactly(0);
        dispatcher.faded(0, 1);
        assertThat(sent(dispatcher, 1)).containsExactly(1);
        dispatcher.faded(0, 0);
        dispatcher.reported(0, 4, 60, 0);
        assertThat(sent(dispatcher, 1)).containsExactly(1);
    }

    private Dispatcher dispatcher(boolean predicted) {
        return new Dispatcher(
                fleet,
                new Dispatcher.Policies(
                        predicted ? new Predicted(0.3, 16) : new LeastConnections(),
                        QueueOrder.FIFO,
                        List.of(),
                        DispatchSpec.Wait.SERVER),
                new Chance(1, "test", 0));
    }

    private List<Integer> sent(Dispatcher dispatcher, int count) {
        List<Integer> servers = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            Request request = new Request(
                    requests++, 0, 0, new Need(Request.NO_MODEL, Nanos.SECOND, 0, Prompt.NONE), 0, Nanos.NEVER);
            servers.add(((Verdict.Sent) dispatcher.offer(request, false, 0)).server());
        }
        return servers;
    }

    private static ServerSpec server(String name, int weight) {
        return new ServerSpec(name, 1000, 4, 4000, weight, 0, Nanos.NEVER, 0);
    }
}
