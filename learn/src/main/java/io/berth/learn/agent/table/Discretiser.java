package io.berth.learn.agent.table;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Gives what an agent sees a number, so that a table can be kept of it. */
@FunctionalInterface
public interface Discretiser {
    /** The number of what is seen, from 0, the same for what is to be treated the same; {@code seen} is not kept. */
    int state(float[] seen);

    /** For observations that are 1 in one place and 0 elsewhere: the place. */
    static Discretiser oneHot() {
        return seen -> {
            for (int place = 0; place < seen.length; place++) {
                if (seen[place] == 1) {
                    return place;
                }
            }
            throw new IllegalArgumentException("No place of the observation is 1.");
        };
    }

    /**
     * For any observation: each feature is rounded to a multiple of 1/{@code cells}, and what is then equal is one state. States are
     * numbered as they are first seen, so the table grows with what is met; one of these is for one agent.
     *
     * @throws IllegalArgumentException where there is not at least one cell
     */
    static Discretiser grid(int cells) {
        if (cells < 1) {
            throw new IllegalArgumentException("The cells (" + cells + ") must be at least 1.");
        }
        Map<List<Integer>, Integer> known = new LinkedHashMap<>();
        return seen -> {
            List<Integer> rounded = new ArrayList<>(seen.length);
            for (float number : seen) {
                rounded.add(Math.round(number * cells));
            }
            Integer state = known.putIfAbsent(rounded, known.size());
            return state == null ? known.size() - 1 : state;
        };
    }
}
