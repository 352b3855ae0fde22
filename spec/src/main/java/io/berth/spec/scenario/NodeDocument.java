package io.berth.spec.scenario;

import io.berth.core.cluster.NodeSpec;
import io.berth.spec.cluster.ExtendedResources;
import io.berth.spec.cluster.Labels;
import io.berth.spec.cluster.Taints;
import io.berth.spec.input.Tree;
import io.berth.spec.quantity.Bytes;
import io.berth.spec.quantity.Cpus;
import io.berth.spec.schema.Shape;
import java.util.LinkedHashMap;
import java.util.SequencedMap;

/** One machine with a name of its own as a document, by the keys of the groups of a scenario. */
public final class NodeDocument {
    /** What it may be. */
    public static final Shape SHAPE = new Shape.Nested(ScenarioSchema.NODES);

    private NodeDocument() {}

    /** The keys and values of {@code node} that say something. */
    public static SequencedMap<String, Object> of(NodeSpec node) {
        SequencedMap<String, Object> document = new LinkedHashMap<>();
        document.put("name", node.name());
        document.put("cpu", Cpus.format(node.cpuMilli()));
        document.put("memory", Bytes.format(node.memoryBytes()));
        bytes("disk", node.diskBytes(), document);
        bytes("disk_io", node.diskIoBytesPerSecond(), document);
        bytes("network", node.networkBytesPerSecond(), document);
        if (node.maxTasks() < Integer.MAX_VALUE) {
            document.put("max_tasks", node.maxTasks());
        }
        if (!node.devices().isEmpty()) {
            document.put(
                    "devices", node.devices().stream().map(ScenarioWriter::set).toList());
        }
        if (!node.capacity().extended().isEmpty()) {
            document.put("resources", ExtendedResources.document(node.capacity().extended()));
        }
        if (!node.labels().isEmpty()) {
            document.put("labels", Labels.document(node.labels()));
        }
        if (!node.taints().isEmpty()) {
            document.put("taints", Taints.document(node.taints()));
        }
        return document;
    }

    private static void bytes(String key, long bytes, SequencedMap<String, Object> document) {
        if (bytes > 0) {
            document.put(key, Bytes.format(bytes));
        }
    }

    /** The machine that {@code tree} says; its name is that of the group, as it stands there. */
    public static NodeSpec read(Tree tree) {
        return ClusterReader.group(ScenarioSchema.NODES.read(tree)).template();
    }
}
