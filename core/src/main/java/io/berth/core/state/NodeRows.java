package io.berth.core.state;

import io.berth.core.cluster.NodeSpec;
import io.berth.core.cluster.NodeTable;
import io.berth.core.cluster.load.NodeLoad;
import io.berth.core.cluster.load.alike.TaskUse;
import io.berth.core.cluster.load.alike.TaskUses;
import io.berth.core.cluster.spare.Measured;
import io.berth.core.event.Event;
import io.berth.core.journal.bytes.ByteSink;
import io.berth.core.journal.bytes.ByteSource;
import io.berth.core.journal.field.Form;
import io.berth.core.journal.field.NumberField;
import io.berth.core.journal.field.OptionalField;
import io.berth.core.journal.field.ValueField;
import io.berth.core.journal.field.Values;
import io.berth.core.journal.form.LoadForm;
import io.berth.core.journal.form.NodeForm;
import io.berth.core.journal.form.alike.UseForm;
import java.util.List;
import java.util.Map;

/** The nodes of a state as bytes, by number: what was declared, and what became of it. */
final class NodeRows {
    private static final NodeSpec NO_NODE = NodeSpec.of("-", 0, 0, 0, "");

    private static final Form<Node> FORM = new Form<>("node that was declared");
    private static final ValueField<Node, NodeSpec> SPEC = FORM.value(1, "node", NO_NODE, Node::spec, NodeForm.CODEC);
    private static final NumberField<Node> LOST =
            FORM.flag(2, "lost", node -> !node.table().present(node.number));
    private static final NumberField<Node> DRAINING =
            FORM.flag(3, "draining", node -> node.table().draining(node.number));
    private static final ValueField<Node, String> WHY = FORM.text(4, "reason of its drain", Node::why);
    private static final NumberField<Node> OTHERS_CPU =
            FORM.number(5, "cpuMilli of others", 0, node -> node.table().othersCpuMilli(node.number));
    private static final NumberField<Node> OTHERS_MEMORY =
            FORM.number(6, "memoryBytes of others", 0, node -> node.table().othersMemoryBytes(node.number));

    private static final OptionalField<Node, NodeLoad> LOAD =
            FORM.optional(25, "load", node -> node.table().load(node.number), LoadForm.NODE);

    private static final ValueField<Node, List<TaskUse>> USES =
            FORM.list(110, "uses of tasks", Node::uses, UseForm.TASK);
    private static final OptionalField<Node, Measured> GUARANTEED = FORM.optional(
            115,
            "use of all but best-effort tasks",
            node -> node.table().spare().known(node.number),
            LoadForm.GUARANTEED);

    private NodeRows() {}

    private record Node(NodeTable table, Map<Integer, String> drainReasons, int number) {
        NodeSpec spec() {
            return table.spec(number);
        }

        List<TaskUse> uses() {
            TaskUses known = table.forecasts().of(number);
            return known == null ? List.of() : known.tasks();
        }

        String why() {
            return drainReasons.getOrDefault(number, "");
        }
    }

    static void write(NodeTable nodes, Map<Integer, String> drainReasons, ByteSink sink) {
        sink.number(nodes.count());
        for (int node = 0; node < nodes.count(); node++) {
            FORM.write(new Node(nodes, drainReasons, node), sink);
        }
    }

    static void read(State state, ByteSource source) {
        int count = source.count();
        for (int node = 0; node < count; node++) {
            restore(state, node, FORM.read(source));
        }
    }

    private static void restore(State state, int node, Values values) {
        state.nodeLife.join(new Event.NodeJoined(node, SPEC.of(values)));
        if (LOST.is(values)) {
            state.nodes.lose(node);
        }
        state.nodeLife.drain(new Event.NodeDrained(node, DRAINING.is(values), WHY.of(values)));
        state.nodes.observeOthers(node, OTHERS_CPU.of(values), OTHERS_MEMORY.of(values));
        NodeLoad load = LOAD.of(values);
        if (load != null) {
            state.nodes.loads().restore(node, load);
        }
        List<TaskUse> uses = USES.of(values);
        if (!uses.isEmpty()) {
            state.nodes.loads().forecasts().set(node, new TaskUses(uses));
        }
        Measured guaranteed = GUARANTEED.of(values);
        if (guaranteed != null) {
            state.nodes.spare().observe(node, guaranteed);
        }
    }
}
