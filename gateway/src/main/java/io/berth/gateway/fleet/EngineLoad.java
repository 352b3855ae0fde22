package io.berth.gateway.fleet;

import org.jspecify.annotations.Nullable;

/**
 * How many requests an engine says it has, read from the text that Prometheus reads. Where it has several workers, all together.
 *
 * @param running requests that it works on
 * @param waiting requests that wait for that
 */
public record EngineLoad(int running, int waiting) {
    /** What engines call them: vLLM, SGLang, TGI, Triton, TensorRT-LLM; running and waiting. */
    private static final String[][] NAMES = {
        {"vllm:num_requests_running", "vllm:num_requests_waiting"},
        {"sglang:num_running_reqs", "sglang:num_queue_reqs"},
        {"tgi_batch_current_size", "tgi_queue_size"},
        {"trtllm_num_requests_running", "trtllm_num_requests_waiting"},
        {"nv_trt_llm_request_metrics{request_type=\"scheduled\"", "nv_trt_llm_request_metrics{request_type=\"waiting\""
        },
    };

    /** What {@code text} says; null where it names none that is known. */
    public static @Nullable EngineLoad of(String text) {
        for (String[] names : NAMES) {
            double running = sum(text, names[0]);
            if (!Double.isNaN(running)) {
                double waiting = sum(text, names[1]);
                return new EngineLoad((int) running, Double.isNaN(waiting) ? 0 : (int) waiting);
            }
        }
        return null;
    }

    /** NaN where there is no line of it. */
    private static double sum(String text, String name) {
        double sum = Double.NaN;
        int line = 0;
        while (line < text.length()) {
            int end = text.indexOf('\n', line);
            end = end < 0 ? text.length() : end;
            if (text.startsWith(name, line)) {
                double value = value(text, line + name.length(), end, name.endsWith("\""));
                sum = Double.isNaN(value) ? sum : value + (Double.isNaN(sum) ? 0 : sum);
            }
            line = end + 1;
        }
        return sum;
    }

    private static double value(String text, int from, int end, boolean inLabels) {
        int at = from;
        if (inLabels || at < end && text.charAt(at) == '{') {
            at = text.lastIndexOf('}', end - 1) + 1;
            if (at <= from) {
                return Double.NaN;
            }
        }
        if (at >= end || text.charAt(at) != ' ') {
            return Double.NaN;
        }
        String[] words = text.substring(at, end).strip().split(" ");
        try {
            double value = Double.parseDouble(words[0]);
            return value >= 0 && value < Integer.MAX_VALUE ? value : Double.NaN;
        } catch (NumberFormatException e) {
            return Double.NaN;
        }
    }
}
