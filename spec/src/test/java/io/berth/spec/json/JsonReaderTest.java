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
                "[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[|f:1:65|nested"
            })
    void what_is_no_json_is_refused_at_its_place(String text, String place, String words) {
        assertThatExceptionOfType(InputException.class)
                .isThrownBy(() -> read(text))
                .withMessageStartingWith(place)
                .withMessageContaining(words == null ? "" : words);
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
