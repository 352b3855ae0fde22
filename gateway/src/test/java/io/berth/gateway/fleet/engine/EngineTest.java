package io.berth.gateway.fleet.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.gateway.setting.EngineKind;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EngineTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "/metrics | llamacpp:requests_processing 2 | 2 | 0",
                "/metrics | te_queue_size 4 | 0 | 4",
                "/v1/loads | {\"loads\": [{\"num_running_reqs\": 3, \"num_waiting_reqs\": 1}, {\"num_running_reqs\": 1,"
                        + " \"num_waiting_reqs\": 0}]} | 4 | 1",
                "/get_load | [{\"dp_rank\": 0, \"num_reqs\": 5, \"num_waiting_reqs\": 2, \"num_tokens\": 9}] | 3 | 2",
                "/slots | [{\"id\": 0, \"is_processing\": true}, {\"id\": 1, \"is_processing\": false}] | 1 | 0",
                "/queue | {\"queue_running\": [[1, \"a\", {}]], \"queue_pending\": [[2], [3]]} | 1 | 2",
                "/sdapi/v1/progress?skip_current_image=true | {\"progress\": 0.2, \"state\": {\"job_count\": 1}} | 1 | 0"
            })
    void itIsFoundOutWhereALoadIsSaid(String page, String body, int running, int waiting) {
        Engine engine = new Engine(null);
        List<String> asked = new ArrayList<>();
        EngineLoad load = null;
        while (load == null) {
            String path = engine.nextPage();
            assertThat(path).as("asked in vain: " + asked).isNotNull();
            asked.add(path);
            load = engine.read(path, path.equals(page) ? body : path.equals("/metrics") ? "go_goroutines 7" : null);
        }
        assertThat(load).isEqualTo(new EngineLoad(running, waiting));
        assertThat(engine.nextPage()).isEqualTo(page);
    }

    @Test
    void whoSaysNothingIsLeftInPeaceForAWhile() {
        Engine engine = new Engine(null);
        int asked = 0;
        for (int round = 0; round < 66; round++) {
            String path = engine.nextPage();
            if (path != null) {
                asked++;
                assertThat(engine.read(path, "{}")).isNull();
            }
        }
        assertThat(asked).isEqualTo(6);
        assertThat(engine.nextPage()).isEqualTo("/metrics");
    }

    @Test
    void aPageThatFailsOnceIsAskedAgain() {
        Engine engine = new Engine(EngineKind.SGLANG);
        assertThat(engine.read("/metrics", "sglang:num_running_reqs 1\nsglang:num_queue_reqs 0\n"))
                .isNotNull();
        for (int i = 0; i < 4; i++) {
            engine.read("/metrics", null);
            assertThat(engine.nextPage()).isEqualTo("/metrics");
        }
        engine.read("/metrics", null);
        assertThat(engine.nextPage()).isEqualTo("/v1/loads");
    }

    @Test
    void whatIsToldIsNotFoundOut() {
        assertThat(new Engine(EngineKind.COMFYUI).nextPage()).isEqualTo("/queue");
        assertThat(new Engine(EngineKind.OLLAMA).nextPage()).isNull();
        Engine engine = new Engine(null);
        engine.tell(EngineKind.SDWEBUI);
        assertThat(engine.nextPage()).startsWith("/sdapi/v1/progress");
        assertThat(engine.read("/metrics", "tgi_batch_current_size 1")).isNull();
    }

    @Test
    void modelsOfEachEngine() {
        assertThat(models(EngineKind.VLLM, "/v1/models", """
                {"object": "list", "data": [{"id": "base", "parent": null}, {"id": "sql-lora", "parent": "base"}]}""")).containsExactly("base", "sql-lora");
        assertThat(models(EngineKind.OLLAMA, "/api/tags", """
                {"models": [{"name": "llama3:latest"}, {"name": "qwen:7b"}]}"""))
                .containsExactlyInAnyOrder("llama3:latest", "llama3", "qwen:7b");
        assertThat(models(EngineKind.SDWEBUI, "/sdapi/v1/sd-models", """
                [{"title": "sdxl.safetensors [31e35c80fc]", "model_name": "sdxl"}]"""))
                .containsExactlyInAnyOrder("sdxl", "sdxl.safetensors [31e35c80fc]");
        assertThat(models(EngineKind.VLLM, "/v1/models", "<html>")).isNull();
        assertThat(models(EngineKind.VLLM, "/v1/models", "{\"data\": [7, {\"id\": [1]}, {}]}"))
                .isEmpty();
    }

    @Test
    void adaptersThatVllmHasRequestsOfAreItsModels() {
        Engine engine = new Engine(null);
        engine.read("/metrics", """
                vllm:num_requests_running 1
                vllm:num_requests_waiting 0
                vllm:lora_requests_info{max_lora="4",running_lora_adapters="old",waiting_lora_adapters=""} 1.7e9
                vllm:lora_requests_info{max_lora="4",running_lora_adapters="a,b",waiting_lora_adapters="c"} 1.8e9
                """);
        assertThat(engine.models("/v1/models", "{\"data\": [{\"id\": \"base\"}]}"))
                .containsExactly("base", "a", "b", "c");
        assertThat(engine.models("/v1/models", "{}")).isNull();
    }

    private static List<String> models(EngineKind kind, String page, String body) {
        Engine engine = new Engine(kind);
        assertThat(engine.modelsPage()).isEqualTo(page);
        return engine.models(page, body);
    }
}
