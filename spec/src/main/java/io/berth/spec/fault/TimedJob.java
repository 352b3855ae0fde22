package io.berth.spec.fault;

import io.berth.core.workload.JobSpec;
import java.util.ArrayList;
import java.util.List;

/**
 * A job that is submitted.
 *
 * @param number its own, or that of the first of its array; unique and rising
 */
public record TimedJob(long number, long atNanos, JobSpec spec) {
    /** The jobs that come of it: itself, or those of its array. */
    public List<JobSpec> members() {
        int count = spec.terms().array().count();
        if (count == 0) {
            return List.of(spec);
        }
        List<JobSpec> members = new ArrayList<>();
        for (int index = 0; index < count; index++) {
            members.add(spec.member(number, index));
        }
        return members;
    }

    /** The number after its last. */
    public long next() {
        return number + StrictMath.max(1, spec.terms().array().count());
    }
}
