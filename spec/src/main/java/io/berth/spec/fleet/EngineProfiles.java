package io.berth.spec.fleet;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Engines on some devices, by name, with Llama 3.1 8B in 16 bits. They are estimates from data sheets (NVIDIA H100, A100, L40S, A10, L4
 * Tensor Core GPU: memory, its bandwidth, dense 16-bit FLOPS), by a roofline: a step reads 16 GB of weights, and 128 KiB for each token
 * held (32 layers, keys and values of 8 heads of 128, 2 bytes), at 75 % of the bandwidth; a token of a prompt is 16 GFLOP at 50 % of the
 * FLOPS, and as much again for attention at 30,000 tokens before it (4 FLOP × 32 layers × 4,096); a further request adds its own 16 GFLOP.
 * For the cache is what 90 % of the memory leaves beside the weights and 2 GB.
 *
 * <p>Measured to compare: vLLM decodes one request on an A100 with 1.56 TB/s at 75 tokens a second, 77 % of its bandwidth
 * (johnmusgrave.com, vLLM throughput-latency sweep on NVIDIA A100). Real engines lie some tens of per cent to either side.
 */
final class EngineProfiles {
    private static final double WEIGHTS = 16.06e9;
    private static final double TOKEN_FLOP = 16.06e9;
    private static final double TOKEN_BYTES = 131_072;
    private static final double OF_BANDWIDTH = 0.75;
    private static final double OF_FLOPS = 0.5;
    private static final long HALF_AT = 30_000;
    private static final int BATCH = 256;
    private static final int CHUNK = 2_048;

    private static final List<Device> DEVICES = List.of(
            new Device("h100", 80e9, 3.35e12, 989e12),
            new Device("a100", 80e9, 2.039e12, 312e12),
            new Device("l40s", 48e9, 0.864e12, 362e12),
            new Device("a10", 24e9, 0.6e12, 125e12),
            new Device("l4", 24e9, 0.3e12, 121e12));

    private record Device(String name, double bytes, double bandwidth, double flops) {
        EngineSpec engine() {
            double read = OF_BANDWIDTH * bandwidth;
            double computed = OF_FLOPS * flops;
            return new EngineSpec(
                    computed / TOKEN_FLOP,
                    HALF_AT,
                    (long) (WEIGHTS / read * 1e9),
                    (long) (TOKEN_FLOP / computed * 1e9),
                    (long) (1000 * TOKEN_BYTES / read * 1e9),
                    BATCH,
                    (long) ((0.9 * bytes - WEIGHTS - 2e9) / TOKEN_BYTES),
                    CHUNK);
        }
    }

    private EngineProfiles() {}

    /** Their names. */
    static List<String> names() {
        List<String> names = new ArrayList<>();
        DEVICES.forEach(device -> names.add(device.name));
        return names;
    }

    /** That of {@code name}; null where there is none. */
    static @Nullable EngineSpec find(String name) {
        for (Device device : DEVICES) {
            if (device.name.equals(name)) {
                return device.engine();
            }
        }
        return null;
    }
}
