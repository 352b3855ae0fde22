package io.berth.kube.load;

import io.berth.core.cluster.load.Measure;
import io.berth.edge.load.DcgmText;
import io.berth.edge.load.GpuLoad;
import io.berth.spec.input.InputException;
import io.berth.spec.input.Source;
import io.berth.spec.input.Tree;
import io.berth.spec.json.JsonReader;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A Prometheus that scrapes node-exporter and DCGM's exporter, asked by its query API; or DCGM's exporter itself where the address ends
 * with {@code /metrics}. Series say which node they are of by a label {@code node}, {@code nodename}, {@code Hostname} or {@code instance},
 * whose port does not count.
 */
public final class Prometheus implements LoadSource {
    private static final Duration PATIENCE = Duration.ofSeconds(10);
    private static final int MOST_BYTES = 64 << 20;
    private static final int MOST_VALUES = 4_000_000;
    private static final int OK = 200;
    private static final List<String> NODE_LABELS = List.of("node", "nodename", "Hostname", "instance");
    private static final String BY_NODE = "by (node, nodename, instance)";
    private static final String BY_HOST = "by (node, Hostname)";
    private static final String BY_GPU = "by (node, Hostname, UUID)";

    private final URI address;
    private final HttpClient client;

    /** What is asked, in the unit of the measure. */
    private static final Map<Measure, String> QUERIES = queries();

    public Prometheus(URI address) {
        this.address = address;
        this.client = HttpClient.newBuilder().connectTimeout(PATIENCE).build();
    }

    private static Map<Measure, String> queries() {
        Map<Measure, String> queries = new LinkedHashMap<>();
        queries.put(
                Measure.CPU, "1000 * sum " + BY_NODE + " (rate(node_cpu_seconds_total{mode!~\"idle|iowait\"}[2m]))");
        queries.put(
                Measure.MEMORY, "max " + BY_NODE + " (node_memory_MemTotal_bytes - node_memory_MemAvailable_bytes)");
        queries.put(
                Measure.GPU_ENGINE, "1000 * sum " + BY_HOST + " (max " + BY_GPU + " (DCGM_FI_PROF_GR_ENGINE_ACTIVE))");
        queries.put(Measure.GPU_DRAM, "1000 * sum " + BY_HOST + " (max " + BY_GPU + " (DCGM_FI_PROF_DRAM_ACTIVE))");
        queries.put(Measure.GPU_MEMORY, "1048576 * sum " + BY_HOST + " (max " + BY_GPU + " (DCGM_FI_DEV_FB_USED))");
        queries.put(Measure.DISK, "1000 * max " + BY_NODE + " (rate(node_disk_io_time_seconds_total[2m]))");
        queries.put(
                Measure.NETWORK,
                "sum " + BY_NODE + " (rate(node_network_receive_bytes_total{device!=\"lo\"}[2m])"
                        + " + rate(node_network_transmit_bytes_total{device!=\"lo\"}[2m]))");
        return queries;
    }

    @Override
    public String name() {
        return address.toString();
    }

    @Override
    public Map<String, Measured> ask() throws IOException, InterruptedException {
        String path = address.getPath();
        if (path != null && path.endsWith("/metrics")) {
            return scraped(get(address));
        }
        Map<String, Measured> nodes = new LinkedHashMap<>();
        for (Map.Entry<Measure, String> query : QUERIES.entrySet()) {
            String base = address.toString().replaceAll("/+$", "");
            String asked = URLEncoder.encode(query.getValue(), StandardCharsets.UTF_8);
            read(get(URI.create(base + "/api/v1/query?query=" + asked)), query.getKey(), nodes);
        }
        return nodes;
    }

    private String get(URI where) throws IOException, InterruptedException {
        HttpResponse<InputStream> answer = client.send(
                HttpRequest.newBuilder(where).timeout(PATIENCE).build(), HttpResponse.BodyHandlers.ofInputStream());
        try (InputStream body = answer.body()) {
            if (answer.statusCode() != OK) {
                throw new IOException("it answers " + answer.statusCode());
            }
            return new String(body.readNBytes(MOST_BYTES), StandardCharsets.UTF_8);
        }
    }

    /** The GPUs of DCGM's exporter, by host. */
    static Map<String, Measured> scraped(String text) {
        Map<String, long[]> sums = new LinkedHashMap<>();
        for (GpuLoad gpu : DcgmText.read(text)) {
            if (!gpu.gpu().host().isEmpty()) {
                long[] sum = sums.computeIfAbsent(gpu.gpu().host(), _ -> new long[3]);
                sum[0] += Math.max(0, gpu.engineMilli());
                sum[1] += Math.max(0, gpu.dramMilli());
                sum[2] += Math.max(0, gpu.memoryUsedBytes());
            }
        }
        Map<String, Measured> nodes = new LinkedHashMap<>();
        sums.forEach((host, sum) -> nodes.put(
                host,
                Measured.nothing()
                        .with(Measure.GPU_ENGINE, (double) sum[0])
                        .with(Measure.GPU_DRAM, (double) sum[1])
                        .with(Measure.GPU_MEMORY, (double) sum[2])));
        return nodes;
    }

    /**
     * Adds what the answer of a query says; series that name no node, or no number, are left out.
     *
     * @throws IOException where it is no answer of a query
     */
    static void read(String text, Measure measure, Map<String, Measured> into) throws IOException {
        try {
            Tree answer = JsonReader.read(Source.text("prometheus", text), MOST_VALUES, MOST_BYTES);
            for (Tree series : answer.require("data").require("result").items()) {
                series(series, measure, into);
            }
        } catch (InputException e) {
            throw new IOException("its answer is none of a query: " + e.getMessage(), e);
        }
    }

    private static void series(Tree series, Measure measure, Map<String, Measured> into) {
        try {
            String node = node(series.require("metric"));
            List<Tree> value = series.require("value").items();
            if (node != null && value.size() == 2) {
                double amount = Double.parseDouble(value.get(1).text());
                into.merge(node, Measured.nothing().with(measure, amount), Measured::and);
            }
        } catch (IllegalArgumentException e) {
            // One series that makes no sense says nothing of the others.
        }
    }

    private static @Nullable String node(Tree labels) {
        for (String label : NODE_LABELS) {
            Tree value = labels.get(label);
            if (value != null) {
                return value.text().replaceFirst(":\\d+$", "");
            }
        }
        return null;
    }
}
