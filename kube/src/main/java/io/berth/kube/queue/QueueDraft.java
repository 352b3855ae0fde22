package io.berth.kube.queue;

import io.berth.core.queue.QueueAmount;
import io.berth.core.queue.QueueSpec;
import java.util.SortedMap;
import java.util.TreeMap;

/** A queue in the making; amounts in the units of the core. */
final class QueueDraft {
    private static final long MOST = 1L << 52;

    final String name;
    String parent = "";
    private long weightMilli = QueueSpec.WEIGHT_MILLI;
    final SortedMap<String, QueueAmount> quota = new TreeMap<>();
    final SortedMap<String, QueueAmount> limit = new TreeMap<>();
    final SortedMap<String, QueueAmount> borrow = new TreeMap<>();
    final SortedMap<String, QueueAmount> lend = new TreeMap<>();

    QueueDraft(String name) {
        this.name = name;
    }

    /** Both together, as long as that is what some cluster has. */
    static long sum(long one, long other) {
        return Math.min(MOST, one + other);
    }

    /** Its part beside its siblings; none at all is the least that there is. */
    void weigh(double weight) {
        weightMilli = Math.clamp(Math.round(weight * QueueSpec.WEIGHT_MILLI), 1, QueueSpec.MOST_WEIGHT_MILLI);
    }

    long weightMilli() {
        return weightMilli;
    }

    QueueSpec spec() {
        return new QueueSpec(name, parent, weightMilli, quota, limit, borrow, lend);
    }
}
