package io.berth.kube.object;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The numbers are those of {@code Value} and {@code MilliValue} of k8s.io/apimachinery 0.36, where they do not overflow. */
class QuantityTest {
    @ParameterizedTest
    @CsvSource({
        "0, 0, 0",
        "1, 1, 1000",
        "+1, 1, 1000",
        "-1, -1, -1000",
        "007, 7, 7000",
        "100m, 1, 100",
        "1m, 1, 1",
        "0.1m, 1, 1",
        "1u, 1, 1",
        "1n, 1, 1",
        "0.5n, 1, 1",
        "1500m, 2, 1500",
        "1.5, 2, 1500",
        "1., 1, 1000",
        ".5, 1, 500",
        "0.0001, 1, 1",
        "1.0001, 2, 1001",
        "2Ki, 2048, 2048000",
        "2Mi, 2097152, 2097152000",
        "2Gi, 2147483648, 2147483648000",
        "2Ti, 2199023255552, 2199023255552000",
        "2Pi, 2251799813685248, 2251799813685248000",
        "1.5Gi, 1610612736, 1610612736000",
        "0.1Ki, 103, 102400",
        "1.1Ki, 1127, 1126400",
        "1k, 1000, 1000000",
        "1M, 1000000, 1000000000",
        "1G, 1000000000, 1000000000000",
        "1T, 1000000000000, 1000000000000000",
        "1P, 1000000000000000, 1000000000000000000",
        "0.5k, 500, 500000",
        "1e3, 1000, 1000000",
        "1E3, 1000, 1000000",
        "1e+3, 1000, 1000000",
        "1e-3, 1, 1",
        "1.5e3, 1500, 1500000",
        "12e6, 12000000, 12000000000",
        "1e-200, 1, 1",
        "0e200, 0, 0",
        "0.000000000000000000000000000000000000001, 1, 1",
        "-100m, -1, -100",
        "-1.5, -2, -1500",
        "., 0, 0",
        "+, 0, 0",
        "Gi, 0, 0",
        "e3, 0, 0",
    })
    void amounts_are_rounded_up(String quantity, long whole, long milli) {
        assertThat(Quantity.whole(quantity)).as(quantity).isEqualTo(whole);
        assertThat(Quantity.milli(quantity)).as(quantity).isEqualTo(milli);
    }

    @ParameterizedTest
    @CsvSource({
        "1E, 1000000000000000000",
        "9E, 9000000000000000000",
        "2Ei, 2305843009213693952",
        "9223372036854775807, 9223372036854775807",
        "9223372036854775808, 9223372036854775807",
        "8Ei, 9223372036854775807",
        "10E, 9223372036854775807",
        "1e19, 9223372036854775807",
        "1e200, 9223372036854775807",
        "-1e200, -9223372036854775807",
        "0.0000000001e200, 9223372036854775807",
        "123456789012345678901234567890123456789012345678901234567890, 9223372036854775807",
    })
    void what_is_too_large_is_as_much_as_there_may_be(String quantity, long whole) {
        assertThat(Quantity.whole(quantity)).as(quantity).isEqualTo(whole);
        assertThat(Quantity.milli(quantity)).as(quantity).isEqualTo(whole > 0 ? Long.MAX_VALUE : -Long.MAX_VALUE);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "1e",
                "1i",
                "1ki",
                "1K",
                "1mi",
                "1Kib",
                "1 ",
                " 1",
                "1 Gi",
                "1,5",
                "0x10",
                "1_000",
                "1-2",
                "1.2.3",
                "--1",
                "NaN",
                "1e3.5",
                "1ee3",
                "1e3k",
                "1m3",
                "100mm",
                "1e99999999999",
                "٣"
            })
    void what_is_no_quantity_is_refused(String quantity) {
        assertThatThrownBy(() -> Quantity.whole(quantity))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("is no quantity");
        assertThatThrownBy(() -> Quantity.milli(quantity)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    @Timeout(5)
    void one_of_very_many_digits_is_refused_at_once() {
        String digits = "9".repeat(1_500_000);
        for (String quantity : new String[] {digits, digits + "Gi", "0." + digits, "1" + "e1".repeat(500_000)}) {
            assertThatThrownBy(() -> Quantity.whole(quantity))
                    .isInstanceOf(IllegalArgumentException.class)
                    .satisfies(e -> assertThat(e.getMessage()).hasSizeLessThan(200));
        }
    }

    @ParameterizedTest
    @CsvSource({"1, 2, 2", "1500m, 1, 1500m", "1Gi, 1G, 1Gi", "1, 1000m, 1", "2, x, x", "x, 2, x", "x, y, x"})
    void of_two_the_larger_counts(String one, String other, String larger) {
        assertThat(Quantity.larger(one, other)).isEqualTo(larger);
    }
}
