package io.berth.console.api.job;

import io.berth.console.api.call.Documented;
import io.berth.console.view.job.JobEntry;
import io.berth.console.view.job.JobPhase;
import io.berth.console.view.job.JobWhy;
import io.berth.core.time.Nanos;
import io.berth.core.time.WallClock;
import io.berth.sim.forecast.Cause;
import io.berth.sim.forecast.Eta;
import io.berth.sim.forecast.Moment;
import io.berth.sim.forecast.RunTime;
import io.berth.sim.forecast.StartEstimate;
import io.berth.sim.forecast.StartEstimates;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.LongPredicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Writes a look ahead as a document. */
final class EtaText {
    private static final List<String> ASSUMPTIONS = List.of(
            "nothing else is submitted, cancelled or drained",
            "no task and no node fails, and tasks start at once",
            "jobs run as long as rests_on says; those without an end hold their room for ever");

    private EtaText() {}

    /** Of a job that ended: what was. */
    static Documented.Eta ended(JobEntry job) {
        return told(job, "ended", JobWhy.settled(job));
    }

    /** Of a job that somebody holds back. */
    static Documented.Eta held(JobEntry job) {
        return told(job, "held", "it is held until somebody releases it");
    }

    private static Documented.Eta told(JobEntry job, String verdict, String text) {
        return new Documented.Eta(
                job.id(),
                job.phase().text(),
                verdict,
                text,
                null,
                known(job.row().startTime()),
                known(job.row().endTime()),
                List.of(),
                List.of(),
                0,
                List.of(),
                null);
    }

    /** Of a job that lives; only of jobs that are {@code visible} more is said than that there is one, and times are as {@code wall} shows them. */
    static Documented.Eta of(JobEntry job, Eta eta, LongPredicate visible, WallClock wall) {
        List<Documented.RunTime> restsOn = new ArrayList<>();
        for (RunTime time : eta.restsOn()) {
            if (visible.test(time.job())) {
                restsOn.add(runTime(time));
            }
        }
        List<Long> waitsFor = eta.cause().jobs().stream().filter(visible::test).toList();
        boolean started = job.row().startTime() != null;
        return new Documented.Eta(
                job.id(),
                job.phase().text(),
                word(eta.verdict()),
                trouble(job) + text(eta, waitsFor, started),
                eta.position() == 0 ? null : eta.position(),
                moment(eta.start(), wall),
                moment(eta.end(), wall),
                waitsFor,
                restsOn,
                eta.samples(),
                assumptions(eta.days()),
                job.row().clockMovedSeconds());
    }

    /** When all jobs that wait start that are {@code visible}. */
    static Documented.StartList all(StartEstimates starts, LongPredicate visible, WallClock wall) {
        List<Documented.StartRow> rows = new ArrayList<>();
        for (StartEstimate start : starts.jobs().values()) {
            if (visible.test(start.job())) {
                rows.add(new Documented.StartRow(
                        start.job(),
                        start.run().name(),
                        start.position() == 0 ? null : start.position(),
                        time(start.start().nanos(), wall),
                        time(start.start().earlyNanos(), wall),
                        time(start.start().lateNanos(), wall),
                        runTime(start.run())));
            }
        }
        String at = JobEntry.time(wall.wallNanos(starts.atNanos()));
        return new Documented.StartList(at, starts.members(), starts.days(), assumptions(starts.days()), rows);
    }

    private static @Nullable String time(long nanos, WallClock wall) {
        return nanos == Nanos.NEVER ? null : JobEntry.time(wall.wallNanos(nanos));
    }

    private static List<String> assumptions(int days) {
        if (days == 0) {
            return ASSUMPTIONS;
        }
        List<String> drawn = new ArrayList<>(ASSUMPTIONS);
        drawn.set(
                0,
                "jobs are submitted as in the last " + (days == 1 ? "day" : days + " days")
                        + ", and none is cancelled and no node drained");
        return drawn;
    }

    private static String trouble(JobEntry job) {
        boolean told = job.phase() == JobPhase.PENDING && !job.trouble().isEmpty();
        return told ? job.trouble() + "; " : "";
    }

    private static String text(Eta eta, List<Long> waitsFor, boolean started) {
        return switch (eta.verdict()) {
            case STARTS -> started ? "it runs" : starts(eta.cause(), waitsFor);
            case UNKNOWN -> "it waits for what has no known end; an estimate or a time limit of those jobs would tell";
            case TURNED_AWAY -> "it is rejected before it starts";
            case FAR -> "its start is further away than was looked; ask again for what is nearer";
        };
    }

    private static String starts(Cause cause, List<Long> waitsFor) {
        if (cause.timer()) {
            return "it waits for a moment, not for a job";
        }
        if (cause.jobs().isEmpty()) {
            return "the next pass starts it";
        }
        String jobs = waitsFor.stream().map(String::valueOf).collect(Collectors.joining(", "));
        return "it waits for the end of " + (jobs.isEmpty() ? "another tenant's job" : "job " + jobs);
    }

    private static Documented.RunTime runTime(RunTime time) {
        Double seconds = time.nanos() == Nanos.NEVER ? null : Nanos.toSeconds(time.nanos());
        String text = switch (time.basis()) {
            case ESTIMATE -> "its user's estimate";
            case TIME_LIMIT -> "its time limit";
            case SAME_NAME -> "the median of " + ended(time.samples()) + " of its name";
            case SAME_OWNER -> "the median of " + ended(time.samples()) + " of its owner";
            case ALL_JOBS -> "the median of " + ended(time.samples());
            case SAME_QUEUE -> "the median of " + ended(time.samples()) + " of its queue";
            case OVERRUN -> "it has run for longer than expected; taken to run as long again";
            case NONE -> "nothing is known: it has no estimate and no time limit, and no job of its name has finished";
        };
        return new Documented.RunTime(time.job(), time.name(), seconds, word(time.basis()), text);
    }

    private static String ended(int samples) {
        return samples == 1 ? "one finished job" : samples + " finished jobs";
    }

    private static Documented.@Nullable Moment moment(@Nullable Moment moment, WallClock wall) {
        return moment == null
                ? null
                : new Documented.Moment(
                        JobEntry.time(wall.wallNanos(moment.nanos())),
                        JobEntry.time(wall.wallNanos(moment.earlyNanos())),
                        moment.lateNanos() == Nanos.NEVER ? null : JobEntry.time(wall.wallNanos(moment.lateNanos())));
    }

    private static Documented.@Nullable Moment known(@Nullable String time) {
        return time == null ? null : new Documented.Moment(time, time, time);
    }

    private static String word(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT);
    }
}
