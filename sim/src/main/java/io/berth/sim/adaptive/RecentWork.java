package io.berth.sim.adaptive;

import io.berth.core.event.Event;
import io.berth.core.journal.Frame;
import io.berth.core.state.Job;
import io.berth.core.state.JobEnd;
import io.berth.core.state.Observer;
import io.berth.core.state.State;
import io.berth.core.state.part.JobOutcome;
import io.berth.core.workload.JobSpec;
import io.berth.sim.forecast.LearntRunTimes;
import io.berth.sim.forecast.MemberRunTimes;
import io.berth.sim.portfolio.Redrawn;
import io.berth.sim.workload.Arrival;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.TreeMap;

/**
 * The work of the last hours: what was submitted, and how long it ran as far as that is known. Of what is not over nothing is taken from the
 * future: how long it runs is drawn from what is learnt of jobs that ended.
 */
public final class RecentWork implements Observer {
    /** So many stretches make the time that is looked at: with fewer, draws are too much alike. */
    private static final int STRETCHES = 4;

    /** Where few jobs come it is looked back further than is asked for, until there are so many. */
    private static final int LEAST_JOBS = 20;

    private final long pastNanos;
    private final LearntRunTimes learnt = new LearntRunTimes();
    private final ArrayDeque<Seen> last = new ArrayDeque<>();
    /** Those of {@link #last} that live, by number. */
    private final TreeMap<Long, Seen> living = new TreeMap<>();

    private long beganNanos = -1;
    private long ended;
    private boolean waited;

    /** A job that was submitted. */
    private static final class Seen {
        private final long atNanos;
        private final long job;
        private final JobSpec spec;
        /** How long it would run alone; below 0 while it lives. */
        private long workNanos = -1;

        Seen(long atNanos, long job, JobSpec spec) {
            this.atNanos = atNanos;
            this.job = job;
            this.spec = spec;
        }
    }

    /**
     * How things may go on.
     *
     * @param runTimes of jobs that live
     * @param arrivals to come
     */
    record Forecast(MemberRunTimes runTimes, List<Arrival> arrivals) {}

    /** @param pastNanos how far back work is looked at, where enough came since then */
    public RecentWork(long pastNanos) {
        this.pastNanos = pastNanos;
    }

    @Override
    public void ended(JobEnd end) {
        Job job = end.job();
        boolean tells =
                job.startNanos() >= 0 && end.outcome() != JobOutcome.REJECTED && end.outcome() != JobOutcome.CANCELLED;
        if (tells) {
            ended(job.id(), job.spec(), job.doneNanos(end.endNanos()));
        } else {
            living.remove(job.id());
        }
    }

    /** Job {@code id} did all its work, for which it would have run so long alone. */
    public void ended(long id, JobSpec spec, long workNanos) {
        Seen seen = living.remove(id);
        learnt.ended(spec, workNanos);
        ended++;
        if (seen != null) {
            seen.workNanos = workNanos;
        }
    }

    /** Somebody had to wait. */
    public void waits() {
        waited = true;
    }

    @Override
    public void instant(Frame frame, State state) {
        waited |= state.waitingJobs() > 0;
        for (int i = 0; i < frame.events().size(); i++) {
            if (frame.events().get(i) instanceof Event.JobSubmitted submitted) {
                submitted(frame.atNanos(), submitted.job(), submitted.spec());
            }
        }
    }

    /** A job came, no earlier than those before it. */
    public void submitted(long at, long id, JobSpec spec) {
        beganNanos = beganNanos < 0 ? at : beganNanos;
        Seen seen = new Seen(at, id, Redrawn.alone(spec));
        last.addLast(seen);
        living.put(id, seen);
        while (last.size() > LEAST_JOBS && last.getFirst().atNanos < at - pastNanos) {
            living.remove(last.removeFirst().job);
        }
    }

    /** True where enough jobs came, and ended, to say what may come. */
    boolean tells() {
        return last.size() >= LEAST_JOBS && ended >= LearntRunTimes.LEAST_ENDED;
    }

    /** True where a job had to wait since this was asked last. */
    boolean waited() {
        boolean told = waited;
        waited = false;
        return told;
    }

    /** From when on work is looked at. */
    private long sinceNanos(long nowNanos) {
        long since = nowNanos - pastNanos;
        int jobs = 0;
        for (Iterator<Seen> back = last.descendingIterator(); back.hasNext() && jobs < LEAST_JOBS; jobs++) {
            since = StrictMath.min(since, back.next().atNanos);
        }
        return StrictMath.max(beganNanos, since);
    }

    /**
     * One way in which things may go on from {@code state}; {@link #tells} must be true.
     *
     * @param member the same number draws the same
     */
    Forecast forecast(State state, long nowNanos, long horizonNanos, long member) {
        MemberRunTimes runTimes = new MemberRunTimes(learnt, state.jobs(), nowNanos, member);
        long first = sinceNanos(nowNanos);
        List<Arrival> arrivals = new ArrayList<>();
        for (Seen seen : last) {
            if (seen.atNanos >= first) {
                arrivals.add(new Arrival(seen.atNanos, seen.spec.withWork(work(seen, state, runTimes))));
            }
        }
        long span = StrictMath.max(1, nowNanos - first);
        Redrawn redrawn = new Redrawn(arrivals, first, span, StrictMath.max(1, span / STRETCHES));
        return new Forecast(runTimes, redrawn.draw(member, nowNanos + 1, horizonNanos));
    }

    private static long work(Seen seen, State state, MemberRunTimes runTimes) {
        if (seen.workNanos >= 0) {
            return seen.workNanos;
        }
        Job job = state.job(seen.job);
        return job == null ? runTimes.nanos(seen.spec, seen.job) : runTimes.nanos(job);
    }
}
