package io.berth.console.api.call;

import io.berth.console.http.message.Response;
import io.berth.edge.access.Role;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One thing that can be asked for. The server, the OpenAPI document and its test all go by this declaration.
 *
 * @param method of HTTP
 * @param path with parameters in braces
 * @param operation its name in generated clients
 * @param summary what it does, a sentence
 * @param role who may; null for anybody, without a token
 * @param parameters all that it knows
 * @param input its body; null for none
 * @param outputs what it answers when all is well
 * @param action what it does
 */
public record Route(
        String method,
        String path,
        String operation,
        String summary,
        @Nullable Role role,
        List<Parameter> parameters,
        @Nullable Input input,
        List<Output> outputs,
        Action action) {
    public Route {
        parameters = List.copyOf(parameters);
        outputs = List.copyOf(outputs);
    }

    /** Answers a call. */
    @FunctionalInterface
    public interface Action {
        Response answer(Call call);
    }

    /**
     * A body, in JSON or YAML.
     *
     * @param schema its JSON Schema
     * @param examples bodies that are accepted, JSON, by name
     */
    public record Input(String doc, Object schema, List<Example> examples) {
        public Input {
            examples = List.copyOf(examples);
        }
    }

    /** A body that is accepted. */
    public record Example(String name, String json) {}

    /**
     * An answer.
     *
     * @param type its media type; empty where it has no body
     * @param schema its JSON Schema; null where it is no JSON
     */
    public record Output(
            int status, String doc, String type, @Nullable Object schema) {
        public static Output json(int status, String doc, Object schema) {
            return new Output(status, doc, Response.JSON, schema);
        }
    }

    public static Route get(String path, String operation, String summary, Action action) {
        return new Route("GET", path, operation, summary, Role.VIEWER, List.of(), null, List.of(), action);
    }

    public static Route change(String method, String path, String operation, String summary, Action action) {
        return new Route(method, path, operation, summary, Role.OPERATOR, List.of(), null, List.of(), action);
    }

    /** The same for those of {@code needed}; null for anybody. */
    public Route by(@Nullable Role needed) {
        return new Route(method, path, operation, summary, needed, parameters, input, outputs, action);
    }

    /** The same with parameters. */
    public Route with(Parameter... known) {
        return new Route(method, path, operation, summary, role, List.of(known), input, outputs, action);
    }

    /** The same with a body. */
    public Route taking(Input body) {
        return new Route(method, path, operation, summary, role, parameters, body, outputs, action);
    }

    /** The same with one more answer. */
    public Route giving(Output output) {
        List<Output> more = new ArrayList<>(outputs);
        more.add(output);
        return new Route(method, path, operation, summary, role, parameters, input, more, action);
    }

    /** The path's parts, as {@link io.berth.console.http.message.Query#segments} makes them. */
    List<String> segments() {
        return List.of(path.substring(1).split("/"));
    }
}
