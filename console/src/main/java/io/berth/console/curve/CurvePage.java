package io.berth.console.curve;

import io.berth.console.view.job.JobEntry;
import io.berth.core.time.Nanos;
import io.berth.core.time.WallClock;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The documents of curves. Times are UTC, ISO 8601; a value that is no finite number is null. */
public final class CurvePage {
    private CurvePage() {}

    /**
     * The curve of a job.
     *
     * @param progress null where nothing tells how far it is
     * @param skippedBytes output that was not looked at, since more came than is read: at least so much
     * @param droppedSeries series that were not kept, since the job has more than are
     */
    public record Curve(
            long job, List<Line> series, @Nullable Progress progress, long skippedBytes, int droppedSeries) {
        public Curve {
            series = List.copyOf(series);
        }
    }

    /** One metric of one task, by step. */
    public record Line(int task, String metric, List<Dot> points) {
        public Line {
            points = List.copyOf(points);
        }
    }

    /** A value. */
    public record Dot(long step, String time, @Nullable Double value) {}

    /**
     * How far a job is: as far as its slowest task.
     *
     * @param fraction how much of it is done, 0 to 1; null where only a step is known
     * @param ends when it will be done if it goes on as it does; null where too little is known
     */
    public record Progress(
            @Nullable Double fraction,
            @Nullable Long step,
            @Nullable Long steps,
            @Nullable String ends) {
        /** The same, whose end is in Berth's time, as {@code wall} shows it. */
        Progress shownBy(WallClock wall) {
            if (ends == null) {
                return this;
            }
            Instant end = Instant.parse(ends);
            long nanos = end.getEpochSecond() * Nanos.SECOND + end.getNano();
            return new Progress(fraction, step, steps, JobEntry.time(wall.wallNanos(nanos)));
        }
    }
}
