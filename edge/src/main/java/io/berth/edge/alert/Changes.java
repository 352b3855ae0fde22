package io.berth.edge.alert;

import java.util.List;

/**
 * What a receiver has not heard yet.
 *
 * @param raised alerts that it does not know
 * @param cleared alerts that it was told of, and that stand no more
 * @param standing those that it knows and that still stand
 */
public record Changes(List<Alert> raised, List<Alert> cleared, List<Alert> standing) {
    public Changes {
        raised = List.copyOf(raised);
        cleared = List.copyOf(cleared);
        standing = List.copyOf(standing);
    }

    boolean none() {
        return raised.isEmpty() && cleared.isEmpty();
    }
}
