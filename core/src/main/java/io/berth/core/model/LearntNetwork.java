package io.berth.core.model;

import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What was learnt, whatever it decides: a network that scores rows, and where it comes from.
 *
 * @param <S> which kinds of network it may be
 * @param shape of the network: from columns to one score
 * @param parameters of the network; finite
 * @param lineage where it comes from, by name: agent, data, seed, commit, parent and the like; values of one line
 */
public record LearntNetwork<S extends NetworkShape>(S shape, float[] parameters, SortedMap<String, String> lineage) {
    /** @throws IllegalArgumentException where the parts do not fit together, or a parameter is not finite */
    public LearntNetwork {
        parameters = parameters.clone();
        lineage = Collections.unmodifiableSortedMap(new TreeMap<>(lineage));
        shape.check(parameters);
    }

    @Override
    public float[] parameters() {
        return parameters.clone();
    }

    /**
     * Refuses a network that does not make one score of {@code columns} numbers.
     *
     * @param what scores what, for the error: A learnt order scores a job
     */
    void check(String what, int columns) {
        if (shape.inputs() != columns || shape.outputs() != 1) {
            throw new IllegalArgumentException(
                    what + " by " + columns + " columns: layers must be " + columns + "-…-1, not " + shape + ".");
        }
    }
}
