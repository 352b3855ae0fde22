package io.berth.core.policy.placement;

import io.berth.core.cluster.Nodes;
import io.berth.core.cluster.Shape;
import io.berth.core.cluster.device.DeviceLayout;
import io.berth.core.policy.Facts.ShapeCount;
import io.berth.core.workload.Demand;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The expected fragmentation of a node under a workload's mix.
 *
 * <p>For a task t of the mix, drawn with probability p_t, the free GPU thousandths of a node that t cannot use are: all of
 * them where t asks for no GPU, another model, more CPU than is left or more devices than have its share left; otherwise
 * those on devices with less left than its share. F = Σ p_t · that.
 *
 * <p>Tasks that ask for the same share and number of devices differ only in CPU, so they are one group, its members sorted
 * by CPU with running sums of p: F = total − Σ over groups of (p of the members whose CPU is left) · (thousandths on devices
 * with the share left, where those are enough devices). A node is loaded once; what a task changes on one device is then a
 * few additions per group, without touching the other devices.
 */
public final class FragmentationMix {
    /** Of equal frequency the larger first, so that the cut at the coverage does not depend on the order of the mix. */
    private static final Comparator<Typical> MOST_FREQUENT_FIRST = (a, b) -> compare(b, a);

    private final List<Typical> typical;
    private Table[] byModel = new Table[0];
    private Table table = Table.EMPTY;
    private long totalMilli;
    /** By device of the loaded node: the thousandths left. */
    private final int[] milli = new int[DeviceLayout.MAX_DEVICES];

    private int devices;
    private @Nullable Nodes loadedFrom;
    private int loaded;
    private int[] fitting = new int[0];
    private long[] usable = new long[0];

    public FragmentationMix(List<ShapeCount> mix, double coveragePct) {
        this.typical = typicalOf(mix, coveragePct);
    }

    /**
     * Looks at the devices of {@code node}; false where it has none, so nothing to fragment. Where all that is left is idle devices, as
     * mostly, they are not looked at one by one.
     */
    public boolean load(Nodes nodes, int node) {
        int model = nodes.model(node);
        table = model < 0 ? Table.EMPTY : tableOf(model, nodes);
        totalMilli = nodes.totalFreeMilli(node);
        int levels = table.levels.length;
        if (fitting.length < levels) {
            fitting = new int[levels];
            usable = new long[levels];
        }
        for (int level = 0; level < levels; level++) {
            fitting[level] = 0;
            usable[level] = 0;
        }
        devices = -1;
        loadedFrom = nodes;
        loaded = node;
        if (totalMilli > 0) {
            int idle = nodes.idleGpus(node);
            if (totalMilli == (long) idle * Demand.WHOLE_GPU_MILLI) {
                count(idle, Demand.WHOLE_GPU_MILLI);
            } else {
                countDevices();
            }
        }
        return model >= 0;
    }

    /** How many devices the loaded node has; it must have a model. */
    int devices() {
        if (devices < 0) {
            devices = Objects.requireNonNull(loadedFrom).gpuFreeMilli(loaded, milli);
        }
        return devices;
    }

    /** The thousandths left on device {@code gpu} of it; after {@link #devices()}. */
    int left(int gpu) {
        return milli[gpu];
    }

    /** F of the loaded node with {@code cpuLeft} thousandths of a CPU. */
    public double fragmentation(long cpuLeft) {
        double usableMilli = 0;
        for (Group group : table.groups) {
            if (fitting[group.level] >= group.gpus) {
                usableMilli += group.probability(cpuLeft) * usable[group.level];
            }
        }
        return totalMilli - usableMilli;
    }

    /** F after a share of {@code milli} on a device that had {@code left}. */
    public double fragmentationAfterShare(long cpuLeft, int left, int milli) {
        double usableMilli = 0;
        for (Group group : table.groups) {
            int share = table.levels[group.level];
            boolean fitted = left >= share;
            boolean fits = left - milli >= share;
            int devices = fitting[group.level] - (fitted && !fits ? 1 : 0);
            if (devices >= group.gpus) {
                long lost = fits ? milli : fitted ? left : 0;
                usableMilli += group.probability(cpuLeft) * (usable[group.level] - lost);
            }
        }
        return totalMilli - milli - usableMilli;
    }

    /** F after {@code gpus} idle devices are taken, 0 for a task without. */
    public double fragmentationAfterWhole(long cpuLeft, int gpus) {
        double usableMilli = 0;
        long taken = (long) gpus * Demand.WHOLE_GPU_MILLI;
        for (Group group : table.groups) {
            if (fitting[group.level] - gpus >= group.gpus) {
                usableMilli += group.probability(cpuLeft) * (usable[group.level] - taken);
            }
        }
        return totalMilli - taken - usableMilli;
    }

    private void countDevices() {
        int count = devices();
        int gpu = 0;
        while (gpu < count) {
            int left = milli[gpu];
            // Neighbours are mostly alike: idle, or all taken.
            int alike = 1;
            while (gpu + alike < count && milli[gpu + alike] == left) {
                alike++;
            }
            count(alike, left);
            gpu += alike;
        }
    }

