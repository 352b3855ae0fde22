package io.berth.spec.input;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.berth.spec.job.JobReader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WholeNumberTest {
    @Test
    void digitsOfAsciiWithASignAreANumber() {
        assertThat(WholeNumber.parse("0")).isZero();
        assertThat(WholeNumber.parse("-12")).isEqualTo(-12);
        assertThat(WholeNumber.parse("+7")).isEqualTo(7);
        assertThat(WholeNumber.parse("9223372036854775807")).isEqualTo(Long.MAX_VALUE);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "-", "１", "١", "1１", "1-", "0x1", " 1", "9223372036854775808"})
    void whatIsNoneIsRefused(String text) {
        assertThatThrownBy(() -> WholeNumber.parse(text)).isInstanceOf(NumberFormatException.class);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "tasks: １",
                "priority: ٣",
                "array: １０",
                "array: 0-１",
                "retries: ２",
                "demand: {cpu: １}",
                "demand: {memory: １Gi}",
                "demand: {gpus: ０.５}",
                "estimate: １h",
                "after: [１]",
            })
    void noNumberOfAJobIsOfAnotherScript(String job) {
        assertThatThrownBy(() -> JobReader.read(Source.text("job", job))).isInstanceOf(InputException.class);
    }
}
