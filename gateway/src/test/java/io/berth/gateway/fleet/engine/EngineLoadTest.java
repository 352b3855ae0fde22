package io.berth.gateway.fleet.engine;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class EngineLoadTest {
    @Test
    void vllmWithTwoEnginesCountsBoth() {
        assertThat(EngineLoad.of("""
                # TYPE vllm:num_requests_running gauge
                vllm:num_requests_running{engine="0",model_name="m"} 3.0
                vllm:num_requests_running{engine="1",model_name="m"} 4
                vllm:num_requests_waiting{engine="0",model_name="m"} 1.0
                vllm:num_requests_waiting_by_reason{engine="0"} 7.0
                """)).isEqualTo(new EngineLoad(7, 1));
    }

    @Test
    void otherEngines() {
        assertThat(EngineLoad.of(
                        "sglang:num_running_reqs{model_name=\"m\"} 5.0\nsglang:num_queue_reqs{model_name=\"m\"} 2\n"))
                .isEqualTo(new EngineLoad(5, 2));
        assertThat(EngineLoad.of("tgi_queue_size 2\ntgi_batch_current_size 9\n"))
                .isEqualTo(new EngineLoad(9, 2));
        assertThat(EngineLoad.of("""
                nv_trt_llm_request_metrics{model="m",request_type="x",version="1"} 8
                nv_trt_llm_request_metrics{request_type="scheduled",version="1"} 6
                nv_trt_llm_request_metrics{request_type="waiting",version="1"} 1 1700000000
                """)).isEqualTo(new EngineLoad(6, 1));
    }

    @Test
    void whatSaysNothing() {
        assertThat(EngineLoad.of("")).isNull();
        assertThat(EngineLoad.of("go_goroutines 7\n")).isNull();
        assertThat(EngineLoad.of("vllm:num_requests_running{engine=\"0\" NaN\n"))
                .isNull();
        assertThat(EngineLoad.of("vllm:num_requests_running NaN\n")).isNull();
        assertThat(EngineLoad.of("vllm:num_requests_running -3\n")).isNull();
        assertThat(EngineLoad.of("vllm:num_requests_running nonsense")).isNull();
    }
}
