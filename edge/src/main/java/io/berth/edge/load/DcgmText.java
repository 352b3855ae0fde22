package io.berth.edge.load;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What NVIDIA's DCGM exporter writes (its {@code default-counters.csv}), read for what GPUs do. A GPU that several pods use, or one that
 * is divided, has a line for each: the busiest counts, and the memory of its parts together.
 *
 * <p>How busy the engines are is {@code DCGM_FI_PROF_GR_ENGINE_ACTIVE}. Where a GPU has none of the profiling figures, {@code
 * DCGM_FI_DEV_GPU_UTIL} stands in, which says in how much of the time some kernel ran, so never less.
 */
public final class DcgmText {
    private static final String PREFIX = "DCGM_FI_";
    private static final double MIB = 1L << 20;
    private static final double WHOLE = 1000;
    private static final double PERCENT = 10;
    /** No GPU has a pebibyte: a figure above is none. */
    private static final double MOST_BYTES = 0x1p50;

    private DcgmText() {}

    /** The GPUs of {@code text} in the order in which it names them; lines that make no sense are passed over. */
    public static List<GpuLoad> read(String text) {
        Map<GpuLoad.Gpu, Figures> found = new LinkedHashMap<>();
        Sample.read(text, name -> name.startsWith(PREFIX), sample -> {
            GpuLoad.Gpu gpu =
                    new GpuLoad.Gpu(sample.label("Hostname"), index(sample.label("gpu")), sample.label("UUID"));
            if (gpu.index() >= 0 || !gpu.uuid().isEmpty()) {
                found.computeIfAbsent(gpu, _ -> new Figures()).take(sample);
            }
        });
        List<GpuLoad> loads = new ArrayList<>();
        found.forEach((gpu, figures) -> loads.add(figures.of(gpu)));
        return loads;
    }

    private static int index(String label) {
        try {
            return Math.max(-1, Integer.parseInt(label));
        } catch (NumberFormatException e) {
            return -1;
        }
    }

    /** What was read of one GPU. */
    private static final class Figures {
        private long engine = GpuLoad.UNKNOWN;
        private long util = GpuLoad.UNKNOWN;
        private long dram = GpuLoad.UNKNOWN;
        private long copy = GpuLoad.UNKNOWN;
        /** By part of a divided GPU: pods that share one say the same. */
        private final Map<String, Long> used = new LinkedHashMap<>();

        private final Map<String, Long> free = new LinkedHashMap<>();

        void take(Sample sample) {
            double value = sample.value();
            String part = sample.label("GPU_I_ID");
            switch (sample.name()) {
                case "DCGM_FI_PROF_GR_ENGINE_ACTIVE" -> engine = Math.max(engine, share(value * WHOLE));
                case "DCGM_FI_DEV_GPU_UTIL" -> util = Math.max(util, share(value * PERCENT));
                case "DCGM_FI_PROF_DRAM_ACTIVE" -> dram = Math.max(dram, share(value * WHOLE));
                case "DCGM_FI_DEV_MEM_COPY_UTIL" -> copy = Math.max(copy, share(value * PERCENT));
                case "DCGM_FI_DEV_FB_USED" -> put(used, part, value * MIB);
                case "DCGM_FI_DEV_FB_FREE" -> put(free, part, value * MIB);
                default -> {}
            }
        }

        private static void put(Map<String, Long> parts, String part, double bytes) {
            if (bytes >= 0 && bytes <= MOST_BYTES) {
                parts.put(part, (long) bytes);
            }
        }

        /** Thousandths; what is a little above all is all, and what is nonsense is unknown. */
        private static long share(double milli) {
            boolean sane = milli >= 0 && milli <= 2 * WHOLE;
            return sane ? Math.round(Math.min(WHOLE, milli)) : GpuLoad.UNKNOWN;
        }

        GpuLoad of(GpuLoad.Gpu gpu) {
            return new GpuLoad(
                    gpu,
                    engine == GpuLoad.UNKNOWN ? util : engine,
                    dram == GpuLoad.UNKNOWN ? copy : dram,
                    sum(used),
                    sum(free));
        }

        private static long sum(Map<String, Long> parts) {
            return parts.isEmpty()
                    ? GpuLoad.UNKNOWN
                    : parts.values().stream().mapToLong(Long::longValue).sum();
        }
    }
}
