package io.berth.sim.workload;

/** How arrivals are spread over time, at the same mean rate. */
public enum ArrivalPattern {
    /** Independent of each other: exponential times between them. */
    POISSON,
    /** In bursts: hyper-exponential times between them, mostly short, now and then long. */
    BURSTY
}
