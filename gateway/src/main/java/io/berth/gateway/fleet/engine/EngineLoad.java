package io.berth.gateway.fleet.engine;

import org.jspecify.annotations.Nullable;

/**
 * How many requests an engine says it has. Where it has several workers, all together.
 *
 * @param running requests that it works on
 * @param waiting requests that wait for that
 */
public record EngineLoad(int running, int waiting) {
    /** What engines call them at {@code /metrics}; running and waiting, empty where they do not say it. */
    private static final String[][] NAMES = {
        {"vllm:num_requests_running", "vllm:num_requests_waiting"},
        {"sglang:num_running_reqs", "sglang:num_queue_reqs"},
        {"tgi_batch_current_size", "tgi_queue_size"},
        {"trtllm_num_requests_running", "trtllm_num_requests_waiting"},
        {"nv_trt_llm_request_metrics{request_type=\"scheduled\"", "nv_trt_llm_request_metrics{request_type=\"waiting\""
        },
        {"llamacpp:requests_processing", "llamacpp:requests_deferred"},
        {"", "te_queue_size"},
    };

    /** What {@code text}, which Prometheus would read, says; null where it names none that is known. */
    public static @Nullable EngineLoad of(String text) {
        for (String[] names : NAMES) {
            double running = names[0].isEmpty() ? Double.NaN : PrometheusText.sum(text, names[0]);
            double waiting = PrometheusText.sum(text, names[1]);
            if (!Double.isNaN(running) || names[0].isEmpty() && !Double.isNaN(waiting)) {
                return new EngineLoad(count(running), count(waiting));
            }
        }
        return null;
    }

    private static int count(double value) {
        return Double.isNaN(value) ? 0 : (int) Math.min(Integer.MAX_VALUE / 2, value);
    }
}
