package io.berth.gateway.page;

import io.berth.gateway.journey.Journey;
import io.berth.gateway.journey.JourneyListener;
import io.berth.spec.json.Json;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * Lengths and times of the requests of the last hour, and nothing else of them, as numbers in one array: it is all that a simulation
 * needs. Where there are more than it has room for, of the latest. For any thread.
 */
final class Hour implements JourneyListener {
    private static final long HOUR_NANOS = TimeUnit.HOURS.toNanos(1);
    private static final int FIRST = 1_024;
    private static final double TOKEN_NANOS = 1e6;

    /** The numbers of a request, by place. */
    private enum Cell {
        ARRIVED,
        SENT,
        FIRST_BYTE,
        ENDED,
        END,
        TENANT,
        SERVER,
        PROMPT_BYTES,
        EXPECTED_NANOS,
        MAX_TOKENS,
        INPUT_TOKENS,
        OUTPUT_TOKENS
    }

    private static final int CELLS = Cell.values().length;

    private final int most;
    private long[] cells = new long[0];
    private long count;
    /** Names of servers that come and go, by the number that stands in the cells. */
    private final Map<Integer, String> servers = new LinkedHashMap<>();

    /** @param most how many are kept */
    Hour(int most) {
        this.most = most;
    }

    @Override
    public void ended(Journey journey) {
        Journey.End end = journey.ended().end();
        if (most == 0 || end == Journey.End.INVALID) {
            return;
        }
        Journey.Times times = journey.times();
        Journey.Want want = journey.asked().want();
        synchronized (this) {
            int place = room();
            put(place, Cell.ARRIVED, times.arrivedNanos());
            put(place, Cell.SENT, times.sentNanos());
            put(place, Cell.FIRST_BYTE, times.firstNanos());
            put(place, Cell.ENDED, times.endedNanos());
            put(place, Cell.END, end.ordinal());
            put(place, Cell.TENANT, journey.asked().tenant());
            put(place, Cell.SERVER, journey.place().server());
            put(place, Cell.PROMPT_BYTES, want.prompt().bytes());
            put(place, Cell.EXPECTED_NANOS, want.expectedNanos());
            put(place, Cell.MAX_TOKENS, want.maxTokens());
            put(place, Cell.INPUT_TOKENS, journey.ended().inputTokens());
            put(place, Cell.OUTPUT_TOKENS, journey.ended().outputTokens());
            servers.putIfAbsent(journey.place().server(), journey.place().name());
        }
    }

    /** Where the next one is put: in place of the oldest, where there is no more room. */
    private int room() {
        int place = (int) (count++ % most);
        if ((place + 1) * CELLS > cells.length) {
            int longer = (int) Math.min((long) most, Math.max(FIRST, 2L * (cells.length / CELLS)));
            cells = Arrays.copyOf(cells, longer * CELLS);
        }
        return place;
    }

    /** Those of the last hour, as the lines of a record without its first. */
    List<String> lines(long nowNanos) {
        long[] copy;
        Map<Integer, String> names;
        synchronized (this) {
            copy = Arrays.copyOf(cells, (int) Math.min(count, most) * CELLS);
            names = Map.copyOf(servers);
        }
        List<String> lines = new ArrayList<>();
        for (int from = 0; from < copy.length; from += CELLS) {
            if (nowNanos - copy[from + Cell.ARRIVED.ordinal()] <= HOUR_NANOS) {
                lines.add(line(copy, from, names, nowNanos - HOUR_NANOS));
            }
        }
        return lines;
    }

    private static String line(long[] cells, int from, Map<Integer, String> names, long beganNanos) {
        long arrived = of(cells, from, Cell.ARRIVED);
        Map<String, Object> line = new LinkedHashMap<>();
        line.put("at_ns", arrived - beganNanos);
        after(line, "sent_ns", of(cells, from, Cell.SENT), arrived);
        after(line, "first_ns", of(cells, from, Cell.FIRST_BYTE), arrived);
        after(line, "end_ns", of(cells, from, Cell.ENDED), arrived);
        line.put("outcome", Journey.End.values()[(int) of(cells, from, Cell.END)].word());
        line.put("tenant", of(cells, from, Cell.TENANT));
        line.put("max_tokens", of(cells, from, Cell.MAX_TOKENS));
        line.put("expected_tokens", of(cells, from, Cell.EXPECTED_NANOS) / TOKEN_NANOS);
        line.put("input_tokens", of(cells, from, Cell.INPUT_TOKENS));
        line.put("output_tokens", of(cells, from, Cell.OUTPUT_TOKENS));
        line.put("prompt", Map.of("bytes", of(cells, from, Cell.PROMPT_BYTES)));
        line.put("server", names.getOrDefault((int) of(cells, from, Cell.SERVER), ""));
        return Json.line(line);
    }

    private static void after(Map<String, Object> line, String name, long nanos, long arrived) {
        if (nanos != Journey.NEVER) {
            line.put(name, nanos - arrived);
        }
    }

    private static long of(long[] cells, int from, Cell cell) {
        return cells[from + cell.ordinal()];
    }

    private void put(int place, Cell cell, long value) {
        cells[place * CELLS + cell.ordinal()] = value;
    }
}
