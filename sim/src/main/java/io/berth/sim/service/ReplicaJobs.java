package io.berth.sim.service;

import io.berth.core.decision.Decision;
import io.berth.core.dispatch.Fleet;
import io.berth.core.engine.Driver;
import io.berth.core.event.Event;
import io.berth.core.journal.Frame;
import io.berth.core.state.Job;
import io.berth.core.state.State;
import io.berth.core.state.part.JobState;
import io.berth.core.time.Nanos;
import io.berth.core.workload.Demand;
import io.berth.core.workload.JobSpec;
import io.berth.sim.scale.Starts;
import io.berth.spec.fleet.ServerChange;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Servers that are jobs. One that is wanted is submitted; it joins the fleet some time after all its tasks run, is lost where they do not any more, which
 * puts its job back into the queue, and its job is cancelled once it has left the fleet.
 */
final class ReplicaJobs implements Starts {
    /** The origin of the jobs. */
    static final String ORIGIN = "service";

    private static final double WHOLE = 1000;
    private static final double HOUR = 3600;

    private final JobSpec spec;
    private final long readyNanos;
    private final Driver driver;
    private final long base;
    private final List<Place> places = new ArrayList<>();
    /** Jobs that were cancelled and hold room still. */
    private final TreeSet<Long> leaving = new TreeSet<>();

    private @Nullable Fleet fleet;
    private int[] numbers = new int[0];
    private boolean lively = true;
    private long openNanos = Nanos.NEVER;
    private long submitted;
    private long lostNanos = Nanos.NEVER;
    private long sinceNanos;
    private long heldMilli;
    private long othersMilli;
    private double heldSeconds;
    private double othersSeconds;
    private long preempted;
    private long lost;

    /** What there is at one place of the fleet. */
    private static final class Place {
        /** Its job; 0 for none. */
        private long job;
        /** The decision by which its tasks run; 0 where they do not. */
        private long decision;
        /** Whether its job holds room. */
        private boolean holds;
        /** Whether its server is in the fleet. */
        private boolean joined;
        /** Whether its server is in the fleet and its job runs no more. */
        private boolean lost;
        /** When it joins; {@link Nanos#NEVER} where that is not known. */
        private long joinNanos = Nanos.NEVER;

        boolean starts() {
            return job != 0 && !joined;
        }
    }

    /**
     * Of a run that begins.
     *
     * @param spec what each replica is
     * @param readyNanos how long after its tasks run it takes requests
     * @param driver takes submissions and cancellations
     * @param base numbers of jobs begin after it
     */
    ReplicaJobs(JobSpec spec, long readyNanos, Driver driver, long base) {
        this.spec = spec;
        this.readyNanos = readyNanos;
        this.driver = driver;
        this.base = base;
        sinceNanos = driver.nowNanos();
    }

    /** The first {@code count} of {@code all} places are wanted; none joins before {@code atNanos}. */
    void begin(int count, int all, long atNanos) {
        openNanos = atNanos;
        for (int place = 0; place < all; place++) {
            places.add(new Place());
        }
        for (int place = 0; place < count; place++) {
            start(place, driver.nowNanos());
        }
    }

    /** The starts of {@code served}, whose servers have {@code now} as numbers, by place. */
    Starts of(Fleet served, int[] now) {
        fleet = served;
        numbers = now;
        return this;
    }

    /** Whether {@code job} is a replica. */
    boolean has(long job) {
        return job > base;
    }

    /** Whether something will happen to jobs by itself, from now on. */
    void lively(boolean now) {
        lively = now;
    }

    @Override
    public void start(int place, long nowNanos) {
        submitted++;
        Place wanted = places.get(place);
        wanted.job = base + submitted;
        JobSpec named = spec.withName(spec.name() + "-" + submitted);
        driver.at(nowNanos, new Event.JobSubmitted(wanted.job, named, ORIGIN, submitted));
    }

    @Override
    public void giveUp(int place, long nowNanos) {
        Place given = places.get(place);
        driver.at(nowNanos, new Event.JobCancelled(given.job));
        leaving.add(given.job);
        places.set(place, new Place());
    }

    /** Cancels the jobs of servers that have left the fleet. */
    void settle(long nowNanos) {
        for (int place = 0; place < places.size(); place++) {
            if (places.get(place).joined && numbers[place] == Fleet.NONE) {
                giveUp(place, nowNanos);
            }
        }
    }

    /** Cancels all jobs: nothing is served any more. */
    void end(long nowNanos) {
        for (int place = 0; place < places.size(); place++) {
            if (places.get(place).job != 0) {
                giveUp(place, nowNanos);
            }
        }
    }

