package io.berth.kube.extend;

import java.util.List;

/**
 * Pods of one node that are to make room.
 *
 * @param uids of the pods
 * @param violations how many disruption budgets are broken by that
 */
public record Victims(List<String> uids, long violations) {
    public Victims {
        uids = List.copyOf(uids);
    }
}
