package io.berth.console.api.call;

import io.berth.console.http.message.Problem;
import io.berth.spec.input.Source;
import io.berth.spec.input.Tree;
import io.berth.spec.json.Json;
import io.berth.spec.json.JsonReader;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SequencedMap;

/** The OpenAPI 3.1 document of the routes. */
public final class OpenApi {
    /** Answers that any route may give instead of its own. */
    private static final Map<String, Object> PROBLEM = Map.of(
            "description",
            "Why it was not done.",
            "content",
            Map.of(Problem.MEDIA_TYPE, Map.of("schema", Map.of("$ref", "#/components/schemas/Problem"))));

    /** What a document may be answered with though it fits its schema, since no schema can say what this system has. */
    private static final SequencedMap<String, String> INTENDED = intended();

    private OpenApi() {}

    private static SequencedMap<String, String> intended() {
        SequencedMap<String, String> documents = new LinkedHashMap<>();
        documents.put(
                "400",
                "Intended, also for documents that fit the schema: a name, a pattern, an order of jobs or a combination of keys that "
                        + "is none, or more than any node has.");
        documents.put("413", "Intended: more bytes than are taken, or than is kept in memory for all jobs.");
        documents.put(
                "422", "Intended: more than the limits of this system allow, or the idempotency key of another job.");
        return documents;
    }

    /** The document of {@code routes}, JSON over several lines. */
    public static String text(List<Route> routes, Schemas schemas) {
        SequencedMap<String, Object> paths = new LinkedHashMap<>();
        for (Route route : routes) {
            SequencedMap<String, Object> operations = new LinkedHashMap<>();
            if (paths.get(route.path()) instanceof SequencedMap<?, ?> before) {
                before.forEach((method, operation) -> operations.put(String.valueOf(method), operation));
            }
            operations.put(route.method().toLowerCase(Locale.ROOT), operation(route));
            paths.put(route.path(), operations);
        }
        SequencedMap<String, Object> document = new LinkedHashMap<>();
        document.put("openapi", "3.1.0");
        document.put("info", info());
        document.put("security", List.of(Map.of("token", List.of())));
        document.put("paths", paths);
        SequencedMap<String, Object> components = new LinkedHashMap<>();
        components.put("securitySchemes", Map.of("token", Map.of("type", "http", "scheme", "bearer")));
        SequencedMap<String, Object> named = new LinkedHashMap<>(schemas.components());
        named.put("Problem", problem());
        components.put("schemas", named);
        document.put("components", components);
        return Json.pretty(document);
    }

    private static SequencedMap<String, Object> info() {
        SequencedMap<String, Object> info = new LinkedHashMap<>();
        info.put("title", "Berth");
        info.put("version", "1");
        info.put(
                "description",
                "The REST API of a running Berth. Without tokens it serves its own machine only; with tokens each request "
                        + "carries one: Authorization: Bearer TOKEN, or comes in the session of a browser. What was not done is answered with a problem document (RFC 9457).");
        info.put("license", Map.of("name", "Apache-2.0", "identifier", "Apache-2.0"));
        return info;
    }

    private static SequencedMap<String, Object> operation(Route route) {
        SequencedMap<String, Object> operation = new LinkedHashMap<>();
        operation.put("operationId", route.operation());
        operation.put("summary", route.summary());
        operation.put(
                "description",
                route.role() == null
                        ? "For anybody."
                        : "Needs the role " + route.role().text() + ".");
        if (route.role() == null) {
            operation.put("security", List.of());
        }
        if (!route.parameters().isEmpty()) {
            operation.put(
                    "parameters",
                    route.parameters().stream().map(OpenApi::parameter).toList());
        }
        if (route.input() != null) {
            operation.put("requestBody", body(route.input()));
        }
        SequencedMap<String, Object> responses = new LinkedHashMap<>();
        for (Route.Output output : route.outputs()) {
            // An answer may come in several media types: the first says what it is.
            List<Route.Output> same = route.outputs().stream()
                    .filter(other -> other.status() == output.status())
                    .toList();
            responses.putIfAbsent(Integer.toString(output.status()), response(same));
        }
        if (route.input() != null) {
            INTENDED.forEach((status, doc) -> responses.put(status, problem(doc)));
        }
        responses.put("default", PROBLEM);
        operation.put("responses", responses);
        return operation;
    }

