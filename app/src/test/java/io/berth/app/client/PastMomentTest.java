package io.berth.app.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.ZonedDateTime;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PastMomentTest {
    private static final ZonedDateTime NOW = ZonedDateTime.parse("2026-11-23T14:05:09+01:00[Europe/Berlin]");

    @ParameterizedTest
    @CsvSource({
        "now, 2026-11-23T13:05:09Z",
        "30m, 2026-11-23T12:35:09Z",
        "7d, 2026-11-16T13:05:09Z",
        "1h30m, 2026-11-23T11:35:09Z",
        "today, 2026-11-22T23:00:00Z",
        "yesterday, 2026-11-21T23:00:00Z",
        "08:30, 2026-11-23T07:30:00Z",
        "2026-11-01, 2026-10-31T23:00:00Z",
        "2026-07-01T12:00, 2026-07-01T10:00:00Z",
        "2026-07-01T12:00:30, 2026-07-01T10:00:30Z",
        "2026-07-01T12:00:00Z, 2026-07-01T12:00:00Z"
    })
    void momentsAreOfTheCallersClock(String text, String instant) {
        assertThat(PastMoment.parse("--since", text, NOW)).isEqualTo(instant);
    }

    @Test
    void whatIsNoMomentIsRefusedWithWhatIsAllowed() {
        for (String text : new String[] {"", "soon", "25:00", "2026-13-01", "-5m", "2026-11-01T"}) {
            assertThatThrownBy(() -> PastMoment.parse("--since", text, NOW))
                    .as(text)
                    .hasMessageStartingWith("--since: must be how long ago");
        }
    }
}
