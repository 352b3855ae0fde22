package io.berth.sim.forecast;

import io.berth.core.catalog.Catalog;
import io.berth.core.decision.Decision;
import io.berth.core.decision.Plan;
import io.berth.core.engine.Engine;
import io.berth.core.event.Event;
import io.berth.core.journal.Frame;
import io.berth.core.journal.Journal;
import io.berth.core.state.Job;
import io.berth.core.state.JobEnd;
import io.berth.core.state.Observer;
import io.berth.core.state.State;
import io.berth.core.state.part.JobOutcome;
import io.berth.core.time.Nanos;
import io.berth.sim.clock.Feed;
import io.berth.sim.clock.SimDriver;
import io.berth.sim.run.VirtualAdviser;
import io.berth.sim.world.EmulatedWorld;
import io.berth.sim.world.WorldOptions;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BooleanSupplier;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * One way in which things go on from a state where nothing fails: the engine under a virtual clock, run on only as far as somebody asks.
 */
final class Course {
    private static final int MOST_CAUSES = 8;

    /** A thousand jobs that wait start and end in a few thousand; a strategy that never rests must not run for ever. */
    private static final long MOST_INSTANTS = 200_000;

    private final State state;
    private final SimDriver driver;
    private final Engine engine;
    private final ToLongFunction<Job> work;
    private final Feed submissions;
    private final TreeMap<Long, Long> starts = new TreeMap<>();
    private final TreeMap<Long, Cause> causes = new TreeMap<>();
    private final TreeMap<Long, JobEnd> ends = new TreeMap<>();
    /** Those that have not started, of those that somebody waits for. */
    private final TreeSet<Long> awaited = new TreeSet<>();

    private long instants;

    /** How far a question got. */
    enum Reach {
        /** The job has started and, where it has an end, ended. */
        DONE,
        /** Nothing happens any more, and the job has not started. */
        STUCK,
        /** Whoever asked would wait no longer. */
        GIVEN_UP
    }

    /**
     * Goes on from {@code copy}, which no engine may use, at {@code now}.
     *
     * @param work how long a job runs
     */
    Course(State copy, Catalog catalog, long now, ToLongFunction<Job> work) {
        this(copy, catalog, now, work, Feed.EMPTY);
    }

    /** One in which {@code submissions} come too. */
    Course(State copy, Catalog catalog, long now, ToLongFunction<Job> work, Feed submissions) {
        this.state = copy;
        this.work = work;
        this.submissions = submissions;
        driver = new SimDriver(StrictMath.max(now, copy.nowNanos()));
        for (Job job : copy.jobs()) {
            if (job.startNanos() >= 0) {
                starts.put(job.id(), job.startNanos());
            }
        }
        EmulatedWorld world = new EmulatedWorld(WorldOptions.IDEAL, copy.seed(), driver, work);
        engine = new Engine(
                copy,
                catalog,
                new Engine.Parts(Journal.NONE, driver, world, new Follower(), VirtualAdviser.of(catalog, driver)));
        engine.resume();
        world.resume(copy);
    }

    /** Goes on until {@code job} has ended, or has started where it has no end. */
    Reach until(long job, BooleanSupplier goOn) {
        while (!ends.containsKey(job)) {
            Job live = state.job(job);
            boolean endless = live != null && starts.containsKey(job) && work.applyAsLong(live) == Nanos.NEVER;
            long next = driver.nextTimerNanos();
            if (endless || next == Nanos.NEVER) {
                return starts.containsKey(job) ? Reach.DONE : Reach.STUCK;
            }
            if (instants >= MOST_INSTANTS || !goOn.getAsBoolean()) {
                return Reach.GIVEN_UP;
            }
            driver.moment(next, engine, List.of());
        }
        return Reach.DONE;
    }

    /**
     * Goes on until each of {@code jobs} has started or left, nothing happens any more, or {@code horizonNanos} is past.
     *
     * @return false where whoever asked would wait no longer
     */
    boolean untilStarted(Collection<Long> jobs, long horizonNanos, BooleanSupplier goOn) {
        awaited.addAll(jobs);
        awaited.removeAll(starts.keySet());
        while (!awaited.isEmpty() && instants < MOST_INSTANTS) {
            long next = StrictMath.min(driver.nextTimerNanos(), submissions.nextNanos());
            if (next > horizonNanos) {
                return true;
            }
            if (!goOn.getAsBoolean()) {
                return false;
            }
            driver.moment(next, engine, List.of(submissions));
        }
        return true;
    }

    /** When all tasks of {@code job} run for the first time; {@link Nanos#NEVER} where that did not come. */
    long startNanos(long job) {
        return starts.getOrDefault(job, Nanos.NEVER);
    }

    /** When {@code job} ends; {@link Nanos#NEVER} where that did not come. */
    long endNanos(long job) {
        JobEnd end = ends.get(job);
        return end == null ? Nanos.NEVER : end.atNanos();
    }

    /** How {@code job} ended; null where it did not. */
    @Nullable
    JobOutcome outcome(long job) {
        JobEnd end = ends.get(job);
        return end == null ? null : end.outcome();
    }

    /** What decided the start of {@code job}. */
    Cause cause(long job) {
        return causes.getOrDefault(job, Cause.NONE);
    }

    /** The jobs that hold room at the end of this course, by number. */
    List<Job> holding() {
        return state.jobs().stream().filter(job -> !job.waiting()).toList();
    }

    /** Writes down what happens. */
    private final class Follower implements Observer {
        @Override
        public void ended(JobEnd end) {
            ends.put(end.job().id(), end);
            awaited.remove(end.job().id());
            if (end.job().startNanos() >= 0) {
                starts.putIfAbsent(end.job().id(), end.job().startNanos());
            }
        }

        @Override
        public void instant(Frame frame, State after) {
            instants++;
            for (Event event : frame.events()) {
                if (event instanceof Event.TaskStarted started) {
                    Job job = after.job(started.job());
                    if (job != null && job.startNanos() >= 0) {
                        starts.putIfAbsent(job.id(), job.startNanos());
                        awaited.remove(job.id());
                    }
                }
            }
            Plan plan = frame.plan();
            if (plan != null) {
                for (Decision decision : plan.decisions()) {
                    if (decision instanceof Decision.Start start) {
                        causes.putIfAbsent(start.job(), cause(frame));
                    }
                }
            }
        }

        private Cause cause(Frame frame) {
            TreeSet<Long> ended = new TreeSet<>();
            boolean timer = false;
            for (Event event : frame.events()) {
                switch (event) {
                    case Event.TaskEnded end -> ended.add(end.job());
                    case Event.Tick _ -> timer = true;
                    // Starts of tasks come with ends of others, and decide nothing; nothing else happens in a forecast.
                    case Event.TaskOutcome _, Event.ProgressReported _, Event.WindowPlanned _ -> {}
                    case Event.JobSubmitted _, Event.JobFound _, Event.MixExpected _ -> {}
                    case Event.NodeEvent _, Event.OperatorEvent _, Event.TaskMeasured _ -> {}
                }
            }
            List<Long> first = new ArrayList<>(ended);
            return new Cause(first.subList(0, StrictMath.min(MOST_CAUSES, first.size())), timer && ended.isEmpty());
        }
    }
}
