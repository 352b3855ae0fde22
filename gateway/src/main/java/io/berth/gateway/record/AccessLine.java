package io.berth.gateway.record;

import io.berth.gateway.journey.Decision;
import io.berth.gateway.journey.Journey;
import io.berth.gateway.journey.TraceContext;
import io.berth.spec.json.Json;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;

/**
 * What is shown of a request: names of OpenTelemetry's semantic conventions where there is one, else of berth's own. Times are seconds
 * after the arrival. What is not known is left out.
 */
record AccessLine(IntFunction<String> names) {
    private static final double NANOS = 1e9;

    String of(Journey journey) {
        return Json.line(document(journey));
    }

    Map<String, Object> document(Journey journey) {
        Map<String, Object> line = new LinkedHashMap<>();
        Journey.Times times = journey.times();
        line.put("timestamp", Instant.ofEpochMilli(times.arrivedMillis()).toString());
        line.put("berth.request", journey.number());
        attributes(journey, line);
        number(line, "berth.sent_s", times.since(times.sentNanos()));
        number(line, "berth.first_byte_s", times.since(times.firstNanos()));
        number(line, "berth.duration_s", times.seconds());
        TraceContext trace = journey.trace();
        if (trace != null) {
            line.put("trace_id", trace.trace());
            line.put("span_id", trace.span());
        }
        Decision decision = journey.decision();
        if (decision != null) {
            line.put("berth.decision", decision(decision, times.atServer()));
        }
        return line;
    }

    /** What spans say, too. */
    static void attributes(Journey journey, Map<String, Object> line) {
        Journey.Asked asked = journey.asked();
        Journey.Want want = asked.want();
        Journey.Ended ended = journey.ended();
        line.put("http.request.method", asked.method());
        line.put("url.path", asked.path());
        positive(line, "http.response.status_code", ended.status());
        String operation = operation(asked.path());
        if (!operation.isEmpty()) {
            line.put("gen_ai.operation.name", operation);
        }
        if (want.model() != null) {
            line.put("gen_ai.request.model", want.model());
        }
        positive(line, "gen_ai.request.max_tokens", want.maxTokens());
        positive(line, "gen_ai.usage.input_tokens", ended.inputTokens());
        positive(line, "gen_ai.usage.output_tokens", ended.outputTokens());
        if (want.stream()) {
            line.put("gen_ai.request.stream", true);
        }
        positive(line, "berth.prompt_bytes", want.prompt().bytes());
        positive(line, "berth.prompt_blocks", want.prompt().blocks());
        line.put("berth.tenant", asked.tenant());
        if (!journey.place().name().isEmpty()) {
            line.put("berth.server", journey.place().name());
            line.put("berth.attempts", journey.place().attempts());
        }
        line.put("berth.outcome", ended.end().word());
        if (!ended.reason().isEmpty()) {
            line.put("error.type", ended.reason());
        }
    }

    /** What OpenTelemetry calls that which is asked at {@code path}; empty where it has no word. */
    static String operation(String path) {
        if (path.endsWith("/chat/completions") || path.endsWith("/messages") || path.endsWith("/responses")) {
            return "chat";
        }
        if (path.endsWith("/completions")) {
            return "text_completion";
        }
        return path.endsWith("/embeddings") ? "embeddings" : path.contains("/images/") ? "generate_content" : "";
    }

    private Map<String, Object> decision(Decision decision, double actual) {
        Map<String, Object> document = option(decision, decision.chosen());
        document.put("by", decision.by());
        number(document, "actual_s", actual);
        if (decision.candidates() > 0) {
            document.put("candidates", decision.candidates());
            List<Object> rejected = new ArrayList<>();
            for (Decision.Option other : decision.rejected()) {
                rejected.add(option(decision, other));
            }
            document.put("rejected", rejected);
        }
        return document;
    }

    private Map<String, Object> option(Decision decision, Decision.Option option) {
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("server", names.apply(option.server()));
        number(document, decision.costName(), decision.cost(option));
        number(document, "expected_s", option.expectedNanos() / NANOS);
        positive(document, "held_blocks", option.heldBlocks());
        age(document, "report_age_s", option.reportAgeNanos());
        age(document, "answer_age_s", option.answerAgeNanos());
        return document;
    }

    private static void age(Map<String, Object> document, String name, long nanos) {
        if (nanos != Decision.NEVER) {
            number(document, name, nanos / NANOS);
        }
    }

    private static void positive(Map<String, Object> document, String name, long value) {
        if (value > 0) {
            document.put(name, value);
        }
    }

    /** To the microsecond. */
    private static void number(Map<String, Object> document, String name, double value) {
        if (!Double.isNaN(value)) {
            document.put(name, Math.rint(value * 1e6) / 1e6);
        }
    }
}
