package io.berth.console.view.job;

import io.berth.core.explain.Explanation;
import io.berth.core.state.Job;
import io.berth.core.state.JobEnd;
import io.berth.core.state.State;
import io.berth.core.time.Nanos;
import io.berth.core.time.WallClock;
import io.berth.core.workload.Demand;
import io.berth.core.workload.JobSpec;
import io.berth.core.workload.Phases;
import io.berth.core.workload.Program;
import io.berth.core.workload.term.After;
import io.berth.core.workload.term.JobArray;
import io.berth.edge.access.Caller;
import io.berth.spec.json.Json;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * A job at one instant; it never changes. The engine's thread makes one for each change, so it holds what was at hand, and its
 * document is made by whoever first reads it.
 */
public final class JobEntry {
    private final long id;
    private final JobSpec spec;
    private final JobPhase phase;
    private final int exitCode;
    private final JobTimes times;
    private final JobPlaces places;
    private final Terms terms;
    private final long version;
    private final String trouble;
    private volatile @Nullable String json;

    /**
     * What a job is beside its times and places.
     *
     * @param strategy that decided its last start; empty where that is not known
     */
    record Ended(long id, JobSpec spec, JobPhase phase, int exitCode, int attempt, String trouble, String strategy) {}

    /**
     * What holds it back.
     *
     * @param attempt from 1
     * @param onHold true where somebody holds it back
     * @param unmet the jobs that must end before it may enter the queue
     * @param cancelled true where somebody wants it gone
     */
    private record Terms(int attempt, boolean onHold, List<After> unmet, boolean cancelled) {}

    private JobEntry(Job job, JobPhase phase, JobTimes times, JobPlaces places, long version) {
        this(
                new Ended(
                        job.id(),
                        phase.ended() ? EndedSpec.of(job.spec()) : job.spec(),
                        phase,
                        job.exitCode(),
                        job.attempt(),
                        "",
                        places.strategy()),
                times,
                places,
                phase.ended()
                        ? new Terms(job.attempt(), false, List.of(), false)
                        : new Terms(job.attempt(), job.onHold(), job.unmet(), job.cancelled()),
                version);
    }

    /** The same with another trouble. */
    private JobEntry(JobEntry other, String trouble) {
        this(
                new Ended(
                        other.id,
                        other.spec,
                        other.phase,
                        other.exitCode,
                        other.terms.attempt(),
                        trouble,
                        other.places.strategy()),
                other.times,
                other.places,
                other.terms,
                other.version);
    }

    private JobEntry(Ended job, JobTimes times, JobPlaces places, Terms terms, long version) {
        this.id = job.id();
        this.spec = job.spec();
        this.phase = job.phase();
        this.exitCode = job.exitCode();
        this.times = times;
        this.places = places;
        this.terms = terms;
        this.version = version;
        this.trouble = job.trouble();
    }

    /**
     * A job that lives; what {@code before} knows of the same start is taken from it.
     *
     * @param strategy the label of what is in force, for a start of this instant
     */
    public static JobEntry of(Job job, State state, @Nullable JobEntry before, String strategy) {
        JobPlaces places = JobPlaces.NOWHERE;
        if (before != null && before.decision() == job.decision()) {
            places = job.resized() ? JobPlaces.of(job, state, before.places.strategy()) : before.places;
        } else if (!job.waiting()) {
            places = JobPlaces.of(job, state, strategy);
        }
        JobTimes times = new JobTimes(job.submitNanos(), job.startNanos(), -1, state.wall());
        return new JobEntry(job, JobPhase.of(job.state()), times, places, state.instants());
    }

    /** A job that left; of where it was, only the names stay. */
    public static JobEntry of(JobEnd end, State state, @Nullable JobEntry before, long version) {
        Job job = end.job();
        JobPlaces was = before == null ? JobPlaces.NOWHERE : before.places;
        JobPlaces names = was.namesOnly();
        JobTimes times = new JobTimes(job.submitNanos(), job.startNanos(), end.endNanos(), state.wall());
        return new JobEntry(job, JobPhase.of(end.outcome()), times, names, version);
    }

