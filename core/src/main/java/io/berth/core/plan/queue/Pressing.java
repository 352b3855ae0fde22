package io.berth.core.plan.queue;

import io.berth.core.policy.bound.WaitBound;
import io.berth.core.state.Job;
import io.berth.core.time.Nanos;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeSet;

/** The waiting jobs whose wait is bounded, by the moment from which they press; where nothing is bounded it keeps nothing. */
public final class Pressing {
    private final TreeSet<Job> jobs = new TreeSet<>(this::compare);
    /** By row, of those in {@link #jobs}. */
    private long[] moments = new long[16];

    private WaitBound bound = WaitBound.NONE;

    /** {@code job} waits. */
    void waits(Job job) {
        long moment = moment(bound, job);
        if (moment == Nanos.NEVER) {
            return;
        }
        if (job.row() >= moments.length) {
            moments = Arrays.copyOf(moments, StrictMath.max(job.row() + 1, moments.length * 2));
        }
        moments[job.row()] = moment;
        jobs.add(job);
    }

    /** {@code job}, which waited, is as it was then and does not any more; one whose wait is not bounded may be of a row that none here ever had. */
    void leaves(Job job) {
        if (!jobs.isEmpty() && job.row() < moments.length) {
            jobs.remove(job);
        }
    }

    /** Of {@code waiting} each is bounded by {@code newBound} from now on. */
    void follow(WaitBound newBound, Iterable<Job> waiting) {
        jobs.clear();
        bound = newBound;
        if (bound.any()) {
            waiting.forEach(this::waits);
        }
    }

    /** From when on {@code job} presses where its wait is bounded by {@code bound}; {@link Nanos#NEVER} for never. */
    public static long moment(WaitBound bound, Job job) {
        return Nanos.after(job.waitsSinceNanos(), bound.afterNanos(job.qos().waitNanos()));
    }

    /** True where a job presses at {@code now}. */
    public boolean any(long now) {
        return !jobs.isEmpty() && moments[jobs.first().row()] <= now;
    }

    /** Those that press at {@code now}, the one first that has pressed longest. */
    public List<Job> at(long now) {
        List<Job> pressing = new ArrayList<>();
        for (Job job : jobs) {
            if (moments[job.row()] > now) {
                break;
            }
            pressing.add(job);
        }
        return pressing;
    }

    /** When the next one presses that does not at {@code now}; {@link Nanos#NEVER} for never. */
    public long nextNanos(long now) {
        for (Job job : jobs) {
            if (moments[job.row()] > now) {
                return moments[job.row()];
            }
        }
        return Nanos.NEVER;
    }

    private int compare(Job one, Job other) {
        int order = Long.compare(moments[one.row()], moments[other.row()]);
        order = order != 0 ? order : Long.compare(one.submitNanos(), other.submitNanos());
        return order != 0 ? order : Long.compare(one.id(), other.id());
    }
}
