package io.berth.sim.trace.request;

import io.berth.core.dispatch.Prompt;
import io.berth.core.dispatch.Request;
import io.berth.core.time.Nanos;
import io.berth.sim.request.RequestArrival;
import io.berth.sim.request.Tokens;
import io.berth.sim.trace.BadRow;
import io.berth.sim.trace.CsvTable;
import io.berth.sim.trace.Lenience;
import io.berth.spec.fleet.RequestsSpec;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;

/**
 * Requests of Azure's LLM inference (AzurePublicDataset, AzureLLMInferenceTrace_conv and _code of 2023). Columns
 * {@code TIMESTAMP,ContextTokens,GeneratedTokens}.
 *
 * <p>The work is the context at the speed of prefill and the generated tokens at that of decode.
 */
public final class AzureRequests {
    private static final List<String> COLUMNS = List.of("TIMESTAMP", "ContextTokens", "GeneratedTokens");

    private final RequestsSpec.TokenSpec spec;
    private final TokenStages stages;
    private final TraceClock clock;
    private final List<RequestArrival> requests = new ArrayList<>();

    private AzureRequests(RequestsSpec.TokenSpec spec, int model) {
        this.spec = spec;
        this.stages = new TokenStages(spec, model);
        this.clock = new TraceClock(spec.rate());
    }

    /** The requests of the file that {@code spec} names, for the model of that number or {@link Request#NO_MODEL}. */
    public static RequestTrace read(RequestsSpec.TokenSpec spec, int model, Lenience lenience) {
        return CsvTable.read(spec.file(), lenience, new AzureRequests(spec, model)::rows);
    }

    /** The same from {@code in}, which {@code name} names in errors. */
    static RequestTrace read(RequestsSpec.TokenSpec spec, String name, InputStream in, Lenience lenience) {
        return CsvTable.read(name, in, lenience, new AzureRequests(spec, Request.NO_MODEL)::rows);
    }

    private RequestTrace rows(CsvTable table) {
        table.expecting(COLUMNS, List.of());
        while ((spec.limit() == 0 || requests.size() < spec.limit()) && table.next()) {
            try {
                add(table);
            } catch (BadRow bad) {
                table.skip(bad);
            }
        }
        return new RequestTrace(requests, List.of());
    }

    private void add(CsvTable table) {
        long context = table.number(table.column("ContextTokens"), 0, TokenStages.MAX_TOKENS);
        long tokens = table.number(table.column("GeneratedTokens"), 0, TokenStages.MAX_TOKENS);
        long at = clock.nanos(table, table.column("TIMESTAMP"));
        Prompt prompt = Prompt.of(new long[0], new int[0], context * Tokens.BYTES);
        requests.add(new RequestArrival(at, 0, 0, Nanos.NEVER, List.of(stages.of(context, tokens, prompt))));
    }
}
