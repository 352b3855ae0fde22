package io.berth.spec.quantity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.berth.core.time.Nanos;
import java.util.List;
import org.junit.jupiter.api.Test;

class CutTest {
    @Test
    void a_cut_is_none_or_time_or_a_part() {
        assertThat(Cut.parse(" none ")).isEqualTo(new Cut.None());
        assertThat(Cut.parse("1h30m")).isEqualTo(new Cut.Length(90 * Nanos.MINUTE));
        assertThat(Cut.parse("90")).isEqualTo(new Cut.Length(90 * Nanos.SECOND));
        assertThat(Cut.parse("12.5%")).isEqualTo(new Cut.Part(0.125));
    }

    @Test
    void what_is_written_is_read_back() {
        for (String text : List.of("none", "0s", "1h30m", "12.5%", "0%")) {
            assertThat(Cut.format(Cut.parse(text))).isEqualTo(text);
        }
    }

    @Test
    void a_warmup_may_be_found_by_itself() {
        assertThat(Cut.parseOrAuto(" auto ")).isEqualTo(new Cut.Auto());
        assertThat(Cut.parseOrAuto("12.5%")).isEqualTo(new Cut.Part(0.125));
        assertThat(Cut.format(new Cut.Auto())).isEqualTo("auto");
        assertThatThrownBy(() -> Cut.parse("auto")).isInstanceOf(QuantityException.class);
        assertThatThrownBy(() -> Cut.parseOrAuto("nine")).hasMessageContaining("a percentage like 5%, none, or auto");
    }

    @Test
    void other_texts_are_refused_with_what_is_allowed() {
        for (String text : List.of("", "never", "-5m", "101%", "5 %%", "nine")) {
            assertThatThrownBy(() -> Cut.parse(text)).isInstanceOf(QuantityException.class);
        }
        assertThatThrownBy(() -> Cut.parse("nine")).hasMessageContaining("a percentage like 5%, or none");
    }
}
