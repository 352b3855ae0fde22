package io.berth.sim.scenario;

import io.berth.core.policy.DemandCount;
import io.berth.sim.workload.Arrival;
import io.berth.sim.workload.DemandTally;
import io.berth.sim.workload.Workload;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

/**
 * Jobs that once were.
 *
 * @param arrivals in the order of their submission
 */
record RecordedWorkload(List<Arrival> arrivals, List<DemandCount> mix) implements Workload {
    RecordedWorkload {
        arrivals = List.copyOf(arrivals);
        mix = List.copyOf(mix);
    }

    /** @param expectedMix what was expected of them; empty for what they turned out to be */
    static RecordedWorkload of(List<RecordedJob> jobs, List<DemandCount> expectedMix) {
        List<Arrival> arrivals = new ArrayList<>(jobs.size());
        DemandTally tally = new DemandTally();
        for (RecordedJob job : jobs) {
            Arrival arrival = job.arrival();
            arrivals.add(arrival);
            tally.add(arrival.spec().demand(), arrival.spec().tasks());
        }
        return new RecordedWorkload(arrivals, expectedMix.isEmpty() ? tally.mix() : expectedMix);
    }

    @Override
    public long size() {
        return arrivals.size();
    }

    @Override
    public Iterator<Arrival> iterator() {
        return arrivals.iterator();
    }
}