    /** A job that ended in an earlier life; where it was is not known any more. */
    public static JobEntry of(Ended job, JobTimes.Stay stay) {
        JobPlaces places = JobPlaces.NOWHERE.under(job.strategy());
        return new JobEntry(job, stay.times(), places, new Terms(job.attempt(), false, List.of(), false), 0);
    }

    /** The same for whose it is, in outlines for who may know that it is there; null for others. */
    public @Nullable JobEntry shownTo(Caller caller) {
        if (caller.owns(spec)) {
            return this;
        }
        return caller.sees(spec) ? outline() : null;
    }

    private JobEntry outline() {
        Ended outlined = new Ended(id, OutlinedSpec.of(spec), phase, exitCode, terms.attempt, "", places.strategy());
        return new JobEntry(outlined, times, places, terms, version);
    }

    public long id() {
        return id;
    }

    public JobSpec spec() {
        return spec;
    }

    public JobPhase phase() {
        return phase;
    }

    /** The same, which did not go well for {@code newTrouble}; empty where it did. */
    public JobEntry withTrouble(String newTrouble) {
        return newTrouble.equals(trouble) ? this : new JobEntry(this, newTrouble);
    }

    /** Why it did not go well, the last time it did not: a sentence for people; empty where nothing is known. */
    public String trouble() {
        return trouble;
    }

    /** Since which instant it is so. */
    public long version() {
        return version;
    }

    /** From when to when it was here; of a job that has ended. */
    JobTimes.Stay stay() {
        WallClock wall = times.wall();
        return new JobTimes.Stay(
                wall.wallNanos(times.submitNanos()),
                times.startNanos() < 0 ? -1 : wall.wallNanos(times.startNanos()),
                wall.wallNanos(times.endNanos()),
                times.waitNanos(),
                times.runNanos(),
                times.endNanos());
    }

    /** When it ended as the machine's clock showed it, UTC nanoseconds; -1 while it lives. */
    public long endedNanos() {
        return times.endNanos() < 0 ? -1 : times.wall().wallNanos(times.endNanos());
    }

    /** When it was submitted as the machine's clock showed it, UTC nanoseconds. */
    public long submittedNanos() {
        return times.wall().wallNanos(times.submitNanos());
    }

    /** When all its tasks ran, likewise; -1 before. */
    long startedNanos() {
        return times.startNanos() < 0 ? -1 : times.wall().wallNanos(times.startNanos());
    }

    /** When it was submitted, nanoseconds of Berth's time: with its number what tells it from all others, of a lost history too. */
    public long submitNanos() {
        return times.submitNanos();
    }

    /** When it ended, nanoseconds of Berth's time; -1 before. */
    public long endNanos() {
        return times.endNanos();
    }

    /** How long it waited until it was started or left, nanoseconds; -1 while it waits. */
    public long waitNanos() {
        return times.waitNanos();
    }

    /** When all its tasks ran, nanoseconds of Berth's time; -1 before. */
    public long startNanos() {
        return times.startNanos();
    }

    /** How long it ran until it finished its work, nanoseconds; -1 where it did not, or that is not known. */
    public long finishedNanos() {
        return phase == JobPhase.FINISHED ? times.runNanos() : -1;
    }

    /** How often it was started because a task failed, and once. */
    public int attempt() {
        return terms.attempt;
    }

    /** True where it does not start until somebody releases it. */
    public boolean onHold() {
        return terms.onHold;
    }

    /** True where it lives and somebody wants it gone. */
    public boolean cancelled() {
        return terms.cancelled;
    }

    /** The jobs that must end before it may enter the queue. */
    public List<After> unmet() {
        return terms.unmet;
    }

    int exitCode() {
        return exitCode;
    }

    /** The first exit code that was not 0, else 0; null while it lives, and where nothing of it ran to an end. */
    @Nullable
    Integer knownExitCode() {
        boolean ran = times.startNanos() >= 0 || exitCode != 0 || phase == JobPhase.FINISHED;
        return phase.ended() && ran ? exitCode : null;
    }

    /** The GPUs that its tasks ask for, thousandths. */
    public long gpuMilli() {
        return spec.total(Demand::totalGpuMilli);
    }

    /** The sum over its tasks of what {@code amount} says of the demand of one: of those that have a place, before of all. */
    public long total(ToLongFunction<Demand> amount) {
        return places.total(spec, amount);
    }

