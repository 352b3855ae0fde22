package io.berth.core.remedy;

import io.berth.core.workload.JobChange;

/**
 * A change of a job that waits.
 *
 * @param change what becomes otherwise with it
 * @param now true where the next pass starts the job when it is changed so, as a pass on a copy of the state has shown
 * @param slower how many times longer its work takes if it is divided evenly among devices, or CPUs where it has none; 1 for as long
 */
public record Remedy(RemedyKind kind, JobChange change, boolean now, double slower) {}
