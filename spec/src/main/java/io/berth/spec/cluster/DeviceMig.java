package io.berth.spec.cluster;

import io.berth.core.cluster.device.DeviceSet;
import io.berth.core.cluster.device.mig.Mig;
import io.berth.core.cluster.device.mig.MigProfile;
import io.berth.core.cluster.device.mig.MigTable;
import io.berth.spec.input.InputException;
import io.berth.spec.input.Quote;
import io.berth.spec.input.Tree;
import io.berth.spec.mig.MigChip;
import io.berth.spec.mig.MigChips;
import io.berth.spec.schema.Shape;
import io.berth.spec.schema.ValueType;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Devices that MIG cuts, as the key {@code mig} says: {@code dynamic}, the instances that each of them is cut into, such as {@code
 * {3g.95gb: 1, 1g.23gb: 3}}, or the profile of which each is an instance.
 */
final class DeviceMig {
    static final String DYNAMIC = "dynamic";
    private static final int MOST_INSTANCES = 7;

    static final Shape SHAPE =
            Shape.Either.of(Shape.of(ValueType.TEXT), new Shape.Each(Shape.whole(0, MOST_INSTANCES)));

    private DeviceMig() {}

    /**
     * {@code whole} as {@code tree} cuts it.
     *
     * @throws InputException where nothing is known of how MIG cuts that model, it has no such profile, or not so many of them fit
     */
    static List<DeviceSet> cut(Tree tree, DeviceSet whole) {
        MigChip chip = MigChips.find(whole.model(), whole.memoryBytes());
        if (chip == null) {
            throw InputException.at(
                    tree,
                    "goes only with a model that MIG is known to cut (" + String.join(", ", MigChips.models())
                            + "), not with " + (whole.model().isEmpty() ? "none" : Quote.of(whole.model())));
        }
        if (!(tree instanceof Tree.Scalar)) {
            return instances(tree, whole, chip);
        }
        if (!tree.text().equals(DYNAMIC)) {
            return List.of(
                    instance(whole, whole.count(), profile(tree, tree.text(), ofSameModel(whole, tree.text(), chip))));
        }
        long memory = whole.memoryBytes() > 0
                ? whole.memoryBytes()
                : chip.profiles().getLast().memoryBytes();
        return List.of(new DeviceSet(
                whole.count(),
                whole.kind(),
                whole.model(),
                memory,
                whole.links(),
                whole.rate(),
                new Mig.Cut(chip.profiles())));
    }

    /** What {@link #cut} reads back to equal devices, where they come of a model of the table. */
    static @Nullable String text(DeviceSet set) {
        return switch (set.mig()) {
            case Mig.Off _ -> null;
            case Mig.Instance instance -> instance.profile();
            case Mig.Cut _ -> DYNAMIC;
        };
    }

    private static List<DeviceSet> instances(Tree tree, DeviceSet whole, MigChip chip) {
        MigTable table = MigTable.of(chip.profiles());
        List<DeviceSet> sets = new ArrayList<>();
        List<Integer> wanted = new ArrayList<>();
        for (Tree.Entry entry : tree.entries()) {
            int count = (int) entry.value().whole();
            MigProfile profile = profile(entry.value(), entry.key(), chip);
            for (int i = 0; i < count; i++) {
                wanted.add(table.number(profile.name()));
            }
            if (count > 0) {
                sets.add(instance(whole, whole.count() * count, profile));
            }
        }
        if (sets.isEmpty()) {
            throw InputException.at(tree, "must name at least one instance");
        }
        if (!table.fit(wanted)) {
            throw InputException.at(tree, "does not fit on one " + chip.name() + needs(table, wanted));
        }
        return sets;
    }

    private static String needs(MigTable table, List<Integer> wanted) {
        int slices = 0;
        for (int number : wanted) {
            slices += table.profile(number).slices();
        }
        return slices > table.slices()
                ? ": it takes " + slices + " memory slices of " + table.slices()
                : ", since each instance must begin where its profile may";
    }

    private static DeviceSet instance(DeviceSet whole, int count, MigProfile profile) {
        return new DeviceSet(count, whole.kind(), whole.model(), profile.memoryBytes())
                .withMig(new Mig.Instance(profile.name(), false));
    }

    /** Of several GPUs of one model the one that has the profile, since the memory said beside it is that of the instance. */
    private static MigChip ofSameModel(DeviceSet whole, String profile, MigChip chip) {
        return MigChips.ALL.stream()
                .filter(other -> other.named(whole.model()) && other.names().contains(profile))
                .findFirst()
                .orElse(chip);
    }

    private static MigProfile profile(Tree at, String name, MigChip chip) {
        for (MigProfile profile : chip.profiles()) {
            if (profile.name().equals(name)) {
                return profile;
            }
        }
        // Where instances are counted, the word for none of them is no name.
        Set<String> known = new LinkedHashSet<>(chip.names());
        if (at instanceof Tree.Scalar && at.text().equals(name)) {
            known.add(DYNAMIC);
        }
        throw InputException.at(at, InputException.unknown("MIG profile of " + chip.name(), name, known));
    }
}
