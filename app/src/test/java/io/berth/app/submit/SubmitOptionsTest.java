package io.berth.app.submit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

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

    @Test
    void what_is_typed_of_a_service_goes_before_what_its_file_says() {
        SequencedMap<String, Object> document = new LinkedHashMap<>(
                Map.of("service", Map.of("name", "chat", "autoscale", Map.of("max", "9", "target", "8"))));

        ServiceOptions.put(document, parse("--autoscale", "max=4, policy=reactive"));

        assertThat(document)
                .isEqualTo(Map.of(
                        "service",
                        Map.of("name", "chat", "autoscale", Map.of("max", "4", "target", "8", "policy", "reactive"))));
    }

    @Test
    void what_is_no_autoscale_is_said() {
        SequencedMap<String, Object> document = new LinkedHashMap<>();
        assertThatThrownBy(() -> ServiceOptions.put(document, parse("--service", "chat", "--autoscale", "4")))
                .hasMessage("--autoscale: must be keys and values such as max=4,target=8, but is \"4\"");
        assertThatThrownBy(() -> ServiceOptions.put(document, parse("--autoscale", "max=4")))
                .hasMessage("--autoscale: goes only with --service, or a file that says service");
    }

    private static Arguments parse(String... line) {
        return Arguments.read("submit", SubmitOptions.all(), List.of(line));
    }
}
