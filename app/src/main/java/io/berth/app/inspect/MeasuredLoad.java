package io.berth.app.inspect;

import io.berth.spec.input.Tree;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** What people read of what nodes really do. */
final class MeasuredLoad {
    private MeasuredLoad() {}

    /** A line for each of {@code nodes} that is measured, and one for each of its GPUs. */
    static String text(List<Tree> nodes) {
        StringBuilder text = new StringBuilder();
        for (Tree node : nodes) {
            Tree load = node.get("load");
            if (load == null || load.isNull()) {
                continue;
            }
            text.append("measured on ")
                    .append(node.require("name").text())
                    .append(": CPUs ")
                    .append(figure(load.get("cpu_percent"), 1, " %"))
                    .append(", memory ")
                    .append(figure(load.get("memory_used_bytes"), 1 << 20, " MiB"))
                    .append(", disks ")
                    .append(figure(load.get("disk_bytes_per_second"), 1e6, " MB/s"))
                    .append(", network ")
                    .append(figure(load.get("network_bytes_per_second"), 1e6, " MB/s"))
                    .append(node.require("gpus").text().equals("0") ? ", no GPUs" : "")
                    .append('\n');
            for (Tree gpu : load.require("gpus").items()) {
                text.append("  GPU ")
                        .append(gpu.require("gpu").text())
                        .append(": busy ")
                        .append(figure(gpu.get("busy_percent"), 1, " %"))
                        .append(", memory ")
                        .append(figure(gpu.get("memory_used_bytes"), 1 << 20, " MiB"))
                        .append('\n');
            }
        }
        return text.toString();
    }

    private static String figure(@Nullable Tree value, double unit, String name) {
        return value == null || value.isNull()
                ? "unknown"
                : String.format(Locale.ROOT, unit == 1e6 ? "%.1f%s" : "%.0f%s", value.number() / unit, name);
    }
}
