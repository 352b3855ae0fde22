package io.berth.testkit.random;

import io.berth.core.cluster.NodeSpec;
import io.berth.core.cluster.device.DeviceSet;
import io.berth.core.cluster.device.mig.Mig;
import io.berth.core.cluster.device.mig.MigProfile;
import io.berth.core.event.Event;
import io.berth.core.time.Chance;
import io.berth.core.time.Nanos;
import io.berth.core.workload.DeviceDemand;
import io.berth.core.workload.DeviceDemand.Acceptable;
import io.berth.core.workload.JobSpec;
import io.berth.core.workload.TaskGroup;
import io.berth.sim.workload.Arrival;
import io.berth.sim.world.WorldOptions;
import io.berth.sim.world.data.DataPlan;
import io.berth.testkit.random.RandomDay.Timed;
import java.util.List;

/** Days on which MIG cuts GPUs: most sets of GPUs become cut ones or instances, and half of what asks for one GPU asks for an instance. */
public final class RandomMig {
    private static final long GIB = 1L << 30;

    /** Those of Hopper, with the memory that random nodes have. */
    public static final List<MigProfile> PROFILES = List.of(
            new MigProfile("1g.5gb", 1, 1, 5 * GIB, List.of(0, 1, 2, 3, 4, 5, 6)),
            new MigProfile("1g.10gb", 1, 2, 10 * GIB, List.of(0, 2, 4, 6)),
            new MigProfile("2g.10gb", 2, 2, 10 * GIB, List.of(0, 2, 4)),
            new MigProfile("3g.20gb", 3, 4, 20 * GIB, List.of(0, 4)),
            new MigProfile("4g.20gb", 4, 4, 20 * GIB, List.of(0)),
            new MigProfile("7g.40gb", 7, 8, 40 * GIB, List.of(0)));

    private final Chance chance;

    private RandomMig(long seed) {
        this.chance = new Chance(seed, "random-mig", 0);
    }

    /** {@code day} with GPUs that are cut, and jobs that ask for instances; making one takes two seconds. */
    public static RandomDay of(RandomDay day) {
        RandomMig mig = new RandomMig(day.seed());
        List<NodeSpec> nodes = day.nodes().stream().map(mig::cut).toList();
        List<Timed> operations =
                day.operations().stream().map(timed -> joined(timed, nodes)).toList();
        List<Arrival> arrivals = day.arrivals().stream()
                .map(arrival -> new Arrival(arrival.atNanos(), mig.asking(arrival.spec())))
                .toList();
        WorldOptions world = day.world();
        return new RandomDay(
                day.seed(),
                nodes,
                day.strategy(),
                arrivals,
                operations,
                new WorldOptions(
                        world.startLatencyNanos(),
                        world.startFailures(),
                        world.taskFailures(),
                        world.nodeMtbfNanos(),
                        world.nodeRepairNanos(),
                        2 * Nanos.SECOND,
                        DataPlan.NONE));
    }

    private static Timed joined(Timed timed, List<NodeSpec> nodes) {
        return timed.event() instanceof Event.NodeJoined joined
                ? new Timed(timed.atNanos(), new Event.NodeJoined(joined.node(), nodes.get(joined.node())))
                : timed;
    }

    private NodeSpec cut(NodeSpec node) {
        return new NodeSpec(
                node.name(),
                node.capacity(),
                node.maxTasks(),
                node.devices().stream().map(this::cut).toList(),
                node.labels(),
                node.taints(),
                node.key());
    }

    private DeviceSet cut(DeviceSet set) {
        return switch (chance.below(5)) {
            case 0 -> set;
            case 1 -> {
                MigProfile profile = profile();
                yield new DeviceSet(set.count(), set.kind(), set.model(), profile.memoryBytes())
                        .withMig(new Mig.Instance(profile.name(), chance.below(3) == 0));
            }
            default -> new DeviceSet(set.count(), set.kind(), set.model(), 40 * GIB).withMig(new Mig.Cut(PROFILES));
        };
    }

    private MigProfile profile() {
        return PROFILES.get(chance.below(PROFILES.size()));
    }

    private JobSpec asking(JobSpec job) {
        return job.withGroups(job.groups().stream().map(this::asking).toList());
    }

    private TaskGroup asking(TaskGroup group) {
        Acceptable of = group.demand().devices().of();
        return group.demand().gpus() != 1 || chance.below(2) == 0
                ? group
                : group.withDemand(group.demand()
                        .withDevices(new DeviceDemand.Instance(profile().name(), of)));
    }
}