    /**
     * Looks at what became of the jobs in an instant.
     *
     * @param allMilli thousandths of GPUs that jobs hold after it, these and others
     */
    void instant(Frame frame, State state, long allMilli) {
        count(frame);
        elapse(frame.atNanos());
        long held = 0;
        for (Place place : places) {
            if (place.job != 0) {
                Job job = state.job(place.job);
                look(place, job, frame.atNanos());
                held += held(job);
            }
        }
        leaving.removeIf(number -> {
            Job job = state.job(number);
            return job == null && state.nextJob() > number;
        });
        for (long number : leaving) {
            held += held(state.job(number));
        }
        heldMilli = held;
        othersMilli = allMilli - held;
    }

    private void count(Frame frame) {
        if (frame.plan() == null) {
            return;
        }
        for (Decision decision : frame.plan().decisions()) {
            if (decision instanceof Decision.Stop stop
                    && has(stop.job())
                    && stop.reason().makesRoom()) {
                preempted++;
            }
        }
    }

    private static long held(@Nullable Job job) {
        return job == null || job.waiting() ? 0 : job.total(Demand::totalGpuMilli);
    }

    private void look(Place place, @Nullable Job job, long now) {
        boolean runs = job != null && job.startNanos() >= 0 && job.state() == JobState.RUNNING;
        long decision = job != null && runs ? job.decision() : 0;
        place.holds = job != null && !job.waiting();
        if (place.joined && decision != place.decision) {
            place.lost = true;
            lostNanos = StrictMath.min(lostNanos, now);
        }
        if (place.decision != decision) {
            place.decision = decision;
            place.joinNanos = decision == 0 ? Nanos.NEVER : Nanos.after(now, readyNanos);
        }
    }

    private void elapse(long now) {
        double seconds = Nanos.toSeconds(now - sinceNanos);
        heldSeconds += heldMilli / WHOLE * seconds;
        othersSeconds += othersMilli / WHOLE * seconds;
        sinceNanos = now;
    }

    @Override
    public List<ServerChange> due(long nowNanos) {
        List<ServerChange> changes = new ArrayList<>();
        for (int at = 0; at < places.size(); at++) {
            Place place = places.get(at);
            if (place.lost) {
                lost++;
                changes.add(new ServerChange(nowNanos, at, ServerChange.Kind.FAILS));
                changes.add(new ServerChange(nowNanos, at, ServerChange.Kind.LEAVES));
                place.lost = false;
                place.joined = false;
                // One that was on its way out is not wanted again.
                if (numbers[at] == Fleet.NONE || (fleet != null && fleet.draining(numbers[at]))) {
                    giveUp(at, nowNanos);
                }
            } else if (place.starts() && joins(place) <= nowNanos) {
                changes.add(new ServerChange(nowNanos, at, ServerChange.Kind.JOINS));
                place.joined = true;
            }
        }
        lostNanos = Nanos.NEVER;
        return changes;
    }

    private long joins(Place place) {
        return place.joinNanos == Nanos.NEVER ? Nanos.NEVER : StrictMath.max(place.joinNanos, openNanos);
    }

    @Override
    public long nextNanos() {
        long next = lostNanos;
        for (Place place : places) {
            if (place.starts()) {
                next = StrictMath.min(next, joins(place));
            }
        }
        return next;
    }

    @Override
    public List<Integer> starting() {
        List<Integer> starting = new ArrayList<>();
        for (int place = 0; place < places.size(); place++) {
            if (places.get(place).starts()) {
                starting.add(place);
            }
        }
        starting.sort(Comparator.comparingLong((Integer place) -> places.get(place).joinNanos)
                .thenComparing(place -> !places.get(place).holds)
                .thenComparing(place -> places.get(place).job));
        return starting;
    }

    @Override
    public int paid() {
        return (int)
                places.stream().filter(place -> place.starts() && place.holds).count();
    }

    @Override
    public boolean busy() {
        return places.stream().anyMatch(place -> place.starts() && (lively || place.holds));
    }

    @Override
    public boolean takes(int place) {
        return places.get(place).job != 0;
    }

    /** How many servers are in the fleet. */
    int members() {
        return (int)
                Arrays.stream(numbers).filter(number -> number != Fleet.NONE).count();
    }

    /** Hours of GPUs that the jobs held until now. */
    double gpuHours() {
        return heldSeconds / HOUR;
    }

    /** Hours of GPUs that other jobs held until now. */
    double othersGpuHours() {
        return othersSeconds / HOUR;
    }

    /** How often one was stopped to make room. */
    long preempted() {
        return preempted;
    }

    /** How often one that took requests did not any more though nobody wanted that. */
    long lost() {
        return lost;
    }
}
