package io.berth.console.api.call;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.console.Client.Answer;
import io.berth.console.Cluster;
import io.berth.console.ConsoleOptions;
import io.berth.console.Learning;
import io.berth.console.ServedTest;
import io.berth.core.state.part.JobState;
import io.berth.spec.input.Source;
import io.berth.spec.input.Tree;
import io.berth.spec.json.JsonReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The OpenAPI document says what the server does: each operation that it names is served, and answers as it says. */
@Timeout(60)
class OpenApiTest extends ServedTest {
    private static final Path PAGE = Path.of("..", "docs", "reference", "openapi.json");

    @TempDir
    private Path folder;

    private String text;
    private Tree document;

    /** A path, a method and what is said of them. */
    private record Operation(String path, String method, Tree said) {}

    @BeforeEach
    void aConsoleOfAFewJobs() {
        Cluster begun = Cluster.of(2, folder.resolve("journal"));
        serve(begun, ConsoleOptions.local(0).withSources(Sources.NONE.withInsight(Learning.of(begun, folder))));
        for (int i = 0; i < 3; i++) {
            cluster.submit(Cluster.endless("job", "default", 8));
        }
        cluster.await(state -> state.job(1).state() == JobState.RUNNING);
        assertThat(client.post(
                                "/api/v1/jobs",
                                "{\"name\": \"chat\", \"command\": [\"serve\"], \"demand\": {\"cpu\": 0.1}, \"service\": {\"name\": \"chat\"}}")
                        .status())
                .isEqualTo(201);
        client.post("/api/v1/comparisons", "{\"strategies\": [\"sjf\"]}");
        while (!client.get("/api/v1/comparisons/1").text("state").equals("done")) {
            Thread.onSpinWait();
        }
        text = client.get("/api/v1/openapi.json").body();
        document = JsonReader.read(Source.text("openapi.json", text));
    }

    @Test
    void theDocumentIsFresh() throws IOException {
        if (Boolean.getBoolean("berth.regenerate")) {
            Files.writeString(PAGE, text);
        }
        assertThat(PAGE).content().as("regenerate with -Dberth.regenerate=true").isEqualTo(text);
    }

    @Test
    void everyOperationIsServedAndNoOtherMethodIs() {
        Set<String> names = new HashSet<>();
        for (Operation operation : operations()) {
            assertThat(names.add(operation.said.require("operationId").text())).isTrue();
            Answer options = client.send("OPTIONS", target(operation), "");
            assertThat(options.header("Allow")).as(operation.path).contains(operation.method);
            int declared =
                    document.require("paths").require(operation.path).entries().size();
            boolean gets = document.require("paths").require(operation.path).get("get") != null;
            assertThat(options.header("Allow").split(", ")).hasSize(declared + (gets ? 2 : 1));
        }
        assertThat(names).hasSizeGreaterThan(15);
    }

    @Test
    void everyExampleIsTaken() {
        int taken = 0;
        for (Operation operation : operations()) {
            Tree body = operation.said.get("requestBody");
            // No code that a document could name is good.
            if (body == null || operation.said.require("operationId").text().equals("beginSession")) {
                continue;
            }
            Tree json = body.require("content").require("application/json");
            for (Tree.Entry example : json.require("examples").entries()) {
                Answer answer = client.send(
                        operation.method,
                        target(operation).replace("/jobs/3/", "/jobs/1/"),
                        written(example.value().require("value")));
                assertThat(answer.status()).as(answer.body()).isLessThan(300);
                check(answer, operation);
                taken++;
            }
        }
        assertThat(taken).isEqualTo(15);
    }

    @Test
    void everyAnswerIsAsItsSchemaSays() {
        client.post(
                "/api/v1/reservations",
                "{\"name\": \"node-1\", \"nodes\": [\"node-1\"], \"start\": \"9d\", \"duration\": \"1h\"}");
        for (Operation operation : operations()) {
            boolean plain = operation.method.equals("GET") && !operation.path.equals("/api/v1/events");
            boolean bodiless = operation.said.get("requestBody") == null;
            if (plain || (bodiless && !operation.method.equals("GET"))) {
                // Without a word of which jobs are meant, nothing is done to any.
                boolean vague = operation.said.require("operationId").text().endsWith("Jobs") && !plain;
                // Of those that hold room.
                String path = plain ? target(operation) : target(operation).replace("/jobs/3/", "/jobs/1/");
                check(client.send(operation.method, path + (vague ? "?jobs=99" : ""), ""), operation);
            }
        }
    }

