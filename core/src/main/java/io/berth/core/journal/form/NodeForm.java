package io.berth.core.journal.form;

import io.berth.core.cluster.NodeSpec;
import io.berth.core.cluster.device.DeviceSet;
import io.berth.core.cluster.device.Rate;
import io.berth.core.cluster.device.link.Links;
import io.berth.core.cluster.device.mig.Mig;
import io.berth.core.cluster.network.Network;
import io.berth.core.cluster.network.Reach;
import io.berth.core.journal.bytes.CorruptRecordException;
import io.berth.core.journal.field.Codec;
import io.berth.core.journal.field.Form;
import io.berth.core.journal.field.NumberField;
import io.berth.core.journal.field.ValueField;
import io.berth.core.journal.field.Values;
import io.berth.core.journal.form.label.LabelForm;
import io.berth.core.workload.DeviceDemand.Acceptable;
import io.berth.core.workload.ExtendedResource;
import io.berth.core.workload.Label;
import io.berth.core.workload.Taint;
import java.util.ArrayList;
import java.util.List;

/** A node as it is declared. GPUs of one model have fields of their own, all other devices are a list. */
public final class NodeForm {
    private static final Codec<Taint> TAINT = Codec.of(
            (taint, sink) -> {
                sink.text(taint.key());
                sink.text(taint.value());
            },
            source -> new Taint(source.text(), source.text()));

    static final Codec<Taint.Effect> EFFECT = Codec.oneOf("effect of a taint", Taint.Effect.class);

    private static final Codec<List<Integer>> PAIRS = Codec.listOf(Codec.WHOLE);

    private static final Codec<DeviceSet> DEVICES = Codec.of(
            (set, sink) -> {
                sink.number(set.count());
                sink.text(set.kind());
                sink.text(set.model());
                sink.number(set.memoryBytes());
            },
            source -> new DeviceSet(source.integer(), source.text(), source.text(), source.number()));

    /** How many devices, and all their pairs; 0 devices for nothing known. */
    private static final Codec<Links> LINKS = Codec.of(
            (links, sink) -> {
                sink.number(links.devices());
                PAIRS.write(links.pairs(), sink);
            },
            source -> links(source.integer(), PAIRS.read(source)));

    private static final Codec<Reach> REACH = Codec.of(
            (reach, sink) -> {
                sink.text(reach.level());
                sink.number(reach.megabytesPerSecond());
            },
            source -> reach(source.text(), source.integer()));

    private static final Form<NodeSpec> FORM = new Form<>("node");
    private static final ValueField<NodeSpec, String> NAME = FORM.text(1, "name", NodeSpec::name);
    private static final AmountsForm<NodeSpec> CAPACITY = new AmountsForm<>(FORM, 2, NodeSpec::capacity);
    private static final NumberField<NodeSpec> TASKS =
            FORM.number(7, "maxTasks", Integer.MAX_VALUE, NodeSpec::maxTasks);
    private static final NumberField<NodeSpec> GPUS =
            FORM.number(8, "gpus", 0, spec -> isPlain(spec) ? spec.gpus() : 0);
    private static final ValueField<NodeSpec, String> MODEL =
            FORM.text(9, "gpuModel", spec -> isPlain(spec) ? spec.gpuModel() : "");
    private static final NumberField<NodeSpec> GPU_MEMORY =
            FORM.number(10, "gpuMemoryBytes", 0, spec -> isPlain(spec) ? spec.gpuMemoryBytes() : 0);
    private static final ValueField<NodeSpec, List<DeviceSet>> OTHERS =
            FORM.list(11, "devices", spec -> isPlain(spec) ? List.of() : spec.devices(), DEVICES);
    private static final ValueField<NodeSpec, List<ExtendedResource>> EXTENDED = CAPACITY.extended(12);
    private static final ValueField<NodeSpec, List<Label>> LABELS =
            FORM.list(13, "labels", NodeSpec::labels, LabelForm.CODEC);
    private static final ValueField<NodeSpec, List<Taint>> TAINTS = FORM.list(14, "taints", NodeSpec::taints, TAINT);
    private static final ValueField<NodeSpec, String> KEY = FORM.text(15, "key", NodeSpec::key);
    /** In the order of the taints. */
    private static final ValueField<NodeSpec, List<Taint.Effect>> EFFECTS =
            FORM.list(16, "effects of taints", NodeForm::effects, EFFECT);

    /** In the order of the sets of devices; nothing where nothing is known of any. */
    private static final ValueField<NodeSpec, List<Links>> ALL_LINKS = FORM.list(17, "links", NodeForm::links, LINKS);

    /** In the order of the sets of devices; nothing where all are whole. */
    private static final ValueField<NodeSpec, List<Mig>> MIG =
            FORM.list(20, "mig", spec -> MigForm.of(spec.devices()), MigForm.CODEC);

