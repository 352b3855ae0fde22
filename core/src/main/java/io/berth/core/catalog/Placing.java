package io.berth.core.catalog;

import io.berth.core.policy.Filter;
import io.berth.core.policy.GangPlacer;
import io.berth.core.policy.Placer;
import io.berth.core.policy.device.DeviceOrder;
import io.berth.core.policy.domain.DomainPolicy;

/**
 * Where tasks go: which nodes may take them, which of those is preferred, how all of a job get room at once, in which domain, and on which
 * devices first.
 */
public record Placing(Filter filter, Placer placer, GangPlacer gangs, DomainPolicy domains, DeviceOrder devices) {}
