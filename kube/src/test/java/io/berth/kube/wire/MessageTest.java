package io.berth.kube.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MessageTest {
    @Test
    void fields_come_one_after_another_and_the_others_are_skipped() {
        // A varint, 8 bytes, a text, a group with a text in it, 4 bytes, a text.
        Message message = of("08 96 01 | 11 0102030405060708 | 1a 01 61 | 23 2a 01 62 24 | 2d 01020304 | 32 01 63");

        assertThat(message.next()).isEqualTo(1);
        assertThat(message.number()).isEqualTo(150);
        for (int field = 2; field <= 5; field++) {
            assertThat(message.next()).isEqualTo(field);
            message.skip();
        }
        assertThat(message.next()).isEqualTo(6);
        assertThat(message.text()).isEqualTo("c");
        assertThat(message.next()).isZero();
    }

    @Test
    void numbers_may_be_negative_and_flags_are_numbers() {
        assertThat(first("08 ffffffffffffffffff01", Message::number)).isEqualTo(-1);
        assertThat(first("08 ffffffffffffffffff01", Message::whole)).isEqualTo(-1);
        assertThat(first("08 01", Message::flag)).isTrue();
        assertThat(first("08 00", Message::flag)).isFalse();
        assertThat(first("0a 02 0001", Message::bytes)).containsExactly(0, 1);
    }

    @Test
    void messages_and_maps_are_read_within_their_field() {
        Map<String, String> map = Message.texts();
        // Two entries, one of them without a value; then the first key again.
        Message message = of("0a 06 0a 01 61 12 01 62 | 0a 03 0a 01 63 | 0a 08 0a 01 61 1a 00 12 01 64");
        while (message.next() != 0) {
            message.entry(map, "none", Message::text);
        }
        assertThat(map).isEqualTo(Map.of("a", "d", "c", "none"));

        Function<Message, List<String>> each = inner -> inner.each(2, of -> of.only(1));
        assertThat(each.apply(of("08 01 | 12 03 0a 01 61 | 12 00"))).containsExactly("a", "");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "08", // a number that is missing
                "08 ffffffffffffffffffff01", // one of more than ten bytes
                "0a 05 61", // a text cut off
                "0a ffffffff0f 61", // a length below zero
                "0a ffffffff07 61", // two gigabytes
                "00", // field 0
                "0e", // a type that there is not
                "0c", // the end of no group
                "0b 12 01 61", // a group without an end
                "0b 14", // one that ends as another
                "09 00 00", // 8 bytes cut off
                "0d 00", // 4 bytes cut off
            })
    void damaged_bytes_are_refused(String hex) {
        for (Message message : List.of(of(hex), Message.of(new ByteArrayInputStream(raw(hex))))) {
            assertThatThrownBy(() -> {
                        while (message.next() != 0) {
                            message.skip();
                        }
                    })
                    .isInstanceOf(MalformedException.class);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "08 01, text",
        "08 01, bytes",
        "08 01, message",
        "0a 01 61, number",
        "0d 01000000, number",
        "09 0100000000000000, flag",
        "0a 02 c328, text", // no UTF-8
        "0a 05 0a 03 61, message", // cut off
        "0a 03 0a 02 61, message", // longer inside than outside
        "0a ffffffff0f, message",
        "0a ffffffff07, bytes",
        "0a 00, entry", // no key
        "0a 03 0a 01 20, entry", // a blank one
        "0a 02 08 01, entry", // a key that is no text
    })
    void what_is_of_another_type_is_refused(String hex, String as) {
        Message message = of(hex);
        message.next();
        assertThatThrownBy(() -> {
                    switch (as) {
                        case "text" -> message.text();
                        case "bytes" -> message.bytes();
                        case "number" -> message.number();
                        case "flag" -> message.flag();
                        case "message" -> message.message(inner -> inner.only(1));
                        default -> message.entry(Message.texts(), "", Message::text);
                    }
                })
                .isInstanceOf(MalformedException.class);
    }

    @Test
    void groups_within_groups_do_not_exhaust_the_stack() {
        byte[] bytes = new byte[1_000_000];
        java.util.Arrays.fill(bytes, (byte) 0x0b);
        Message message = Message.of(bytes);
        message.next();
        assertThatThrownBy(message::skip).isInstanceOf(MalformedException.class);
    }

    @Test
    void a_message_must_be_read_to_its_end() {
        Message message = of("0a 03 0a 01 61");
        message.next();
        assertThatThrownBy(() -> message.message(_ -> 1)).isInstanceOf(MalformedException.class);
    }

    @Test
    void bytes_that_do_not_come_are_no_fault_of_the_message() {
        InputStream broken = new InputStream() {
            @Override
            public int read() throws IOException {
                throw new IOException("reset");
            }
        };
        assertThatThrownBy(() -> Message.of(broken).next())
                .isInstanceOf(UncheckedIOException.class)
                .hasMessageContaining("reset");
    }

    private static <T> T first(String hex, Function<Message, T> reading) {
        Message message = of(hex);
        assertThat(message.next()).isEqualTo(1);
        return reading.apply(message);
    }

    private static Message of(String hex) {
        return Message.of(raw(hex));
    }

    private static byte[] raw(String hex) {
        return HexFormat.of().parseHex(hex.replaceAll("[ |]", ""));
    }
}
