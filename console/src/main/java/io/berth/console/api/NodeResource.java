package io.berth.console.api;

import io.berth.console.http.Problem;
import io.berth.console.http.Response;
import io.berth.console.insight.Insight;
import io.berth.console.load.NodeLoad;
import io.berth.console.view.LiveView;
import io.berth.console.view.NodeEntry;
import io.berth.console.view.NodePhase;
import io.berth.live.driver.Operator;
import io.berth.spec.input.NearestName;
import io.berth.spec.input.Quote;
import io.berth.spec.json.Json;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Nodes: the list, and whether one takes tasks. */
final class NodeResource {
    /** How a row ends that knows of no load. */
    private static final String NO_LOAD = "null}";

    private final Operator operator;
    private final LiveView view;
    private final @Nullable Insight insight;

    /** @param insight null where no load is measured */
    NodeResource(Operator operator, LiveView view, @Nullable Insight insight) {
        this.operator = operator;
        this.view = view;
        this.insight = insight;
    }

    /** The words that the parameter {@code state} takes. */
    static List<String> stateWords() {
        return Arrays.stream(NodePhase.values()).map(NodePhase::text).toList();
    }

    /** {@code GET /nodes}. */
    Response list(Call call) {
        List<String> states = call.words("state");
        Wildcard name = new Wildcard(call.text("name"));
        Wildcard model = new Wildcard(call.text("model"));
        long after = call.whole("after");
        long limit = call.whole("limit");
        StringBuilder list = new StringBuilder("{\"nodes\":[");
        long listed = 0;
        int last = 0;
        for (NodeEntry node : view.nodes()) {
            boolean wanted = node.number() > after
                    && (states.isEmpty() || states.contains(node.phase().text()))
                    && name.matches(node.spec().name())
                    && model.matches(node.spec().gpuModel());
            if (wanted && listed == limit) {
                return Response.text(
                        200,
                        Response.JSON,
                        list.append("],\"next\":" + last + "}").toString());
            }
            if (wanted) {
                list.append(listed == 0 ? "" : ",").append(json(node));
                last = node.number();
                listed++;
            }
        }
        return Response.text(200, Response.JSON, list.append("],\"next\":null}").toString());
    }

    /** {@code POST /nodes/NAME/drain}, and {@code undrain}. */
    Response drain(Call call, boolean draining) {
        Documents.none(call.request());
        NodeEntry node = find(call.text("name"));
        Engine.await(operator.drain(node.spec().name(), draining));
        return Response.text(200, Response.JSON, json(find(node.spec().name())));
    }

    /** The row with what the node does, which is its last component and changes by itself. */
    private String json(NodeEntry node) {
        NodeLoad load = insight == null ? null : insight.loads().of(node.number());
        String row = node.json();
        return load == null ? row : row.substring(0, row.length() - NO_LOAD.length()) + Json.line(load) + "}";
    }

    private NodeEntry find(String name) {
        List<NodeEntry> nodes = view.nodes();
        for (NodeEntry node : nodes) {
            if (node.spec().name().equals(name)) {
                return node;
            }
        }
        String nearest = NearestName.of(
                name, nodes.stream().map(node -> node.spec().name()).toList());
        String hint = nearest.isEmpty() ? "" : "; did you mean " + Quote.of(nearest) + "?";
        throw Problem.of(404, "not-found", "there is no such thing", "there is no node " + Quote.of(name) + hint)
                .exception();
    }
}
