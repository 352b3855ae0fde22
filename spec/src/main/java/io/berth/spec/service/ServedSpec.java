package io.berth.spec.service;

import io.berth.core.scale.rule.ScaleSpec;
import io.berth.core.workload.JobSpec;
import io.berth.spec.fleet.FleetScenario;

/**
 * A service whose replicas are jobs of a cluster.
 *
 * @param requests what comes, and what a replica is as a server; of one group of servers, which has as many as there are ever at once, and one strategy
 * @param first how many replicas there are at first
 * @param scale how their number follows the requests
 * @param replica the job that each replica is, which runs until it is cancelled
 */
public record ServedSpec(FleetScenario requests, int first, ScaleSpec scale, JobSpec replica) {
    /** What reports call it. */
    public String name() {
        return requests.name();
    }
}
