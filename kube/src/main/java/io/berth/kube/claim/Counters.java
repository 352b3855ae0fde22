package io.berth.kube.claim;

import java.math.BigDecimal;
import java.util.Map;

/**
 * Counters of one set of a pool: how much there is of them, or how much a device takes of them.
 *
 * @param set its name
 * @param amounts by counter
 */
public record Counters(String set, Map<String, BigDecimal> amounts) {}
