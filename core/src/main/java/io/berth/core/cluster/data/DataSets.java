package io.berth.core.cluster.data;

import io.berth.core.cluster.image.NodeSet;
import io.berth.core.workload.Demand;
import io.berth.core.workload.Preference;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Data sets by number, how large they are and which nodes hold them, as far as somebody said so. One that nobody told of has no size. */
public final class DataSets {
    private static final int[] NONE = {};
    private static final DataSet UNKNOWN = new DataSet(0, NodeSet.NONE);

    private final TreeMap<String, Integer> numbers = new TreeMap<>();
    private final TreeMap<String, DataSet> known = new TreeMap<>();
    /** By number. */
    private final List<DataSet> sets = new ArrayList<>();

    /** By number: how often it came to be of another size. */
    private final List<Long> turns = new ArrayList<>();

    /** The same once more. */
    public DataSets copy() {
        DataSets copy = new DataSets();
        copy.numbers.putAll(numbers);
        copy.known.putAll(known);
        copy.sets.addAll(sets);
        copy.turns.addAll(turns);
        return copy;
    }

    /** Those that tasks of {@code demand} read, each once; none for most. */
    public int[] of(Demand demand) {
        for (Preference preference : demand.preferences()) {
            if (preference instanceof Preference.OfData(List<String> names)) {
                return names.stream().mapToInt(this::number).toArray();
            }
        }
        return NONE;
    }

    private int number(String name) {
        Integer number = numbers.putIfAbsent(name, sets.size());
        if (number != null) {
            return number;
        }
        sets.add(known.getOrDefault(name, UNKNOWN));
        turns.add(0L);
        return sets.size() - 1;
    }

    /** All that somebody told of, by name. */
    public SortedMap<String, DataSet> known() {
        return Collections.unmodifiableSortedMap(known);
    }

    /**
     * Data set {@code name} is {@code now}, or there is none any more.
     *
     * @return the nodes that held it before or do so now, and not both
     */
    public NodeSet set(String name, @Nullable DataSet now) {
        DataSet before = now == null ? known.remove(name) : known.put(name, now);
        DataSet was = before == null ? UNKNOWN : before;
        DataSet is = now == null ? UNKNOWN : now;
        Integer number = numbers.get(name);
        if (number != null) {
            sets.set(number, is);
            if (was.bytes() != is.bytes()) {
                turns.set(number, turns.get(number) + 1);
            }
        }
        return was.nodes().differing(is.nodes());
    }

    /** {@code node} is gone, and what it held with it. */
    public void clear(int node) {
        for (String name : List.copyOf(known.keySet())) {
            DataSet of = known.get(name);
            if (of != null && of.nodes().has(node)) {
                set(name, of.at(of.nodes().without(node)));
            }
        }
    }

    /** How large {@code data} are together. */
    public long bytes(int[] data) {
        long bytes = 0;
        for (int number : data) {
            bytes += sets.get(number).bytes();
        }
        return bytes;
    }

    /** How much of {@code data} {@code node} does not hold. */
    public long missing(int[] data, int node) {
        long bytes = 0;
        for (int number : data) {
            DataSet set = sets.get(number);
            bytes += set.nodes().has(node) ? 0 : set.bytes();
        }
        return bytes;
    }

    /** The first node from {@code node} on that holds all of {@code data} that has a size; -1 for none, and where none has. */
    public int holder(int[] data, int node) {
        for (int number : data) {
            DataSet set = sets.get(number);
            if (set.bytes() > 0) {
                // Who holds all holds this one: the others are asked of its holders alone.
                int holder = set.nodes().next(node);
                while (holder >= 0 && missing(data, holder) > 0) {
                    holder = set.nodes().next(holder + 1);
                }
                return holder;
            }
        }
        return -1;
    }

    /** Where it stands still, {@link #missing} says the same of all nodes but those that {@link #set} told of. */
    public long version(int[] data) {
        long version = 0;
        for (int number : data) {
            version += turns.get(number);
        }
        return version;
    }
}
