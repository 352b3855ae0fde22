package io.berth.sim.scenario;

import io.berth.core.strategy.DemandCount;
import io.berth.sim.workload.Arrival;
import io.berth.sim.workload.Changed;
import io.berth.sim.workload.Happening;
import io.berth.sim.workload.JobUse;
import io.berth.sim.workload.Workload;
import io.berth.spec.scenario.ServiceUse;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The jobs of another workload, each as something changed it; all else is as it was.
 *
 * @param change equal for equal jobs and places; demands are counted as they were
 */
record ChangedJobs(Workload jobs, Changed.Change<Arrival> change) implements Workload {
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
        return new Changed<>(jobs.iterator(), change);
    }

    @Override
    public boolean measured() {
        return jobs.measured();
    }

    @Override
    public JobUse use(long index) {
        return jobs.use(index);
    }

    @Override
    public @Nullable ServiceUse services() {
        return jobs.services();
    }

    @Override
    public List<Happening> happenings() {
        return jobs.happenings();
    }
}
