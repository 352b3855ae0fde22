package io.berth.kube.load;

import io.berth.core.cluster.load.Measure;
import io.berth.kube.api.ApiClient;
import io.berth.kube.api.RefusedException;
import io.berth.kube.object.Quantity;
import io.berth.spec.input.InputException;
import io.berth.spec.input.Source;
import io.berth.spec.input.Tree;
import io.berth.spec.json.JsonReader;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The metrics API of Kubernetes, as metrics-server answers it: CPU and memory of nodes and of pods.
 *
 * @param client of the API server
 * @param clock what time it is
 */
public record MetricsServer(ApiClient client, Supplier<Instant> clock) implements LoadSource {
    static final String PATH = "/apis/metrics.k8s.io/v1beta1/nodes";

    static final String POD_PATH = "/apis/metrics.k8s.io/v1beta1/pods";

    /** Some hundred bytes a node. */
    private static final int MOST_BYTES = 64 << 20;

    private static final int MOST_VALUES = 4_000_000;

    @Override
    public String name() {
        return "metrics-server";
    }

    @Override
    public Map<String, Measured> ask() throws IOException, InterruptedException {
        return read(answer(PATH), clock.get());
    }

    @Override
    public Map<String, Measured> pods() throws IOException, InterruptedException {
        return readPods(answer(POD_PATH), clock.get());
    }

    private String answer(String path) throws IOException, InterruptedException {
        try (InputStream body = client.stream(path, "application/json")) {
            return new String(body.readNBytes(MOST_BYTES), StandardCharsets.UTF_8);
        } catch (RefusedException e) {
            throw new IOException(e.getMessage(), e);
        }
    }

    /**
     * The nodes of a {@code NodeMetricsList}; those of which it says nothing that makes sense are left out.
     *
     * @throws IOException where it is no such list
     */
    static Map<String, Measured> read(String text, Instant now) throws IOException {
        return read(text, item -> node(item, now));
    }

    /**
     * The pods of a {@code PodMetricsList}, by namespace and name; each is the sum of its containers.
     *
     * @throws IOException where it is no such list
     */
    static Map<String, Measured> readPods(String text, Instant now) throws IOException {
        return read(text, item -> pod(item, now));
    }

    private static Map<String, Measured> read(String text, Function<Tree, Map.Entry<String, Measured>> reading)
            throws IOException {
        Map<String, Measured> all = new LinkedHashMap<>();
        try {
            Tree list = JsonReader.read(Source.text("metrics-server", text), MOST_VALUES, MOST_BYTES);
            for (Tree item : list.require("items").items()) {
                try {
                    Map.Entry<String, Measured> one = reading.apply(item);
                    all.put(one.getKey(), one.getValue());
                } catch (IllegalArgumentException | InputException e) {
                    // One that is told of wrongly says nothing of the others; it is known by its requests then.
                }
            }
        } catch (InputException e) {
            throw new IOException("its answer is no list of metrics: " + e.getMessage(), e);
        }
        return all;
    }

    private static Map.Entry<String, Measured> node(Tree item, Instant now) {
        Tree usage = item.require("usage");
        Measured measured = new Measured(Measured.nothing().values(), age(item.get("timestamp"), now))
                .with(Measure.CPU, (double) Quantity.milli(usage.require("cpu").text()))
                .with(Measure.MEMORY, (double)
                        Quantity.whole(usage.require("memory").text()));
        return Map.entry(item.require("metadata").require("name").text(), measured);
    }

    private static Map.Entry<String, Measured> pod(Tree item, Instant now) {
        double cpu = 0;
        double memory = 0;
        List<Tree> containers = item.require("containers").items();
        if (containers.isEmpty()) {
            throw new IllegalArgumentException("A pod without containers was not measured.");
        }
        for (Tree container : containers) {
            cpu += Quantity.milli(container.require("usage").require("cpu").text());
            memory +=
                    Quantity.whole(container.require("usage").require("memory").text());
        }
        Tree metadata = item.require("metadata");
        return Map.entry(
                metadata.require("namespace").text() + "/"
                        + metadata.require("name").text(),
                new Measured(Measured.nothing().values(), age(item.get("timestamp"), now))
                        .with(Measure.CPU, cpu)
                        .with(Measure.MEMORY, memory));
    }

    private static long age(@Nullable Tree timestamp, Instant now) {
        if (timestamp == null) {
            return 0;
        }
        try {
            Duration age = Duration.between(Instant.parse(timestamp.text()), now);
            return age.getSeconds() > 1_000_000 ? Long.MAX_VALUE : age.toNanos();
        } catch (DateTimeException | ArithmeticException e) {
            return 0;
        }
    }
}
