package io.berth.core.strategy;

import io.berth.core.workload.Demand;

/** How often a demand was asked for; a list of them is a workload's mix. */
public record DemandCount(Demand demand, long count) {}
