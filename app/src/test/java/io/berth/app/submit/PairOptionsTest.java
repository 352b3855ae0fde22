package io.berth.app.submit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.berth.app.option.Arguments;
import io.berth.spec.input.InputException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import org.junit.jupiter.api.Test;

class PairOptionsTest {
    @Test
    void pairs_go_before_those_of_the_same_names_in_the_file() {
        SequencedMap<String, Object> demand = new LinkedHashMap<>();
        demand.put("resources", Map.of("a.b/c", "1"));

        PairOptions.put(
                demand,
                parse("--resource", "a.b/c=2", "--node-label", "rack=r1", "--tolerate", "x=1", "--tolerate", "x=2"));

        assertThat(demand)
                .containsEntry("resources", Map.of("a.b/c", "2"))
                .containsEntry("node_labels", Map.of("rack", "r1"))
                .containsEntry("tolerations", Map.of("x", List.of("1", "2")));
    }

    @Test
    void what_is_exchanged_is_of_the_job() {
        SequencedMap<String, Object> document = new LinkedHashMap<>();

        PairOptions.putOfJob(document, parse("--traffic", "bytes=500M", "--traffic", "compute=200ms"));

        assertThat(document).isEqualTo(Map.of("traffic", Map.of("bytes", "500M", "compute", "200ms")));
    }

    @Test
    void without_pairs_nothing_is_put() {
        SequencedMap<String, Object> demand = new LinkedHashMap<>();

        PairOptions.put(demand, parse());

        assertThat(demand).isEmpty();
    }

    @Test
    void what_is_no_pair_is_refused_with_what_is_allowed() {
        assertThatThrownBy(() -> PairOptions.put(new LinkedHashMap<>(), parse("--resource", "licence")))
                .isInstanceOf(InputException.class)
                .hasMessage("--resource: must be NAME=N, but is \"licence\"");
    }

    private static Arguments parse(String... words) {
        return Arguments.read("submit", SubmitOptions.all(), List.of(words));
    }
}
