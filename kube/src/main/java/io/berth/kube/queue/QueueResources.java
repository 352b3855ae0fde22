package io.berth.kube.queue;

import io.berth.core.queue.QueueTree;
import io.berth.kube.convention.ResourceNames;
import io.berth.kube.object.Quantity;
import io.berth.spec.input.InputException;
import io.berth.spec.input.Tree;
import java.util.Collection;
import java.util.Set;
import java.util.TreeSet;

/**
 * What the resources that queues name are to the core. Accelerators of one maker are {@code gpu}, which counts shares of them too; where queues
 * name those of several makers, each is counted by its name.
 */
final class QueueResources {
    /** No task asks for these by an amount that queues could count. */
    private static final Set<String> NOT_COUNTED = Set.of("ephemeral-storage", "pods");

    private final boolean severalMakers;

    /** @param named all resources that queues name */
    QueueResources(Collection<String> named) {
        Set<String> accelerators = new TreeSet<>(named);
        accelerators.retainAll(ResourceNames.ACCELERATORS);
        severalMakers = accelerators.size() > 1;
    }

    /** False for one that cannot be counted. */
    static boolean counts(String resource) {
        return !NOT_COUNTED.contains(resource);
    }

    /** What the core calls {@code resource}. */
    String name(String resource) {
        return switch (resource) {
            case QueueTree.CPU, QueueTree.MEMORY -> resource;
            default ->
                !severalMakers && ResourceNames.ACCELERATORS.contains(resource)
                        ? QueueTree.GPU
                        : ResourceNames.extended(resource);
        };
    }

    /**
     * {@code quantity} of {@code resource} in the unit of the core.
     *
     * @throws InputException where it is none, or negative
     */
    long amount(String resource, Tree quantity) {
        boolean milli = resource.equals(QueueTree.CPU) || name(resource).equals(QueueTree.GPU);
        String text = quantity.text();
        try {
            long amount = milli ? Quantity.milli(text) : Quantity.whole(text);
            if (amount >= 0) {
                return Math.min(amount, MOST);
            }
        } catch (IllegalArgumentException e) {
            throw InputException.at(quantity, String.valueOf(e.getMessage()));
        }
        throw InputException.at(quantity, "must not be negative, but is " + quantity.describe());
    }

    /** No cluster has more; the core adds up without going over 63 bits. */
    private static final long MOST = 1L << 52;
}
