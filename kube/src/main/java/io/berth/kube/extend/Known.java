package io.berth.kube.extend;

import io.berth.core.state.State;
import java.util.ArrayList;
import java.util.List;

/**
 * Nodes that somebody named.
 *
 * @param names of those that are known
 * @param numbers of the same
 * @param unknown the names of the others
 */
record Known(List<String> names, int[] numbers, List<String> unknown) {
    static Known of(List<String> named, State state) {
        List<String> names = new ArrayList<>(named.size());
        List<String> unknown = new ArrayList<>();
        int[] numbers = named.stream()
                .filter(name -> (state.nodeNumber(name) >= 0 ? names : unknown).add(name))
                .mapToInt(state::nodeNumber)
                .filter(number -> number >= 0)
                .toArray();
        return new Known(names, numbers, unknown);
    }
}
