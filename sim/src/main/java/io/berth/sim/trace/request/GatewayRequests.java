package io.berth.sim.trace.request;

import io.berth.core.dispatch.Prompt;
import io.berth.core.dispatch.Request;
import io.berth.core.time.Nanos;
import io.berth.sim.request.RequestArrival;
import io.berth.sim.request.Stage;
import io.berth.sim.request.Tokens;
import io.berth.sim.trace.BadRow;
import io.berth.sim.trace.Lenience;
import io.berth.sim.trace.TraceFile;
import io.berth.sim.trace.TraceLines;
import io.berth.spec.fleet.RequestsSpec;
import io.berth.spec.input.Tree;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Requests that {@code berth gateway --record} has written: JSON lines in the order in which they ended, which become those in which they
 * came. What was not a request of a server ({@code invalid}) is left out.
 *
 * <p>The work is the prompt at the speed of prefill and the tokens of the answer at that of decode; where the server did not say how long
 * its prompt was, a token is four bytes of it. The dispatcher expects as many tokens as the gateway did when the request came; a
 * request that was not answered has those. Servers that read prompts themselves are told the blocks of the prompt, by the hashes in the
 * record, and count only what they do not remember. A record whose writer was killed is read up to its last whole line.
 */
public final class GatewayRequests {
    /** Beyond any context window of 2026, and far from what overflows. */
    private static final long MAX_TOKENS = 1_000_000_000;

    private static final double BYTES_OF_TOKEN = 4;
    private static final int HEX = 16;

    private final RequestsSpec.TokenSpec spec;
    private final List<String> models;
    private final List<RequestArrival> requests = new ArrayList<>();

    private GatewayRequests(RequestsSpec.TokenSpec spec, List<String> models) {
        this.spec = spec;
        this.models = models;
    }

    /**
     * The requests of the file that {@code spec} names.
     *
     * @param models of the fleet, by number; where it has none, requests need none
     */
    public static RequestTrace read(RequestsSpec.Recorded spec, List<String> models, Lenience lenience) {
        TraceFile file = new TraceFile(spec.tokens().file().toString());
        return read(spec, models, file, file.open(spec.tokens().file()), lenience);
    }

    /** The same from {@code in}, whose errors {@code file} makes. */
    static RequestTrace read(
            RequestsSpec.Recorded spec, List<String> models, TraceFile file, InputStream in, Lenience lenience) {
        try (TraceLines lines = TraceLines.ofUnfinished(file, in, lenience)) {
            return new GatewayRequests(spec.tokens(), models).lines(lines, lenience);
        }
    }

    private RequestTrace lines(TraceLines lines, Lenience lenience) {
        if (!lines.next() || !lines.line().toString().contains("\"berth_gateway_record\"")) {
            throw lines.file()
                    .problem(1, "", "", "does not begin as a record does", "a file of berth gateway --record");
        }
        BadRow last = null;
        while (lines.next()) {
            if (last != null) {
                lines.file().skip(lenience, lines.number() - 1, last);
            }
            String line = lines.line().toString();
            // The last line may be a part of one: then it says nothing.
            last = line.isBlank() ? null : RecordLine.read(line, row -> requests.add(arrival(row)));
        }
        return new RequestTrace(arrivals(), List.of());
    }

    /** From the first one on, faster, as many as are wanted. */
    private List<RequestArrival> arrivals() {
        requests.sort(Comparator.comparingLong(RequestArrival::atNanos));
        long first = requests.isEmpty() ? 0 : requests.getFirst().atNanos();
        return requests.stream()
                .limit(spec.limit() == 0 ? Long.MAX_VALUE : spec.limit())
                .map(one -> new RequestArrival(
                        (long) ((one.atNanos() - first) / spec.rate()), one.tenant(), 0, Nanos.NEVER, one.stages()))
                .toList();
    }

    private RequestArrival arrival(Tree row) {
        double token = Nanos.SECOND / spec.decodeTokensPerSecond();
        double expected = RecordLine.number(row, "expected_tokens", MAX_TOKENS);
        double said = RecordLine.number(row, "output_tokens", MAX_TOKENS);
        double made = said == 0 ? expected : said;
        double told = RecordLine.number(row, "input_tokens", MAX_TOKENS);
        double read = told == 0 ? RecordLine.number(row.require("prompt"), "bytes", MAX_TOKENS) / BYTES_OF_TOKEN : told;
        // What a server reads itself, and may remember, is no work that anybody expects.
        double prefill = spec.reading() ? 0 : read / spec.prefillTokensPerSecond() * Nanos.SECOND;
        Stage stage = new Stage(
                "answer",
                model(row),
                (long) (prefill + made * token) + 1,
                (long) (prefill + expected * token) + 1,
                (long) (prefill + token) + 1,
                (long) (read + made) * spec.memoryBytesPerToken(),
                false,
                Stage.NOT_KEPT,
                spec.reading() ? tokens(row, read, made, token) : null);
        long at = (long) RecordLine.number(row, "at_ns", (double) (Nanos.DAY * 365));
        return new RequestArrival(at, (int) RecordLine.number(row, "tenant", 1e6), 0, Nanos.NEVER, List.of(stage));
    }

    private static Tokens tokens(Tree row, double read, double made, double token) {
        long prompt = StrictMath.max(1, (long) read);
        return new Tokens(
                prompt, StrictMath.max(1, (long) made), prompt(row.require("prompt"), prompt), 0, (long) token);
    }

    /** Its blocks, which the gateway counts in bytes, on a prompt of {@code tokens}. */
    private static Prompt prompt(Tree prompt, long tokens) {
        double bytes = StrictMath.max(1, RecordLine.number(prompt, "bytes", MAX_TOKENS));
        List<Tree> blocks = prompt.require("blocks").items();
        List<Tree> ends = prompt.require("ends").items();
        if (blocks.size() != ends.size()) {
            throw new BadRow(
                    "ends", Integer.toString(ends.size()), "are not as many as blocks", "an end for each block");
        }
        long[] hashes = new long[blocks.size()];
        int[] until = new int[blocks.size()];
        for (int block = 0; block < hashes.length; block++) {
            hashes[block] = hash(blocks.get(block).text());
            double end = StrictMath.min(bytes, RecordLine.number(ends.get(block), MAX_TOKENS, "ends"));
            until[block] = (int) (end / bytes * tokens * Tokens.BYTES);
        }
        return Prompt.of(hashes, until, tokens * Tokens.BYTES);
    }

    private static long hash(String text) {
        try {
            return Long.parseUnsignedLong(text, HEX);
        } catch (NumberFormatException _) {
            throw new BadRow("blocks", text, "is no hash", "16 hexadecimal digits");
        }
    }

    private int model(Tree row) {
        if (models.isEmpty()) {
            return Request.NO_MODEL;
        }
        Tree named = row.get("model");
        int model = named == null ? -1 : models.indexOf(named.text());
        if (model < 0 && models.size() > 1) {
            throw new BadRow(
                    "model",
                    named == null ? "" : named.text(),
                    named == null ? "is not there" : "is not a model of the fleet",
                    "one of fleet.models");
        }
        return StrictMath.max(0, model);
    }
}
