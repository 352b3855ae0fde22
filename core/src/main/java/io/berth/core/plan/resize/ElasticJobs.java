package io.berth.core.plan.resize;

import io.berth.core.state.Job;
import io.berth.core.state.RoomListener;
import io.berth.core.state.State;
import java.util.Comparator;
import java.util.List;
import java.util.TreeSet;

/** The jobs that hold room and whose tasks may come and go, by number. */
public final class ElasticJobs implements RoomListener {
    private final State state;
    private final TreeSet<Job> jobs = new TreeSet<>(Comparator.comparingLong(Job::id));

    /** Of {@code state}; none before {@link #look}. */
    public ElasticJobs(State state) {
        this.state = state;
    }

    /** Looks for them; from now on it must hear who holds room. */
    public void look() {
        jobs.clear();
        for (Job job : state.jobTable().sorted()) {
            holds(job);
        }
    }

    /** Those to which tasks may come, and from which some may go now. */
    public List<Job> open() {
        return jobs.stream().filter(job -> job.mayResize() && !state.stops(job)).toList();
    }

    /** All of them. */
    Iterable<Job> all() {
        return jobs;
    }

    @Override
    public void holds(Job job) {
        if (job.resizable()) {
            jobs.add(job);
        }
    }

    @Override
    public void frees(Job job) {
        jobs.remove(job);
    }
}
