package io.berth.core.state;

import io.berth.core.state.part.Endings;
import io.berth.core.workload.term.After;
import io.berth.core.workload.term.JobArray;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Keeps jobs out of the queue: those that come after others that still live, those of an array of which as many as may
 * are under way, and those that somebody holds back. A job of an array is under way from when it enters the queue until
 * it leaves the state, so that one that waits again is not overtaken by its siblings. But for how jobs ended, all here
 * follows from the jobs.
 */
final class Gate {
    /** How the jobs ended that ended last. */
    final Endings endings = new Endings();

    /** The held jobs by the jobs that they come after. */
    private final TreeMap<Long, List<Job>> followers = new TreeMap<>();

    private final TreeMap<Long, Members> arrays = new TreeMap<>();
    private final TreeSet<Long> hopeless = new TreeSet<>();

    /** Of an array with a limit. */
    private static final class Members {
        private final TreeMap<Long, Job> held = new TreeMap<>();
        private int underWay;
    }

    /** Judges a job that was submitted; true where it may enter the queue at once, else it is held from now on. */
    boolean opens(Job job, JobTable jobs) {
        List<After> wanted = job.course.terms.after();
        List<After> unmet = wanted.isEmpty() ? List.of() : new ArrayList<>();
        for (After after : wanted) {
            boolean lives = after.job() != job.id && jobs.get(after.job()) != null;
            if (lives) {
                unmet.add(after);
            } else if (!met(after)) {
                hopeless.add(job.id);
            }
        }
        job.change().unmet = unmet;
        job.change().gated = true;
        follow(job);
        return mayEnter(job);
    }

    /** A job left the state; the held jobs that may enter the queue for that, in the order of their numbers. */
    List<Job> left(Job job, boolean finished) {
        endings.add(job.id, finished);
        if (job.course.gated) {
            withdraw(job);
        }
        if (followers.isEmpty() && arrays.isEmpty()) {
            return List.of();
        }
        TreeMap<Long, Job> entering = new TreeMap<>();
        List<Job> after = followers.remove(job.id);
        for (Job follower : after == null ? List.<Job>of() : after) {
            ended(job.id, follower);
            if (mayEnter(follower)) {
                entering.put(follower.id, follower);
            }
        }
        Job next = nextOfArray(job);
        if (next != null) {
            entering.put(next.id, next);
        }
        return List.copyOf(entering.values());
    }

    /**
     * Takes {@code job}, which somebody holds back, out of the queue or keeps it out; of an array it is under way no more.
     *
     * @return the job that may enter the queue in its place; null for none
     */
    @Nullable
    Job shut(Job job) {
        if (job.course.gated) {
            Members members = arrays.get(job.course.terms.array().id());
            if (members != null) {
                members.held.remove(job.id);
            }
            return null;
        }
        Job next = nextOfArray(job);
        job.change().gated = true;
        return next;
    }

    /** True where {@code job}, which somebody held back, may enter the queue. */
    boolean released(Job job) {
        return mayEnter(job);
    }

    /** The held jobs that can never start, by number. */
    SortedSet<Long> hopeless() {
        return hopeless;
    }

    /** True where {@code job} can never start, because another did not end as it must. */
    boolean hopeless(Job job) {
        return hopeless.contains(job.id);
    }

    /** Takes note of a job that was read back, which can never start; before it is taken up itself. */
    void giveUp(long id) {
        hopeless.add(id);
    }

    /** Takes up a job that was read back; {@code isHopeless} where it can never start. */
    void restore(Job job, boolean isHopeless) {
        JobArray array = job.course.terms.array();
        if (isHopeless) {
            hopeless.add(job.id);
        }
        if (job.course.gated) {
            follow(job);
        }
        if (array.limits() && !job.course.gated) {
            members(array).underWay++;
        } else if (array.limits() && job.course.unmet.isEmpty() && !isHopeless && !job.course.onHold) {
            members(array).held.put(job.id, job);
        }
    }

    private boolean met(After after) {
        return endings.known(after.job()) && after.when().met(endings.finished(after.job()));
    }

    private void follow(Job job) {
        for (After after : job.course.unmet) {
            followers.computeIfAbsent(after.job(), _ -> new ArrayList<>()).add(job);
        }
    }

    private void ended(long other, Job follower) {
        List<After> unmet = new ArrayList<>();
        for (After after : follower.course.unmet) {
            if (after.job() != other) {
                unmet.add(after);
            } else if (!met(after)) {
                hopeless.add(follower.id);
            }
        }
        follower.change().unmet = unmet;
    }

    /** True where nothing holds the job any more; it counts as under way from then on. */
    private boolean mayEnter(Job job) {
        if (!job.course.gated || job.course.onHold || !job.course.unmet.isEmpty() || hopeless.contains(job.id)) {
            return false;
        }
        JobArray array = job.course.terms.array();
        if (array.limits()) {
            Members members = members(array);
            if (members.underWay >= array.parallel()) {
                members.held.put(job.id, job);
                return false;
            }
            members.underWay++;
        }
        job.change().gated = false;
        return true;
    }

    /** The job that may enter the queue in place of {@code job}, one of its array; null for none. */
    private @Nullable Job nextOfArray(Job job) {
        JobArray array = job.course.terms.array();
        Members members = arrays.get(array.id());
        if (!array.limits() || members == null) {
            return null;
        }
        members.underWay -= job.course.gated ? 0 : 1;
        if (members.underWay == 0 && members.held.isEmpty()) {
            arrays.remove(array.id());
        }
        if (members.underWay >= array.parallel() || members.held.isEmpty()) {
            return null;
        }
        Job next = members.held.pollFirstEntry().getValue();
        return mayEnter(next) ? next : null;
    }

    private void withdraw(Job job) {
        hopeless.remove(job.id);
        for (After after : job.course.unmet) {
            List<Job> others = followers.get(after.job());
            if (others != null) {
                others.removeIf(other -> other.id == job.id);
            }
        }
        Members members = arrays.get(job.course.terms.array().id());
        if (members != null) {
            members.held.remove(job.id);
        }
    }

    private Members members(JobArray array) {
        return arrays.computeIfAbsent(array.id(), _ -> new Members());
    }
}
