package io.berth.console.view;

import io.berth.console.view.job.JobEntry;
import io.berth.core.reserve.NodeReservation;
import io.berth.core.reserve.ReservedTime;
import io.berth.core.time.Nanos;
import io.berth.core.workload.Label;
import java.util.List;
import java.util.SequencedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A reservation of nodes as lists show it.
 *
 * @param nodes those named
 * @param labels which those have that are meant by labels
 * @param count only so many of these; 0 for all
 * @param state {@code coming}, {@code lasting} or {@code over}
 * @param start of the time that lasts, or of the next; of the first where all are over. UTC, ISO 8601
 * @param end of the same time
 * @param everySeconds from one start to the next; 0 for once
 * @param times how often in all; 0 for as long as it stands
 * @param queues whose jobs may be there meanwhile; none for nobody's
 * @param stop whether what others run there is stopped when it begins
 * @param why in the words of who made it; empty where nobody says
 */
public record ReservationRow(
        String name,
        List<String> nodes,
        SequencedMap<String, String> labels,
        int count,
        String state,
        @Nullable String start,
        @Nullable String end,
        double everySeconds,
        long times,
        List<String> queues,
        boolean stop,
        String why) {
    static ReservationRow of(NodeReservation one, LiveView view) {
        ReservedTime time = one.time();
        long now = view.nowNanos();
        long next = time.startAt(now);
        long start = next == Nanos.NEVER ? time.startNanos() : next;
        TreeMap<String, String> labels = new TreeMap<>();
        for (Label label : one.nodes().labels()) {
            labels.put(label.key(), label.value());
        }
        return new ReservationRow(
                one.name(),
                one.nodes().names(),
                labels,
                one.nodes().count(),
                next == Nanos.NEVER ? "over" : next <= now ? "lasting" : "coming",
                JobEntry.time(view.wall().wallNanos(start)),
                JobEntry.time(view.wall().wallNanos(time.endOf(start))),
                Nanos.toSeconds(time.everyNanos()),
                time.times(),
                one.queues(),
                one.stops(),
                one.why());
    }
}
