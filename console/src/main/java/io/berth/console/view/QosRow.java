package io.berth.console.view;

import io.berth.core.metric.PromisedStarts;
import io.berth.core.qos.QosClass;
import io.berth.core.state.State;
import io.berth.core.time.Nanos;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A declared class of jobs as lists show it.
 *
 * @param waitSeconds within which its jobs shall start; null where nothing is promised
 * @param priority what it adds to theirs
 * @param jobsWaiting jobs of it that hold nothing
 * @param kept jobs of it that started within the promise, since Berth was started
 * @param missed jobs that did not
 * @param missRate the part of those that did not, 0 to 1; null where none is known of
 */
public record QosRow(
        String name,
        @Nullable Double waitSeconds,
        int priority,
        long jobsWaiting,
        long kept,
        long missed,
        @Nullable Double missRate) {
    /** Those of {@code state}; how many wait is not counted. */
    static List<QosRow> of(PromisedStarts promised, State state) {
        List<PromisedStarts.Count> counts = promised.counts(state);
        return state.qos().declared().stream()
                .map(qos -> counts.stream()
                        .filter(count -> count.qos().equals(qos))
                        .findFirst()
                        .orElse(new PromisedStarts.Count(qos, 0, 0)))
                .map(QosRow::of)
                .toList();
    }

    private static QosRow of(PromisedStarts.Count count) {
        QosClass qos = count.qos();
        return new QosRow(
                qos.name(),
                qos.promises() ? Nanos.toSeconds(qos.waitNanos()) : null,
                qos.priority(),
                0,
                count.kept(),
                count.missed(),
                Double.isNaN(count.missRate()) ? null : count.missRate());
    }

    QosRow waiting(long jobs) {
        return new QosRow(name, waitSeconds, priority, jobs, kept, missed, missRate);
    }
}
