package io.berth.console.submission;

import io.berth.edge.metric.Metric;
import io.berth.edge.metric.MetricSource;
import io.berth.edge.metric.MetricText;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;

/** Counts submissions that were refused though nothing was wrong with them. */
public final class RefusedSubmissions implements MetricSource {
    private static final Metric LIMITED = Metric.counter(
            "berth_submissions_limited_total",
            "submissions",
            "Submissions refused because their tenant sent too many.");
    private static final Metric WITHOUT_ROOM = Metric.counter(
            "berth_submissions_without_room_total",
            "submissions",
            "Submissions refused because the disk was nearly full.");

    private final LongAdder limited = new LongAdder();
    private final LongAdder withoutRoom = new LongAdder();

    /** One was refused since its tenant sent too many. */
    public void limited() {
        limited.increment();
    }

    /** One was refused since the disk was nearly full. */
    public void withoutRoom() {
        withoutRoom.increment();
    }

    @Override
    public List<Metric> metrics() {
        return List.of(LIMITED, WITHOUT_ROOM);
    }

    @Override
    public void write(MetricText text) {
        text.put(LIMITED, (double) limited.sum());
        text.put(WITHOUT_ROOM, (double) withoutRoom.sum());
    }
}
