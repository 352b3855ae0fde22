package io.berth.gateway.fake;

import java.util.Locale;

/**
 * What a server says of itself, under the names that vLLM has for it ({@code vllm/v1/metrics/loggers.py}). Hits and queries of the
 * prefix cache count tokens, as they do there.
 */
final class VllmMetrics {
    static final String MEDIA_TYPE = "text/plain; version=0.0.4; charset=utf-8";
    private static final String GAUGE = "gauge";
    private static final String COUNTER = "counter";

    private final StringBuilder text = new StringBuilder();
    private final String labels;

    private VllmMetrics(String model) {
        String escaped = model.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n");
        labels = "engine=\"0\",model_name=\"" + escaped + "\"";
    }

    /** In the text format of Prometheus. */
    static String text(Machine machine, long now) {
        Tally tally = machine.tally();
        FakeSpec.Room room = machine.spec().room();
        VllmMetrics page = new VllmMetrics(machine.spec().models().getFirst());
        page.line("num_requests_running", GAUGE, "Requests that are answered.", tally.running.get());
        page.line("num_requests_waiting", GAUGE, "Requests that wait.", tally.waiting.get());
        long capacity = (long) room.cacheBlocks() * room.blockTokens();
        double used = capacity == 0 ? 0 : Math.min(1, (double) machine.slots().tokens(now) / capacity);
        page.decimal("kv_cache_usage_perc", "The part of the blocks that requests hold, 0 to 1.", used);
        page.labelled(
                "cache_config_info",
                "Blocks of the cache.",
                "block_size=\"" + room.blockTokens() + "\",num_gpu_blocks=\"" + room.cacheBlocks() + "\"");
        page.line("prefix_cache_queries_total", COUNTER, "Tokens looked up.", tally.promptTokens.get());
        page.line("prefix_cache_hits_total", COUNTER, "Tokens of them that were known.", tally.cachedTokens.get());
        page.line("prompt_tokens_total", COUNTER, "Tokens of prompts.", tally.promptTokens.get());
        page.line("generation_tokens_total", COUNTER, "Tokens of answers.", tally.outputTokens.get());
        page.line("request_success_total", COUNTER, "Requests that were answered.", tally.served.get());
        return page.text.toString();
    }

    private void line(String name, String type, String help, long value) {
        put(name, type, help, labels, Long.toString(value));
    }

    private void decimal(String name, String help, double value) {
        put(name, GAUGE, help, labels, String.format(Locale.ROOT, "%.6f", value));
    }

    private void labelled(String name, String help, String more) {
        put(name, GAUGE, help, more + "," + labels, "1");
    }

    private void put(String name, String type, String help, String all, String value) {
        String title = "vllm:" + name;
        text.append("# HELP ").append(title).append(' ').append(help);
        text.append("\n# TYPE ").append(title).append(' ').append(type);
        text.append('\n')
                .append(title)
                .append('{')
                .append(all)
                .append("} ")
                .append(value)
                .append('\n');
    }
}
