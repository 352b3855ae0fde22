package io.berth.app.up;

import io.berth.console.alert.AlertBoard;
import io.berth.console.alert.AlertRow;
import io.berth.console.alert.Rescue;
import io.berth.console.view.LiveView;
import io.berth.console.view.job.JobEntry;
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

    private static final Metric HOURS = Metric.counter(
            "berth_rescued_gpu_hours_total",
            "GPU hours",
            "How long GPUs were free for others that jobs were freed of since an alert stood for long: until the job starts again or would have been over, a day at most.",
            "queue");

    private final Rescue rescue;
    private final AlertBoard board;
    private final Operator operator;
    private final Consumer<String> notes;
    private final LiveView view;
    private final Map<String, Long> counts = new TreeMap<>();
    private final RescuedHours hours = new RescuedHours();

    /** @param view gets what was saved */
    JobRescue(Rescue rescue, AlertBoard board, LiveView view, Operator operator, Consumer<String> notes) {
        this.rescue = rescue;
        this.board = board;
        this.view = view;
        this.operator = operator;
        this.notes = notes;
    }

    /** Does what is to be done; a job that is stopped has no alerts by the next look but one. */
    void look(long nowNanos) {
        for (AlertRow alert : board.standing(rescue.kinds(), rescue.afterNanos(), nowNanos)) {
            board.dismiss(alert.job());
            JobEntry job = view.job(alert.job());
            act(alert.job()).whenComplete((_, failure) -> acted(alert, job, failure, nowNanos));
        }
        synchronized (counts) {
            hours.count(nowNanos, view::job);
            view.rescued(hours.hours());
        }
    }

    /** The engine has written it down, or could not: then the alert comes again in its time. */
    private void acted(AlertRow alert, @Nullable JobEntry held, @Nullable Throwable failure, long nowNanos) {
        String job = alert.name() + " (job " + alert.job() + ")";
        if (failure != null) {
            notes.accept(job + " could not be freed: " + failure.getMessage());
            return;
        }
        notes.accept(job + " " + done() + ": " + alert.text());
        synchronized (counts) {
            counts.merge(alert.kind(), 1L, Long::sum);
            if (held != null && held.phase().holds()) {
                hours.freed(held, rescue.action() == Rescue.Action.CANCEL, nowNanos);
            }
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
        return List.of(RESCUES, HOURS);
    }

    @Override
    public void write(MetricText text) {
        synchronized (counts) {
            counts.forEach((kind, count) ->
                    text.put(RESCUES, (double) count, kind, rescue.action().text()));
            hours.hours().forEach((queue, saved) -> text.put(HOURS, saved, queue));
        }
    }
}
