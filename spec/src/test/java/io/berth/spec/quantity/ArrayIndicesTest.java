package io.berth.spec.quantity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.berth.core.workload.term.JobArray;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ArrayIndicesTest {
    @Test
    void aCountIndicesSeriesAndLimitsAreRead() {
        assertThat(ArrayIndices.parse("5")).isEqualTo(JobArray.of(5, 5));
        assertThat(ArrayIndices.parse("0-99%5")).isEqualTo(JobArray.of(100, 5));
        assertThat(ArrayIndices.parse("1,3,7")).isEqualTo(JobArray.of(List.of(1, 3, 7), 3));
        assertThat(ArrayIndices.parse("0-20:4%2")).isEqualTo(JobArray.of(List.of(0, 4, 8, 12, 16, 20), 2));
        assertThat(ArrayIndices.parse("7,5-6,6")).isEqualTo(JobArray.of(List.of(5, 6, 7), 3));
        assertThat(ArrayIndices.indices("5")).isEqualTo(JobArray.of(List.of(5), 1));
    }

    @ParameterizedTest
    @ValueSource(strings = {"5-5", "1,3,7", "4-20:4%2", "5-7,9", "1-2", "5,9", "2,4,6-9,100"})
    void whatIsWrittenIsReadBack(String text) {
        JobArray array = ArrayIndices.parse(text);

        assertThat(ArrayIndices.parse(ArrayIndices.format(array))).isEqualTo(array);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "0",
                "100001",
                "5%2",
                "3-1",
                "0-9:0",
                "a",
                "1,,2",
                "-3",
                "0-9%0",
                "0-9%",
                "1-2-3",
                "0-100000",
                "0-999999999"
            })
    void whatIsNoneIsRefused(String text) {
        assertThatThrownBy(() -> ArrayIndices.parse(text)).isInstanceOf(QuantityException.class);
    }
}
