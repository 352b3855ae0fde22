package io.berth.console.curve;

import io.berth.console.curve.Sample.Value;
import io.berth.console.view.job.JobEntry;
import io.berth.core.time.Nanos;
import io.berth.core.time.WallClock;
import io.berth.core.workload.Metrics;
import io.berth.spec.job.MetricPattern;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** What is known of the training of one job. Read and written by any thread. */
public final class JobCurve {
    /** Series of a job; of more the first to come are kept. */
    public static final int MOST_SERIES = 32;

    /** Tasks of a job that are followed, the first ones. */
    public static final int MOST_TASKS = 64;

    private final long job;
    private final TreeMap<Key, Series> series = new TreeMap<>();
    private final TreeMap<Integer, TaskState> tasks = new TreeMap<>();
    private final TreeMap<Key, Boolean> dropped = new TreeMap<>();
    private Metrics metrics = Metrics.USUAL;
    private LineForm form = new UsualForms();
    private long decision;
    private long skippedBytes;
    private long version;
    private CurvePage.@Nullable Progress before;

    /** Whose series it is. */
    record Key(int task, String metric) implements Comparable<Key> {
        @Override
        public int compareTo(Key other) {
            return task == other.task ? metric.compareTo(other.metric) : Integer.compare(task, other.task);
        }
    }

    /** A task as alerts look at it; what is unknown is NaN, times are UTC nanoseconds and 0 for never. */
    public record TaskFigures(int task, double step, double stepsPerSecond, long stepNanos, long outputNanos) {}

    /** One task in its present life. */
    private static final class TaskState {
        final TaskProgress progress;
        final LineCutter lines = new LineCutter();
        long outputNanos;
        boolean resumed;

        TaskState(long declaredSteps) {
            progress = new TaskProgress(declaredSteps);
        }
    }

    JobCurve(long job) {
        this.job = job;
    }

    /** The job runs by start decision {@code newDecision}; its lines are read as {@code newMetrics} says. */
    synchronized void begin(long newDecision, Metrics newMetrics) {
        if (!newMetrics.equals(metrics)) {
            metrics = newMetrics;
            form = newMetrics.pattern().isEmpty()
                    ? new UsualForms()
                    : new PatternForm(MetricPattern.of(newMetrics.pattern()));
        }
        if (newDecision != decision) {
            boolean again = decision != 0;
            decision = newDecision;
            tasks.clear();
            if (again) {
                series.keySet().forEach(key -> task(key.task).resumed = true);
            }
        }
    }

    /** The start decision that was last heard of; 0 for none. */
    synchronized long decision() {
        return decision;
    }

    /** A task wrote {@code bytes}, which were seen at {@code nanos}. */
    synchronized void read(int task, byte[] bytes, long nanos) {
        TaskState state = task(task);
        state.outputNanos = nanos;
        state.lines.add(bytes, line -> hear(task, form.read(line), nanos));
    }

    /** At least {@code bytes} of the output of a task were not read; what was begun of a line has no end. */
    synchronized void skipped(int task, long bytes) {
        skippedBytes += bytes;
        task(task).lines.drop();
        version++;
    }

    /** The job is over: a last line without an end is one. */
    synchronized void end(long nanos) {
        tasks.forEach((task, state) -> state.lines.end(line -> hear(task, form.read(line), nanos)));
    }

    /** A task said {@code sample} at {@code nanos}. */
    public synchronized void hear(int task, Sample sample, long nanos) {
        if (sample.empty()) {
            return;
        }
        version++;
        TaskState state = task(task);
        state.progress.hear(sample, nanos);
        long step = state.progress.step();
        if (state.resumed && !sample.values().isEmpty()) {
            state.resumed = false;
            series.forEach((key, line) -> {
                if (key.task == task) {
                    line.rewind(step);
                }
            });
        }
        for (Value value : sample.values()) {
            Key key = new Key(task, value.metric());
            Series line = series.get(key);
            if (line == null && series.size() < MOST_SERIES) {
                line = new Series();
                series.put(key, line);
            }
            if (line == null) {
                if (dropped.size() < MOST_SERIES) {
                    dropped.put(key, true);
                }
            } else {
                line.add(new Point(step, nanos, value.value()));
            }
        }
    }

    /** Changes with every change. */
    synchronized long version() {
        return version;
    }

