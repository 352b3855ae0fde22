package io.berth.spec.script;

import io.berth.spec.script.SbatchLines.Given;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;

/**
 * What a script needs of its node. sbatch runs the script once with all that it asked for, whatever {@code --ntasks} is, so here
 * it is one task that needs it all.
 */
final class SbatchDemand {
    private final SbatchLines lines;
    private final int tasks;
    private final int gpus;
    private final int cpus;
    private @Nullable String model;
    private @Nullable Given gpuOption;

    SbatchDemand(SbatchLines lines) {
        this.lines = lines;
        checkNodes();
        tasks = lines.whole("ntasks", 1, lines.whole("ntasks-per-node", 1, 1));
        gpus = gpus();
        int perGpu = lines.whole("cpus-per-gpu", 1, 0);
        cpus = perGpu > 0 && gpus > 0 ? perGpu * gpus : tasks * lines.whole("cpus-per-task", 1, 1);
    }

    int tasks() {
        return tasks;
    }

    int cpus() {
        return cpus;
    }

    int gpuCount() {
        return gpus;
    }

    /** As the key {@code demand} of a job file. */
    SequencedMap<String, Object> document() {
        SequencedMap<String, Object> demand = new LinkedHashMap<>();
        demand.put("cpu", cpus);
        long memory = memory();
        if (memory > 0) {
            demand.put("memory", memory);
        }
        if (gpus > 0) {
            demand.put("gpus", gpus);
        }
        if (model != null) {
            demand.put("models", List.of(model));
        }
        return demand;
    }

    private void checkNodes() {
        Given nodes = lines.get("nodes");
        if (nodes != null && !nodes.value().equals("1") && !nodes.value().equals("1-1")) {
            throw nodes.wrong("must be 1: a script runs on one node, but it asks for \"" + nodes.value() + "\"");
        }
    }

    private int gpus() {
        int count = 0;
        for (String name : List.of("gpus", "gpus-per-node", "gres", "gpus-per-task")) {
            Given option = lines.get(name);
            int wanted = option == null ? 0 : gpus(option);
            if (option != null && count > 0 && wanted != count && gpuOption != null) {
                throw option.wrong("asks for " + wanted + " GPUs, and --" + gpuOption.name() + " for " + count);
            }
            count = option == null ? count : wanted;
            gpuOption = option == null ? gpuOption : option;
        }
        return count;
    }

    /** {@code 2}, {@code a100:2}; of gres {@code gpu}, {@code gpu:2}, {@code gpu:a100:2}. */
    private int gpus(Given option) {
        String text = option.value();
        boolean gres = option.name().equals("gres");
        if (gres && !text.equals("gpu") && !text.startsWith("gpu:")) {
            throw option.wrong("must be gpu:N or gpu:MODEL:N, but is \"" + text + "\"");
        }
        String[] parts = gres ? text.substring(Math.min(text.length(), 4)).split(":", -1) : text.split(":", -1);
        String last = parts[parts.length - 1];
        boolean number = last.matches("\\d{1,4}");
        if (parts.length > 2 || text.indexOf(',') >= 0 || (parts.length == 2 && !number)) {
            throw option.wrong(
                    "must be " + (gres ? "gpu:N or gpu:MODEL:N" : "N or MODEL:N") + ", but is \"" + text + "\"");
        }
        if (parts.length == 2) {
            model = parts[0];
        } else if (!number && !last.isEmpty()) {
            model = last;
        }
        int count = number ? Integer.parseInt(last) : 1;
        return option.name().equals("gpus-per-task") ? count * tasks : count;
    }

    private long memory() {
        long bytes = memory("mem", 1);
        if (bytes == 0) {
            bytes = memory("mem-per-cpu", cpus);
        }
        return bytes == 0 ? memory("mem-per-gpu", Math.max(1, gpus)) : bytes;
    }

    private long memory(String name, int times) {
        Given option = lines.get(name);
        if (option == null) {
            return 0;
        }
        long bytes = SbatchText.bytes(option.value());
        if (bytes < 0 || bytes > Long.MAX_VALUE / times) {
            throw option.wrong("must be " + SbatchText.MEMORY + ", but is \"" + option.value() + "\"");
        }
        if (bytes == 0) {
            throw option.wrong("must be above 0: a job that is to have all memory of a node says how much that is");
        }
        return bytes * times;
    }
}
