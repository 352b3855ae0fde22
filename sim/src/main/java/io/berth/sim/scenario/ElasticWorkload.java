package io.berth.sim.scenario;

import io.berth.core.strategy.DemandCount;
import io.berth.core.time.Chance;
import io.berth.core.workload.JobSpec;
import io.berth.sim.workload.Arrival;
import io.berth.sim.workload.Changed;
import io.berth.sim.workload.JobUse;
import io.berth.sim.workload.Workload;
import io.berth.spec.scenario.ElasticSpec;
import io.berth.spec.scenario.ServiceUse;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A workload of which some jobs can do with fewer tasks than all; the others, and all else, are as they were.
 *
 * @param seed by which it is drawn which
 */
record ElasticWorkload(Workload jobs, ElasticSpec elastic, long seed) implements Workload {
    private static final String STREAM = "generate.elastic";

    /** {@code jobs}, elastic as {@code elastic} says. */
    static Workload of(Workload jobs, ElasticSpec elastic, long seed) {
        return elastic.share() == 0 ? jobs : new ElasticWorkload(jobs, elastic, seed);
    }

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
        return new Changed<>(jobs.iterator(), (arrival, number) -> {
            boolean changes = new Chance(seed, STREAM, number).unit() < elastic.share();
            return changes ? new Arrival(arrival.atNanos(), of(arrival.spec())) : arrival;
        });
    }

    private JobSpec of(JobSpec job) {
        return job.withEach(group -> {
            int fewest = (int) StrictMath.ceil(elastic.fewest() * group.max());
            return group.withTasks(StrictMath.max(1, StrictMath.min(fewest, group.min())), group.max());
        });
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
}