    /** So many devices have {@code left} thousandths left each. */
    private void count(int alike, int left) {
        int[] levels = table.levels;
        for (int level = 0; level < levels.length && levels[level] <= left; level++) {
            fitting[level] += alike;
            usable[level] += (long) alike * left;
        }
    }

    private Table tableOf(int model, Nodes nodes) {
        if (model >= byModel.length) {
            byModel = Arrays.copyOf(byModel, nodes.models());
        }
        Table known = byModel[model];
        if (known == null) {
            known = Table.of(typical.stream()
                    .filter(t -> t.shape.gpus() > 0 && nodes.accepts(t.shape, model))
                    .toList());
            byModel[model] = known;
        }
        return known;
    }

    /** The most frequent (CPU, share, devices, models), until they make up {@code coveragePct} of all. */
    private static List<Typical> typicalOf(List<ShapeCount> mix, double coveragePct) {
        LinkedHashMap<Demand, Typical> merged = new LinkedHashMap<>();
        double all = 0;
        for (ShapeCount entry : mix) {
            Demand demand = entry.shape().demand();
            Demand key = Demand.cpu(demand.cpuMilli(), 0)
                    .withGpuShare(demand.gpus(), demand.gpus() > 0 && demand.gpuMilli() == 0 ? 1 : demand.gpuMilli())
                    .onModels(demand.gpuModels());
            merged.merge(key, new Typical(entry.shape(), entry.count()), Typical::plus);
            all += entry.count();
        }
        List<Typical> sorted = new ArrayList<>(merged.values());
        sorted.sort(MOST_FREQUENT_FIRST);
        List<Typical> kept = new ArrayList<>();
        double covered = 0;
        for (Typical one : sorted) {
            if (covered >= all * coveragePct / 100.0) {
                break;
            }
            kept.add(one);
            covered += one.weight;
        }
        double weight = covered;
        return kept.stream().map(t -> new Typical(t.shape, t.weight / weight)).toList();
    }

    private static int compare(Typical a, Typical b) {
        Demand one = a.shape.demand();
        Demand other = b.shape.demand();
        int order = Double.compare(a.weight, b.weight);
        order = order != 0 ? order : Long.compare(one.cpuMilli(), other.cpuMilli());
        order = order != 0 ? order : Integer.compare(one.gpuMilli(), other.gpuMilli());
        order = order != 0 ? order : Integer.compare(one.gpus(), other.gpus());
        return order != 0 ? order : String.join("|", one.gpuModels()).compareTo(String.join("|", other.gpuModels()));
    }

    /** A task of the mix with its frequency, then its probability. */
    private record Typical(Shape shape, double weight) {
        Typical plus(Typical other) {
            return new Typical(shape, weight + other.weight);
        }
    }

    /** What the mix means for nodes of one model: the distinct shares, rising, and the groups. */
    private record Table(int[] levels, Group[] groups) {
        static final Table EMPTY = new Table(new int[0], new Group[0]);

        static Table of(List<Typical> tasks) {
            int[] levels = tasks.stream()
                    .mapToInt(t -> t.shape.demand().gpuMilli())
                    .distinct()
                    .sorted()
                    .toArray();
            List<Group> groups = new ArrayList<>();
            for (int level = 0; level < levels.length; level++) {
                int share = levels[level];
                int[] counts = tasks.stream()
                        .filter(t -> t.shape.demand().gpuMilli() == share)
                        .mapToInt(t -> t.shape.demand().gpus())
                        .distinct()
                        .sorted()
                        .toArray();
                for (int gpus : counts) {
                    groups.add(Group.of(level, share, gpus, tasks));
                }
            }
            return new Table(levels, groups.toArray(Group[]::new));
        }
    }

    /** The tasks of one share and number of devices: their CPUs, rising, and the running sums of their probabilities. */
    private record Group(int level, int gpus, long[] cpuMilli, double[] sums) {
        static Group of(int level, int share, int gpus, List<Typical> tasks) {
            List<Typical> members = tasks.stream()
                    .filter(t -> t.shape.demand().gpuMilli() == share
                            && t.shape.demand().gpus() == gpus)
                    .sorted(Comparator.comparingLong(t -> t.shape.demand().cpuMilli()))
                    .toList();
            long[] cpuMilli = new long[members.size()];
            double[] sums = new double[members.size()];
            double sum = 0;
            for (int i = 0; i < cpuMilli.length; i++) {
                sum += members.get(i).weight;
                cpuMilli[i] = members.get(i).shape.demand().cpuMilli();
                sums[i] = sum;
            }
            return new Group(level, gpus, cpuMilli, sums);
        }

        /** How likely a task of the group is drawn whose CPU is left. */
        double probability(long cpuLeft) {
            for (int i = cpuMilli.length - 1; i >= 0; i--) {
                if (cpuMilli[i] <= cpuLeft) {
                    return sums[i];
                }
            }
            return 0;
        }
    }
}
