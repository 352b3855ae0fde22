package io.berth.core.workload.topology;

import java.util.ArrayList;
import java.util.List;

/**
 * How far tasks that go to one domain may be apart, in a cluster whose labels make a tree: zones of blocks of racks.
 *
 * @param levels the labels of the tree, that of the widest domains first; empty where the cluster names none
 * @param preferred true where tasks that no domain holds go anywhere
 * @param division over the domains inside
 */
public record Reach(List<String> levels, boolean preferred, Division division) {
    /** One domain of the label, in a cluster that names no levels. */
    public static final Reach REQUIRED = new Reach(List.of(), false, Division.NONE);

    public Reach {
        levels = List.copyOf(levels);
    }

    /** The labels that a node must have, in a domain of {@code key}. */
    public List<String> labels(String key) {
        List<String> labels = new ArrayList<>();
        if (!preferred) {
            labels.add(key);
        }
        if (division.sliced()) {
            labels.add(division.sliceKey());
        }
        if (division.even()) {
            labels.add(division.evenKey());
        }
        return labels;
    }

    /** The same in a cluster of such levels. */
    public Reach over(List<String> newLevels) {
        return new Reach(newLevels, preferred, division);
    }

    /** The same where no domain need hold them all. */
    public Reach asPreference() {
        return new Reach(levels, true, division);
    }

    /** The same divided so. */
    public Reach divided(Division newDivision) {
        return new Reach(levels, preferred, newDivision);
    }
}
