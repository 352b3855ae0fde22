package io.berth.sim.trace.request;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.berth.core.dispatch.Prompt;
import io.berth.core.dispatch.Request;
import io.berth.core.time.Nanos;
import io.berth.sim.PublishedData;
import io.berth.sim.request.Stage;
import io.berth.sim.trace.Lenience;
import io.berth.spec.fleet.RequestsSpec;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MooncakeRequestsTest {
    private static final String TRACE = """
            {"timestamp": 3000, "input_length": 1100, "output_length": 50, "hash_ids": [0, 1, 2]}
            {"timestamp": 3500, "input_length": 1200, "output_length": 0, "hash_ids": [0, 1, 3]}
            """;

    @Test
    void promptsAreEqualUpToTheEndOfAnEqualBlock() {
        RequestTrace trace = read(TRACE, Lenience.STRICT);
        List<Prompt> prompts = trace.requests().stream()
                .map(arrival -> arrival.stages().getFirst().tokens().begins())
                .toList();

        assertThat(trace.requests().get(0).atNanos()).isZero();
        assertThat(trace.requests().get(1).atNanos()).isEqualTo(Nanos.SECOND / 4);
        assertThat(prompts.get(0).blocks()).isEqualTo(3);
        assertThat(prompts.get(0).bytesOf(2)).isEqualTo(1024 * 4);
        assertThat(prompts.get(0).bytesOf(3)).isEqualTo(1100 * 4);
        assertThat(prompts.get(1).hash(1)).isEqualTo(prompts.get(0).hash(1));
        assertThat(prompts.get(1).hash(2)).isNotEqualTo(prompts.get(0).hash(2));
        Stage none = trace.requests().get(1).stages().getFirst();
        assertThat(none.tokens().answer()).isOne();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "3500 | 2500 | trace.jsonl:2: timestamp: \"2500\" is earlier than the line before",
                "3500 | -1 | trace.jsonl:2: timestamp: \"-1\" is not such a number",
                "1200 | 1600 | trace.jsonl:2: hash_ids: \"3\" entries do not go with input_length",
                "3] | \"x\"] | trace.jsonl:2: hash_ids: \"x\" is not such a number",
                "[0, 1, 3] | 7 | trace.jsonl:2: hash_ids: is no list",
                "output_length\": 0 | out\": 0 | trace.jsonl:2: output_length: is missing",
            })
    void aBadLineIsToldByKeyAndValue(String good, String bad, String told) {
        String second = TRACE.substring(TRACE.indexOf('\n') + 1);
        String text = TRACE.replace(second, second.replace(good, bad));
        assertThatThrownBy(() -> read(text, Lenience.STRICT)).hasMessageStartingWith(told);
    }

    @Test
    void linesThatAreNoJsonAreToldOrCounted() {
        assertThatThrownBy(() -> read(TRACE + "{\"timestamp\": ", Lenience.STRICT))
                .hasMessageContaining("is no JSON");
        Lenience lenience = Lenience.counting();
        assertThat(read("[]\n" + TRACE, lenience).size()).isEqualTo(2);
        assertThat(lenience.skippedRows()).isOne();
    }

    @Test
    void thePublishedTraceIsThatOfItsPaper() {
        Path file = PublishedData.needed("llm/mooncake_conversation.jsonl.gz");
        RequestTrace trace = MooncakeRequests.read(spec(file, 1), Request.NO_MODEL, Lenience.STRICT);

        assertThat(trace.size()).isEqualTo(12_031);
        assertThat(trace.requests().stream()
                        .mapToLong(
                                arrival -> arrival.stages().getFirst().tokens().prompt())
                        .average()
                        .orElseThrow())
                .isBetween(12_000.0, 12_070.0);
    }

    private static RequestTrace read(String text, Lenience lenience) {
        ByteArrayInputStream in = new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
        return MooncakeRequests.read(spec(Path.of("unread"), 2), Request.NO_MODEL, "trace.jsonl", in, lenience);
    }

    private static RequestsSpec.TokenSpec spec(Path file, double rate) {
        return new RequestsSpec.TokenSpec(file, rate, 0, 8000, 80, 10, true);
    }
}
