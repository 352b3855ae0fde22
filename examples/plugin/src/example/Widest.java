package example;

import io.berth.core.policy.KeyedOrder;
import io.berth.core.policy.QueuedJob;
import io.berth.core.policy.SortKey;

/**
 * The job that asks for most GPUs goes first, of those that ask for none the one with most CPUs.
 *
 * <p>Goals: large jobs find whole nodes before small ones break them. Constraints: small jobs wait while large ones come. Algorithm: key =
 * −processors; of jobs with 8 and 1 GPUs, the one with 8.
 */
final class Widest implements KeyedOrder {
    @Override
    public long key(QueuedJob job, long now) {
        return SortKey.of(-SortKey.processors(job.spec()));
    }
}
