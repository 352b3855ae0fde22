package io.berth.bench;

import io.berth.core.workload.JobSpec;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.ToDoubleFunction;

/** The fractional knapsack (Dantzig 1957): most GPU thousandths for least of one resource first. */
final class KnapsackBound {
    private KnapsackBound() {}

    /** The most GPU thousandths that jobs of {@code all} can have where {@code capacity} of a resource is there. */
    static double most(List<JobSpec> all, ToDoubleFunction<JobSpec> resource, double capacity) {
        List<JobSpec> jobs = new ArrayList<>(all);
        jobs.removeIf(job -> job.demand().totalGpuMilli() == 0);
        jobs.sort(Comparator.comparingDouble(
                job -> resource.applyAsDouble(job) / (double) job.demand().totalGpuMilli()));
        double left = capacity;
        double most = 0;
        for (JobSpec job : jobs) {
            double needs = resource.applyAsDouble(job);
            double part = needs <= left ? 1 : left / needs;
            most += part * job.demand().totalGpuMilli();
            left -= part * needs;
            if (part < 1) {
                break;
            }
        }
        return most;
    }
}
