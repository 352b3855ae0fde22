package io.berth.app.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.spec.input.Source;
import io.berth.spec.json.JsonReader;
import io.berth.spec.script.ScriptNode;
import org.junit.jupiter.api.Test;

class NodeFactsTest {
    @Test
    void aNodeHasTheFeaturesThatScriptsAskFor() {
        ScriptNode node = of("\"RTX-4090\"", 2, "vendor_id\t: AuthenticAMD\nflags\t\t: fpu avx2 avx512f\n");

        assertThat(node.features())
                .contains("vm", "gpu", "rtx-4090", "rtx4090", "80gb", "rtx-4090-80g", "amd", "avx2", "avx512")
                .doesNotContain("cpu", "intel");
        assertThat(node.cpus()).isEqualTo(15);
        assertThat(node.gpus()).isEqualTo(2);
        assertThat(node.models()).containsExactly("RTX-4090");
    }

    @Test
    void oneWithoutGpusHasNoModel() {
        ScriptNode node = of("\"\"", 0, "");

        assertThat(node.features()).contains("vm", "cpu").doesNotContain("gpu");
        assertThat(node.models()).isEmpty();
    }

    private static ScriptNode of(String model, int gpus, String processors) {
        String row = "{\"name\":\"vm\",\"gpu_model\":" + model + ",\"gpus\":" + gpus
                + ",\"gpu_memory_bytes\":85520809984,\"cpus\":15.5}";
        return NodeFacts.of(JsonReader.read(Source.text("row", row)), processors);
    }
}
