package io.berth.core.plan.preempt;

import io.berth.core.plan.queue.JobMarks;
import io.berth.core.state.Job;
import io.berth.core.state.RoomListener;
import io.berth.core.state.State;
import java.util.Comparator;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/** The jobs that hold room by queue, those first that lose least: who goes on where it stopped, then who started last. */
final class QueueHolders implements RoomListener {
    private static final Comparator<Job> LEAST_LOSS = Comparator.<Job, Boolean>comparing(
                    job -> !job.spec().terms().interruption().resumes())
            .thenComparing(Comparator.comparingLong(Job::decidedNanos).reversed())
            .thenComparing(Comparator.comparingLong(Job::id).reversed());

    private static final TreeSet<Job> NONE = new TreeSet<>(LEAST_LOSS);

    private final State state;
    private final JobMarks marks;
    private final TreeMap<String, TreeSet<Job>> queues = new TreeMap<>();

    QueueHolders(State state, JobMarks marks) {
        this.state = state;
        this.marks = marks;
        for (Job job : state.jobTable().sorted()) {
            if (!job.waiting()) {
                holds(job);
            }
        }
    }

    /** Those of {@code queue}. */
    SortedSet<Job> of(String queue) {
        return queues.getOrDefault(queue, NONE);
    }

    /** True where nobody stops {@code job} yet. */
    boolean open(Job job) {
        return job.stopping() == null && !marks.released(job) && !state.stops(job);
    }

    @Override
    public void holds(Job job) {
        queues.computeIfAbsent(job.queue(), _ -> new TreeSet<>(LEAST_LOSS)).add(job);
    }

    @Override
    public void frees(Job job) {
        TreeSet<Job> own = queues.get(job.queue());
        if (own != null && own.remove(job) && own.isEmpty()) {
            queues.remove(job.queue());
        }
    }
}
