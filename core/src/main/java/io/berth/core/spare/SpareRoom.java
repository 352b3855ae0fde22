package io.berth.core.spare;

import io.berth.core.cluster.NodeTable;
import io.berth.core.cluster.Resource;
import io.berth.core.cluster.device.DeviceLayout;
import io.berth.core.cluster.device.DeviceSet;
import io.berth.core.cluster.device.mig.Mig;
import io.berth.core.cluster.load.Freshness;
import io.berth.core.cluster.spare.Amount;
import io.berth.core.cluster.spare.Amount.Part;
import io.berth.core.cluster.spare.Measured;
import io.berth.core.decision.Grant;
import io.berth.core.time.Nanos;
import io.berth.core.workload.Demand;
import io.berth.core.workload.DeviceDemand;
import org.jspecify.annotations.Nullable;

/**
 * How much of its nodes best-effort tasks may have now: of each resource, its ceiling less what the others were measured to use, less what
 * those ask for whom the measurement does not show. That is Koordinator's batch resource, device by device. Of what nobody measured, or long
 * ago, they may have what nobody asks for.
 *
 * <p>A node of 10 CPUs all of which are asked for, 3 of them in use: a best-effort task comes up to 60 per cent, so 3 CPUs are spare; where
 * a task starts then that asks for 2, which the measurement does not show, 1 is.
 */
public final class SpareRoom {
    /** Memory of a device below a twentieth is what drivers hold of idle ones. */
    private static final long OF_DRIVER = 20;

    private final NodeTable nodes;
    private final long now;

    /** @param now the moment of the pass */
    public SpareRoom(NodeTable nodes, long now) {
        this.nodes = nodes;
        this.now = now;
    }

    /** What was measured of {@code node} at {@code measuredNanos}, as it is to be known. */
    public static Measured measured(NodeTable nodes, int node, Amount used, long measuredNanos) {
        return Measured.next(nodes.spare().known(node), used, measuredNanos, asked(nodes, node));
    }

    /** What is asked for of {@code node} by all but best-effort tasks. */
    private static Amount asked(NodeTable nodes, int node) {
        DeviceLayout layout = nodes.nodeClass(node).devices();
        int devices = layout.count();
        return Amount.of(devices, i -> switch (Amount.part(i, devices)) {
            case CPU -> nodes.total(node, Resource.CPU) - nodes.free(node, Resource.CPU);
            case MEMORY -> nodes.total(node, Resource.MEMORY) - nodes.free(node, Resource.MEMORY);
            case ENGINE -> DeviceDemand.WHOLE_MILLI - nodes.gpuFreeMilli(node, Amount.device(i, devices));
            case DEVICE_MEMORY -> {
                int device = Amount.device(i, devices);
                yield layout.setOf(device).memoryBytes() - nodes.gpuFreeMemoryBytes(node, device);
            }
        });
    }

    /** What {@code node} has. */
    private Amount total(int node) {
        DeviceLayout layout = nodes.nodeClass(node).devices();
        int devices = layout.count();
        return Amount.of(devices, i -> switch (Amount.part(i, devices)) {
            case CPU -> nodes.total(node, Resource.CPU);
            case MEMORY -> nodes.total(node, Resource.MEMORY);
            case ENGINE -> DeviceDemand.WHOLE_MILLI;
            case DEVICE_MEMORY -> layout.setOf(Amount.device(i, devices)).memoryBytes();
        });
    }

    /**
     * What best-effort tasks may hold of {@code node}, all together; negative where the others use too much. By what was measured a while ago
     * none comes beyond what nobody asks for, nor beyond what those that are there may keep: they would be stopped at once.
     */
    private Amount offered(int node, Ceiling ceiling) {
        Amount unasked = total(node).plus(asked(nodes, node), -1);
        Measured known = nodes.spare().known(node);
        if (known == null || freshness(known) == Freshness.BLIND || known.used().size() != unasked.size()) {
            return unasked;
        }
        boolean comesLate = ceiling == Ceiling.COMES && freshness(known) == Freshness.DECAYED;
        return comesLate ? unasked.least(unused(node, known, Ceiling.STAYS)) : unused(node, known, ceiling);
    }

