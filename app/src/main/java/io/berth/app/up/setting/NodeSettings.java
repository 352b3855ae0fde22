package io.berth.app.up.setting;

import io.berth.core.cluster.NodeSpec;
import io.berth.core.workload.ExtendedResource;
import io.berth.core.workload.Label;
import io.berth.core.workload.Taint;
import io.berth.spec.cluster.ExtendedResources;
import io.berth.spec.cluster.Labels;
import io.berth.spec.cluster.Taints;
import io.berth.spec.input.Tree;
import io.berth.spec.schema.Fields;
import io.berth.spec.schema.Key;
import io.berth.spec.schema.Section;
import java.util.List;

/**
 * What is said of this machine as a node that nobody can find out by looking at it.
 *
 * @param resources what it has by name alone
 * @param labels what jobs may ask for
 * @param taints what keeps jobs away that do not tolerate it
 */
public record NodeSettings(List<ExtendedResource> resources, List<Label> labels, List<Taint> taints) {
    static final Section SECTION = Section.of(
            "node",
            "What is said of this machine beside what Berth finds out.",
            Key.of(
                            "resources",
                            ExtendedResources.SHAPE,
                            "Whole units of what is known by name alone, such as {example.com/licence: 2}.")
                    .fallback("{}"),
            Key.of("labels", Labels.SHAPE, "Labels, such as {rack: r1}; jobs may ask for them.")
                    .fallback("{}"),
            Key.of("taints", Taints.SHAPE, Taints.WORDS).fallback("{}"));

    /** Nothing is said. */
    static final NodeSettings NOTHING = new NodeSettings(List.of(), List.of(), List.of());

    static NodeSettings read(Tree tree) {
        Fields fields = SECTION.read(tree);
        return new NodeSettings(
                ExtendedResources.read(fields.value("resources")),
                Labels.read(fields.value("labels")),
                Taints.read(fields.value("taints")));
    }

    /** {@code node}, of which this is said. */
    public NodeSpec of(NodeSpec node) {
        return node.withCapacity(node.capacity().withExtended(resources))
                .withLabels(labels)
                .withTaints(taints);
    }
}
