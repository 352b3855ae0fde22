package io.berth.gateway.system;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What an exporter says of GPUs, over sockets. */
@Timeout(60)
class GpusTest {
    private static final String PAGE = """
            # TYPE DCGM_FI_PROF_GR_ENGINE_ACTIVE gauge
            DCGM_FI_PROF_GR_ENGINE_ACTIVE{gpu="0",UUID="GPU-a"} 0.25
            DCGM_FI_PROF_GR_ENGINE_ACTIVE{gpu="1",UUID="GPU-b"} 0.75
            DCGM_FI_PROF_DRAM_ACTIVE{gpu="0",UUID="GPU-a"} 0.125
            DCGM_FI_PROF_DRAM_ACTIVE{gpu="1",UUID="GPU-b"} 0.375
            """;

    private final List<String> notes = new CopyOnWriteArrayList<>();

    @Test
    void howBusyGpusAreIsToldAndWhatIsNotThereIsSaidOnce() throws Exception {
        try (ScriptedServer server = ScriptedServer.answering("{}");
                ScriptedServer exporter = ScriptedServer.answering("{}")) {
            exporter.pages.put("/metrics", PAGE);
            String gpus = ", dcgm: {url: '" + exporter.url() + "/metrics', gpus: [%s]}}";
            String file = "servers: [{url: '" + server.url() + "', name: both" + gpus.formatted("GPU-a, 1")
                    + ", {url: '" + server.url() + "/other', name: none" + gpus.formatted("2") + "]\n";
            try (Gateway gateway = Started.of(file, null, notes::add)) {
                FleetFile.await(
                        () -> Client.page(gateway.port(), "/metrics")
                                .contains("gpu_active{server=\"both\",part=\"engine\"}"),
                        () -> "never told");
                assertThat(Client.page(gateway.port(), "/metrics"))
                        .contains(
                                "berth_gateway_server_gpu_active{server=\"both\",part=\"engine\"} 0.5\n",
                                "berth_gateway_server_gpu_active{server=\"both\",part=\"memory\"} 0.25\n",
                                "berth_gateway_server_gpu_active{server=\"both\",part=\"others\"} 0.5\n",
                                "gpu_mode{server=\"both\",mode=\"fresh\"}",
                                "gpu_mode{server=\"none\",mode=\"blind\"}")
                        .doesNotContain("gpu_active{server=\"none\"");
                assertThat(notes)
                        .filteredOn(note -> note.contains("DCGM"))
                        .singleElement()
                        .asString()
                        .contains("/metrics", "none");
            }
        }
    }
}