    private static final Codec<Rate> RATE = Codec.of(
            (rate, sink) -> {
                sink.number(rate.micros());
                sink.number(rate.watts());
            },
            source -> new Rate(source.number(), source.integer()));

    /** In the order of the sets of devices; nothing where nothing is told of any. */
    private static final ValueField<NodeSpec, List<Rate>> RATES = FORM.list(30, "rates", NodeForm::rates, RATE);

    private static final ValueField<NodeSpec, List<Reach>> NETWORK =
            FORM.list(36, "network", spec -> spec.network().levels(), REACH);

    public static final Codec<NodeSpec> CODEC = FORM.made(NodeForm::node);

    private NodeForm() {}

    /** True for GPUs of one model, or no devices. */
    private static boolean isPlain(NodeSpec spec) {
        return spec.devices().isEmpty()
                || spec.devices().size() == 1
                        && spec.devices().getFirst().kind().equals(Acceptable.GPU);
    }

    /** None where all keep new tasks away, and do nothing else. */
    private static List<Taint.Effect> effects(NodeSpec spec) {
        List<Taint.Effect> effects = spec.taints().stream().map(Taint::effect).toList();
        return effects.stream().allMatch(effect -> effect == Taint.Effect.NO_SCHEDULE) ? List.of() : effects;
    }

    private static List<Taint> taints(List<Taint> plain, List<Taint.Effect> effects) {
        if (effects.isEmpty()) {
            return plain;
        }
        if (effects.size() != plain.size()) {
            throw new CorruptRecordException(
                    "a node has " + plain.size() + " taints and the effects of " + effects.size());
        }
        List<Taint> taints = new ArrayList<>(plain.size());
        for (int i = 0; i < plain.size(); i++) {
            taints.add(new Taint(plain.get(i).key(), plain.get(i).value(), effects.get(i)));
        }
        return taints;
    }

    private static List<Links> links(NodeSpec spec) {
        List<Links> links = spec.devices().stream().map(DeviceSet::links).toList();
        return links.stream().anyMatch(Links::known) ? links : List.of();
    }

    private static Links links(int devices, List<Integer> pairs) {
        try {
            return new Links(devices, pairs);
        } catch (IllegalArgumentException e) {
            throw new CorruptRecordException("the links of a node: " + e.getMessage());
        }
    }

    private static Reach reach(String level, int megabytesPerSecond) {
        try {
            return new Reach(level, megabytesPerSecond);
        } catch (IllegalArgumentException e) {
            throw new CorruptRecordException("the network of a node: " + e.getMessage());
        }
    }

    private static Network network(List<Reach> levels) {
        try {
            return levels.isEmpty() ? Network.NONE : new Network(levels);
        } catch (IllegalArgumentException e) {
            throw new CorruptRecordException("the network of a node: " + e.getMessage());
        }
    }

    private static List<DeviceSet> linked(List<DeviceSet> sets, List<Links> links) {
        if (links.isEmpty()) {
            return sets;
        }
        if (links.size() != sets.size()) {
            throw new CorruptRecordException(
                    "a node has " + sets.size() + " sets of devices and the links of " + links.size());
        }
        List<DeviceSet> linked = new ArrayList<>(sets.size());
        for (int i = 0; i < sets.size(); i++) {
            DeviceSet set = sets.get(i);
            if (links.get(i).known() && links.get(i).devices() != set.count()) {
                throw new CorruptRecordException("a node has " + set.count() + " devices of a set and the links of "
                        + links.get(i).devices());
            }
            linked.add(set.withLinks(links.get(i)));
        }
        return linked;
    }

    private static List<Rate> rates(NodeSpec spec) {
        List<Rate> rates = spec.devices().stream().map(DeviceSet::rate).toList();
        return rates.stream().anyMatch(Rate::told) ? rates : List.of();
    }

    private static List<DeviceSet> rated(List<DeviceSet> sets, List<Rate> rates) {
        if (!rates.isEmpty() && rates.size() != sets.size()) {
            throw new CorruptRecordException(
                    "a node has " + sets.size() + " sets of devices and the prices of " + rates.size());
        }
        List<DeviceSet> rated = new ArrayList<>(sets);
        for (int i = 0; i < rates.size(); i++) {
            rated.set(i, sets.get(i).withRate(rates.get(i)));
        }
        return rated;
    }

    private static NodeSpec node(Values values) {
        List<DeviceSet> others = OTHERS.of(values);
        List<DeviceSet> sets =
                others.isEmpty() ? NodeSpec.gpus(GPUS.whole(values), MODEL.of(values), GPU_MEMORY.of(values)) : others;
        return new NodeSpec(
                NAME.of(values),
                CAPACITY.of(values, EXTENDED),
                TASKS.whole(values),
                MigForm.cut(rated(linked(sets, ALL_LINKS.of(values)), RATES.of(values)), MIG.of(values)),
                LABELS.of(values),
                taints(TAINTS.of(values), EFFECTS.of(values)),
                KEY.of(values),
                network(NETWORK.of(values)));
    }
}
