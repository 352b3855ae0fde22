package io.berth.spec.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.berth.spec.input.InputException;
import io.berth.spec.input.Source;
import io.berth.spec.input.Tree;
import io.berth.spec.input.TreeReader;
import io.berth.spec.job.JobReader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class JsonReaderTest {
    @Test
    void a_document_is_the_tree_that_yaml_makes_of_it() {
        String text = """
                {"name": "a", "n": [1, -2.5e3, true, null, "null"], "in": {"x.y": {}}}""";

        assertThat(read(text)).isEqualTo(TreeReader.read(Source.text("f", text)));
    }

    @Test
    void tabs_may_indent() {
        assertThat(read("{\n\t\"name\":\t\"a\"\n}").require("name").text()).isEqualTo("a");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{name: a}|f:1:2|",
                "{\"a\": 1} x|f:1:10|",
                "{\"a\": 1, \"a\": 2}|f:1:10|twice",
                "{\"a\": 01}|f:1:|",
                "{\"a\": NaN}|f:1:|",
                "{\"a\": \"\\ud800\"}|f:1:7|surrogate",
                "{\"a\": |f:1:|",
                "` `|f|empty",
                "[1,]|f:1:4|unexpected",
                "[1 2]|f:1:4|','",
                "{\"a\": 1,}|f:1:9|'\"'",
                "{\"a\" 1}|f:1:6|':'",
                "[1}|f:1:3|','",
                "[-]|f:1:3|digit",
                "[1.]|f:1:4|digit",
                "[1e+]|f:1:5|digit",
                "[+1]|f:1:2|unexpected",
                "[.5]|f:1:2|unexpected",
                "[nul]|f:1:2|unexpected",
                "[nullx]|f:1:6|unexpected",
                "[tru|f:1:2|",
                "\"a|f:1:3|early",
                "\"\\x\"|f:1:3|escape",
                "\"\\u00g0\"|f:1:6|hexadecimal",
                "]|f:1:1|unexpected",
                "[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[|f:1:65|nested"
            })
    void what_is_no_json_is_refused_at_its_place(String text, String place, String words) {
        assertThatExceptionOfType(InputException.class)
                .isThrownBy(() -> read(text))
                .withMessageStartingWith(place)
                .withMessageContaining(words == null ? "" : words);
    }

    @Test
    void lines_end_as_on_any_platform() {
        assertThat(read("[\n1,\r\n2,\r3]").items())
                .extracting(item -> item.position().line())
                .containsExactly(2, 3, 4);
    }

    @Test
    void escapes_are_read() {
        assertThat(read("[\"\\\"\\\\\\/\\b\\f\\n\\r\\t\\u00e9\\u00E9\\ud83d\\ude00.\"]")
                        .items()
                        .getFirst()
                        .text())
                .isEqualTo("\"\\/\b\f\n\r\t\u00e9\u00e9\ud83d\ude00.");
    }

    @ParameterizedTest
    @ValueSource(strings = {"[\"a\nb\"]", "[\"a\tb\"]", "[\"a\u0000b\"]", "[\u00a01]", "[\u0661]"})
    void what_only_looks_like_json_is_refused(String text) {
        assertThatExceptionOfType(InputException.class)
                .isThrownBy(() -> read(text))
                .withMessageContaining("not valid JSON");
    }

    @Test
    void numbers_that_nobody_means_are_refused() {
        assertThatExceptionOfType(InputException.class).isThrownBy(() -> read("[" + "1".repeat(1_001) + "]"));
        assertThat(read("[" + "1".repeat(1_000) + "]").items()).hasSize(1);
    }

    @Test
    void an_error_of_a_value_names_its_key() {
        InputException error = catchThrowableOfType(
                InputException.class, () -> JobReader.read(read("{\"demand\": {\"gpuz\": 1}}"), "job"));

        assertThat(error.key()).isEqualTo("demand.gpuz");
        assertThat(error.place()).isEqualTo("f:1:13");
        assertThat(error.problem()).startsWith("demand: unknown key \"gpuz\"; did you mean \"gpus\"?");
    }

    private static Tree read(String text) {
        return JsonReader.read(Source.text("f", text));
    }
}