    private Amount unused(int node, Measured known, Ceiling ceiling) {
        Amount total = total(node);
        Amount asked = asked(nodes, node);
        int devices = total.devices();
        return Amount.of(devices, i -> {
            long used = known.used().value(i);
            Part part = Amount.part(i, devices);
            boolean device = part == Part.ENGINE || part == Part.DEVICE_MEMORY;
            if (used < 0) {
                return total.value(i) - asked.value(i);
            }
            if (device && asked.milli(Amount.device(i, devices)) == 0) {
                return used * OF_DRIVER <= total.value(i) ? total.value(i) : total.value(i) - used;
            }
            long unshown = StrictMath.max(0, asked.value(i) - known.shown().value(i));
            return ceiling.of(part, total.value(i)) - used - unshown;
        });
    }

    private Freshness freshness(Measured known) {
        return Freshness.of(StrictMath.max(0, now - known.measuredNanos()));
    }

    /** True where best-effort tasks hold more of {@code node} than they may have any longer. */
    public boolean over(int node) {
        return slots(node) < 0 || !within(nodes.spare().held(node), offered(node, Ceiling.STAYS));
    }

    /** Tasks that may come: of how many a node takes, nothing is left unused by who is there. */
    private long slots(int node) {
        return nodes.free(node, Resource.TASKS) - nodes.spare().tasks(node);
    }

    /** When what is offered of {@code node} is otherwise though nothing happens; {@link Nanos#NEVER} for never. */
    public long changesNanos(int node) {
        Measured known = nodes.spare().known(node);
        return known == null
                ? Nanos.NEVER
                : Nanos.after(known.measuredNanos(), freshness(known).untilNanos());
    }

    /** On which devices of {@code node} a task of {@code demand} may go now, beside what others hold; null where it may not come. */
    public @Nullable Grant grant(Demand demand, int node) {
        return slots(node) < 1 ? null : grant(demand, node, left(node));
    }

    /** The same where so much of {@code node} is {@code left}. */
    public @Nullable Grant grant(Demand demand, int node, Amount left) {
        if (left.cpuMilli() < demand.cpuMilli() || left.memoryBytes() < demand.memoryBytes()) {
            return null;
        }
        DeviceLayout layout = nodes.nodeClass(node).devices();
        long mask = 0;
        for (int wanted = demand.gpus(); wanted > 0; wanted--) {
            int best = roomiest(demand, layout, left, mask);
            if (best < 0) {
                return null;
            }
            mask |= 1L << best;
        }
        return Grant.of(mask);
    }

    /** How much would be left of what is scarcest when a task of {@code demand} holds {@code grant}, thousandths of what the node has. */
    public long leftMilli(Demand demand, int node, Grant grant) {
        return leftMilli(demand, node, grant, left(node));
    }

    /** The same where so much of {@code node} is {@code free}. */
    public long leftMilli(Demand demand, int node, Grant grant, Amount free) {
        DeviceLayout layout = nodes.nodeClass(node).devices();
        Amount task = Amount.held(demand, grant, layout);
        Amount left = free.plus(task, -1);
        Amount total = total(node);
        long least = DeviceDemand.WHOLE_MILLI;
        for (int i = 0; i < task.size(); i++) {
            if (task.value(i) > 0) {
                least = StrictMath.min(
                        least, (long) ((double) DeviceDemand.WHOLE_MILLI * left.value(i) / total.value(i)));
            }
        }
        return least;
    }

    /** What an empty {@code node} that nobody uses has beside {@code held} of it. */
    public Amount ofEmpty(int node, Amount held) {
        return total(node).plus(held, -1);
    }

    private int roomiest(Demand demand, DeviceLayout layout, Amount left, long taken) {
        int best = -1;
        for (int device = 0; device < layout.count(); device++) {
            DeviceSet set = layout.setOf(device);
            long bytes = demand.wholeGpus() ? set.memoryBytes() : demand.gpuMemoryBytes();
            boolean fits = (taken >>> device & 1) == 0
                    && suits(demand, set)
                    && left.milli(device) >= demand.gpuMilli()
                    && left.deviceBytes(device) >= bytes;
            if (fits && (best < 0 || left.milli(device) > left.milli(best))) {
                best = device;
            }
        }
        return best;
    }

    /** A device that MIG cuts has owners of its parts, and nobody measures these. */
    private static boolean suits(Demand demand, DeviceSet set) {
        return set.mig() instanceof Mig.Off && demand.devices().of().accepts(set.kind(), set.model());
    }

    private Amount left(int node) {
        return offered(node, Ceiling.COMES).plus(nodes.spare().held(node), -1);
    }

    private static boolean within(Amount held, Amount offered) {
        Amount left = offered.plus(held, -1);
        for (int i = 0; i < held.size(); i++) {
            if (held.value(i) > 0 && left.value(i) < 0) {
                return false;
            }
        }
        return true;
    }
}
