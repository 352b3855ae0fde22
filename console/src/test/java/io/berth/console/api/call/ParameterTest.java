package io.berth.console.api.call;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.berth.console.http.message.ProblemException;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ParameterTest {
    private static final Parameter AT = Parameter.instant("at", "");

    @Test
    void everyMomentOfRfc3339IsTaken() {
        long noon = Instant.parse("2026-01-01T12:00:00Z").getEpochSecond() * 1_000_000_000;

        assertThat(AT.nanos("2026-01-01T12:00:00Z")).isEqualTo(noon);
        assertThat(AT.nanos("2026-01-02T11:59:00+23:59")).isEqualTo(noon);
        assertThat(AT.nanos("2025-12-31T16:59:00.5-19:01")).isEqualTo(noon + 500_000_000);
        assertThat(AT.nanos("0001-01-01T00:00:00Z")).isLessThan(-9_000_000_000_000_000_000L);
        assertThat(AT.nanos("9999-12-31T23:59:59Z")).isGreaterThan(9_000_000_000_000_000_000L);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "now",
                "2026-01-01",
                "2026-13-01T00:00:00Z",
                "2026-01-01T00:00:00+24:00",
                "２026-01-01T00:00:00Z"
            })
    void whatIsNoMomentIsRefused(String text) {
        assertThatThrownBy(() -> AT.nanos(text)).isInstanceOf(ProblemException.class);
    }

    @Test
    void noWordsAreTakenAsNone() {
        Parameter state = Parameter.words("state", "", List.of("up"));

        state.check("");
        state.check("up,up");
        assertThatThrownBy(() -> state.check("up,")).isInstanceOf(ProblemException.class);
    }
}
