package io.berth.optimize.exact;

import io.berth.optimize.solver.Answer;
import io.berth.optimize.solver.Watcher;
import org.jspecify.annotations.Nullable;

/** What a search has learnt so far; native threads write it, the thread that waits passes it on. */
final class Findings {
    private int @Nullable [] agents;
    private long value;
    private long bound;
    private boolean over;
    private long toldValue;
    private long toldBound;

    Findings(WarmStart start) {
        agents = start.agents();
        value = start.value();
        bound = start.bound();
        toldValue = value;
        toldBound = bound;
    }

    synchronized void found(long newValue, int[] newAgents) {
        if (newValue < value) {
            value = newValue;
            agents = newAgents;
        }
    }

    /** No assignment costs less; never more than the best that is known, which is one of those searched. */
    synchronized void bounded(long newBound) {
        bound = Math.max(bound, Math.min(newBound, value));
    }

    /** All was searched: nothing is cheaper than the best that was found, and there is nothing where nothing was. */
    synchronized void exhausted() {
        bound = value;
        over = true;
    }

    /** The search has ended, with a proof or without. */
    synchronized void ended() {
        over = true;
        notifyAll();
    }

    /** Waits for the end of the search for some milliseconds; true where it has come. */
    synchronized boolean await(long millis) throws InterruptedException {
        if (!over) {
            wait(millis);
        }
        return over;
    }

    synchronized long value() {
        return value;
    }

    synchronized long bound() {
        return bound;
    }

    /** Tells what is new since the last time. */
    void tell(Watcher watcher) {
        int[] newAgents;
        long newValue;
        long newBound;
        synchronized (this) {
            newAgents = value < toldValue ? agents : null;
            newValue = value;
            newBound = bound;
        }
        if (newAgents != null) {
            watcher.found(newValue, newAgents);
        }
        if (newBound > toldBound && newBound != Long.MAX_VALUE) {
            watcher.bounded(newBound);
        }
        toldValue = newValue;
        toldBound = newBound;
    }

    synchronized Answer answer(long work) {
        return Answer.of(agents, value, bound, work);
    }
}
