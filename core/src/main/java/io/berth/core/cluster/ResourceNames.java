package io.berth.core.cluster;

import io.berth.core.workload.Amounts;
import io.berth.core.workload.ExtendedResource;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/**
 * Which column of the node table belongs to which extended resource; a name has its column from when it is first named. Every column
 * costs eight bytes a node, so there are {@link #MOST} names at most: what is named later no node offers and no task gets.
 */
public final class ResourceNames {
    /** The most extended resources of a cluster. */
    public static final int MOST = 256;

    /** The column of what no node has. */
    static final int ABSENT = Resource.COUNT;

    /** The column of the first extended resource. */
    public static final int FIRST_EXTENDED = ABSENT + 1;

    private final TreeMap<String, Integer> columns = new TreeMap<>();
    private final List<String> names = new ArrayList<>();

    ResourceNames copy() {
        ResourceNames copy = new ResourceNames();
        copy.columns.putAll(columns);
        copy.names.addAll(names);
        return copy;
    }

    /** How many columns there are: those that every node has, that of what none has, then the extended resources. */
    public int columns() {
        return FIRST_EXTENDED + names.size();
    }

    /** The extended resources, in the order of their columns. */
    public List<String> extended() {
        return List.copyOf(names);
    }

    /** The column of {@code name}; one in which no node has anything where nobody has named it. */
    public int column(String name) {
        return columns.getOrDefault(name, ABSENT);
    }

    /** The column of {@code name}, which has one from now on if there is one left. */
    int intern(String name) {
        Integer known = columns.get(name);
        if (known != null || names.size() == MOST) {
            return known == null ? ABSENT : known;
        }
        columns.put(name, columns());
        names.add(name);
        return columns() - 1;
    }

    /** What a node has, by column. */
    long[] total(NodeSpec spec) {
        for (ExtendedResource resource : spec.capacity().extended()) {
            intern(resource.name());
        }
        long[] total = row(spec.capacity(), spec.maxTasks());
        for (ExtendedResource resource : spec.capacity().extended()) {
            int column = intern(resource.name());
            total[column] = column == ABSENT ? 0 : resource.amount();
        }
        return total;
    }

    /** What a task needs, by column; all names have columns from now on. */
    long[] needs(Amounts amounts) {
        for (ExtendedResource resource : amounts.extended()) {
            intern(resource.name());
        }
        long[] needs = row(amounts, 1);
        for (ExtendedResource resource : amounts.extended()) {
            needs[intern(resource.name())] = resource.amount();
        }
        return needs;
    }

    private long[] row(Amounts amounts, long tasks) {
        long[] row = new long[columns()];
        row[Resource.CPU.ordinal()] = amounts.cpuMilli();
        row[Resource.MEMORY.ordinal()] = amounts.memoryBytes();
        row[Resource.DISK.ordinal()] = amounts.diskBytes();
        row[Resource.DISK_IO.ordinal()] = amounts.diskIoBytesPerSecond();
        row[Resource.NETWORK.ordinal()] = amounts.networkBytesPerSecond();
        row[Resource.TASKS.ordinal()] = tasks;
        return row;
    }
}
