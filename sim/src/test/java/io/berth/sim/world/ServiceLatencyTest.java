package io.berth.sim.world;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.berth.core.metric.RunMetrics;
import io.berth.core.metric.Window;
import io.berth.core.state.State;
import io.berth.core.time.Nanos;
import io.berth.spec.scenario.ServiceUse;
import java.util.SortedMap;
import org.junit.jupiter.api.Test;

class ServiceLatencyTest {
    private static final ServiceUse USE = new ServiceUse(0.7, 0.2, 24 * Nanos.HOUR, 0.8, 0.075);

    private final ServiceLatency services = new ServiceLatency(USE, 1);

    private SortedMap<String, Double> figures() {
        RunMetrics metrics = new RunMetrics(new State(1), Window.ALL);
        services.tell(metrics);
        return metrics.figures();
    }

    @Test
    void besideTrainingItIsWhatTallyMeasured() {
        services.minute(0.7, 420, 400);
        // f = 1.03, ρ = 0.56: 1.03 · 0.44/(1 − 0.5768).
        assertThat(figures().get("service_p99_times_alone")).isCloseTo(1.0709, within(0.0001));
        assertThat(figures().get("gpu_use_times_services")).isCloseTo(820.0 / 420, within(1e-9));
    }

    @Test
    void aloneItIsAsAlone() {
        services.minute(0.7, 420, 0);
        assertThat(figures().get("service_p99_times_alone")).isEqualTo(1);
        assertThat(figures().get("gpu_use_times_services")).isEqualTo(1);
    }

    @Test
    void aQueueThatGrowsWithoutEndHasABound() {
        ServiceLatency slow = new ServiceLatency(new ServiceUse(1, 0, Nanos.HOUR, 1, 1), 1);
        slow.minute(1, 1000, 1000);
        RunMetrics metrics = new RunMetrics(new State(1), Window.ALL);
        slow.tell(metrics);
        assertThat(metrics.figures().get("service_p99_times_alone")).isEqualTo(100);
    }

    @Test
    void theLoadGoesUpAndDownOnceInItsPeriod() {
        double sum = 0;
        double most = 0;
        for (int hour = 0; hour < 24; hour++) {
            double load = services.load(7, hour * Nanos.HOUR);
            sum += load;
            most = Math.max(most, load);
        }
        assertThat(sum / 24).isCloseTo(0.7, within(1e-6));
        assertThat(most).isBetween(0.89, 0.9);
        assertThat(services.load(7, 24 * Nanos.HOUR)).isCloseTo(services.load(7, 0), within(1e-9));
    }
}