    private static SequencedMap<String, Object> parameter(Parameter parameter) {
        SequencedMap<String, Object> document = new LinkedHashMap<>();
        document.put("name", parameter.name());
        document.put("in", parameter.in());
        document.put("description", parameter.doc());
        if (parameter.in() == Parameter.In.PATH) {
            document.put("required", true);
        }
        SequencedMap<String, Object> schema = new LinkedHashMap<>();
        switch (parameter.type()) {
            case TEXT -> schema.put("type", "string");
            case INSTANT -> {
                schema.put("type", "string");
                schema.put("format", "date-time");
            }
            case ZONE -> {
                schema.put("type", "string");
                schema.put("examples", List.of("Europe/Berlin"));
            }
            case RANGES -> {
                schema.put("type", "string");
                schema.put("pattern", "^[0-9]+(-[0-9]+)?(,[0-9]+(-[0-9]+)?)*$");
            }
            case WHOLE -> {
                schema.put("type", "integer");
                schema.put("minimum", parameter.min());
                if (parameter.max() < Long.MAX_VALUE) {
                    schema.put("maximum", parameter.max());
                }
            }
            case WORDS -> {
                document.put("style", "form");
                document.put("explode", false);
                schema.put("type", "array");
                schema.put("items", Map.of("type", "string", "enum", parameter.words()));
            }
        }
        if (!parameter.fallback().isEmpty()) {
            schema.put("default", Long.parseLong(parameter.fallback()));
        }
        document.put("schema", schema);
        return document;
    }

    private static SequencedMap<String, Object> body(Route.Input input) {
        SequencedMap<String, Object> media = new LinkedHashMap<>();
        media.put("schema", input.schema());
        SequencedMap<String, Object> examples = new LinkedHashMap<>();
        for (Route.Example example : input.examples()) {
            Tree tree = JsonReader.read(Source.inline("example " + example.name(), example.json()));
            examples.put(example.name(), Map.of("value", value(tree)));
        }
        media.put("examples", examples);
        SequencedMap<String, Object> content = new LinkedHashMap<>();
        content.put("application/json", media);
        content.put(Documents.YAML, Map.of("schema", input.schema()));
        SequencedMap<String, Object> body = new LinkedHashMap<>();
        body.put(
                "description",
                input.doc() + " Intended: in YAML a text needs no quotes, whatever it looks like (user: false).");
        body.put("required", true);
        body.put("content", content);
        return body;
    }

    private static SequencedMap<String, Object> response(List<Route.Output> outputs) {
        SequencedMap<String, Object> response = new LinkedHashMap<>();
        response.put("description", outputs.getFirst().doc());
        SequencedMap<String, Object> content = new LinkedHashMap<>();
        for (Route.Output output : outputs) {
            if (!output.type().isEmpty()) {
                content.put(output.type(), output.schema() == null ? Map.of() : Map.of("schema", output.schema()));
            }
        }
        if (!content.isEmpty()) {
            response.put("content", content);
        }
        return response;
    }

    private static SequencedMap<String, Object> problem(String doc) {
        // In an order of its own: that of PROBLEM differs from process to process.
        SequencedMap<String, Object> response = new LinkedHashMap<>();
        response.put("description", doc);
        response.put("content", PROBLEM.get("content"));
        return response;
    }

    private static SequencedMap<String, Object> problem() {
        SequencedMap<String, Object> properties = new LinkedHashMap<>();
        for (String text : List.of("type", "title", "detail", "key")) {
            properties.put(text, Map.of("type", "string"));
        }
        for (String number : List.of("status", "line", "column")) {
            properties.put(number, Map.of("type", "integer"));
        }
        SequencedMap<String, Object> schema = new LinkedHashMap<>();
        schema.put("type", "object");
        schema.put("description", "RFC 9457; key, line and column say what of the request is wrong.");
        schema.put("required", List.of("type", "title", "status", "detail"));
        schema.put("properties", properties);
        return schema;
    }

    /** A JSON tree as a document. */
    private static Object value(Tree tree) {
        return switch (tree) {
            case Tree.Map map -> {
                SequencedMap<String, Object> values = new LinkedHashMap<>();
                map.entries().forEach(entry -> values.put(entry.key(), value(entry.value())));
                yield values;
            }
            case Tree.Items items -> {
                List<Object> values = new ArrayList<>();
                items.items().forEach(item -> values.add(value(item)));
                yield values;
            }
            case Tree.Scalar scalar when scalar.quoted() -> scalar.value();
            case Tree.Scalar scalar -> new BigDecimal(scalar.value());
        };
    }
}
