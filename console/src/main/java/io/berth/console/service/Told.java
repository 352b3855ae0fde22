package io.berth.console.service;

import io.berth.core.scale.Demand;

/**
 * What a follower of a service said last.
 *
 * @param ageNanos how long ago that was
 */
public record Told(Demand demand, long ageNanos) {}
