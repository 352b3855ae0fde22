package io.berth.spec.scenario;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Data sets that jobs read, and how they come to the nodes.
 *
 * @param groups of equal sets
 * @param storeBytesPerSecond what the store that has all of them gives to all nodes together
 * @param domain the label whose domains share a link to the others, such as rack; empty for none
 * @param uplinkBytesPerSecond of such a domain, each way
 * @param cacheBytes of data sets that a node keeps when nobody there reads them
 * @param unpackBytesPerSecond of what was compressed, that a node makes of it; 0 where nothing is compressed
 */
public record DataSpec(
        List<Group> groups,
        long storeBytesPerSecond,
        String domain,
        long uplinkBytesPerSecond,
        long cacheBytes,
        long unpackBytesPerSecond) {
    /** No data sets. */
    public static final DataSpec NONE = new DataSpec(List.of(), 0, "", 0, 0, 0);

    public DataSpec {
        groups = List.copyOf(groups);
    }

    /**
     * Equal data sets.
     *
     * @param name of the one, or what the names of several begin with
     * @param count how many
     * @param bytes how large each is
     * @param copies how many nodes hold each at the beginning
     * @param ratio of a set's size to what it is compressed; 1 where it cannot be
     */
    public record Group(String name, int count, long bytes, int copies, double ratio) {}

    /** One data set. */
    public record Named(String name, Group group) {}

    /** Each data set: {@code prefix-00} and on where a group has several. */
    public List<Named> sets() {
        List<Named> sets = new ArrayList<>();
        for (Group group : groups) {
            for (int i = 0; i < group.count(); i++) {
                String name =
                        group.count() == 1 ? group.name() : String.format(Locale.ROOT, "%s-%02d", group.name(), i);
                sets.add(new Named(name, group));
            }
        }
        return sets;
    }

    /** The names of all, in their order. */
    public List<String> names() {
        return sets().stream().map(Named::name).toList();
    }
}
