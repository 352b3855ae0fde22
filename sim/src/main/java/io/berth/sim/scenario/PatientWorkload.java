package io.berth.sim.scenario;

import io.berth.core.strategy.DemandCount;
import io.berth.sim.workload.Arrival;
import io.berth.sim.workload.Changed;
import io.berth.sim.workload.Workload;
import java.util.Iterator;
import java.util.List;

/**
 * A workload whose jobs all have the same patience.
 *
 * @param patienceNanos how long each waits before it is rejected
 */
record PatientWorkload(Workload jobs, long patienceNanos) implements Workload {
    @Override
    public long size() {
        return jobs.size();
    }

    @Override
    public List<DemandCount> mix() {
        return jobs.mix();
    }

    @Override
    public Iterator<Arrival> iterator() {
        return new Changed<>(
                jobs.iterator(),
                (arrival, _) -> new Arrival(arrival.atNanos(), arrival.spec().withPatience(patienceNanos)));
    }
}
