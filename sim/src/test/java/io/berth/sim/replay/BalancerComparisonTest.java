package io.berth.sim.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.berth.core.dispatch.DispatchSpec;
import io.berth.core.dispatch.catalog.DispatchCatalog;
import io.berth.core.dispatch.flow.FlowSpec;
import io.berth.core.time.Nanos;
import io.berth.sim.comparison.Verdict;
import io.berth.spec.input.InputException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.SplittableRandom;
import java.util.concurrent.CancellationException;
import org.junit.jupiter.api.Test;

/** Requests of a record are run once more on servers as the record shows them. */
class BalancerComparisonTest {
    private static final double TOKEN_NANOS = 4e6;
    private static final double READ_NANOS = 0.4e6;
    private static final double[] SPEEDS = {1, 0.25};
    private static final int SLOTS = 4;
    private static final int REQUESTS = 4_000;

    @Test
    void speedsAndSlotsAreThoseOfTheServersThatAnswered() {
        BalancerComparison.Result result = compare(record(), List.of());

        for (int server = 0; server < SPEEDS.length; server++) {
            BalancerComparison.Server found = result.servers().get(server);
            assertThat(found.tokensPerSecond()).isCloseTo(1e9 / TOKEN_NANOS * SPEEDS[server], within(1.0));
            assertThat(found.slots()).isEqualTo(SLOTS);
            assertThat(found.error()).isLessThan(0.01);
        }
        assertThat(result.readShare()).isCloseTo(READ_NANOS / TOKEN_NANOS, within(0.01));
    }

    @Test
    void theReplayOfWhatThereWasIsWhatWas() {
        List<BalancerComparison.Row> rows =
                compare(record(), List.of("round-robin")).rows();
        Map<String, Double> was = rows.get(0).figures();
        Map<String, Double> replayed = rows.get(1).figures();

        for (String figure : List.of(
                "mean_s", "p50_s", "p99_s", "goodput_share", "utilization_variance", "idle_rate", "queueing_seconds")) {
            assertThat(replayed.get(figure)).as(figure).isCloseTo(was.get(figure), within(0.03 * was.get(figure)));
        }
        assertThat(was.get("goodput_share")).isCloseTo(0.9, within(0.001));
        assertThat(rows.get(0).replayed()).isFalse();
        assertThat(rows.get(2).figures()).isEqualTo(replayed);
        assertThat(rows.get(2).difference().verdict()).isEqualTo(Verdict.NO_REAL_DIFFERENCE);
    }

    @Test
    void aBalancerThatKnowsBetterIsSeenToBe() {
        BalancerComparison.Row other =
                compare(record(), List.of("predicted")).rows().get(2);

        assertThat(other.difference().verdict()).isEqualTo(Verdict.BETTER);
        assertThat(other.difference().high()).isNegative();
        assertThat(other.difference().pairs()).isEqualTo(REQUESTS / SPEEDS.length);
    }

    @Test
    void slotsThatWereToldAreNotGuessed() {
        BalancerComparison.Fleet fleet =
                new BalancerComparison.Fleet(Map.of(), Map.of("s0", 7), FlowSpec.PLAIN, Nanos.NEVER);
        BalancerComparison.Result result = new BalancerComparison(record(), fleet)
                .run(spec("round-robin"), List.of(), DispatchCatalog.standard(), 1.0, () -> false);

        assertThat(result.servers().getFirst().slots()).isEqualTo(7);
        assertThat(result.slo()).isEqualTo(1.0);
    }

    @Test
    void aServerThatWasNeverFullIsAsWideAsThoseThatWere() {
        List<String> lines = new ArrayList<>(List.of(head()));
        for (int i = 0; i < 40; i++) {
            // Three at once, of which the last waits for the first on s0; one at a time on s1.
            lines.add(line(i * 1_000L, 300, "s0"));
            lines.add(line(i * 1_000L + 1, 300, "s0"));
            lines.add(line(i * 1_000L + 2, 598, "s0"));
            lines.add(line(i * 1_000L, 300, "s1"));
        }
        List<BalancerComparison.Server> servers =
                compare(GatewayRecord.of(lines), List.of()).servers();

        assertThat(servers).extracting(BalancerComparison.Server::slots).containsExactly(2, 2);
    }

