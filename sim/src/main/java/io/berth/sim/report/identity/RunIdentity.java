package io.berth.sim.report.identity;

/**
 * What a run was, whatever seed it had: two runs of equal identity are one run twice, and say no more than one of them.
 *
 * @param workload 16 hexadecimal digits of what came when
 * @param outcome likewise of all that happened, and all that was decided
 */
public record RunIdentity(String workload, String outcome) {}
