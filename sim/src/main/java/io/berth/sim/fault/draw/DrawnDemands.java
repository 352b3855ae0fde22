package io.berth.sim.fault.draw;

import io.berth.core.cluster.NodeSpec;
import io.berth.core.cluster.device.mig.Mig;
import io.berth.core.time.Chance;
import io.berth.core.workload.Amounts;
import io.berth.core.workload.Demand;
import io.berth.core.workload.DeviceDemand;
import io.berth.core.workload.DeviceDemand.Acceptable;
import io.berth.core.workload.ExtendedResource;
import io.berth.core.workload.Label;
import io.berth.core.workload.NodeTerms;
import io.berth.core.workload.PeerRule;
import io.berth.core.workload.Preference;
import io.berth.core.workload.Toleration;
import io.berth.core.workload.topology.Division;
import io.berth.core.workload.topology.Reach;
import io.berth.spec.fault.FaultScenario.HeldData;
import java.util.List;

/** What tasks ask for on the nodes that there are. */
final class DrawnDemands {
    static final List<String> MODELS = List.of("A100", "H100", "T4", "V100");
    private static final long GIB = 1L << 30;

    private final List<HeldData> data;
    private final Chance chance;
    private final boolean mig;

    DrawnDemands(List<NodeSpec> nodes, List<HeldData> data, Chance chance) {
        this.data = data;
        this.chance = chance;
        this.mig = nodes.stream()
                .flatMap(node -> node.devices().stream())
                .anyMatch(set -> !(set.mig() instanceof Mig.Off));
    }

    Demand demand() {
        boolean disk = chance.below(16) == 0;
        Demand demand = new Demand(
                new Amounts(
                        500L * (1 + chance.below(16)),
                        GIB * (1 + chance.below(24)),
                        disk ? 50 * GIB : 0,
                        disk ? GIB / 4 : 0,
                        chance.below(16) == 0 ? 2 * GIB : 0,
                        chance.below(20) == 0 ? List.of(new ExtendedResource(DrawnNodes.LICENCE, 1)) : List.of()),
                devices(),
                where());
        if (chance.below(12) == 0) {
            demand = demand.withPeers(List.of(within()));
        }
        return data.isEmpty() || chance.below(4) > 0
                ? demand
                : demand.preferring(List.of(new Preference.OfData(
                        List.of(data.get(chance.below(data.size())).name()))));
    }

    private DeviceDemand devices() {
        List<String> models = chance.below(4) > 0 ? List.of() : List.of(MODELS.get(chance.below(MODELS.size())));
        Acceptable any = Acceptable.gpus(models);
        return switch (chance.below(10)) {
            case 0, 1, 2 -> DeviceDemand.of(0, 0, 0, Acceptable.ANY_GPU);
            case 3, 4 -> DeviceDemand.of(1, 50 * (1 + chance.below(19)), 0, any);
            case 5 -> DeviceDemand.of(1, 0, GIB * (2 + chance.below(30)), any);
            case 6 -> mig ? instance() : DeviceDemand.of(1, 1000, 0, any);
            case 7 -> DeviceDemand.of(1, 1000, 0, new Acceptable("npu", List.of()));
            case 8 ->
                new DeviceDemand.Whole(2 + chance.below(3), 0, Acceptable.ANY_GPU).linked(chance.below(2) * 25_000);
            default -> DeviceDemand.of(1 + chance.below(8), 1000, 0, any);
        };
    }

    private DeviceDemand instance() {
        var profiles = DrawnNodes.chip().profiles();
        return new DeviceDemand.Instance(
                profiles.get(chance.below(profiles.size())).name(), Acceptable.ANY_GPU);
    }

    private NodeTerms where() {
        List<Label> labels = switch (chance.below(16)) {
            case 0 -> List.of(new Label("disk", "ssd"));
            case 1 -> List.of(new Label("zone", "z" + chance.below(2)));
            default -> List.of();
        };
        List<Toleration> tolerations =
                chance.below(6) > 0 ? List.of() : List.of(new Toleration("reserved", Toleration.ANY));
        return labels.isEmpty() && tolerations.isEmpty() ? NodeTerms.ANY : new NodeTerms(labels, tolerations);
    }

    private PeerRule within() {
        String key = chance.below(2) == 0 ? "rack" : "zone";
        return chance.below(3) > 0
                ? new PeerRule.Within(key)
                : new PeerRule.Within(key, new Reach(List.of(), true, Division.NONE));
    }
}
