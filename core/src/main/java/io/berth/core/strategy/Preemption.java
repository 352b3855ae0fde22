package io.berth.core.strategy;

import io.berth.core.policy.KeyedOrder;

/** Whether running jobs make room for waiting ones. */
public enum Preemption {
    /** Never: what runs keeps its room until it ends. */
    NONE,
    /** A waiting job takes the room of jobs that {@link KeyedOrder#preempts} lets it; they wait again, their work is kept. */
    BY_ORDER,
    /** The same of those among them with which the least work is lost. */
    LEAST_LOSS
}
