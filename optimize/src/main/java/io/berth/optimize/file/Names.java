package io.berth.optimize.file;

import java.util.Arrays;
import java.util.List;

/** What tasks or agents are called: groups of equal ones share a name and are counted from 1. */
public final class Names {
    private static final int NOT_THERE = -1;

    private final List<String> groups;
    private final int[] starts;
    private final boolean numbered;

    /** @param counts how many each group has, from 1 */
    public Names(List<String> groups, int[] counts) {
        this(groups, counts, false);
    }

    private Names(List<String> groups, int[] counts, boolean numbered) {
        this.groups = List.copyOf(groups);
        this.numbered = numbered;
        starts = new int[counts.length + 1];
        for (int group = 0; group < counts.length; group++) {
            starts[group + 1] = Math.addExact(starts[group], counts[group]);
        }
    }

    /** {@code count} of them called {@code task-1} and so on. */
    public static Names counted(String name, int count) {
        return new Names(List.of(name), new int[] {count}, true);
    }

    /** How many there are. */
    public int size() {
        return starts[groups.size()];
    }

    /** The name of one, by its number from 0. */
    public String of(int index) {
        int group = group(index);
        return alone(group) ? groups.get(group) : groups.get(group) + "-" + (index - starts[group] + 1);
    }

    /** The group that one is of. */
    public int group(int index) {
        int found = Arrays.binarySearch(starts, index);
        return found >= 0 ? found : -found - 2;
    }

    /** How many groups there are. */
    int groups() {
        return groups.size();
    }

    /** The name of a group. */
    String ofGroup(int group) {
        return groups.get(group);
    }

    int count(int group) {
        return starts[group + 1] - starts[group];
    }

    /** The number of the one called {@code name}; -1 where there is none. */
    int find(String name) {
        for (int group = 0; group < groups.size(); group++) {
            String prefix = groups.get(group);
            if (alone(group) && name.equals(prefix)) {
                return starts[group];
            }
            if (!alone(group) && name.startsWith(prefix + "-")) {
                int number = number(name.substring(prefix.length() + 1));
                if (number >= 1 && number <= count(group)) {
                    return starts[group] + number - 1;
                }
            }
        }
        return NOT_THERE;
    }

    private boolean alone(int group) {
        return count(group) == 1 && !numbered;
    }

    private static int number(String text) {
        return text.matches("[1-9]\\d{0,8}") ? Integer.parseInt(text) : 0;
    }
}
