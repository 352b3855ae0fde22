package io.berth.sim.fault.draw;

import io.berth.core.cluster.NodeSpec;
import io.berth.core.cluster.device.DeviceSet;
import io.berth.core.cluster.device.Rate;
import io.berth.core.cluster.device.link.Links;
import io.berth.core.cluster.device.mig.Mig;
import io.berth.core.cluster.device.mig.MigProfile;
import io.berth.core.time.Chance;
import io.berth.core.workload.Amounts;
import io.berth.core.workload.DeviceDemand.Acceptable;
import io.berth.core.workload.ExtendedResource;
import io.berth.core.workload.Label;
import io.berth.core.workload.Taint;
import io.berth.spec.mig.MigChip;
import io.berth.spec.mig.MigChips;
import java.util.ArrayList;
import java.util.List;

/** Machines of a few kinds in two zones and four racks. */
final class DrawnNodes {
    static final String LICENCE = "example.com/licence";
    private static final long GIB = 1L << 30;
    private static final int RACKS = 4;

    private final Chance chance;

    DrawnNodes(Chance chance) {
        this.chance = chance;
    }

    /** So many of them; two at least are plain ones with whole GPUs. */
    List<NodeSpec> nodes(int count) {
        List<NodeSpec> nodes = new ArrayList<>();
        for (int node = 0; node < count; node++) {
            int kind = node < 2 ? 4 : chance.below(8);
            nodes.add(labelled(node(node, devices(kind))));
        }
        return nodes;
    }

    private NodeSpec node(int number, List<DeviceSet> devices) {
        int size = 1 + chance.below(4);
        boolean resources = chance.below(5) == 0;
        return new NodeSpec(
                "n" + number,
                new Amounts(
                        16_000L * size,
                        64 * GIB * size,
                        chance.below(3) * 500 * GIB,
                        chance.below(2) * GIB,
                        chance.below(2) * 10 * GIB,
                        resources ? List.of(new ExtendedResource(LICENCE, 1 + chance.below(3))) : List.of()),
                chance.below(6) == 0 ? 4 + chance.below(8) : Integer.MAX_VALUE,
                devices);
    }

    private NodeSpec labelled(NodeSpec node) {
        int rack = chance.below(RACKS);
        List<Label> labels = new ArrayList<>();
        labels.add(new Label("rack", "r" + rack));
        labels.add(new Label("zone", "z" + rack / 2));
        if (chance.below(4) == 0) {
            labels.add(new Label("disk", "ssd"));
        }
        NodeSpec labelled = node.withLabels(labels);
        return chance.below(10) > 0
                ? labelled
                : labelled.withTaints(List.of(new Taint("reserved", "team-a", Taint.Effect.NO_SCHEDULE)));
    }

    private List<DeviceSet> devices(int kind) {
        return switch (kind) {
            case 0 -> List.of();
            case 1 -> List.of(linked(gpus("V100", 32)));
            case 2 -> List.of(cut());
            case 3 -> List.of(gpus("T4", 16), new DeviceSet(2, "npu", "910B", 64 * GIB));
            case 4, 5 -> List.of(gpus("A100", 40));
            case 6 -> List.of(priced(gpus("H100", 80)));
            default -> List.of(gpus("T4", 0));
        };
    }

    private DeviceSet gpus(String model, int gigabytes) {
        return new DeviceSet(4 + 4 * chance.below(2), Acceptable.GPU, model, gigabytes * GIB);
    }

    private DeviceSet priced(DeviceSet set) {
        return set.withRate(new Rate((1 + chance.below(4)) * Rate.UNIT, 700));
    }

    private DeviceSet linked(DeviceSet set) {
        List<Integer> pairs = new ArrayList<>();
        for (int pair = 0; pair < set.count() * (set.count() - 1) / 2; pair++) {
            pairs.add(chance.below(3) * 25_000);
        }
        return set.withLinks(new Links(set.count(), pairs));
    }

    /** GPUs that MIG cuts as tasks need it, or into instances of one size. */
    private DeviceSet cut() {
        MigChip chip = chip();
        MigProfile profile = chip.profiles().get(chance.below(chip.profiles().size()));
        return chance.below(3) > 0
                ? new DeviceSet(2 + chance.below(3), Acceptable.GPU, chip.model(), 40 * GIB)
                        .withMig(new Mig.Cut(chip.profiles()))
                : new DeviceSet(4, Acceptable.GPU, chip.model(), profile.memoryBytes())
                        .withMig(new Mig.Instance(profile.name(), false));
    }

    /** The one that is cut here. */
    static MigChip chip() {
        MigChip chip = MigChips.find("A100", 40 * GIB);
        if (chip == null) {
            throw new IllegalStateException("There is no such GPU.");
        }
        return chip;
    }
}
