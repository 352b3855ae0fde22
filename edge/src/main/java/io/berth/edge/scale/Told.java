package io.berth.edge.scale;

import io.berth.core.scale.Demand;

/**
 * What a gateway said last of what comes for a service.
 *
 * @param ageNanos how long ago that was
 */
public record Told(Demand demand, long ageNanos) {}
