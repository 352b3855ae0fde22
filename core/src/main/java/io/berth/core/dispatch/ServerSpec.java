package io.berth.core.dispatch;

/**
 * A model server as declared.
 *
 * @param speedMilli how fast it does one request alone, in thousandths of the speed that work is counted in
 * @param slots how many requests it serves at once
 * @param capacityMilli its speed with all slots busy; {@code slots * speedMilli} where they do not slow one another
 * @param weight its share under weighted balancing
 * @param memoryBytes its GPU memory, for models and requests
 * @param loadNanos how long it takes to load a model; {@code Nanos.NEVER} where it has those that it has
 * @param switchNanos how long it takes to go over to another of the models that it has loaded
 */
public record ServerSpec(
        String name,
        int speedMilli,
        int slots,
        int capacityMilli,
        int weight,
        long memoryBytes,
        long loadNanos,
        long switchNanos) {
    public ServerSpec {
        if (speedMilli < 1 || slots < 1 || capacityMilli < 1 || weight < 1) {
            throw new IllegalArgumentException(
                    "Server (" + name + ") needs a speed, a slot, a capacity and a weight above 0.");
        }
        if (memoryBytes < 0 || loadNanos < 0 || switchNanos < 0) {
            throw new IllegalArgumentException("Server (" + name + ") has a memory or time below 0.");
        }
    }
}
