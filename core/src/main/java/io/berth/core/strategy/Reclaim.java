package io.berth.core.strategy;

/** Whether a queue gets back what others borrowed of its quota. */
public enum Reclaim {
    /** When they give it back by themselves. */
    NONE,
    /** At once: jobs of queues that hold more than their quota are stopped, the last that started first. */
    ANY
}
