package io.berth.app.up;

import io.berth.console.alert.AlertBoard;
import io.berth.console.alert.AlertRow;
import io.berth.console.alert.Rescue;
import io.berth.edge.metric.Metric;
import io.berth.edge.metric.MetricSource;
import io.berth.edge.metric.MetricText;
import io.berth.live.driver.Operator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Frees what jobs hold of which an alert has stood for long. It asks the engine for it as a person would: the journal says so, and what was
 * decided can be decided again. One thread looks; what is counted may be asked from any.
 */
final class JobRescue implements MetricSource {
    private static final Metric RESCUES = Metric.counter(
            "berth_rescues_total",
            "jobs",
            "Jobs that were held, put back or cancelled since an alert of them stood for long.",
            "kind",
            "action");

    private final Rescue rescue;
    private final AlertBoard board;
    private final Operator operator;
    private final Consumer<String> notes;
    private final Map<String, Long> counts = new TreeMap<>();

    JobRescue(Rescue rescue, AlertBoard board, Operator operator, Consumer<String> notes) {
        this.rescue = rescue;
        this.board = board;
        this.operator = operator;
        this.notes = notes;
    }

    /** Does what is to be done; a job that is stopped has no alerts by the next look but one. */
    void look(long nowNanos) {
        for (AlertRow alert : board.standing(rescue.kinds(), rescue.afterNanos(), nowNanos)) {
            board.dismiss(alert.job());
            act(alert.job()).whenComplete((_, failure) -> acted(alert, failure));
        }
    }

    /** The engine has written it down, or could not: then the alert comes again in its time. */
    private void acted(AlertRow alert, @Nullable Throwable failure) {
        String job = alert.name() + " (job " + alert.job() + ")";
        if (failure != null) {
            notes.accept(job + " could not be freed: " + failure.getMessage());
            return;
        }
        notes.accept(job + " " + done() + ": " + alert.text());
        synchronized (counts) {
            counts.merge(alert.kind(), 1L, Long::sum);
        }
    }

    private CompletableFuture<Void> act(long job) {
        return switch (rescue.action()) {
            case HOLD -> operator.hold(job, true).thenCompose(_ -> operator.requeue(job));
            case REQUEUE -> operator.requeue(job);
            case CANCEL -> operator.cancel(job);
        };
    }

    private String done() {
        return switch (rescue.action()) {
            case HOLD -> "is put back into the queue and held there, berth release lets it go";
            case REQUEUE -> "is put back into the queue";
            case CANCEL -> "is cancelled";
        };
    }

    @Override
    public List<Metric> metrics() {
        return List.of(RESCUES);
    }

    @Override
    public void write(MetricText text) {
        synchronized (counts) {
            counts.forEach((kind, count) ->
                    text.put(RESCUES, (double) count, kind, rescue.action().text()));
        }
    }
}
