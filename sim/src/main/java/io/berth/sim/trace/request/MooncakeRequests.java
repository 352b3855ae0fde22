package io.berth.sim.trace.request;

import io.berth.core.dispatch.Prompt;
import io.berth.core.time.Chance;
import io.berth.core.time.Nanos;
import io.berth.sim.request.RequestArrival;
import io.berth.sim.request.Tokens;
import io.berth.sim.trace.BadRow;
import io.berth.sim.trace.Lenience;
import io.berth.sim.trace.TraceFile;
import io.berth.sim.trace.TraceLines;
import io.berth.spec.fleet.RequestsSpec;
import io.berth.spec.input.InputException;
import io.berth.spec.input.Tree;
import io.berth.spec.json.JsonLines;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;

/**
 * Requests of Mooncake (kvcache-ai/Mooncake, FAST25-release/traces; Qin et al., Mooncake: trading more storage for less computation,
 * FAST 2025). A line is a JSON object: {@code timestamp} in milliseconds, {@code input_length} and {@code output_length} in tokens, and
 * {@code hash_ids}, a number for each block of 512 tokens of the prompt: two prompts with an equal one are equal up to the end of it.
 */
public final class MooncakeRequests {
    private static final int BLOCK_TOKENS = 512;
    /** Beyond it times overflow. */
    private static final long MAX_MILLIS = Nanos.NEVER / Nanos.MILLISECOND;

    private static final long MAX_ID = Long.MAX_VALUE;

    private final RequestsSpec.TokenSpec spec;
    private final TokenStages stages;
    private final List<RequestArrival> requests = new ArrayList<>();
    private long firstMillis = -1;
    private long lastNanos;

    private MooncakeRequests(RequestsSpec.TokenSpec spec, int model) {
        this.spec = spec;
        stages = new TokenStages(spec, model);
    }

    /** The requests of the file that {@code spec} names, for the model of that number or {@code Request.NO_MODEL}. */
    public static RequestTrace read(RequestsSpec.TokenSpec spec, int model, Lenience lenience) {
        try (TraceLines lines = TraceLines.open(spec.file(), lenience)) {
            return new MooncakeRequests(spec, model).rows(lines);
        }
    }

    /** The same from {@code in}, which {@code name} names in errors. */
    static RequestTrace read(RequestsSpec.TokenSpec spec, int model, String name, InputStream in, Lenience lenience) {
        try (TraceLines lines = TraceLines.of(new TraceFile(name), in, lenience)) {
            return new MooncakeRequests(spec, model).rows(lines);
        }
    }

    private RequestTrace rows(TraceLines lines) {
        while ((spec.limit() == 0 || requests.size() < spec.limit()) && lines.next()) {
            if (lines.line().isEmpty()) {
                continue;
            }
            try {
                add(lines);
            } catch (BadRow bad) {
                lines.skip(bad);
            }
        }
        return new RequestTrace(requests, List.of());
    }

    private void add(TraceLines lines) {
        Tree.Map row = row(lines);
        long context = number(row, "input_length", TokenStages.MAX_TOKENS);
        long answer = number(row, "output_length", TokenStages.MAX_TOKENS);
        Prompt prompt = prompt(row, context);
        long at = nanos(number(row, "timestamp", MAX_MILLIS));
        requests.add(new RequestArrival(at, 0, 0, Nanos.NEVER, List.of(stages.of(context, answer, prompt))));
    }

    private static Tree.Map row(TraceLines lines) {
        try {
            if (JsonLines.read(lines.file().name(), lines.line().toString()) instanceof Tree.Map map) {
                return map;
            }
        } catch (InputException e) {
            throw new BadRow("", "", "is no JSON (" + e.problem() + ")", "a JSON object");
        }
        throw new BadRow("", "", "is no JSON object", "a JSON object");
    }

    private long nanos(long millis) {
        long first = firstMillis < 0 ? millis : firstMillis;
        long nanos = (long) ((millis - first) * (double) Nanos.MILLISECOND / spec.rate());
        if (nanos < lastNanos) {
            throw new BadRow(
                    "timestamp",
                    Long.toString(millis),
                    "is earlier than the line before",
                    "lines in the order of time");
        }
        firstMillis = first;
        lastNanos = nanos;
        return nanos;
    }

    private static Prompt prompt(Tree.Map row, long context) {
        Tree ids = row.get("hash_ids");
        if (!(ids instanceof Tree.Items list)) {
            throw new BadRow("hash_ids", "", "is no list", "a list of whole numbers");
        }
        // The last block may be longer than what is left of the prompt, and its end is then that of the prompt.
        int blocks = list.items().size();
        if (blocks != (context + BLOCK_TOKENS - 1) / BLOCK_TOKENS) {
            throw new BadRow(
                    "hash_ids",
                    Integer.toString(blocks),
                    "entries do not go with input_length",
                    "one for each " + BLOCK_TOKENS + " tokens of " + context);
        }
        long[] hashes = new long[blocks];
        int[] ends = new int[blocks];
        for (int block = 0; block < blocks; block++) {
            hashes[block] = Chance.mix(whole("hash_ids", list.items().get(block), MAX_ID) + 1);
            ends[block] = (int) StrictMath.min((long) BLOCK_TOKENS * (block + 1), context) * Tokens.BYTES;
        }
        return Prompt.of(hashes, ends, context * Tokens.BYTES);
    }

    private static long number(Tree.Map row, String key, long most) {
        Tree value = row.get(key);
        if (value == null) {
            throw new BadRow(key, "", "is missing", "a whole number from 0 to " + most);
        }
        return whole(key, value, most);
    }

    private static long whole(String key, Tree value, long most) {
        String text = value instanceof Tree.Scalar scalar ? scalar.text() : value.describe();
        try {
            long number = Long.parseLong(text);
            if (number >= 0 && number <= most) {
                return number;
            }
        } catch (NumberFormatException _) {
            // Said below, as what is out of range is.
        }
        throw new BadRow(key, text, "is not such a number", "a whole number from 0 to " + most);
    }
}
