package io.berth.sim.replay;

import io.berth.sim.trace.BadRow;
import io.berth.sim.trace.Lenience;
import io.berth.sim.trace.TraceFile;
import io.berth.sim.trace.TraceLines;
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
    private static final String ALLOWED = "a line of berth gateway --record";
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
                last = line.isBlank() ? null : add(line, requests);
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

    /** What is wrong with it; null for nothing. */
    private static @Nullable BadRow add(String line, List<Recorded> requests) {
        try {
            Tree row = JsonReader.read(Source.text("line", line));
            if (row.get("berth_gateway_record") == null
                    && !"invalid".equals(row.require("outcome").text())) {
                requests.add(request(row));
            }
            return null;
        } catch (BadRow bad) {
            return bad;
        } catch (InputException e) {
            return new BadRow("", "", e.problem(), ALLOWED);
        }
    }

    private static Recorded request(Tree row) {
        long at = (long) number(row, "at_ns", MOST_NANOS);
        double expected = number(row, "expected_tokens", MOST_TOKENS);
        double made = number(row, "output_tokens", MOST_TOKENS);
        double told = number(row, "input_tokens", MOST_TOKENS);
        double read = told == 0 ? number(row.require("prompt"), "bytes", MOST_TOKENS) / BYTES_OF_TOKEN : told;
        return new Recorded(
                at,
                row.get("sent_ns") == null ? Recorded.NEVER : at + (long) number(row, "sent_ns", MOST_NANOS),
                at + (long) number(row, "end_ns", MOST_NANOS),
                row.require("server").text(),
                row.require("outcome").text(),
                new Recorded.Lengths(read, made == 0 ? expected : made, expected),
                (int) number(row, "tenant", 1e6));
    }

    private static double number(Tree row, String key, double most) {
        String text = row.require(key).text();
        try {
            double number = Double.parseDouble(text);
            if (number >= 0 && number <= most) {
                return number;
            }
        } catch (NumberFormatException _) {
            // The same words as for one that is too large.
        }
        throw new BadRow(key, text, "is no such number", "a number from 0 on");
    }
}
