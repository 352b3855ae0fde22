package io.berth.core.explain;

import io.berth.core.policy.bound.WaitBound;
import java.util.List;

/**
 * What the bound on a job's wait says of it; see {@link WaitBound}.
 *
 * @param pressing true where it goes before all others now
 * @param pressesNanos from when on it goes before all others, UTC nanoseconds
 * @param byNanos by when it shall start
 * @param kept the nodes on which room is kept for it; empty while none is
 */
public record Bounded(boolean pressing, long pressesNanos, long byNanos, List<String> kept) {
    public Bounded {
        kept = List.copyOf(kept);
    }
}