    /** The nodes that its tasks are or were on, the first of them. */
    public List<String> nodeNames() {
        return places.names();
    }

    /** True where one of its tasks is on a node in {@code lost}. */
    public boolean isOn(boolean[] lost) {
        for (int node : places.nodes()) {
            if (node >= 0 && node < lost.length && lost[node]) {
                return true;
            }
        }
        return false;
    }

    /** The start decision by which it holds its places; 0 for none. */
    public long decision() {
        return places.start().decision();
    }

    /** When that was decided, UTC nanoseconds; 0 for none, and where it is not known. */
    public long decidedNanos() {
        return places.start().decidedNanos();
    }

    /** The decision by which {@code task} has its place: that of its start, or one by which it came while the job ran. */
    public long decision(int task) {
        return places.start(task).decision();
    }

    /** When that was decided, as {@link #decidedNanos()}. */
    public long broughtNanos(int task) {
        return places.start(task).decidedNanos();
    }

    /** The label of the strategy that decided its last start; empty where that is not known. */
    public String strategy() {
        return places.strategy();
    }

    /** How many tasks have a place. */
    public int placed() {
        return places.placed();
    }

    /** The numbers of the tasks that have a place. */
    public int[] placedTasks() {
        return places.tasks();
    }

    /** The number of the node of {@code task}, which has a place. */
    public int node(int task) {
        return places.nodes()[task];
    }

    /** The devices of {@code task}, by number. */
    public List<Integer> gpus(int task) {
        List<Integer> gpus = new ArrayList<>();
        for (long rest = places.gpuMasks()[task]; rest != 0; rest &= rest - 1) {
            gpus.add(Long.numberOfTrailingZeros(rest));
        }
        return gpus;
    }

    /** As lists show it. */
    public JobRow row() {
        return new JobRow(
                id,
                spec.name(),
                spec.queue(),
                spec.kind().name().toLowerCase(Locale.ROOT),
                spec.priority(),
                phase.text(),
                knownExitCode(),
                spec.tasks(),
                gpuMilli() / 1000.0,
                time(times.wall().wallNanos(times.submitNanos())),
                times.shown(times.startNanos()),
                times.shown(times.endNanos()),
                places.distinct(),
                places.names(),
                terms.attempt,
                array(),
                terms.unmet.isEmpty() ? null : Explanation.text(terms.unmet),
                places.strategy().isEmpty() ? null : places.strategy(),
                seconds(times.waitNanos()),
                seconds(times.runNanos()),
                times.movedNanos() == 0 ? null : Nanos.toSeconds(times.movedNanos()),
                user(),
                spec.total(Demand::cpuMilli) / 1000.0,
                spec.total(Demand::memoryBytes),
                JobWhy.phrase(this),
                terms.onHold,
                service(),
                phaseOfWork());
    }

    private JobRow.@Nullable Phase phaseOfWork() {
        Phases phases = spec.phases();
        return phases.any()
                ? new JobRow.Phase(
                        phases.at() + 1, phases.all().size(), phases.now().name())
                : null;
    }

    /** As whom it runs; null where it runs no program. */
    public @Nullable String user() {
        Program program = spec.firstProgram();
        if (!program.runs()) {
            return null;
        }
        return program.user().isEmpty() ? System.getProperty("user.name") : program.user();
    }

    private @Nullable String service() {
        String name = spec.firstProgram().service().name();
        return name.isEmpty() ? null : name;
    }

    private static @Nullable Double seconds(long nanos) {
        return nanos < 0 ? null : Nanos.toSeconds(nanos);
    }

    private JobRow.@Nullable Array array() {
        JobArray array = spec.terms().array();
        return array.id() == 0 ? null : new JobRow.Array(array.id(), array.index(), array.count());
    }

    /** The row as JSON. */
    public String json() {
        String known = json;
        if (known == null) {
            known = Json.line(row());
            json = known;
        }
        return known;
    }

    /** What the machine's clock showed, UTC nanoseconds, as documents write it: ISO 8601. */
    public static String time(long nanos) {
        return Instant.ofEpochSecond(Math.floorDiv(nanos, Nanos.SECOND), Math.floorMod(nanos, Nanos.SECOND))
                .toString();
    }
}