    /** As documents write it, with about {@code most} points in each series and times as {@code wall} showed them. */
    public synchronized CurvePage.Curve page(int most, WallClock wall) {
        List<CurvePage.Line> lines = new ArrayList<>();
        series.forEach((key, line) -> lines.add(new CurvePage.Line(
                key.task,
                key.metric,
                Series.thin(line.points(), most).stream()
                        .map(point -> dot(point, wall))
                        .toList())));
        return new CurvePage.Curve(job, lines, progress(wall), skippedBytes, dropped.size());
    }

    /** How far the job is, its end as {@code wall} will show it; null where nothing says. */
    public synchronized CurvePage.@Nullable Progress progress(WallClock wall) {
        TaskProgress slowest = null;
        for (TaskState state : tasks.values()) {
            TaskProgress progress = state.progress;
            boolean says = !Double.isNaN(progress.fraction()) || !Double.isNaN(progress.stepOrNaN());
            if (says && (slowest == null || behind(progress, slowest))) {
                slowest = progress;
            }
        }
        if (slowest == null) {
            return before == null ? null : before.shownBy(wall);
        }
        long ends = endNanos();
        return new CurvePage.Progress(
                finite(slowest.fraction()),
                whole(slowest.stepOrNaN()),
                whole(slowest.steps()),
                ends == Nanos.NEVER ? null : JobEntry.time(wall.wallNanos(ends)));
    }

    /** When the last of its tasks will be done, UTC nanoseconds; {@link Nanos#NEVER} where that is unknown. */
    public synchronized long endNanos() {
        long end = Long.MIN_VALUE;
        for (TaskState state : tasks.values()) {
            if (!Double.isNaN(state.progress.fraction())) {
                end = Math.max(end, state.progress.endNanos());
            }
        }
        return end == Long.MIN_VALUE ? Nanos.NEVER : end;
    }

    /** Its tasks that said anything, by number. */
    public synchronized List<TaskFigures> tasks() {
        List<TaskFigures> figures = new ArrayList<>();
        tasks.forEach((task, state) -> figures.add(new TaskFigures(
                task,
                state.progress.stepOrNaN(),
                state.progress.stepsPerSecond(),
                state.progress.stepNanos(),
                state.outputNanos)));
        return figures;
    }

    /** Its series. */
    public synchronized List<Figures> figures() {
        List<Figures> figures = new ArrayList<>();
        series.forEach((key, line) -> figures.add(new Figures(key.task, key.metric, line.points(), line.last())));
        return figures;
    }

    /**
     * A series as alerts look at it.
     *
     * @param points by step
     * @param last the one that came last; null for none
     */
    public record Figures(
            int task,
            String metric,
            List<Point> points,
            @Nullable Point last) {
        public Figures {
            points = List.copyOf(points);
        }
    }

    /** What a file keeps of it. */
    synchronized CurveFile.Content content(TreeMap<Integer, String> marks) {
        List<CurveFile.Kept> kept = new ArrayList<>();
        series.forEach((key, line) ->
                kept.add(new CurveFile.Kept(key.task, key.metric, line.perBucket(), line.points(), line.last())));
        return new CurveFile.Content(
                job, CurveFile.Moments.UNKNOWN, decision, skippedBytes, kept, progress(WallClock.EVEN), marks);
    }

    /** Becomes what a file kept. */
    synchronized void restore(CurveFile.Content content) {
        decision = content.decision();
        skippedBytes = content.skippedBytes();
        before = content.progress();
        for (CurveFile.Kept kept : content.series()) {
            series.put(new Key(kept.task(), kept.metric()), Series.restored(kept.points(), kept.perBucket()));
        }
    }

    private TaskState task(int task) {
        return tasks.computeIfAbsent(task, _ -> new TaskState(metrics.steps()));
    }

    private static boolean behind(TaskProgress one, TaskProgress other) {
        boolean fractions = !Double.isNaN(one.fraction()) && !Double.isNaN(other.fraction());
        return fractions ? one.fraction() < other.fraction() : one.stepOrNaN() < other.stepOrNaN();
    }

    private static CurvePage.Dot dot(Point point, WallClock wall) {
        return new CurvePage.Dot(point.step(), JobEntry.time(wall.wallNanos(point.timeNanos())), finite(point.value()));
    }

    private static @Nullable Double finite(double value) {
        return Double.isFinite(value) ? value : null;
    }

    private static @Nullable Long whole(double value) {
        return Double.isFinite(value) ? (long) value : null;
    }
}
