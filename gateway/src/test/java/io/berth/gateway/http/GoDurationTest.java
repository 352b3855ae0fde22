package io.berth.gateway.http;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GoDurationTest {
    @ParameterizedTest
    @CsvSource({
        "0, 0s",
        "1, 1ms",
        "120000000, 120ms",
        "999999999, 1s",
        "1500000000, 1.5s",
        "1050000000, 1.05s",
        "59999999999, 1m0s",
        "360000000000, 6m0s",
        "3600000000000, 1h0m0s",
        "86399001000000, 23h59m59.001s",
    })
    void asGoWritesThem(long nanos, String text) {
        assertThat(GoDuration.of(nanos)).isEqualTo(text);
    }
}
