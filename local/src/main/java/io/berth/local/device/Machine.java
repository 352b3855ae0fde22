package io.berth.local.device;

import io.berth.core.cluster.NodeSpec;
import io.berth.core.cluster.device.DeviceSet;
import io.berth.core.cluster.device.mig.Mig;
import io.berth.core.cluster.device.mig.MigProfile;
import io.berth.core.workload.Amounts;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * This machine as a node of a cluster. Its devices are numbered model by model, those of the model with the most memory in all first.
 *
 * @param node what the scheduler sees
 * @param units what device {@code i} of the node is
 * @param links between the accelerators
 * @param notices one line for each thing that is missing or left out
 * @param disk of the node, and what of it was declared
 */
public record Machine(NodeSpec node, List<Unit> units, List<Link> links, List<String> notices, Host.Disk disk) {
    public Machine {
        units = List.copyOf(units);
        links = List.copyOf(links);
        notices = List.copyOf(notices);
    }

    /** What devices of one set have in common. */
    private record Kind(String model, long memoryBytes, String profile, List<MigProfile> cut)
            implements Comparable<Kind> {
        static Kind of(Unit unit) {
            MigInstance instance = unit.instance();
            return new Kind(
                    unit.model(),
                    unit.memoryBytes(),
                    instance == null ? "" : instance.profile(),
                    unit.cut() ? unit.device().profiles() : List.of());
        }

        /** So many of them; instances count as any other device too, as before they had a profile. */
        DeviceSet set(int count) {
            DeviceSet set = DeviceSet.gpus(count, model, memoryBytes);
            if (!cut.isEmpty()) {
                return set.withMig(new Mig.Cut(cut));
            }
            return profile.isBlank() ? set : set.withMig(new Mig.Instance(profile, true));
        }

        @Override
        public int compareTo(Kind other) {
            int byModel = model.compareTo(other.model);
            int byMemory = byModel == 0 ? Long.compare(memoryBytes, other.memoryBytes) : byModel;
            // Whole ones are before those that are cut, of the same model.
            return byMemory == 0 ? cut.toString().compareTo(other.cut.toString()) : byMemory;
        }
    }

    /** The machine {@code name} that has what {@code host} and {@code found} say. */
    public static Machine of(String name, Host host, Inventory found) {
        List<String> notices = new ArrayList<>(found.notices());
        List<List<Unit>> sets = new ArrayList<>(kinds(found, notices).values());
        sets.sort(Comparator.comparingDouble(Machine::worth).reversed());
        List<Unit> offered = sets.stream().flatMap(List::stream).toList();
        if (offered.size() > NodeSpec.MAX_GPUS) {
            notices.add("devices: " + offered.size() + " were found, the first " + NodeSpec.MAX_GPUS + " are offered");
            offered = offered.subList(0, NodeSpec.MAX_GPUS);
        }
        NodeSpec node = node(name, host, offered);
        return new Machine(
                node.withDevices(linked(node.devices(), offered, found.links())),
                offered,
                found.links(),
                notices,
                host.disk());
    }

    /** {@code sets} of {@code units}, in their order, with what is told of the links between them. */
    private static List<DeviceSet> linked(List<DeviceSet> sets, List<Unit> units, List<Link> told) {
        List<DeviceSet> linked = new ArrayList<>();
        int first = 0;
        for (DeviceSet set : sets) {
            linked.add(set.withLinks(DeviceLinks.of(units.subList(first, first + set.count()), told)));
            first += set.count();
        }
        return linked;
    }

    /** True where this machine is the one that was {@code known}: in all but its name, and in what differs each time it is measured. */
    public boolean is(NodeSpec known) {
        return known.cpuMilli() == node.cpuMilli()
                && known.memoryBytes() == node.memoryBytes()
                && known.devices().equals(node.devices())
                && known.capacity().extended().equals(node.capacity().extended())
                && known.labels().equals(node.labels())
                && known.taints().equals(node.taints())
                && known.networkBytesPerSecond() == node.networkBytesPerSecond()
                && (!disk.bytesDeclared() || known.diskBytes() == node.diskBytes())
                && (!disk.ioDeclared() || known.diskIoBytesPerSecond() == node.diskIoBytesPerSecond());
    }

    /** The same under a node of which more is said. */
    public Machine withNode(NodeSpec newNode) {
        return new Machine(newNode, units, links, notices, disk);
    }

    /** The devices of {@code node} for people: {@code 8 × H100}. */
    public static String devices(NodeSpec node) {
        return node.devices().isEmpty()
                ? "no GPUs"
                : node.devices().stream()
                        .map(set -> set.count() + " × " + set.model())
                        .collect(Collectors.joining(", "));
    }

    private static TreeMap<Kind, List<Unit>> kinds(Inventory found, List<String> notices) {
        TreeMap<Kind, List<Unit>> kinds = new TreeMap<>();
        for (Accelerator device : found.devices()) {
            List<Unit> units = units(device);
            if (units.isEmpty()) {
                notices.add("devices: GPU " + device.index() + " (" + device.model()
                        + ") is in MIG mode and has no instances, so no task can use it");
            }
            for (Unit unit : units) {
                kinds.computeIfAbsent(Kind.of(unit), _ -> new ArrayList<>()).add(unit);
            }
        }
        return kinds;
    }

    private static List<Unit> units(Accelerator device) {
        return device.migMode().equals(MigMode.ENABLED) && device.profiles().isEmpty()
                ? device.instances().stream()
                        .map(instance -> new Unit(device, instance))
                        .toList()
                : List.of(new Unit(device, null));
    }

    /** Their memory; of unknown memory one byte each, so that their number decides. */
    private static double worth(List<Unit> units) {
        return units.stream()
                .mapToDouble(unit -> (double) Math.max(1, unit.memoryBytes()))
                .sum();
    }

    private static NodeSpec node(String name, Host host, List<Unit> units) {
        return new NodeSpec(
                name,
                new Amounts(
                        host.cpuMilli(),
                        host.memoryBytes(),
                        host.disk().bytes(),
                        host.disk().ioBytesPerSecond(),
                        host.networkBytesPerSecond()),
                Integer.MAX_VALUE,
                sets(units));
    }

    private static List<DeviceSet> sets(List<Unit> units) {
        LinkedHashMap<Kind, Integer> counts = new LinkedHashMap<>();
        units.forEach(unit -> counts.merge(Kind.of(unit), 1, Integer::sum));
        return counts.entrySet().stream()
                .map(set -> set.getKey().set(set.getValue()))
                .toList();
    }

    /** The units of the devices whose bits are set in {@code mask}, as a placement names them. */
    public List<Unit> held(long mask) {
        List<Unit> held = new ArrayList<>();
        for (int i = 0; i < units.size(); i++) {
            if ((mask >>> i & 1) == 1) {
                held.add(units.get(i));
            }
        }
        return held;
    }
}
