package io.berth.core.policy.guard;

import io.berth.core.policy.Chooser;
import io.berth.core.policy.QueuedJob;
import io.berth.core.policy.Waiting;

/** Instead of a chooser that failed: no job, and first come, first served. */
final class GuardedChooser extends GuardedOrder implements Chooser {
    private final Chooser chooser;

    GuardedChooser(Chooser chooser, Guard guard) {
        super(chooser, guard);
        this.chooser = chooser;
    }

    @Override
    public int choose(Waiting waiting) {
        if (guard.broken()) {
            return NONE;
        }
        try {
            int chosen = chooser.choose(waiting);
            if (chosen >= NONE && chosen < waiting.size()) {
                return chosen;
            }
            guard.failed("chose job " + chosen + " of " + waiting.size() + ", which go from 0");
        } catch (RuntimeException | LinkageError | StackOverflowError | AssertionError e) {
            guard.threw(e);
        }
        return NONE;
    }

    @Override
    public long key(QueuedJob job, long now) {
        return super.key(job, now);
    }
}