    private static String line(long atMillis, long tookMillis, String server) {
        return "{\"at_ns\":" + atMillis * 1_000_000 + ",\"sent_ns\":0,\"end_ns\":" + tookMillis * 1_000_000
                + ",\"outcome\":\"answered\",\"tenant\":0,\"expected_tokens\":100,\"input_tokens\":0,"
                + "\"output_tokens\":100,\"prompt\":{\"bytes\":0},\"server\":\"" + server + "\"}";
    }

    @Test
    void whoDoesNotWantItAnyMoreIsNotKeptWaiting() {
        BalancerComparison comparison = new BalancerComparison(
                record(), new BalancerComparison.Fleet(Map.of(), Map.of(), FlowSpec.PLAIN, Nanos.NEVER));

        assertThatThrownBy(() ->
                        comparison.run(spec("round-robin"), List.of(), DispatchCatalog.standard(), null, () -> true))
                .isInstanceOf(CancellationException.class);
    }

    @Test
    void whatIsNoRecordIsRefused() {
        assertThatThrownBy(() -> GatewayRecord.of(List.of("{}")))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("does not begin as a record does");
        assertThatThrownBy(() -> GatewayRecord.of(List.of(head(), "{\"outcome\":\"answered\"}", "{}")))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("the record:2");
        GatewayRecord empty = GatewayRecord.of(List.of(head()));
        assertThatThrownBy(() -> compare(empty, List.of())).hasMessageContaining("no request that was answered");
    }

    private static BalancerComparison.Result compare(GatewayRecord record, List<String> others) {
        return new BalancerComparison(
                        record, new BalancerComparison.Fleet(Map.of(), Map.of(), FlowSpec.PLAIN, Nanos.SECOND / 2))
                .run(
                        spec("round-robin"),
                        others.stream().map(BalancerComparisonTest::spec).toList(),
                        DispatchCatalog.standard(),
                        null,
                        () -> false);
    }

    private static DispatchSpec spec(String balance) {
        return DispatchSpec.of(balance, balance);
    }

    private static String head() {
        return "{\"berth_gateway_record\":1,\"balance\":\"round-robin\",\"servers\":[\"s0\",\"s1\"]}";
    }

    /** Requests by turns to two servers, each with slots and a queue, as they would have ended. */
    private static GatewayRecord record() {
        SplittableRandom random = new SplittableRandom(7);
        List<PriorityQueue<Double>> ends = List.of(new PriorityQueue<>(), new PriorityQueue<>());
        List<String> lines = new ArrayList<>(List.of(head()));
        double at = 0;
        for (int i = 0; i < REQUESTS; i++) {
            at += -Math.log(1 - random.nextDouble()) * 600e6;
            long tokens = 1 + (long) Math.min(1000, 100 * Math.exp(0.8 * random.nextGaussian()));
            long prompt = 10 + random.nextInt(400);
            int server = i % 2;
            PriorityQueue<Double> there = ends.get(server);
            double begins = there.size() < SLOTS ? at : Math.max(at, there.remove());
            double end = begins + (tokens * TOKEN_NANOS + prompt * READ_NANOS) / SPEEDS[server];
            there.add(end);
            lines.add("{\"at_ns\":" + (long) at + ",\"sent_ns\":0,\"end_ns\":" + (long) (end - at)
                    + ",\"outcome\":\"answered\",\"tenant\":0,\"expected_tokens\":137,\"input_tokens\":" + prompt
                    + ",\"output_tokens\":" + tokens + ",\"prompt\":{\"bytes\":0},\"server\":\"s" + server + "\"}");
        }
        return GatewayRecord.of(lines);
    }
}
