/**
 * A service on a cluster that others use too: its replicas are jobs of the run's engine, its requests are served by {@code sim.fleet}, how many replicas
 * there are says {@code core.scale}, all on the clock of the run (decision 111).
 *
 * <p>{@link io.berth.sim.service.ServiceRun} is the companion of the run; {@link io.berth.sim.service.ReplicaJobs} makes jobs of servers that are wanted,
 * and servers of jobs that run.
 */
@NullMarked
package io.berth.sim.service;

import org.jspecify.annotations.NullMarked;
