package io.berth.sim.scenario;

import io.berth.core.time.Chance;
import io.berth.core.workload.JobSpec;
import io.berth.core.workload.term.RunProfile;
import io.berth.core.workload.term.Speedup;
import io.berth.sim.workload.Arrival;
import io.berth.sim.workload.Workload;
import io.berth.spec.scenario.ElasticSpec;

/** Which generated jobs can do with fewer tasks than all; drawn by the seed, by a chance of its own. */
final class ElasticWorkload {
    private static final String STREAM = "generate.elastic";

    private ElasticWorkload() {}

    /** {@code jobs}, elastic as {@code elastic} says. */
    static Workload of(Workload jobs, ElasticSpec elastic, long seed) {
        if (elastic.share() == 0) {
            return jobs;
        }
        return new ChangedJobs(jobs, (arrival, number) -> {
            Chance chance = new Chance(seed, STREAM, number);
            boolean changes = chance.unit() < elastic.share();
            return changes
                    ? new Arrival(arrival.atNanos(), of(arrival.spec(), elastic, elastic.serial() * chance.unit()))
                    : arrival;
        });
    }

    private static JobSpec of(JobSpec job, ElasticSpec elastic, double serial) {
        RunProfile profile = job.profile().withSpeedup(Speedup.amdahl(serial, job.tasks()));
        return job.withTiming(job.timing().withProfile(profile)).withEach(group -> {
            int fewest = (int) StrictMath.ceil(elastic.fewest() * group.max());
            return group.withTasks(StrictMath.max(1, StrictMath.min(fewest, group.min())), group.max());
        });
    }
}
