package io.berth.console.curve;

import io.berth.console.curve.Tails.Tail;
import io.berth.console.view.job.JobEntry;
import io.berth.core.time.Nanos;
import io.berth.core.workload.Metrics;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The curves of all jobs: reads the output of those that run, looks up those that ended in files. {@link #look} is for one thread;
 * all else may be called from any.
 */
public final class Curves {
    /** Of each task at each look, a second apart: what is more is left out, so that a task that floods costs no more. */
    static final int MOST_BYTES = 256 << 10;

    private static final int PIECE_BYTES = 64 << 10;
    private static final long SAVE_NANOS = 30 * Nanos.SECOND;

    private final CurveFile files;
    private final Tails tails;
    private final Consumer<String> report;
    private final LongSupplier nowNanos;
    private final Map<Long, Followed> followed = new ConcurrentSkipListMap<>();

    /** A job that runs. */
    private static final class Followed {
        final JobCurve curve;
        final long submitNanos;
        final Map<Integer, Tail> tails = new TreeMap<>();
        TreeMap<Integer, String> marks = new TreeMap<>();
        long decision;
        long decidedNanos;
        long savedVersion;
        long savedNanos;

        Followed(JobCurve curve, long submitNanos) {
            this.curve = curve;
            this.submitNanos = submitNanos;
        }
    }

    /**
     * @param folder where curves are kept
     * @param report gets a line for what somebody should look at
     * @param nowNanos the time, UTC nanoseconds
     */
    public Curves(Path folder, Tails tails, Consumer<String> report, LongSupplier nowNanos) {
        this.nowNanos = nowNanos;
        this.files = new CurveFile(folder);
        this.tails = tails;
        this.report = report;
    }

    /** Reads what the jobs in {@code running} wrote since the last look; those that are not there any more are over. */
    public void look(List<JobEntry> running, long nowNanos) {
        List<Long> seen = new ArrayList<>();
        for (JobEntry job : running) {
            seen.add(job.id());
            Followed one = followed.computeIfAbsent(job.id(), _ -> begin(job, nowNanos));
            one.curve.begin(job.decision(), job.spec().firstProgram().metrics());
            if (one.decision != job.decision()) {
                one.decision = job.decision();
                one.decidedNanos = job.decidedNanos();
                one.tails.clear();
                one.marks = new TreeMap<>();
            }
            if (job.spec().firstProgram().metrics().read()) {
                read(job, one, nowNanos);
            }
            if (nowNanos - one.savedNanos >= SAVE_NANOS) {
                save(one, nowNanos);
            }
        }
        for (Map.Entry<Long, Followed> entry : followed.entrySet()) {
            if (!seen.contains(entry.getKey())) {
                finish(entry.getValue(), nowNanos);
                followed.remove(entry.getKey());
            }
        }
    }

    /** A task of {@code job}, which runs, said {@code sample} by itself. */
    public void report(JobEntry job, int task, Sample sample) {
        Followed one = followed.computeIfAbsent(job.id(), _ -> begin(job, nowNanos.getAsLong()));
        one.curve.begin(job.decision(), job.spec().firstProgram().metrics());
        one.curve.hear(task, sample, nowNanos.getAsLong());
    }

    /** Reads what a job that ended wrote between two looks, or while nobody looked. */
    public void lookBack(JobEntry job, long nowNanos) {
        Metrics metrics = job.spec().firstProgram().metrics();
        if (!metrics.read() || followed.containsKey(job.id())) {
            return;
        }
        Followed one = begin(job, nowNanos);
        one.curve.begin(one.decision, metrics);
        int tasks = Math.min(JobCurve.MOST_TASKS, job.spec().tasks());
        for (int task = 0; task < tasks; task++) {
            String mark = one.marks.getOrDefault(task, "");
            one.tails.put(task, tails.open(job, task, mark));
        }
        finish(one, nowNanos);
    }

    /** Writes what is not written yet. */
    public void save(long nowNanos) {
        followed.values().forEach(one -> save(one, nowNanos));
    }

    /** The curve of a job that runs; null for another. */
    public @Nullable JobCurve live(long job) {
        Followed one = followed.get(job);
        return one == null ? null : one.curve;
    }

    /** The curve of {@code job}, which runs or ran; an empty one where it said nothing. */
    public JobCurve of(JobEntry job) {
        JobCurve live = live(job.id());
        return live == null ? stored(job) : live;
    }

    private JobCurve stored(JobEntry job) {
        JobCurve curve = new JobCurve(job.id());
        try {
            CurveFile.Content content = files.read(job);
            if (content != null) {
                curve.restore(content);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read the curve of job " + job.id() + ": " + e.getMessage(), e);
        }
        return curve;
    }

    private Followed begin(JobEntry job, long nowNanos) {
        JobCurve curve = new JobCurve(job.id());
        Followed one = new Followed(curve, job.submitNanos());
        one.savedNanos = nowNanos;
        try {
            CurveFile.Content content = files.read(job);
            if (content != null) {
                curve.restore(content);
                one.decision = content.decision();
                one.decidedNanos = content.moments().decidedNanos();
                one.marks = content.marks();
            }
        } catch (IOException e) {
            report.accept("cannot read the curve of job " + job.id() + ", so it begins anew: " + e.getMessage());
        }
        return one;
    }

    private void read(JobEntry job, Followed one, long nowNanos) {
        for (int task : job.placedTasks()) {
            if (task >= JobCurve.MOST_TASKS) {
                return;
            }
            Tail tail = tail(job, one, task);
            try {
                read(one, task, tail, nowNanos);
            } catch (IOException e) {
                // Moved or deleted under us: there is more at the next look, or never.
                one.curve.skipped(task, 0);
            }
        }
    }

    private Tail tail(JobEntry job, Followed one, int number) {
        return one.tails.computeIfAbsent(number, task -> {
            String mark = one.marks.getOrDefault(task, "");
            return tails.open(job, task, mark);
        });
    }

    private static void read(Followed one, int task, Tail tail, long nowNanos) throws IOException {
        int read = 0;
        while (read < MOST_BYTES) {
            byte[] bytes = tail.next(Math.min(PIECE_BYTES, MOST_BYTES - read));
            if (bytes.length == 0) {
                return;
            }
            read += bytes.length;
            one.curve.read(task, bytes, nowNanos);
        }
        long skipped = tail.skip(PIECE_BYTES);
        if (skipped > 0) {
            one.curve.skipped(task, skipped);
        }
    }

    /** Reads what came since the last look, whose decision is known only here now. */
    private void finish(Followed one, long nowNanos) {
        one.tails.forEach((task, tail) -> {
            try {
                read(one, task, tail, nowNanos);
            } catch (IOException e) {
                one.curve.skipped(task, 0);
            }
        });
        one.curve.end(nowNanos);
        save(one, nowNanos);
    }

    private void save(Followed one, long nowNanos) {
        long version = one.curve.version();
        one.savedNanos = nowNanos;
        if (version == one.savedVersion) {
            return;
        }
        TreeMap<Integer, String> marks = new TreeMap<>();
        one.tails.forEach((task, tail) -> marks.put(task, tail.mark()));
        try {
            CurveFile.Moments moments = new CurveFile.Moments(one.submitNanos, one.decidedNanos);
            files.write(one.curve.content(marks).at(moments));
            one.savedVersion = version;
        } catch (IOException e) {
            report.accept("cannot keep a curve: " + e.getMessage());
        }
    }
}
