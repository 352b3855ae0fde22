package io.berth.core.plan.preempt;

import io.berth.core.plan.queue.QueueBook;
import io.berth.core.state.Job;
import java.util.ArrayList;
import java.util.List;

/**
 * The jobs of its own queue that a pending one may preempt, where queues are declared: what another queue has, it has a right to, or it is
 * reclaimed. So the two ways to make room do not undo one another.
 */
final class OwnQueue implements VictimPicker {
    private final QueueBook book;
    private final QueueHolders holders;
    private final LastInOrder order;

    OwnQueue(QueueBook book, QueueHolders holders, LastInOrder order) {
        this.book = book;
        this.holders = holders;
        this.order = order;
    }

    @Override
    public void begin(Units units) {}

    @Override
    public List<Job> pick(Job job, long releases) {
        return candidates(job, Integer.MAX_VALUE);
    }

    @Override
    public List<Job> candidates(Job job, int most) {
        List<Job> candidates = new ArrayList<>();
        for (Job holding : holders.of(job.queue())) {
            if (book.leaf(job) >= 0 && holders.open(holding) && order.mayStop(job, holding)) {
                candidates.add(holding);
            }
        }
        candidates.sort(order.lastFirst());
        return candidates.subList(0, StrictMath.min(most, candidates.size()));
    }
}
