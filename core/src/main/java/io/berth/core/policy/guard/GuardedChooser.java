package io.berth.core.policy.guard;

import io.berth.core.policy.Chooser;
import io.berth.core.policy.KeyedOrder;
import io.berth.core.policy.Waiting;

/** Instead of a chooser that failed: no job, and first come, first served. */
record GuardedChooser(Chooser chooser, Guard guard, KeyedOrder keyed) implements Chooser {
    GuardedChooser(Chooser chooser, Guard guard) {
        this(chooser, guard, GuardedOrder.of(keyed(chooser, guard), guard));
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

    private static KeyedOrder keyed(Chooser chooser, Guard guard) {
        try {
            return chooser.keyed();
        } catch (RuntimeException | LinkageError | StackOverflowError | AssertionError e) {
            guard.threw(e);
            return KeyedOrder.BY_SUBMISSION;
        }
    }
}
