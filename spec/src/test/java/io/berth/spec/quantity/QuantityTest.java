package io.berth.spec.quantity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.berth.core.time.Nanos;
import java.util.List;
import java.util.Random;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class QuantityTest {
    @ParameterizedTest
    @CsvSource({"4,4000", "500m,500", "2.5,2500", "0,0", "1e3,1000000", ".5,500", "' 1 ',1000"})
    void cpusAreThousandths(String text, long milli) {
        assertThat(Cpus.parseMilli(text)).isEqualTo(milli);
    }

    @ParameterizedTest
    @CsvSource({
        "1Ti,1099511627776",
        "64Gi,68719476736",
        "512Mi,536870912",
        "10G,10000000000",
        "1.5Ki,1536",
        "3k,3000",
        "3K,3000",
        "123,123",
        "0,0",
        "7Ei,8070450532247928832"
    })
    void bytesHaveBinaryAndDecimalUnits(String text, long bytes) {
        assertThat(Bytes.parse(text)).isEqualTo(bytes);
    }

    @ParameterizedTest
    @CsvSource({
        "90s,90000000000",
        "15m,900000000000",
        "2h,7200000000000",
        "7d,604800000000000",
        "1h30m,5400000000000",
        "1.5h,5400000000000",
        "250ms,250000000",
        "5us,5000",
        "7ns,7",
        "999999999ns,999999999",
        "1000000000ns,1000000000",
        "106751d,9223286400000000000",
        "00000000000000000001m,60000000000",
        "10,10000000000",
        "0.5,500000000",
        "0,0"
    })
    void durationsAreNanoseconds(String text, long nanos) {
        assertThat(Durations.parseNanos(text)).isEqualTo(nanos);
    }

    @Test
    void neverIsADurationOnlyWhereItIsAllowed() {
        assertThat(Durations.parseNanosOrNever("never")).isEqualTo(Nanos.NEVER);
        assertWrong("never", Durations::parseNanos);
    }

    @ParameterizedTest
    @CsvSource({"5%,0.05", "0.05,0.05", "0%,0", "100%,1", "1,1", "12.5 %,0.125"})
    void percentagesAreFractions(String text, double fraction) {
        assertThat(Percents.parseFraction(text)).isEqualTo(fraction);
    }

    @ParameterizedTest
    @CsvSource({"2,2,1000", "0.5,1,500", "500m,1,500", "2000m,2,1000", "0,0,0", "1,1,1000", "0.001,1,1"})
    void gpusAreWholeOrAShareOfOne(String text, int gpus, int milli) {
        assertThat(GpuShare.parse(text)).isEqualTo(new GpuShare(gpus, milli));
    }

    @Test
    void whatIsNoAmountIsAnErrorThatNamesIt() {
        List<Function<String, ?>> parsers = List.of(
                Cpus::parseMilli, Bytes::parse, Durations::parseNanos, Percents::parseFraction, GpuShare::parse);
        for (Function<String, ?> parser : parsers) {
            for (String text :
                    List.of("", " ", "x", "-1", "1x", "1e999999999", "0x10", "NaN", "1,5", "..", "1..2", "--1")) {
                assertWrong(text, parser);
            }
        }
    }

    @Test
    void amountsTooLargeOrTooFineAreErrors() {
        assertWrong("8Ei", Bytes::parse);
        assertWrong("99999999999999999999", Bytes::parse);
        assertWrong("9223372036854775807", Bytes::parse);
        assertWrong("0.1Ki", Bytes::parse);
        assertWrong("5i", Bytes::parse);
        assertWrong("1m", Bytes::parse);
        assertWrong("0.0001", Cpus::parseMilli);
        assertWrong("0.5m", Cpus::parseMilli);
        assertWrong("106752d", Durations::parseNanos);
        assertWrong("0.5ns", Durations::parseNanos);
        assertWrong("30m1h", Durations::parseNanos);
        assertWrong("1m1m", Durations::parseNanos);
        assertWrong("1h 30m", Durations::parseNanos);
        assertWrong("101%", Percents::parseFraction);
        assertWrong("5", Percents::parseFraction);
        assertWrong("1.5", GpuShare::parse);
        assertWrong("2147483648", GpuShare::parse);
        assertThatThrownBy(() -> Cpus.parseMilli("-500m")).hasMessage("must not be negative, but is \"-500m\"");
    }

    @Test
    void whatIsPrintedIsReadBackExactly() {
        Random random = new Random(42);
        for (int i = 0; i < 2_000; i++) {
            long amount = random.nextLong() >>> (1 + random.nextInt(63));
            assertThat(Cpus.parseMilli(Cpus.format(amount))).isEqualTo(amount);
            assertThat(Bytes.parse(Bytes.format(amount))).isEqualTo(amount);
            assertThat(Durations.parseNanosOrNever(Durations.format(amount))).isEqualTo(amount);
            double fraction = random.nextDouble();
            assertThat(Percents.parseFraction(Percents.format(fraction))).isEqualTo(fraction);
        }
    }

    @Test
    void amountsArePrintedInTheLargestExactUnit() {
        assertThat(Bytes.format(1L << 40)).isEqualTo("1Ti");
        assertThat(Bytes.format(10_000_000_000L)).isEqualTo("10G");
        assertThat(Bytes.format(3000)).isEqualTo("3k");
        assertThat(Bytes.format(1025)).isEqualTo("1025");
        assertThat(Durations.format(5400 * Nanos.SECOND)).isEqualTo("1h30m");
        assertThat(Durations.format(0)).isEqualTo("0s");
        assertThat(Cpus.format(2500)).isEqualTo("2500m");
        assertThat(new GpuShare(1, 500).format()).isEqualTo("0.5");
        assertThat(new GpuShare(2, 1000).format()).isEqualTo("2");
        assertThat(Percents.format(0.05)).isEqualTo("5%");
    }

    private static void assertWrong(String text, Function<String, ?> parser) {
        assertThatThrownBy(() -> parser.apply(text)).as("the text '%s'", text).isInstanceOf(QuantityException.class);
    }
}
