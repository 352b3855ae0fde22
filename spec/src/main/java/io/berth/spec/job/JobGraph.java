package io.berth.spec.job;

import io.berth.core.workload.JobSpec;
import io.berth.core.workload.term.When;
import java.util.List;

/**
 * Jobs that are submitted together, all of them or none.
 *
 * @param jobs each after those that it waits for
 */
public record JobGraph(List<Member> jobs) {
    /** The most jobs of one submission; arrays count as one. */
    public static final int MOST = 10_000;

    public JobGraph {
        jobs = List.copyOf(jobs);
        if (jobs.isEmpty()) {
            throw new IllegalArgumentException("A submission has at least one job.");
        }
        for (int job = 0; job < jobs.size(); job++) {
            for (Link link : jobs.get(job).links()) {
                if (link.job() < 0 || link.job() >= job) {
                    throw new IllegalArgumentException("Job " + job + " must stand after job " + link.job() + ".");
                }
            }
        }
    }

    /**
     * One of the jobs.
     *
     * @param spec with the jobs of earlier submissions that it waits for
     * @param links to those of this one
     */
    public record Member(JobSpec spec, List<Link> links) {
        public Member {
            links = List.copyOf(links);
        }

        /** How many jobs it becomes. */
        public int count() {
            return spec.terms().array().unplaced() ? spec.terms().array().count() : 1;
        }
    }

    /**
     * A job waits for another of its submission.
     *
     * @param job where that stands in the list; of an array, all of its jobs are meant
     * @param when how it must have ended
     */
    public record Link(int job, When when) {}

    /** A job by itself. */
    public static JobGraph of(JobSpec job) {
        return new JobGraph(List.of(new Member(job, List.of())));
    }
}
