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
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The metrics API of Kubernetes, as metrics-server answers it: CPU and memory of nodes.
 *
 * @param client of the API server
 * @param clock what time it is
 */
public record MetricsServer(ApiClient client, Supplier<Instant> clock) implements LoadSource {
    static final String PATH = "/apis/metrics.k8s.io/v1beta1/nodes";

    /** Some hundred bytes a node. */
    private static final int MOST_BYTES = 64 << 20;

    private static final int MOST_VALUES = 4_000_000;

    @Override
    public String name() {
        return "metrics-server";
    }

    @Override
    public Map<String, Measured> ask() throws IOException, InterruptedException {
        try (InputStream body = client.stream(PATH, "application/json")) {
            return read(new String(body.readNBytes(MOST_BYTES), StandardCharsets.UTF_8), clock.get());
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
        Map<String, Measured> nodes = new LinkedHashMap<>();
        try {
            Tree list = JsonReader.read(Source.text("metrics-server", text), MOST_VALUES, MOST_BYTES);
            for (Tree item : list.require("items").items()) {
                node(item, now, nodes);
            }
        } catch (InputException e) {
            throw new IOException("its answer is no list of metrics: " + e.getMessage(), e);
        }
        return nodes;
    }

    private static void node(Tree item, Instant now, Map<String, Measured> into) {
        try {
            String name = item.require("metadata").require("name").text();
            Tree usage = item.require("usage");
            Measured measured = new Measured(Measured.nothing().values(), age(item.get("timestamp"), now))
                    .with(Measure.CPU, (double)
                            Quantity.milli(usage.require("cpu").text()))
                    .with(Measure.MEMORY, (double)
                            Quantity.whole(usage.require("memory").text()));
            into.put(name, measured);
        } catch (IllegalArgumentException e) {
            // One node that is told of wrongly says nothing of the others; it is known by its requests then.
        }
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