    @Test
    void everyParameterOfAQueryIsKnown() {
        for (Operation operation : operations()) {
            Tree parameters = operation.said.get("parameters");
            if (parameters == null || operation.path.equals("/api/v1/events") || !operation.method.equals("GET")) {
                continue;
            }
            for (Tree parameter : parameters.items()) {
                if (parameter.require("in").text().equals("query")) {
                    String path =
                            target(operation) + "?" + parameter.require("name").text() + "=" + value(parameter);
                    assertThat(client.get(path).status()).as(path).isEqualTo(200);
                }
            }
        }
    }

    private static String value(Tree parameter) {
        Tree schema = parameter.require("schema");
        return switch (schema.require("type").text()) {
            case "integer" -> schema.require("default").text();
            case "array" ->
                String.join(
                        ",",
                        schema.require("items").require("enum").items().stream()
                                .map(Tree::text)
                                .toList());
            default -> {
                Tree examples = schema.get("examples");
                String plain = schema.get("format") == null ? "a" : "2200-01-01T00:00:00Z";
                yield examples == null ? plain : examples.items().getFirst().text();
            }
        };
    }

    private List<Operation> operations() {
        List<Operation> operations = new ArrayList<>();
        for (Tree.Entry path : document.require("paths").entries()) {
            for (Tree.Entry method : path.value().entries()) {
                operations.add(new Operation(path.key(), method.key().toUpperCase(Locale.ROOT), method.value()));
            }
        }
        return operations;
    }

    private static String target(Operation operation) {
        return operation
                .path
                .replace("comparisons/{id}", "comparisons/1")
                .replace("{id}", "3")
                .replace("services/{name}", "services/chat")
                .replace("{follower}", "gateway-1")
                .replace("{name}", "node-1");
    }

    private void check(Answer answer, Operation operation) {
        Tree response = operation.said.require("responses").get(Integer.toString(answer.status()));
        assertThat(response)
                .as("%s %s: %s", operation.method, operation.path, answer)
                .isNotNull();
        if (answer.status() == 204) {
            assertThat(answer.body()).isEmpty();
            return;
        }
        Tree.Entry content = response.require("content").entries().getFirst();
        assertThat(answer.type()).isEqualTo(content.key());
        if (content.value().get("schema") != null) {
            conforms(answer.json(), content.value().require("schema"));
        }
    }

    /** Checks what the schemas here use of JSON Schema. */
    private void conforms(Tree value, Tree schema) {
        Tree reference = schema.get("$ref");
        if (reference != null) {
            String name = reference.text().substring("#/components/schemas/".length());
            conforms(value, document.require("components").require("schemas").require(name));
        }
        if (schema.get("allOf") != null) {
            schema.require("allOf").items().forEach(part -> conforms(value, part));
        }
        if (schema.get("type") != null) {
            assertThat(types(schema.require("type"))).as(value.path()).contains(type(value, schema));
        }
        if (schema.get("properties") != null) {
            for (Tree name : schema.require("required").items()) {
                assertThat(value.get(name.text()))
                        .as(value.path() + "." + name.text())
                        .isNotNull();
            }
            for (Tree.Entry property : schema.require("properties").entries()) {
                Tree there = value.get(property.key());
                if (there != null) {
                    conforms(there, property.value());
                }
            }
        }
        if (schema.get("items") != null && value instanceof Tree.Items items) {
            items.items().forEach(item -> conforms(item, schema.require("items")));
        }
    }

    private static List<String> types(Tree type) {
        return type instanceof Tree.Items items
                ? items.items().stream().map(Tree::text).toList()
                : List.of(type.text());
    }

    private static String type(Tree value, Tree schema) {
        return switch (value) {
            case Tree.Map _ -> "object";
            case Tree.Items _ -> "array";
            case Tree.Scalar scalar when scalar.quoted() -> "string";
            case Tree.Scalar scalar when scalar.isNull() -> "null";
            case Tree.Scalar scalar
            when scalar.value().equals("true") || scalar.value().equals("false") -> "boolean";
            case Tree.Scalar scalar ->
                types(schema.require("type")).contains("number")
                                || scalar.value().contains(".")
                        ? "number"
                        : "integer";
        };
    }

    private static String written(Tree value) {
        return switch (value) {
            case Tree.Map map ->
                "{"
                        + String.join(
                                ",",
                                map.entries().stream()
                                        .map(entry -> "\"" + entry.key() + "\":" + written(entry.value()))
                                        .toList())
                        + "}";
            case Tree.Items items ->
                "["
                        + String.join(
                                ",",
                                items.items().stream().map(OpenApiTest::written).toList()) + "]";
            case Tree.Scalar scalar -> scalar.quoted() ? "\"" + scalar.value() + "\"" : scalar.value();
        };
    }
}
