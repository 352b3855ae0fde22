package io.berth.app.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.spec.input.Source;
import io.berth.spec.json.JsonReader;
import io.berth.spec.script.ScriptNode;
import org.junit.jupiter.api.Test;

class NodeFactsTest {
    private static final String SET =
            "{\"count\":2,\"kind\":\"gpu\",\"model\":\"RTX-4090\",\"memory_bytes\":85520809984}";

    @Test
    void aNodeHasTheFeaturesThatScriptsAskFor() {
        ScriptNode node = of(SET, 2, "vendor_id\t: AuthenticAMD\nflags\t\t: fpu avx2 avx512f\n");

        assertThat(node.features())
                .contains("vm", "gpu", "rtx-4090", "rtx4090", "80gb", "rtx-4090-80g", "amd", "avx2", "avx512")
                .doesNotContain("cpu", "intel");
        assertThat(node.cpus()).isEqualTo(15);
        assertThat(node.gpus()).isEqualTo(2);
        assertThat(node.models()).containsExactly("RTX-4090");
    }

    @Test
    void oneWithoutGpusHasNoModel() {
        ScriptNode node = of("", 0, "");

        assertThat(node.features()).contains("vm", "cpu").doesNotContain("gpu");
        assertThat(node.models()).isEmpty();
    }

    @Test
    void oneWithGpusOfSeveralModelsHasThemAll() {
        String other = "{\"count\":1,\"kind\":\"gpu\",\"model\":\"T4\",\"memory_bytes\":0}";

        ScriptNode node = of(SET + "," + other, 3, "");

        assertThat(node.features()).contains("rtx-4090", "80gb", "t4").doesNotContain("0gb");
        assertThat(node.models()).containsExactly("RTX-4090", "T4");
    }

    /** @param sets its device sets as JSON */
    private static ScriptNode of(String sets, int gpus, String processors) {
        String row = "{\"name\":\"vm\",\"gpus\":" + gpus + ",\"cpus\":15.5,\"device_sets\":[" + sets + "]}";
        return NodeFacts.of(JsonReader.read(Source.text("row", row)), processors);
    }
}
