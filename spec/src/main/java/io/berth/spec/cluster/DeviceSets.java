package io.berth.spec.cluster;

import io.berth.core.cluster.NodeSpec;
import io.berth.core.cluster.device.DeviceSet;
import io.berth.core.cluster.device.link.Links;
import io.berth.core.workload.DeviceDemand.Acceptable;
import io.berth.spec.input.InputException;
import io.berth.spec.input.PlainText;
import io.berth.spec.input.Tree;
import io.berth.spec.schema.Fields;
import io.berth.spec.schema.Key;
import io.berth.spec.schema.Section;
import io.berth.spec.schema.Shape;
import io.berth.spec.schema.ValueType;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Devices of a node: a list such as {@code [{count: 8, model: V100, kind: gpu, memory: 32Gi}]}. */
public final class DeviceSets {
    private static final Section SET = Section.of(
            "devices",
            "Devices that are alike.",
            Key.of("count", Shape.whole(1, NodeSpec.MAX_GPUS), "How many.").fallback("1"),
            Key.of("model", Shape.of(ValueType.TEXT), "Their model; absent: none is known.")
                    .example("V100"),
            Key.of("kind", Shape.of(ValueType.TEXT), "The kind of accelerator.").fallback(Acceptable.GPU),
            Key.of("memory", Shape.of(ValueType.BYTES), "Memory of each; 0 is unknown.")
                    .fallback("0"),
            Key.of(
                            "links",
                            Shape.of(ValueType.TEXT),
                            "How they reach one another: `dgx-1-v100`, `hgx-a100`, `hgx-h100`, or a matrix, a row a line, of GB/s and of the words of"
                                    + " `nvidia-smi topo -m`, or all that prints. Tasks of several devices then get those that are"
                                    + " linked best.")
                    .example("dgx-1-v100"),
            Key.of("nvlink", Shape.of(ValueType.NUMBER), "GB/s of one NVLink, one way; of Blackwell's 50.")
                    .fallback("25"),
            Prices.PRICE_KEY,
            Prices.WATTS_KEY,
            Key.of(
                            "mig",
                            DeviceMig.SHAPE,
                            "How MIG cuts each of them: dynamic, as tasks need it; the instances that are there, such as"
                                    + " {3g.95gb: 1, 1g.23gb: 3}; or the profile of which each is an instance, such as 1g.23gb.")
                    .example("dynamic"));

    public static final Shape SHAPE = new Shape.Items(new Shape.Nested(SET));

    private DeviceSets() {}

    /**
     * The devices of the list {@code tree}.
     *
     * @throws InputException where there are more than a node may have
     */
    public static List<DeviceSet> read(Tree tree) {
        List<DeviceSet> sets =
                tree.items().stream().flatMap(item -> sets(item).stream()).toList();
        int count = sets.stream().mapToInt(DeviceSet::count).sum();
        if (count > NodeSpec.MAX_GPUS) {
            throw InputException.at(
                    tree, "must be " + NodeSpec.MAX_GPUS + " devices at most, all together, but are " + count);
        }
        return sets;
    }

    private static List<DeviceSet> sets(Tree tree) {
        Fields fields = SET.read(tree);
        String model = fields.has("model") ? PlainText.of(fields.value("model")) : "";
        DeviceSet set = Prices.of(
                new DeviceSet(
                        fields.integer("count"), PlainText.of(fields.value("kind")), model, fields.bytes("memory")),
                fields);
        set = fields.has("links") ? set.withLinks(links(fields, set.count())) : set;
        return fields.has("mig") ? DeviceMig.cut(fields.value("mig"), set) : List.of(set);
    }

    /** The word or profile that the key {@code mig} of such devices is; null where they are whole. */
    public static @Nullable String mig(DeviceSet set) {
        return DeviceMig.text(set);
    }

    private static Links links(Fields fields, int count) {
        Tree text = fields.value("links");
        Links links;
        try {
            links = LinkText.read(fields.text("links"), fields.number("nvlink"));
        } catch (IllegalArgumentException e) {
            throw InputException.at(text, String.valueOf(e.getMessage()));
        }
        if (links.devices() != count) {
            throw InputException.at(text, "are of " + links.devices() + " devices, but there are " + count);
        }
        return links;
    }
}
