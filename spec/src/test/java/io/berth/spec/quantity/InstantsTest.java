package io.berth.spec.quantity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.berth.core.time.Nanos;
import java.util.List;
import org.junit.jupiter.api.Test;

class InstantsTest {
    private static final long MARCH = 1_772_323_200L * Nanos.SECOND;

    @Test
    void a_time_may_lack_its_time_of_day_its_seconds_and_its_zone() {
        for (String text : List.of(
                "2026-03-01",
                "2026-03-01T00:00",
                "2026-03-01 00:00:00",
                "2026-03-01T01:00+01:00",
                "2026-02-28T19:00:00-0500")) {
            assertThat(Instants.parseNanos(text)).as(text).isEqualTo(MARCH);
        }
        assertThat(Instants.parseNanos("1d12h")).isEqualTo(36 * Nanos.HOUR);
    }

    @Test
    void what_is_written_is_read_back() {
        for (long nanos : List.of(MARCH, 0L, 1_500_000_000L, MARCH + 3661 * Nanos.SECOND)) {
            assertThat(Instants.parseNanos(Instants.format(nanos))).isEqualTo(nanos);
        }
    }

    @Test
    void what_is_no_time_is_told_with_all_forms() {
        for (String text :
                List.of("march", "2026-13-01", "2026-03-01T25:00", "2026-3-1", "-5", "2026-03-01T00:00:00 CET")) {
            assertThatThrownBy(() -> Instants.parseNanos(text))
                    .as(text)
                    .isInstanceOf(QuantityException.class)
                    .hasMessageContaining("must be a time like 2026-03-01");
        }
    }
}
