package io.berth.edge.alert;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.edge.metric.Metrics;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class AlertDeliveryTest {
    private static final Alert IDLE = alert("gpu_idle", "17");
    private static final Alert SILENT = alert("no_output", "18");

    private final BlockingQueue<String> heard = new LinkedBlockingQueue<>();
    private final BlockingQueue<String> notes = new LinkedBlockingQueue<>();

    private static Alert alert(String name, String job) {
        return new Alert(name, new TreeMap<>(Map.of("job", job)), "a sentence", Instant.EPOCH);
    }

    private static final class Clocks implements AlertDelivery.Time {
        @Override
        public long nanos() {
            return System.nanoTime();
        }

        @Override
        public Instant now() {
            return Instant.now();
        }
    }

    /** Fails so often before it hears. */
    private final class Listener implements Receiver {
        private final long again;
        private int fails;

        Listener(int fails, long again) {
            this.fails = fails;
            this.again = again;
        }

        @Override
        public String name() {
            return "listener";
        }

        @Override
        public long againNanos() {
            return again;
        }

        @Override
        public void tell(Changes changes, Instant now) throws IOException {
            if (fails-- > 0) {
                throw new IOException("nobody is there");
            }
            heard.add("raised " + names(changes.raised()) + " cleared " + names(changes.cleared()) + " standing "
                    + names(changes.standing()));
        }

        private static List<String> names(List<Alert> alerts) {
            return alerts.stream().map(Alert::name).sorted().toList();
        }
    }

    private AlertDelivery to(Receiver receiver) {
        return new AlertDelivery(List.of(receiver), new Clocks(), notes::add, Duration.ofMillis(20));
    }

    private String next() throws InterruptedException {
        String next = heard.poll(30, TimeUnit.SECONDS);
        return next == null ? "nothing" : next;
    }

    @Test
    void whatIsRaisedAndClearedIsToldOnce() throws InterruptedException {
        try (AlertDelivery delivery = to(new Listener(0, Long.MAX_VALUE))) {
            delivery.stand(List.of(IDLE));
            assertThat(next()).isEqualTo("raised [gpu_idle] cleared [] standing []");
            delivery.stand(List.of(IDLE, SILENT));
            assertThat(next()).isEqualTo("raised [no_output] cleared [] standing [gpu_idle]");
            delivery.stand(List.of(IDLE, SILENT));
            delivery.stand(List.of(SILENT));
            assertThat(next()).isEqualTo("raised [] cleared [gpu_idle] standing [no_output]");
            assertThat(heard).isEmpty();
        }
    }

    @Test
    void whoCannotBeToldHearsLaterWhatHasBecomeOfIt() throws InterruptedException {
        try (AlertDelivery delivery = to(new Listener(1, Long.MAX_VALUE))) {
            delivery.stand(List.of(IDLE));
            assertThat(notes.poll(30, TimeUnit.SECONDS))
                    .isEqualTo("alerts: listener cannot be told, and is told again later: nobody is there");
            delivery.stand(List.of(SILENT));
            assertThat(next()).isEqualTo("raised [no_output] cleared [] standing []");
            assertThat(notes.poll(30, TimeUnit.SECONDS)).isEqualTo("alerts: listener hears again");
            assertThat(new Metrics(List.of(delivery)).text())
                    .contains(
                            "berth_alert_messages_total{receiver=\"listener\",outcome=\"heard\"} 1",
                            "berth_alert_messages_total{receiver=\"listener\",outcome=\"failed\"} 1");
        }
    }

    @Test
    void whoWantsItHearsAgainWhatStands() throws InterruptedException {
        try (AlertDelivery delivery = to(new Listener(0, Duration.ofMillis(50).toNanos()))) {
            delivery.stand(List.of(IDLE));
            assertThat(next()).isEqualTo("raised [gpu_idle] cleared [] standing []");
            assertThat(next()).isEqualTo("raised [] cleared [] standing [gpu_idle]");
            delivery.stand(List.of());
            String last = next();
            while (last.endsWith("standing [gpu_idle]")) {
                last = next();
            }
            assertThat(last).isEqualTo("raised [] cleared [gpu_idle] standing []");
        }
    }
}
