package io.berth.testkit.architecture.planted.core.event;

import io.berth.testkit.architecture.planted.core.decision.DecisionManager;

/** Not a record, and in a cycle with the package of decisions. */
public final class MutableEvent {
    public final DecisionManager manager = new DecisionManager(this);
}
