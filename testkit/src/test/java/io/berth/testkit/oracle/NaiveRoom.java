package io.berth.testkit.oracle;

import io.berth.core.cluster.NodeSpec;
import io.berth.core.cluster.device.DeviceSet;
import io.berth.core.cluster.device.link.Links;
import io.berth.core.workload.Demand;
import io.berth.core.workload.ExtendedResource;
import io.berth.core.workload.Label;
import io.berth.core.workload.NodeSelectorTerm;
import io.berth.core.workload.NodeSelectorTerm.Requirement;
import io.berth.core.workload.Taint;
import io.berth.core.workload.Taint.Effect;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/** What is left of a node at some time: its resources, and the thousandths and memory of each device. */
final class NaiveRoom {
    private static final int RESOURCES = 6;

    private final NodeSpec spec;
    /** What each device is, by number. */
    private final List<DeviceSet> devices;

    private final long[] left;
    private final TreeMap<String, Long> extended;
    private final long[] gpuMilli;
    private final long[] gpuMemory;

    private NaiveRoom(NodeSpec spec, long[] left) {
        this.spec = spec;
        this.left = left;
        this.extended = new TreeMap<>();
        this.devices = devices(spec);
        this.gpuMilli = new long[devices.size()];
        this.gpuMemory = new long[devices.size()];
    }

    /** All of a node but what {@code others} hold of its CPU and memory. */
    static NaiveRoom of(NodeSpec spec, long othersCpuMilli, long othersMemoryBytes) {
        long[] left = {
            spec.cpuMilli() - othersCpuMilli,
            spec.memoryBytes() - othersMemoryBytes,
            spec.diskBytes(),
            spec.diskIoBytesPerSecond(),
            spec.networkBytesPerSecond(),
            spec.maxTasks()
        };
        NaiveRoom room = new NaiveRoom(spec, left);
        for (ExtendedResource resource : spec.capacity().extended()) {
            room.extended.put(resource.name(), resource.amount());
        }
        Arrays.fill(room.gpuMilli, 1000);
        for (int gpu = 0; gpu < room.devices.size(); gpu++) {
            room.gpuMemory[gpu] = room.devices.get(gpu).memoryBytes();
        }
        return room;
    }

    private static List<DeviceSet> devices(NodeSpec spec) {
        List<DeviceSet> devices = new ArrayList<>();
        for (DeviceSet set : spec.devices()) {
            for (int i = 0; i < set.count(); i++) {
                devices.add(set);
            }
        }
        return devices;
    }

    /** Of everything the smaller of what this and {@code other} have; both of one node. */
    NaiveRoom smaller(NaiveRoom other) {
        NaiveRoom smaller = new NaiveRoom(spec, left.clone());
        for (int i = 0; i < RESOURCES; i++) {
            smaller.left[i] = Math.min(left[i], other.left[i]);
        }
        extended.forEach((name, amount) -> smaller.extended.put(name, Math.min(amount, other.extended.get(name))));
        for (int gpu = 0; gpu < devices.size(); gpu++) {
            smaller.gpuMilli[gpu] = Math.min(gpuMilli[gpu], other.gpuMilli[gpu]);
            smaller.gpuMemory[gpu] = Math.min(gpuMemory[gpu], other.gpuMemory[gpu]);
        }
        return smaller;
    }

    void take(Demand d, long mask) {
        for (int i = 0; i < RESOURCES; i++) {
            left[i] -= asked(d, i);
        }
        for (ExtendedResource wanted : d.amounts().extended()) {
            extended.computeIfPresent(wanted.name(), (_, amount) -> amount - wanted.amount());
        }
        for (int gpu = 0; gpu < devices.size(); gpu++) {
            if ((mask & 1L << gpu) != 0) {
                gpuMilli[gpu] -= d.gpuMilli();
                gpuMemory[gpu] -= d.gpuMilli() == 1000 ? devices.get(gpu).memoryBytes() : d.gpuMemoryBytes();
            }
        }
    }

    boolean fits(Demand d) {
        for (int i = 0; i < RESOURCES; i++) {
            if (asked(d, i) > 0 && asked(d, i) > left[i]) {
                return false;
            }
        }
        for (ExtendedResource wanted : d.amounts().extended()) {
            if (extended.getOrDefault(wanted.name(), 0L) < wanted.amount()) {
                return false;
            }
        }
        return labelled(d) && tolerated(d) && (d.gpus() == 0 || gpusFit(d));
    }

    private boolean labelled(Demand d) {
        for (Label wanted : d.where().labels()) {
            boolean has = false;
            for (Label label : spec.labels()) {
                has |= label.key().equals(wanted.key()) && label.value().equals(wanted.value());
            }
            if (!has) {
                return false;
            }
        }
        boolean selected = d.where().selector().isEmpty();
        for (NodeSelectorTerm term : d.where().selector()) {
            boolean all = true;
            for (Requirement requirement : term.requirements()) {
                all &= holds(requirement);
            }
            selected |= all;
        }
        return selected;
    }

    private boolean holds(Requirement requirement) {
        List<String> values = spec.labels().stream()
                .filter(label -> label.key().equals(requirement.key()))
                .map(Label::value)
                .toList();
        return switch (requirement.operator()) {
            case IN -> values.stream().anyMatch(requirement.values()::contains);
            case NOT_IN -> values.stream().noneMatch(requirement.values()::contains);
            case EXISTS -> !values.isEmpty();
            case DOES_NOT_EXIST -> values.isEmpty();
            case GREATER -> values.stream().anyMatch(value -> signum(value, requirement) > 0);
            case LESS -> values.stream().anyMatch(value -> signum(value, requirement) < 0);
        };
    }

