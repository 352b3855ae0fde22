package io.berth.edge.alert;

import io.berth.edge.metric.Metric;
import io.berth.edge.metric.MetricSource;
import io.berth.edge.metric.MetricText;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.Consumer;

/**
 * Tells receivers which alerts stand, each from a thread of its own, so that one that does not answer holds up no other. What they are told is
 * the difference to what they were told before: where telling fails it is tried again, with what has become of it meanwhile, and what was
 * raised and cleared in between is told to nobody.
 */
public final class AlertDelivery implements AutoCloseable, MetricSource {
    private static final Metric TOLD = Metric.counter(
            "berth_alert_messages_total",
            "messages",
            "Messages about alerts, by who was to hear them and what came of it (heard, failed).",
            "receiver",
            "outcome");

    /** So long what changes is gathered: much that goes wrong goes wrong together. */
    private static final Duration GATHERED = Duration.ofSeconds(10);

    private final List<Telling> tellings;

    /** What clocks show. */
    public interface Time {
        /** Of a clock that only goes forward. */
        long nanos();

        /** Of the clock on the wall. */
        Instant now();
    }

    /** @param notes gets a line where a receiver cannot be told, and when it can again */
    public AlertDelivery(List<Receiver> receivers, Time time, Consumer<String> notes) {
        this(receivers, time, notes, GATHERED);
    }

    AlertDelivery(List<Receiver> receivers, Time time, Consumer<String> notes, Duration gathered) {
        tellings = receivers.stream()
                .map(receiver -> new Telling(receiver, time, notes, gathered.toNanos()))
                .toList();
        tellings.forEach(Telling::start);
    }

    /** {@code alerts} stand, and no others. */
    public void stand(List<Alert> alerts) {
        tellings.forEach(telling -> telling.stand(alerts));
    }

    @Override
    public List<Metric> metrics() {
        return List.of(TOLD);
    }

    @Override
    public void write(MetricText text) {
        for (Telling telling : tellings) {
            text.put(TOLD, (double) telling.heard(), telling.name(), "heard");
            text.put(TOLD, (double) telling.failed(), telling.name(), "failed");
        }
    }

    /** Tells nobody anything any more. */
    @Override
    public void close() {
        tellings.forEach(Telling::close);
    }
}
