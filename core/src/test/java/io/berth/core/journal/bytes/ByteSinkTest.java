package io.berth.core.journal.bytes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

class ByteSinkTest {
    private static final long[] NUMBERS = {
        0,
        1,
        -1,
        63,
        -64,
        64,
        127,
        128,
        8191,
        8192,
        -8193,
        Integer.MAX_VALUE,
        Integer.MIN_VALUE,
        Long.MAX_VALUE,
        Long.MIN_VALUE
    };

    @Test
    void whatever_is_written_is_read_back() {
        ByteSink sink = new ByteSink(1);
        for (long number : NUMBERS) {
            sink.number(number);
            sink.fixedLong(number);
            sink.time(number < 0 ? Long.MAX_VALUE : number);
        }
        sink.flag(true);
        sink.flag(false);
        sink.text("");
        sink.text("Läufer 🚢");
        sink.fixedInt(-2);

        ByteSource source = new ByteSource(sink.toByteArray());
        for (long number : NUMBERS) {
            assertThat(source.number()).isEqualTo(number);
            assertThat(source.fixedLong()).isEqualTo(number);
            assertThat(source.time()).isEqualTo(number < 0 ? Long.MAX_VALUE : number);
        }
        assertThat(source.flag()).isTrue();
        assertThat(source.flag()).isFalse();
        assertThat(source.text()).isEmpty();
        assertThat(source.text()).isEqualTo("Läufer 🚢");
        assertThat(source.fixedInt()).isEqualTo(-2);
        assertThat(source.exhausted()).isTrue();
    }

    @Test
    void small_numbers_are_short_and_never_is_one_byte() {
        ByteSink sink = new ByteSink();
        sink.number(-64);
        assertThat(sink.size()).isEqualTo(1);
        sink.number(64);
        assertThat(sink.size()).isEqualTo(3);
        sink.time(Long.MAX_VALUE);
        assertThat(sink.size()).isEqualTo(4);
        sink.number(Long.MIN_VALUE);
        assertThat(sink.size()).isEqualTo(14);
    }

    @Test
    void a_number_in_place_is_written_over() {
        ByteSink sink = new ByteSink();
        sink.fixedInt(0);
        sink.put(7);
        sink.fixedIntAt(0, 0x01020304);
        assertThat(sink.toByteArray()).containsExactly(1, 2, 3, 4, 7);
        sink.clear();
        assertThat(sink.toByteArray()).isEmpty();
    }

    @Test
    void bytes_that_end_too_soon_are_said_to_be_corrupt() {
        ByteSink sink = new ByteSink();
        sink.text("berth");
        sink.fixedLong(Long.MAX_VALUE);
        sink.number(Long.MAX_VALUE);
        byte[] whole = sink.toByteArray();
        for (int length = 0; length < whole.length; length++) {
            ByteSource source = new ByteSource(Arrays.copyOf(whole, length));
            assertThatThrownBy(() -> {
                        source.text();
                        source.fixedLong();
                        source.number();
                    })
                    .isInstanceOf(CorruptRecordException.class);
        }
    }

    @Test
    void numbers_that_do_not_fit_are_said_to_be_corrupt() {
        byte[] endless = new byte[11];
        Arrays.fill(endless, (byte) 0xff);
        corrupt(() -> new ByteSource(endless).number());
        ByteSink sink = new ByteSink();
        sink.number(1L << 40);
        corrupt(() -> new ByteSource(sink.toByteArray()).integer());
        corrupt(() -> new ByteSource(sink.toByteArray()).count());
        sink.clear();
        sink.number(-1);
        corrupt(() -> new ByteSource(sink.toByteArray()).text());
    }

    private static void corrupt(org.assertj.core.api.ThrowableAssert.ThrowingCallable read) {
        assertThatThrownBy(read).isInstanceOf(CorruptRecordException.class);
    }
}
