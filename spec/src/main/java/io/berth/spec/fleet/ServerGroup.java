package io.berth.spec.fleet;

import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Equal model servers.
 *
 * @param prefix what their names begin with
 * @param speedMilli how fast one request alone is, in thousandths of a server of speed 1
 * @param memoryBytes GPU memory
 * @param loadNanos how long a model takes to load
 * @param switchNanos how long it takes to go over to another model that is loaded
 * @param weight for weighted balancing; 0 for in proportion to what all slots do
 * @param models the models that are loaded when a run begins
 * @param throughput relative throughput by batch size; empty without batches
 * @param prefixTokens tokens of prompts that it remembers and need not read again; 0 where prompts are work as all else
 * @param engine what makes tokens there; null where requests are work alone
 */
public record ServerGroup(
        int count,
        String prefix,
        int speedMilli,
        int slots,
        long memoryBytes,
        long loadNanos,
        long switchNanos,
        int weight,
        List<String> models,
        Batch batch,
        SortedMap<Integer, Double> throughput,
        long prefixTokens,
        @Nullable EngineSpec engine) {
    public ServerGroup {
        models = List.copyOf(models);
        throughput = Collections.unmodifiableSortedMap(new TreeMap<>(throughput));
    }

    /** The same of so many servers. */
    ServerGroup withCount(int other) {
        return new ServerGroup(
                other,
                prefix,
                speedMilli,
                slots,
                memoryBytes,
                loadNanos,
                switchNanos,
                weight,
                models,
                batch,
                throughput,
                prefixTokens,
                engine);
    }

    /** Whether it reads prompts itself, at its own speed, but for what it remembers of them. */
    public boolean readsPrompts() {
        return engine != null || prefixTokens > 0;
    }

    /** How requests on one server run together. */
    public enum Batch {
        NONE,
        STATIC,
        CONTINUOUS
    }
}
