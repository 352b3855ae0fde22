package io.berth.gateway.journey;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TraceContextTest {
    private static final String TRACE = "4bf92f3577b34da6a3ce929d0e0e4736";
    private static final String SPAN = "00f067aa0ba902b7";

    @Test
    void goesOnWithWhatTheClientSays() {
        TraceContext sampled = of("00-" + TRACE + "-" + SPAN + "-01", 0);
        TraceContext not = of("00-" + TRACE + "-" + SPAN + "-00", 1);

        assertThat(sampled.trace()).isEqualTo(TRACE);
        assertThat(sampled.parent()).isEqualTo(SPAN);
        assertThat(sampled.sampled()).isTrue();
        assertThat(not.sampled()).isFalse();
        assertThat(sampled.forServer()).isEqualTo("00-" + TRACE + "-" + sampled.call() + "-01");
        assertThat(not.forClient()).isEqualTo("00-" + TRACE + "-" + not.span() + "-00");
        assertThat(sampled.span()).isNotEqualTo(sampled.call()).matches("[0-9a-f]{16}");
    }

    @Test
    void aLaterVersionMaySayMore() {
        assertThat(of("01-" + TRACE + "-" + SPAN + "-01-more", 0).trace()).isEqualTo(TRACE);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "00",
                "ff-" + TRACE + "-" + SPAN + "-01",
                "00-00000000000000000000000000000000-" + SPAN + "-01",
                "00-" + TRACE + "-0000000000000000-01",
                "00-" + TRACE + "-" + SPAN,
                "00-4BF92F3577B34DA6A3CE929D0E0E4736-" + SPAN + "-01"
            })
    void beginsATraceWhereThereIsNone(String header) {
        TraceContext begun = of(header, 1);

        assertThat(begun.parent()).isNull();
        assertThat(begun.trace()).isNotEqualTo(TRACE).matches("[0-9a-f]{32}");
        assertThat(begun.sampled()).isTrue();
    }

    @Test
    void aShareOfTheTracesThatBeginIsSampled() {
        long sampled =
                IntStream.range(0, 10_000).filter(_ -> of(null, 0.1).sampled()).count();

        // Six standard deviations are 180.
        assertThat(sampled).isBetween(820L, 1_180L);
        assertThat(of(null, 0).sampled()).isFalse();
    }

    private static TraceContext of(@Nullable String header, double sample) {
        return TraceContext.of(header, sample);
    }
}
