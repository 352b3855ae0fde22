package io.berth.gateway.record;

import io.berth.gateway.journey.Decision;
import io.berth.gateway.journey.Journey;
import io.berth.gateway.journey.TraceContext;
import io.berth.spec.json.Json;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Spans as OTLP has them in JSON: an ExportTraceServiceRequest of opentelemetry.proto.collector.trace.v1. */
final class SpanDocument {
    private static final int SERVER = 2;
    private static final int CLIENT = 3;
    private static final int ERROR = 2;

    private SpanDocument() {}

    /** Those of {@code journeys}, which are all traced. */
    static String of(List<Journey> journeys) {
        List<Object> spans = new ArrayList<>();
        for (Journey journey : journeys) {
            TraceContext trace = journey.trace();
            if (trace != null) {
                spans.add(whole(journey, trace));
                if (journey.times().sentNanos() != Journey.NEVER) {
                    spans.add(call(journey, trace));
                }
            }
        }
        Map<String, Object> scope = Map.of("name", "io.berth.gateway");
        Map<String, Object> scoped = ordered("scope", scope, "spans", spans);
        Map<String, Object> resource = Map.of("attributes", List.of(attribute("service.name", "berth-gateway")));
        return Json.line(
                Map.of("resourceSpans", List.of(ordered("resource", resource, "scopeSpans", List.of(scoped)))));
    }

    /** What the gateway did with a request, from its arrival to its end. */
    private static Map<String, Object> whole(Journey journey, TraceContext trace) {
        Journey.Times times = journey.times();
        Map<String, Object> attributes = new LinkedHashMap<>();
        AccessLine.attributes(journey, attributes);
        Decision decision = journey.decision();
        if (decision != null) {
            attributes.put("berth.decision.by", decision.by());
            attributes.put("berth.decision." + decision.costName(), decision.cost(decision.chosen()));
            double expected = decision.chosen().expectedNanos();
            if (!Double.isNaN(expected)) {
                attributes.put("berth.decision.expected_s", expected / 1e9);
            }
        }
        String name = journey.asked().method() + " " + journey.asked().path();
        return span(
                journey,
                new Identity(trace, trace.span(), trace.parent(), SERVER),
                name,
                times.arrivedNanos(),
                attributes);
    }

    /** What its last server did with it. */
    private static Map<String, Object> call(Journey journey, TraceContext trace) {
        Journey.Times times = journey.times();
        Map<String, Object> attributes = new LinkedHashMap<>();
        AccessLine.attributes(journey, attributes);
        attributes.put("gen_ai.provider.name", "berth");
        if (journey.asked().want().stream() && times.firstNanos() != Journey.NEVER) {
            attributes.put("gen_ai.response.time_to_first_chunk", (times.firstNanos() - times.sentNanos()) / 1e9);
        }
        String operation = AccessLine.operation(journey.asked().path());
        String model = journey.asked().want().model();
        String name =
                operation.isEmpty() ? journey.asked().method() : model == null ? operation : operation + " " + model;
        return span(
                journey, new Identity(trace, trace.call(), trace.span(), CLIENT), name, times.sentNanos(), attributes);
    }

    private record Identity(
            TraceContext trace, String span, @Nullable String parent, int kind) {}

    private static Map<String, Object> span(
            Journey journey, Identity identity, String name, long fromNanos, Map<String, Object> attributes) {
        Journey.Times times = journey.times();
        Map<String, Object> span = new LinkedHashMap<>();
        span.put("traceId", identity.trace.trace());
        span.put("spanId", identity.span);
        if (identity.parent != null) {
            span.put("parentSpanId", identity.parent);
        }
        span.put("name", name);
        span.put("kind", identity.kind);
        span.put("startTimeUnixNano", unix(times, fromNanos));
        span.put("endTimeUnixNano", unix(times, times.endedNanos()));
        List<Object> list = new ArrayList<>();
        attributes.forEach((key, value) -> list.add(attribute(key, value)));
        span.put("attributes", list);
        boolean failed =
                journey.ended().end() != Journey.End.ANSWERED && journey.ended().end() != Journey.End.CANCELLED;
        span.put("status", failed || journey.ended().status() >= 500 ? Map.of("code", ERROR) : Map.of());
        return span;
    }

    /** A 64-bit number is a text in the JSON of protocol buffers. */
    private static String unix(Journey.Times times, long nanos) {
        return Long.toString(TimeUnit.MILLISECONDS.toNanos(times.arrivedMillis()) + nanos - times.arrivedNanos());
    }

    private static Map<String, Object> attribute(String key, Object value) {
        Map<String, Object> typed = switch (value) {
            case Boolean flag -> Map.of("boolValue", flag);
            case Double number -> Map.of("doubleValue", number);
            case Number number -> Map.of("intValue", number.toString());
            default -> Map.of("stringValue", value.toString());
        };
        return ordered("key", key, "value", typed);
    }

    private static Map<String, Object> ordered(String first, Object one, String second, Object two) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put(first, one);
        map.put(second, two);
        return map;
    }
}
