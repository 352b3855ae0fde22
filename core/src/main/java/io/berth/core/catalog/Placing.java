package io.berth.core.catalog;

import io.berth.core.policy.Filter;
import io.berth.core.policy.GangPlacer;
import io.berth.core.policy.Placer;
import io.berth.core.policy.domain.DomainPolicy;

/** Where tasks go: which nodes may take them, which of those is preferred, how all of a job get room at once, and in which domain. */
public record Placing(Filter filter, Placer placer, GangPlacer gangs, DomainPolicy domains) {}
