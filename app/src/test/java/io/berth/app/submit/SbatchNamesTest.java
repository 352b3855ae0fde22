package io.berth.app.submit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.berth.app.client.Reply;
import io.berth.app.option.Arguments;
import io.berth.spec.input.InputException;
import io.berth.spec.script.ScriptNode;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import org.junit.jupiter.api.Test;

class SbatchNamesTest {
    private static final ScriptNode NODE = new ScriptNode(List.of("vm"), 64, 8, List.of("H100"), List.of());

    private static SequencedMap<String, Object> demand(String... words) {
        SequencedMap<String, Object> demand = new LinkedHashMap<>();
        SbatchNames.putDemand(demand, arguments(words), () -> NODE);
        return demand;
    }

    private static Object limit(String... words) {
        SequencedMap<String, Object> document = new LinkedHashMap<>();
        SbatchNames.putShared(document, arguments(words));
        return document.get("time_limit");
    }

    private static Arguments arguments(String... words) {
        return Arguments.read("submit", SubmitOptions.all(), List.of(words));
    }

    @Test
    void memoryIsReadAsSbatchReadsIt() {
        assertThat(demand("--mem", "16G").get("memory")).isEqualTo(16L << 30);
        assertThat(demand("--mem=1024").get("memory")).isEqualTo(1L << 30);
        assertThat(demand("--mem=500M").get("memory")).isEqualTo(500L << 20);
        assertThatThrownBy(() -> demand("--mem", "much"))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("--mem");
    }

    @Test
    void gpusAndCpusAreReadAsSbatchReadsThem() {
        assertThat(demand("--gres", "gpu:2").get("gpus")).isEqualTo(2);
        assertThat(demand("--gres=gpu:h100:4")).containsEntry("gpus", 4).containsEntry("models", List.of("H100"));
        assertThat(demand("--cpus", "8")).containsExactly(Map.entry("cpu", "8"));
        assertThat(demand()).isEmpty();
    }

    @Test
    void timesAreMinutesUnlessTheyHaveAUnit() {
        assertThat(limit("--time", "90")).isEqualTo("1h30m");
        assertThat(limit("--time", "1:30:00")).isEqualTo("1h30m");
        assertThat(limit("--time", "2-12")).isEqualTo("2d12h");
        assertThat(limit("--time", "45s")).isEqualTo("45s");
        assertThat(limit("--time", "UNLIMITED")).isEqualTo("never");
        assertThat(limit()).isNull();
    }

    @Test
    void oneThingIsSaidOnce() {
        assertThatThrownBy(() -> demand("--mem", "1G", "--memory", "1Gi")).hasMessageContaining("name one of them");
    }

    @Test
    void anErrorNamesWhatWasTyped() {
        Arguments typed = arguments("--mem", "2T", "--queue", "x");
        Reply refused =
                new Reply(400, "{\"detail\": \"demand.memory: a task asks for 2Ti, and no node has more than 64Gi\"}");

        assertThatThrownBy(() -> refused.checked(SubmitOptions.typed(typed)))
                .hasMessage("berth: --mem 2T: a task asks for 2Ti, and no node has more than 64Gi");
    }
}
