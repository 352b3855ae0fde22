package io.berth.app.submit;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.app.option.Arguments;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import org.junit.jupiter.api.Test;

class SubmitOptionsTest {
    @Test
    void flags_say_what_is_true_of_a_job_and_leave_the_rest_as_its_file_has_it() {
        SequencedMap<String, Object> document = new LinkedHashMap<>(Map.of("checkpoint", true));

        SubmitOptions.putShared(document, parse("--best-effort", "--priority", "3"));

        assertThat(document).isEqualTo(Map.of("checkpoint", true, "best_effort", true, "priority", "3"));
    }

    private static Arguments parse(String... line) {
        return Arguments.read("submit", SubmitOptions.all(), List.of(line));
    }
}
