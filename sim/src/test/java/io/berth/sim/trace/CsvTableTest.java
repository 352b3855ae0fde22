package io.berth.sim.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.berth.spec.input.InputException;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CsvTableTest {
    @Test
    void fields_may_be_quoted_with_commas_quotes_and_line_ends_inside() {
        assertThat(texts("a,b\n\"x,y\",\"say \"\"hi\"\"\"\n\"two\nlines\",z\n"))
                .containsExactly("x,y", "say \"hi\"", "two\nlines", "z");
    }

    @Test
    void line_ends_may_be_crlf_and_the_last_may_be_absent() {
        assertThat(texts("a,b\r\n1,\"2\"\r\n3,4")).containsExactly("1", "2", "3", "4");
        assertThat(texts("a,b\r\n1,2\r")).containsExactly("1", "2");
    }

    @Test
    void a_byte_order_mark_and_blank_lines_are_passed_over() {
        assertThat(texts("\ufeffa,b\n\n1,2\n\n\n3,4\n\n")).containsExactly("1", "2", "3", "4");
    }

    @Test
    void fields_longer_than_the_buffer_are_whole() {
        String longField = "x".repeat(200_000);
        assertThat(texts("a,b\n" + longField + ",1\n")).containsExactly(longField, "1");
    }

    @Test
    void gzip_is_known_by_its_first_bytes() {
        byte[] packed = OpenbText.gzip("a,b\n1,2\n".getBytes(StandardCharsets.UTF_8));
        try (CsvTable table = table(packed, Lenience.STRICT)) {
            assertThat(table.next()).isTrue();
            assertThat(table.number(table.column("b"), 0, 9)).isEqualTo(2);
        }
    }

    @Test
    void a_gzip_that_ends_early_says_so_and_where() {
        byte[] packed = OpenbText.gzip(("a,b\n" + "1,2\n".repeat(1000)).getBytes(StandardCharsets.UTF_8));
        for (int length : new int[] {2, 5, packed.length / 2, packed.length - 1}) {
            byte[] cut = Arrays.copyOf(packed, length);
            assertThatThrownBy(() -> readAll(cut, Lenience.counting()))
                    .isInstanceOf(InputException.class)
                    .hasMessageMatching("t\\.csv(:\\d+)?: ends early; allowed: .*");
        }
    }

    @Test
    void a_damaged_gzip_is_an_input_error() {
        byte[] packed = OpenbText.gzip(("a,b\n" + "1,2\n".repeat(1000)).getBytes(StandardCharsets.UTF_8));
        packed[packed.length - 6] ^= 0x55;
        assertThatThrownBy(() -> readAll(packed, Lenience.STRICT))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("cannot be read");
    }

    @Test
    void an_empty_file_is_refused() {
        for (String text : List.of("", "\n\n", "\ufeff")) {
            assertThatThrownBy(() -> texts(text))
                    .isInstanceOf(InputException.class)
                    .hasMessage("t.csv:1: is empty; allowed: a header line and rows");
        }
    }

    @Test
    void a_missing_file_and_a_folder_are_refused(@TempDir Path folder) {
        assertThatThrownBy(() -> CsvTable.open(folder.resolve("none.csv"), Lenience.STRICT))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("none.csv: does not exist");
        assertThatThrownBy(() -> CsvTable.open(folder, Lenience.STRICT))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("is a folder");
    }

    @Test
    void the_header_must_have_the_columns_and_no_others() {
        assertThatThrownBy(() -> expecting("a,c\n"))
                .hasMessage(
                        "t.csv:1: header: \"c\" is an unknown column (did you mean \"a\"?); allowed: a,b and, if at "
                                + "hand, d");
        assertThatThrownBy(() -> expecting("a,d\n")).hasMessageContaining("header: \"b\" is missing; allowed: a,b");
        assertThatThrownBy(() -> expecting("a,b,a\n")).hasMessageContaining("header: \"a\" is there twice");
        expecting("d,b,a\n");
    }

    @Test
    void rows_must_be_as_wide_as_the_header() {
        assertThatThrownBy(() -> texts("a,b\n1,2\n3\n"))
                .hasMessage("t.csv:3: \"1 fields\" has too few fields; allowed: 2, as the header");
        assertThatThrownBy(() -> texts("a,b\n1,2,3\n"))
                .hasMessageContaining("t.csv:2: \"3 fields\" has too many fields");
    }

    @Test
    void quotes_must_be_closed_and_close_a_field() {
        assertThatThrownBy(() -> texts("a,b\n1,\"2\n"))
                .hasMessageContaining("t.csv:2: has a quote that is never closed");
        assertThatThrownBy(() -> texts("a,b\n\"1\"x,2\n")).hasMessageContaining("has text after a closing quote");
    }

    @Test
    void numbers_say_what_is_wrong_with_them() {
        assertThat(fault("12x"))
                .isEqualTo("t.csv:2: n: \"12x\" is not a whole number; allowed: a whole number, 1 to 9");
        assertThat(fault("1.5")).contains("\"1.5\" is not a whole number");
        assertThat(fault("-")).contains("\"-\" is not a whole number");
        assertThat(fault("-3")).contains("\"-3\" is negative");
        assertThat(fault("")).contains("n: is empty");
        assertThat(fault("0")).contains("\"0\" is too small");
        assertThat(fault("10")).contains("\"10\" is too large");
        assertThat(fault("99999999999999999999999")).contains("is too large");
        assertThat(fault("-99999999999999999999999")).contains("is negative");
        assertThat(fault("9223372036854775808")).contains("is too large");
    }

    @Test
    void a_message_is_one_line_whatever_the_value_is() {
        assertThat(fault("\"1\n2\u0007\"")).doesNotContain("\n").doesNotContain("\u0007");
        assertThat(fault("x".repeat(5000))).hasSizeLessThan(200);
    }

    @Test
    void lenient_reading_counts_bad_rows_by_reason() {
        Lenience lenience = Lenience.counting();
        List<String> read =
                readAll("a,b\n1,2\n3\n4,5,6\n7\n8,\"9\"0\n10,11\n".getBytes(StandardCharsets.UTF_8), lenience);
        assertThat(read).containsExactly("1", "2", "10", "11");
        assertThat(lenience.skippedRows()).isEqualTo(4);
        assertThat(lenience.skippedByReason())
                .containsEntry("has too few fields", 2L)
                .containsEntry("has too many fields", 1L)
                .containsEntry("has text after a closing quote", 1L);
    }

    private static String fault(String value) {
        try (CsvTable table = table(("n,m\n" + value + ",0\n").getBytes(StandardCharsets.UTF_8), Lenience.STRICT)) {
            assertThat(table.next()).isTrue();
            try {
                return "read " + table.number(0, 1, 9);
            } catch (BadRow bad) {
                table.skip(bad);
                return "skipped";
            }
        } catch (InputException e) {
            return e.getMessage();
        }
    }

    private static void expecting(String header) {
        try (CsvTable table = table(header.getBytes(StandardCharsets.UTF_8), Lenience.STRICT)) {
            table.expecting(List.of("a", "b"), List.of("d"));
        }
    }

    private static List<String> texts(String text) {
        return readAll(text.getBytes(StandardCharsets.UTF_8), Lenience.STRICT);
    }

    private static List<String> readAll(byte[] bytes, Lenience lenience) {
        List<String> fields = new ArrayList<>();
        try (CsvTable table = table(bytes, lenience)) {
            while (table.next()) {
                fields.add(table.textOrEmpty(0));
                fields.add(table.textOrEmpty(1));
            }
        }
        return fields;
    }

    private static CsvTable table(byte[] bytes, Lenience lenience) {
        return CsvTable.of(new TraceFile("t.csv"), new ByteArrayInputStream(bytes), lenience);
    }
}
