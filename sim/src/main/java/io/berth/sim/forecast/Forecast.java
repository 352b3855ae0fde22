package io.berth.sim.forecast;

import io.berth.core.catalog.Catalog;
import io.berth.core.explain.Explainer;
import io.berth.core.state.Job;
import io.berth.core.state.State;
import io.berth.core.time.Chance;
import io.berth.core.time.Nanos;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What comes of a state if nothing more is submitted and nothing fails. One course runs with the median of every run time; where
 * run times are those of other jobs, a few more run with times drawn from these, and say how far to trust it. Courses go on only
 * as far as they are asked, so a second question about a job nearby costs little. For one thread.
 */
public final class Forecast {
    /** For the 10th and 90th percentile, the second of each end. */
    private static final int SAMPLES = 20;

    /** With fewer, a range would be made of the extremes. */
    private static final int LEAST_SAMPLES = 10;

    private static final int TENTH = 10;
    private static final int LONGEST_CHAIN = 6;
    private static final String STREAM = "forecast";

    private final Supplier<State> copies;
    private final Catalog catalog;
    private final long nowNanos;
    private final RunTimes runTimes;
    private final int samples;
    private final TreeMap<Long, Job> jobs = new TreeMap<>();
    private final TreeMap<Long, Integer> positions = new TreeMap<>();
    private final Course expected;
    private final List<Course> sampled = new ArrayList<>();

    /**
     * Looks forward from one moment.
     *
     * @param copies gives copies of one state, a new one at each call
     * @param nowNanos UTC; not before the last moment of that state
     */
    public Forecast(Supplier<State> copies, Catalog catalog, long nowNanos, RunTimes runTimes) {
        this(copies, catalog, nowNanos, runTimes, SAMPLES);
    }

    /**
     * The same in a heap that has room for {@code mostSampled} more states; where they are too few, no range is told.
     */
    public Forecast(Supplier<State> copies, Catalog catalog, long nowNanos, RunTimes runTimes, int mostSampled) {
        this.samples = mostSampled < LEAST_SAMPLES ? 0 : StrictMath.min(SAMPLES, mostSampled);
        this.copies = copies;
        this.catalog = catalog;
        this.runTimes = runTimes;
        State state = copies.get();
        this.nowNanos = StrictMath.max(nowNanos, state.nowNanos());
        state.jobs().forEach(job -> jobs.put(job.id(), job));
        for (Job job : Explainer.turns(copies.get(), catalog)) {
            positions.put(job.id(), positions.size() + 1);
        }
        TreeMap<Long, Long> nanos = new TreeMap<>();
        jobs.forEach(
                (id, job) -> nanos.put(id, runTimes.expected(job, this.nowNanos).nanos()));
        expected = new Course(copies.get(), catalog, this.nowNanos, job -> nanos.getOrDefault(job.id(), Nanos.NEVER));
    }

    /** When job {@code id} starts and ends; null where no such job lives. No more is looked than {@code goOn} allows. */
    public @Nullable Eta eta(long id, BooleanSupplier goOn) {
        Job job = jobs.get(id);
        if (job == null) {
            return null;
        }
        Course.Reach reach = expected.until(id, goOn);
        int position = positions.getOrDefault(id, 0);
        Cause cause = expected.cause(id);
        if (expected.startNanos(id) == Nanos.NEVER) {
            Eta.Verdict verdict = switch (reach) {
                case DONE -> Eta.Verdict.TURNED_AWAY;
                case STUCK -> Eta.Verdict.UNKNOWN;
                case GIVEN_UP -> Eta.Verdict.FAR;
            };
            List<RunTime> endless = verdict == Eta.Verdict.UNKNOWN ? endless() : List.of();
            return new Eta(verdict, null, null, position, cause, endless, 0, 0);
        }
        List<Course> courses = anySampled() ? sampledUntil(id, goOn) : List.of();
        boolean enough = courses.size() >= LEAST_SAMPLES;
        List<Course> counted = enough ? courses : List.of();
        return new Eta(
                Eta.Verdict.STARTS,
                moment(
                        expected.startNanos(id),
                        counted.stream().mapToLong(one -> one.startNanos(id)).toArray()),
                moment(
                        expected.endNanos(id),
                        counted.stream().mapToLong(one -> one.endNanos(id)).toArray()),
                position,
                cause,
                chain(job),
                counted.size(),
                0);
    }

    private boolean anySampled() {
        return jobs.values().stream()
                .anyMatch(job -> runTimes.expected(job, nowNanos).basis().sampled());
    }

    /** The sampled courses that came as far as the expected one did. */
    private List<Course> sampledUntil(long id, BooleanSupplier goOn) {
        List<Course> reached = new ArrayList<>();
        for (int sample = 0; sample < samples && goOn.getAsBoolean(); sample++) {
            if (sample == sampled.size()) {
                sampled.add(sample(sample));
            }
            Course course = sampled.get(sample);
            if (course.until(id, goOn) == Course.Reach.DONE && course.startNanos(id) != Nanos.NEVER) {
                reached.add(course);
            }
        }
        return reached;
    }

    private Course sample(int number) {
        TreeMap<Long, Long> nanos = new TreeMap<>();
        jobs.forEach((id, job) -> nanos.put(
                id,
                runTimes.at(job, nowNanos, Chance.unitAt(number, STREAM, id, 0)).nanos()));
        return new Course(copies.get(), catalog, nowNanos, job -> nanos.getOrDefault(job.id(), Nanos.NEVER));
    }

    private static @Nullable Moment moment(long expected, long[] samples) {
        if (expected == Nanos.NEVER) {
            return null;
        }
        if (samples.length == 0) {
            return new Moment(expected, expected, expected);
        }
        Arrays.sort(samples);
        int tenth = samples.length / TENTH;
        long early = samples[tenth];
        long late = samples[samples.length - 1 - tenth];
        // The course of medians is one more: what it says lies in the range.
        return new Moment(expected, StrictMath.min(early, expected), StrictMath.max(late, expected));
    }

    /** The run times that a start hangs on: that of the job itself, then of one whose end lets it start, and so on. */
    private List<RunTime> chain(Job job) {
        List<RunTime> chain = new ArrayList<>();
        TreeSet<Long> seen = new TreeSet<>();
        Job next = job;
        while (next != null && chain.size() < LONGEST_CHAIN && seen.add(next.id())) {
            chain.add(runTimes.expected(next, nowNanos));
            List<Long> causes = expected.cause(next.id()).jobs();
            next = causes.isEmpty() ? null : jobs.get(causes.getLast());
        }
        return chain;
    }

    /** The jobs that still hold room when nothing happens any more. */
    private List<RunTime> endless() {
        List<RunTime> endless = new ArrayList<>();
        for (Job held : expected.holding()) {
            Job known = jobs.get(held.id());
            if (known != null && endless.size() < LONGEST_CHAIN) {
                endless.add(runTimes.expected(known, nowNanos));
            }
        }
        return endless;
    }
}