    /** How a value compares with the number of {@code requirement}; 0 where it is none. */
    private static int signum(String value, Requirement requirement) {
        return value.matches("-?[0-9]+")
                ? new BigInteger(value)
                        .compareTo(new BigInteger(requirement.values().getFirst()))
                : 0;
    }

    private boolean tolerated(Demand d) {
        for (Taint taint : spec.taints()) {
            boolean tolerated = taint.effect() == Effect.PREFER_NO_SCHEDULE;
            for (var toleration : d.where().tolerations()) {
                boolean key = toleration.key().isEmpty() || toleration.key().equals(taint.key());
                boolean value =
                        toleration.value().equals("*") || toleration.value().equals(taint.value());
                boolean effect = toleration.effect() == null || toleration.effect() == taint.effect();
                tolerated |= key && value && effect;
            }
            if (!tolerated) {
                return false;
            }
        }
        return true;
    }

    /**
     * The idle devices that a task of whole devices gets, of the first set that has enough of them: those of the lowest numbers, where
     * nothing is known of its links; none where no set has enough.
     */
    long idleDevices(Demand d) {
        return idleDevices(d, true);
    }

    /** The same by their links, or the lowest numbers. */
    long idleDevices(Demand d, boolean byLinks) {
        int first = 0;
        for (DeviceSet set : spec.devices()) {
            long mask = 0;
            for (int gpu = first; gpu < first + set.count(); gpu++) {
                boolean enough = (!byLinks || !set.links().known()) && Long.bitCount(mask) == d.gpus();
                boolean idle = !enough && gpuMilli[gpu] == 1000 && gpuMemory[gpu] == set.memoryBytes();
                mask |= idle && suits(gpu, d) && d.gpuMemoryBytes() <= set.memoryBytes() ? 1L << gpu : 0;
            }
            if (Long.bitCount(mask) >= d.gpus()) {
                return Long.bitCount(mask) == d.gpus()
                        ? mask
                        : bestLinked(set.links(), mask >> first, d.gpus()) << first;
            }
            first += set.count();
        }
        return 0;
    }

    /** The set with the fastest slowest link, then with the most bandwidth, then that leaves the most to all sets that might be asked. */
    private static long bestLinked(Links links, long idle, int wanted) {
        long best = 0;
        long[] worth = {};
        for (long set = 1; set <= idle; set++) {
            if ((set & ~idle) == 0 && Long.bitCount(set) == wanted) {
                long left = 0;
                for (long others = idle & ~set; others != 0; others = (others - 1) & idle & ~set) {
                    left += Long.bitCount(others) < 2
                            ? 0
                            : speeds(links, others).min().orElseThrow();
                }
                long[] here = {
                    speeds(links, set).min().orElse(0), speeds(links, set).sum(), left
                };
                if (best == 0 || Arrays.compare(here, worth) > 0) {
                    best = set;
                    worth = here;
                }
            }
        }
        return best;
    }

    private static LongStream speeds(Links links, long set) {
        return IntStream.range(0, links.devices())
                .filter(one -> (set >> one & 1) == 1)
                .boxed()
                .flatMapToLong(one -> IntStream.range(one + 1, links.devices())
                        .filter(other -> (set >> other & 1) == 1)
                        .mapToLong(other -> links.between(one, other)));
    }

    /** The devices that a task gets, which fits, where no policy has a say: a share the device with the least left. */
    long devices(Demand d) {
        if (d.gpus() == 0 || d.gpuMilli() == 1000) {
            return d.gpus() == 0 ? 0 : idleDevices(d);
        }
        int best = -1;
        for (int gpu = 0; gpu < devices.size(); gpu++) {
            if (shareFits(gpu, d) && (best < 0 || gpuMilli[gpu] < gpuMilli[best])) {
                best = gpu;
            }
        }
        return 1L << best;
    }

    private boolean gpusFit(Demand d) {
        if (d.gpuMilli() == 1000) {
            return idleDevices(d) != 0;
        }
        for (int gpu = 0; gpu < devices.size(); gpu++) {
            if (shareFits(gpu, d)) {
                return true;
            }
        }
        return false;
    }

    private boolean shareFits(int gpu, Demand d) {
        boolean memory = d.gpuMemoryBytes() == 0 || gpuMemory[gpu] >= d.gpuMemoryBytes();
        boolean milli = d.gpuMilli() == 0 || gpuMilli[gpu] >= d.gpuMilli();
        return suits(gpu, d) && milli && memory;
    }

    private boolean suits(int gpu, Demand d) {
        DeviceSet device = devices.get(gpu);
        return device.kind().equals(d.devices().of().kind())
                && (d.gpuModels().isEmpty() || d.gpuModels().contains(device.model()));
    }

    private static long asked(Demand d, int resource) {
        return switch (resource) {
            case 0 -> d.cpuMilli();
            case 1 -> d.memoryBytes();
            case 2 -> d.diskBytes();
            case 3 -> d.diskIoBytesPerSecond();
            case 4 -> d.networkBytesPerSecond();
            default -> 1;
        };
    }
}
