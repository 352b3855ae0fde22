package io.berth.core.plan.preempt;

import io.berth.core.plan.queue.JobMarks;
import io.berth.core.state.Job;
import io.berth.core.state.RoomListener;
import io.berth.core.state.State;
import io.berth.core.workload.Demand;
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
    /** Those of them that ask for devices: in most clusters these are few, and what queues have quotas of. */
    private final TreeMap<String, TreeSet<Job>> withDevices = new TreeMap<>();

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

    /** Those of {@code queue} that ask for devices. */
    SortedSet<Job> withDevices(String queue) {
        return withDevices.getOrDefault(queue, NONE);
    }

    /** True where nobody stops {@code job} yet. */
    boolean open(Job job) {
        return job.stopping() == null && !marks.released(job) && !state.stops(job);
    }

    @Override
    public void holds(Job job) {
        add(queues, job);
        if (job.total(Demand::gpus) > 0) {
            add(withDevices, job);
        }
    }

    @Override
    public void frees(Job job) {
        remove(queues, job);
        remove(withDevices, job);
    }

    private static void add(TreeMap<String, TreeSet<Job>> to, Job job) {
        to.computeIfAbsent(job.queue(), _ -> new TreeSet<>(LEAST_LOSS)).add(job);
    }

    private static void remove(TreeMap<String, TreeSet<Job>> from, Job job) {
        TreeSet<Job> own = from.get(job.queue());
        if (own != null && own.remove(job) && own.isEmpty()) {
            from.remove(job.queue());
        }
    }
}
