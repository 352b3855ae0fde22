package io.berth.gateway.page;

import io.berth.gateway.journey.Decision;
import io.berth.gateway.journey.Journey;
import java.util.Arrays;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What came of the requests of one server, or of all: counts since the gateway began, rates and times of the last minute, and how the last
 * predictions compare with what came. For any thread.
 */
final class Tally {
    private static final int MINUTE = 60;
    private static final double NANOS = 1e9;
    private static final long NANOS_OF_SECOND = 1_000_000_000;
    /** Of so many answers times are kept; where more came in the last minute, of the latest. */
    private static final int KEPT = 2_048;

    private static final int RATIOS = 512;
    private static final int SERVER_ERROR = 500;

    private final long beganNanos = System.nanoTime();
    private final long[] ends = new long[Journey.End.values().length];
    private long errors;
    private long inputTokens;
    private long outputTokens;
    private long promptBlocks;
    private long heldBlocks;
    /** By second modulo a minute: which second that is, answers, their tokens. */
    private final long[] seconds = new long[MINUTE];

    private final long[] answers = new long[MINUTE];
    private final long[] tokens = new long[MINUTE];
    /** Of the latest answers: when, and how long from arrival and at the server. */
    private final long[] endedNanos = new long[KEPT];

    private final double[] latencies = new double[KEPT];
    private final double[] services = new double[KEPT];
    private long kept;
    /** Predicted over real time at the server. */
    private final double[] ratios = new double[RATIOS];

    private long predictions;

    Tally() {
        Arrays.fill(seconds, -1);
    }

    synchronized void add(Journey journey) {
        Journey.Ended ended = journey.ended();
        ends[ended.end().ordinal()]++;
        errors += ended.end() == Journey.End.ANSWERED && ended.status() >= SERVER_ERROR ? 1 : 0;
        inputTokens += ended.inputTokens();
        outputTokens += ended.outputTokens();
        Decision decision = journey.decision();
        if (decision != null) {
            promptBlocks += journey.asked().want().prompt().blocks();
            heldBlocks += decision.chosen().heldBlocks();
        }
        if (ended.end() == Journey.End.ANSWERED && ended.status() < SERVER_ERROR) {
            answered(journey, decision);
        }
    }

    private void answered(Journey journey, @Nullable Decision decision) {
        Journey.Times times = journey.times();
        int at = (int) (kept++ % KEPT);
        endedNanos[at] = times.endedNanos();
        latencies[at] = times.seconds();
        services[at] = times.atServer();
        long second = Math.floorDiv(times.endedNanos() - beganNanos, NANOS_OF_SECOND);
        int place = (int) Math.floorMod(second, (long) MINUTE);
        if (seconds[place] != second) {
            seconds[place] = second;
            answers[place] = 0;
            tokens[place] = 0;
        }
        answers[place]++;
        tokens[place] += journey.ended().outputTokens();
        double expected = decision == null ? Double.NaN : decision.chosen().expectedNanos() / NANOS;
        if (expected > 0 && times.atServer() > 0) {
            ratios[(int) (predictions++ % RATIOS)] = expected / times.atServer();
        }
    }

    /** All of it. */
    synchronized Map<String, Object> figures(long nowNanos) {
        double[] service = lately(services, nowNanos, MINUTE);
        Document document = new Document()
                .put("answered", ends[Journey.End.ANSWERED.ordinal()] - errors)
                .put("failed", ends[Journey.End.FAILED.ordinal()] + errors)
                .put("cancelled", ends[Journey.End.CANCELLED.ordinal()])
                .put("timed_out", ends[Journey.End.TIMED_OUT.ordinal()])
                .put("rejected", ends[Journey.End.REJECTED.ordinal()])
                .put("input_tokens", inputTokens)
                .put("output_tokens", outputTokens)
                .number("service_p50_s", quantile(service, 0.5))
                .number("service_p99_s", quantile(service, 0.99))
                .number("held_share", promptBlocks == 0 ? Double.NaN : (double) heldBlocks / (double) promptBlocks);
        pace(document, nowNanos, MINUTE);
        if (predictions > 0) {
            document.put("predicted", predicted());
        }
        return document.map();
    }

    /** Rates and times of the last {@code over} seconds, a minute at most. */
    synchronized void pace(Document document, long nowNanos, int over) {
        double[] latency = lately(latencies, nowNanos, over);
        double span = Math.clamp((nowNanos - beganNanos) / NANOS, 1, over);
        document.number("requests_per_s", within(answers, nowNanos, over) / span)
                .number("tokens_per_s", within(tokens, nowNanos, over) / span)
                .number("p50_s", quantile(latency, 0.5))
                .number("p99_s", quantile(latency, 0.99));
    }

    /** How many times too long it was predicted to be at the median, and by how much it is wrong, in either direction. */
    private Map<String, Object> predicted() {
        double[] sorted = Arrays.copyOf(ratios, (int) Math.min(predictions, RATIOS));
        double[] errors =
                Arrays.stream(sorted).map(ratio -> Math.abs(ratio - 1)).sorted().toArray();
        Arrays.sort(sorted);
        return new Document()
                .put("requests", sorted.length)
                .number("ratio_p50", quantile(sorted, 0.5))
                .number("error_p50", quantile(errors, 0.5))
                .number("error_p90", quantile(errors, 0.9))
                .map();
    }

    private long within(long[] values, long nowNanos, int over) {
        long now = Math.floorDiv(nowNanos - beganNanos, NANOS_OF_SECOND);
        long sum = 0;
        for (int place = 0; place < MINUTE; place++) {
            boolean counts = seconds[place] >= 0 && seconds[place] > now - over && seconds[place] <= now;
            sum += counts ? values[place] : 0;
        }
        return sum;
    }

    private double[] lately(double[] values, long nowNanos, int over) {
        double[] found = new double[(int) Math.min(kept, KEPT)];
        int count = 0;
        for (int i = 0; i < found.length; i++) {
            if (nowNanos - endedNanos[i] <= over * NANOS_OF_SECOND) {
                found[count++] = values[i];
            }
        }
        double[] all = Arrays.copyOf(found, count);
        Arrays.sort(all);
        return all;
    }

    private static double quantile(double[] sorted, double part) {
        return sorted.length == 0 ? Double.NaN : sorted[(int) (part * (sorted.length - 1))];
    }
}
