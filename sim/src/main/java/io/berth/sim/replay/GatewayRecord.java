package io.berth.sim.replay;

import io.berth.sim.trace.BadRow;
import io.berth.sim.trace.Lenience;
import io.berth.sim.trace.TraceFile;
import io.berth.sim.trace.TraceLines;
import io.berth.sim.trace.request.RecordLine;
import io.berth.spec.input.InputException;
import io.berth.spec.input.Source;
import io.berth.spec.input.Tree;
import io.berth.spec.json.JsonReader;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a gateway recorded of its requests.
 *
 * @param balance what chose servers, as its settings call it
 * @param servers those that its settings named, in their order, with the slots that were told; 0 where they were not
 */
public record GatewayRecord(String balance, Map<String, Integer> servers, List<Recorded> requests) {
    private static final double BYTES_OF_TOKEN = 4;
    private static final double MOST_TOKENS = 1e9;
    private static final double MOST_NANOS = 1e18;

    /** @param requests in the order of arrival */
    public GatewayRecord {
        servers = new LinkedHashMap<>(servers);
        requests = List.copyOf(requests);
    }

    /**
     * That of {@code file}.
     *
     * @throws InputException where it is none
     */
    public static GatewayRecord read(Path file) {
        TraceFile named = new TraceFile(file.toString());
        return read(named, named.open(file));
    }

    /** That of {@code lines}, the first one with them. */
    public static GatewayRecord of(List<String> lines) {
        byte[] bytes = String.join("\n", lines).getBytes(StandardCharsets.UTF_8);
        return read(new TraceFile("the record"), new ByteArrayInputStream(bytes));
    }

    private static GatewayRecord read(TraceFile file, InputStream in) {
        List<Recorded> requests = new ArrayList<>();
        try (TraceLines lines = TraceLines.ofUnfinished(file, in, Lenience.STRICT)) {
            Tree head = lines.next() ? head(lines.line().toString()) : null;
            if (head == null) {
                throw file.problem(1, "", "", "does not begin as a record does", "a file of berth gateway --record");
            }
            BadRow last = null;
            while (lines.next()) {
                if (last != null) {
                    file.skip(Lenience.STRICT, lines.number() - 1, last);
                }
                String line = lines.line().toString();
                // The last line may be a part of one: then it says nothing.
                last = line.isBlank() ? null : RecordLine.read(line, row -> requests.add(request(row)));
            }
            requests.sort(Comparator.comparingLong(Recorded::atNanos));
            return new GatewayRecord(head.require("balance").text(), servers(head), requests);
        }
    }

    private static @Nullable Tree head(String line) {
        if (!line.contains("\"berth_gateway_record\"")) {
            return null;
        }
        return JsonReader.read(Source.text("line", line));
    }

    private static Map<String, Integer> servers(Tree head) {
        Map<String, Integer> servers = new LinkedHashMap<>();
        List<Tree> names = head.require("servers").items();
        Tree written = head.get("slots");
        List<Tree> slots = written == null ? List.of() : written.items();
        for (int i = 0; i < names.size(); i++) {
            servers.put(
                    names.get(i).text(), i < slots.size() ? (int) slots.get(i).whole() : 0);
        }
        return servers;
    }

    private static Recorded request(Tree row) {
        long at = (long) RecordLine.number(row, "at_ns", MOST_NANOS);
        double expected = RecordLine.number(row, "expected_tokens", MOST_TOKENS);
        double made = RecordLine.number(row, "output_tokens", MOST_TOKENS);
        double told = RecordLine.number(row, "input_tokens", MOST_TOKENS);
        double read =
                told == 0 ? RecordLine.number(row.require("prompt"), "bytes", MOST_TOKENS) / BYTES_OF_TOKEN : told;
        return new Recorded(
                at,
                row.get("sent_ns") == null ? Recorded.NEVER : at + (long) RecordLine.number(row, "sent_ns", MOST_NANOS),
                at + (long) RecordLine.number(row, "end_ns", MOST_NANOS),
                row.require("server").text(),
                row.require("outcome").text(),
                new Recorded.Lengths(read, made == 0 ? expected : made, expected),
                (int) RecordLine.number(row, "tenant", 1e6));
    }
}
