package io.berth.core.policy.guard;

import io.berth.core.policy.Candidates;
import io.berth.core.policy.Picker;
import io.berth.core.policy.Turn;

/** Instead of a pick that failed: the first node that fits. */
record GuardedPicker(Picker picker, Guard guard) implements Picker {
    @Override
    public int pick(Candidates candidates, Turn turn) {
        if (guard.broken()) {
            return candidates.at(0);
        }
        try {
            int node = picker.pick(candidates, turn);
            if (node >= 0 && node < candidates.nodes().count() && candidates.from(node) == node) {
                return node;
            }
            guard.failed("picked node " + node + ", where the task does not fit");
        } catch (RuntimeException | LinkageError | StackOverflowError | AssertionError e) {
            guard.threw(e);
        }
        return candidates.at(0);
    }
}
