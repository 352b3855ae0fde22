package io.berth.core.plan.room;

import io.berth.core.cluster.NodeTable;
import io.berth.core.cluster.device.DeviceLayout;
import io.berth.core.cluster.device.DeviceSet;
import io.berth.core.decision.Reason;
import io.berth.core.pace.Speeds;
import io.berth.core.pace.Utility;
import io.berth.core.plan.index.PlacementIndex;
import io.berth.core.plan.index.StrategyInForce;
import io.berth.core.policy.Filter;
import io.berth.core.policy.device.Offer;
import io.berth.core.state.Job;
import io.berth.core.state.State;
import io.berth.core.workload.Demand;
import io.berth.core.workload.term.RunProfile;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The nodes by what devices they have. Kinds are few, so an order of devices is asked once for each, and those that are the same to a job
 * have an index of their own: a placement costs what it does without such an order, times the kinds that are tried.
 */
final class DeviceKinds {
    private final NodeTable nodes;
    private final Speeds speeds;
    private final StrategyInForce inForce;
    /** What nodes were declared to be when they were told apart; -1 for never. */
    private long declarations = -1;

    /** By node. */
    private int[] kindOf = {};

    private List<DeviceLayout> kinds = List.of();

    private final LinkedHashMap<Group, Alike> groups = new LinkedHashMap<>();

    /** The index that those of the groups were made beside. */
    private @Nullable PlacementIndex madeBeside;

    /**
     * @param ofClass the class of work whose placement decides among them; -1 for none
     * @param numbers of their kinds, ascending
     */
    private record Group(int ofClass, List<Integer> numbers) {}

    DeviceKinds(State state, StrategyInForce inForce) {
        this.nodes = state.nodeTable();
        this.speeds = state.speeds();
        this.inForce = inForce;
    }

    /** Nodes that an order of devices holds to be the same for a job. */
    final class Alike {
        private final boolean[] has;
        private final PlacementIndex index;

        private Alike(List<Integer> numbers, PlacementIndex all) {
            has = new boolean[kinds.size()];
            numbers.forEach(kind -> has[kind] = true);
            Filter these = (_, node, _) -> has(node) ? null : Reason.GPU_MODEL;
            index = all.within(these);
        }

        /** True where {@code node} is one of them. */
        boolean has(int node) {
            int kind = kindOf[node];
            return kind >= 0 && has[kind];
        }

        /** Where tasks go among them. */
        PlacementIndex index() {
            return index;
        }
    }

    /** True where the tasks of {@code job} that are placed first ask for devices. */
    static boolean asks(Job job) {
        return demand(job).gpus() > 0;
    }

    /** Those that are tried first come first; nodes without devices that will do are left out. */
    List<Alike> inOrder(Job job, StrategyInForce.Own own, long now) {
        refresh();
        TreeMap<Long, List<Integer>> ranked = new TreeMap<>(Comparator.reverseOrder());
        Demand demand = demand(job);
        for (int kind = 0; kind < kinds.size(); kind++) {
            DeviceLayout devices = kinds.get(kind);
            if (devices.accepts(demand.devices())) {
                long rank = own.placing().devices().rank(job, offer(devices, job, demand), now);
                ranked.computeIfAbsent(rank, _ -> new ArrayList<>()).add(kind);
            }
        }
        return ranked.values().stream()
                .map(numbers ->
                        groups.computeIfAbsent(new Group(own.number(), numbers), _ -> new Alike(numbers, own.index())))
                .toList();
    }

    /** The devices of each kind of nodes that will do for {@code job}; none for a job without devices. */
    List<Offer> offers(Job job) {
        refresh();
        Demand demand = demand(job);
        return demand.gpus() == 0
                ? List.of()
                : kinds.stream()
                        .filter(devices -> devices.accepts(demand.devices()))
                        .map(devices -> offer(devices, job, demand))
                        .toList();
    }

    /** The devices of {@code node} as they are for {@code job}. */
    Offer offer(Job job, int node) {
        return offer(nodes.nodeClass(node).devices(), job, demand(job));
    }

    /** Tells nodes apart again where some were declared since. */
    @SuppressWarnings("ReferenceEquality")
    private void refresh() {
        if (madeBeside != inForce.index()) {
            groups.clear();
            madeBeside = inForce.index();
        }
        if (declarations == nodes.declarations() && kindOf.length == nodes.count()) {
            return;
        }
        Map<List<DeviceSet>, Integer> numbers = new LinkedHashMap<>();
        List<DeviceLayout> layouts = new ArrayList<>();
        int[] now = new int[nodes.count()];
        for (int node = 0; node < now.length; node++) {
            DeviceLayout devices = nodes.nodeClass(node).devices();
            now[node] = devices.sets().isEmpty() ? -1 : numbers.computeIfAbsent(devices.sets(), _ -> layouts.size());
            if (now[node] == layouts.size()) {
                layouts.add(devices);
            }
        }
        boolean more = now.length >= kindOf.length
                && layouts.size() == kinds.size()
                && Arrays.equals(now, 0, kindOf.length, kindOf, 0, kindOf.length);
        if (!more) {
            groups.clear();
        }
        kindOf = now;
        kinds = layouts;
        declarations = nodes.declarations();
    }

    /** The slowest and the dearest of the devices that will do: which of them a task gets is not known. */
    private Offer offer(DeviceLayout devices, Job job, Demand demand) {
        long pace = RunProfile.MOST;
        long micros = 0;
        for (DeviceSet set : devices.sets()) {
            if (demand.devices().of().accepts(set.kind(), set.model())) {
                pace = StrictMath.min(pace, pace(job, set.model()));
                micros = StrictMath.max(micros, set.rate().micros());
            }
        }
        return new Offer(pace, micros, Utility.of(job.spec().profile(), demand, devices));
    }

    private long pace(Job job, String model) {
        return speeds.learns()
                ? speeds.of(job.spec(), job.measuredOn(), model).millionths()
                : job.spec().profile().toldOn(model);
    }

    private static Demand demand(Job job) {
        return job.gang().shape(job.gang().inTurn(0)).demand();
    }
}
