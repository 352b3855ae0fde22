package io.berth.sim.trace;

import io.berth.core.time.Chance;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.zip.GZIPOutputStream;

/** Small openb files, written for a test or drawn from a seed. */
public final class OpenbText {
    public static final String NODES = "sn,cpu_milli,memory_mib,gpu,model\n";
    public static final String PODS = "name,cpu_milli,memory_mib,num_gpu,gpu_milli,gpu_spec,qos,pod_phase,"
            + "creation_time,deletion_time,scheduled_time\n";
    public static final String SHORT_PODS = "name,cpu_milli,memory_mib,num_gpu,gpu_milli\n";

    private static final String[] MODELS = {"G2", "T4", "V100M16"};

    private OpenbText() {}

    public static InputStream stream(String text) {
        return new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
    }

    static byte[] gzip(byte[] plain) {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (GZIPOutputStream out = new GZIPOutputStream(packed)) {
            out.write(plain);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return packed.toByteArray();
    }

    /** A list of {@code count} nodes, most with GPUs. */
    static String nodes(int count, long seed) {
        StringBuilder text = new StringBuilder(NODES);
        Chance chance = new Chance(seed, "nodes", 0);
        for (int i = 0; i < count; i++) {
            int gpus = chance.below(5) * 2;
            String model = gpus == 0 ? "" : MODELS[chance.below(MODELS.length)];
            text.append(line("openb-node-%04d,%d,%d,%d,%s%n", i, 96000, 393216, gpus, model));
        }
        return text.toString();
    }

    /** A list of {@code count} pods with times. */
    public static String pods(int count, long seed) {
        StringBuilder text = new StringBuilder(PODS);
        Chance chance = new Chance(seed, "pods", 0);
        for (int i = 0; i < count; i++) {
            int gpus = new int[] {0, 1, 1, 1, 1, 2, 8}[chance.below(7)];
            int milli = gpus == 0 ? 0 : gpus > 1 ? 1000 : 100 * (1 + chance.below(10));
            String spec = gpus > 0 && chance.below(4) == 0 ? "V100M16|V100M32" : "";
            int created = chance.below(1_000_000);
            String scheduled = chance.below(5) == 0 ? "" : Integer.toString(created + 3);
            int deleted = created + 3 + chance.below(10_000);
            text.append(line(
                            "openb-pod-%04d,%d,%d,%d,%d,%s,",
                            i, 4000 * (1 + chance.below(4)), 16384, gpus, milli, spec))
                    .append(line("LS,Running,%d,%d,%s%n", created, deleted, scheduled));
        }
        return text.toString();
    }

    /** An arrivals file that ranks {@code nodes} nodes in reverse, and has {@code pods} pods come, some again. */
    static String arrivals(int nodes, int pods, long seed) {
        StringBuilder text = new StringBuilder("# trace=small seed=" + seed + "\nN");
        for (int i = 0; i < nodes; i++) {
            text.append(line(",%04d:%d", i, nodes - 1 - i));
        }
        text.append("\nP");
        Chance chance = new Chance(seed, "arrivals", 0);
        for (int i = 0; i < pods; i++) {
            text.append(line(",%04d", chance.below(pods)));
        }
        return text.append('\n').toString();
    }

    private static String line(String format, Object... values) {
        return String.format(Locale.ROOT, format, values).replace("\r\n", "\n");
    }
}
