package io.berth.core.dispatch.split;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What calls take, learnt from those that were answered: of a kind (a model and what else decides the time of an item), {@code r × (fixed
 * + items × each)}, r being how slow a server is. Fixed and each are least squares over the latest calls of all servers, each call
 * by its share of what it was expected to take, none below 0; r is a fading mean of what calls took over what they were expected to.
 *
 * <p>Calls of 1 and of 4 items that take 1.3 and 2.2 s: fixed is 1 s, each 0.3 s.
 */
public final class CallTimes {
    /** Kinds that are remembered, those used last. */
    private static final int MOST_KINDS = 256;

    private final Map<Long, KindTimes> kinds = new LinkedHashMap<>(16, 0.75f, true);

    /**
     * A call was answered that did not wait.
     *
     * @param kind of calls that take about as long as one another for as many items
     * @param server by which it is known for good
     * @param nanos from when it began there
     */
    public void answered(long kind, int server, int items, double nanos) {
        of(kind).answered(server, items, StrictMath.max(1, nanos));
    }

    /** What a call of {@code items} takes at {@code server}, which begins at once; NaN where nothing is known. */
    public double nanos(long kind, int server, int items) {
        return of(kind).nanos(server, items);
    }

    KindTimes of(long kind) {
        KindTimes times = kinds.computeIfAbsent(kind, _ -> new KindTimes());
        if (kinds.size() > MOST_KINDS) {
            kinds.remove(kinds.keySet().iterator().next());
        }
        return times;
    }
}
