package io.berth.console.service;

import io.berth.console.view.job.JobEntry;
import io.berth.core.workload.JobSpec;
import io.berth.core.workload.term.JobArray;
import io.berth.edge.access.Caller;
import java.util.List;
import java.util.stream.IntStream;

/** Has a service have so many replicas, whoever asks; one at a time, as each goes by how many there are. */
public final class ReplicaCount {
    private final ServiceBoard board;

    /** What is done to have them. */
    public interface Changes {
        /** Cancels job {@code job}; its replica drains and ends. */
        void cancel(long job);

        /** Submits more replicas, an array of jobs. */
        void submit(JobSpec replicas);
    }

    public ReplicaCount(ServiceBoard board) {
        this.board = board;
    }

    /**
     * From now on {@code name} has {@code replicas}, of which {@code caller} may know: more are what the newest is, too many are cancelled. Nothing is done where
     * it has none any more.
     */
    public synchronized void set(String name, int replicas, Caller caller, Changes changes) {
        List<JobEntry> jobs = board.jobs(name, caller);
        List<JobEntry> wanted = board.wanted(jobs);
        for (JobEntry surplus : wanted.subList(0, Math.max(0, wanted.size() - replicas))) {
            changes.cancel(surplus.id());
        }
        if (!jobs.isEmpty() && replicas > wanted.size()) {
            changes.submit(more(jobs, replicas - wanted.size()));
        }
    }

    private static JobSpec more(List<JobEntry> jobs, int count) {
        JobSpec spec = jobs.getLast().spec();
        int from = jobs.stream().mapToInt(ReplicaCount::index).max().orElse(0) + 1;
        List<Integer> indices = IntStream.range(from, from + count).boxed().toList();
        return spec.withName(plainName(spec))
                .withTerms(spec.terms().withAfter(List.of()).withArray(JobArray.of(indices, count)));
    }

    /** The number behind the name of a replica; 0 where it has none. */
    private static int index(JobEntry job) {
        String name = job.spec().name();
        String plain = plainName(job.spec());
        return plain.equals(name) ? 0 : Integer.parseInt(name.substring(plain.length() + 1, name.length() - 1));
    }

    private static String plainName(JobSpec job) {
        return job.terms().array().id() == 0 ? job.name() : job.name().replaceFirst("\\[\\d{1,9}]$", "");
    }
}
