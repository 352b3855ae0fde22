package io.berth.spec.script;

import io.berth.spec.script.SbatchLines.Given;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Objects;
import java.util.SequencedMap;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What a script needs of its node. sbatch runs the script once with all that it asked for, whatever {@code --ntasks} is, so here
 * it is one task that needs it all. Several nodes are as many equal parts of the one.
 */
final class SbatchDemand {
    private static final Pattern NODES = Pattern.compile("(\\d{1,4})(?:-\\d{1,5})?");
    /** As {@code 1g.10gb} or {@code a100_1g.10gb}. */
    private static final Pattern MIG_TYPE = Pattern.compile("(?:\\w+_)?(\\d+g\\.\\d+gb(?:[+-].*)?)");

    private static final List<String> GPU_OPTIONS = List.of("gpus", "gpus-per-node", "gres", "gpus-per-task");

    private final SbatchLines lines;
    private final Supplier<ScriptNode> node;
    private final int nodes;
    private final int tasks;
    private final int gpus;
    private final int cpus;
    private @Nullable String model;
    private @Nullable Given gpuOption;

    /** @param node what may run it; asked only where an option speaks of it */
    SbatchDemand(SbatchLines lines, Supplier<ScriptNode> node) {
        this.lines = lines;
        this.node = node;
        nodes = nodes();
        int perNode = lines.whole("ntasks-per-node", 1, 0);
        int stated = lines.whole("ntasks", 1, perNode * nodes);
        int perGpu = lines.whole("ntasks-per-gpu", 1, 0);
        int unstated = Math.max(1, nodes);
        int asked = gpus(stated > 0 ? stated : unstated);
        tasks = stated > 0 || perGpu == 0 ? stated : perGpu * asked;
        int cpusPerGpu = lines.whole("cpus-per-gpu", 1, 0);
        int wanted = cpusPerGpu > 0 && asked > 0
                ? cpusPerGpu * asked
                : Math.max(runs(), 1) * lines.whole("cpus-per-task", 1, 1);
        wanted = Math.max(wanted, nodes * lines.whole("mincpus", 1, 1));
        boolean whole = whole();
        cpus = whole ? Math.max(wanted, node.get().cpus()) : wanted;
        gpus = whole ? Math.max(asked, node.get().gpus()) : asked;
    }

    /** How many tasks have CPUs of their own: with {@code --overcommit} those of a node share what one has. */
    private int runs() {
        return lines.get("overcommit") == null ? Math.max(tasks, nodes) : nodes;
    }

    /** How many parts of the node there are; 1 for all of it. */
    int nodeCount() {
        return nodes;
    }

    /** 0 where no option says how many. */
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
        Matcher mig = MIG_TYPE.matcher(Objects.requireNonNullElse(model, ""));
        if (mig.matches()) {
            demand.put("mig", instance(mig.group(1)));
            return demand;
        }
        if (gpus > 0) {
            demand.put("gpus", gpus);
        }
        if (model != null) {
            demand.put("models", List.of(node.get().model(model)));
        }
        return demand;
    }

    /** Slurm calls the instances of a GPU by their profile, with the model before it or without. */
    private String instance(String profile) {
        if (gpus > 1 && gpuOption != null) {
            throw gpuOption.wrong("asks for " + gpus + " MIG instances, of which a task can use one");
        }
        return profile;
    }

    private int nodes() {
        Given option = lines.get("nodes");
        if (option == null) {
            return 1;
        }
        Matcher text = NODES.matcher(option.value());
        int least = text.matches() ? Integer.parseInt(text.group(1)) : 0;
        if (least == 0) {
            throw option.wrong("must be a number from 1, or a range such as 1-2, but is \"" + option.value() + "\"");
        }
        return least;
    }

    /** {@code --exclusive} of another kind, by user, is no demand: here jobs of several users share the machine anyway. */
    private boolean whole() {
        Given exclusive = lines.get("exclusive");
        return exclusive != null && exclusive.value().isEmpty();
    }

    private int gpus(int runs) {
        int count = 0;
        for (String name : GPU_OPTIONS) {
            Given option = lines.get(name);
            int wanted = option == null ? 0 : gpus(option, runs);
            if (option != null && count > 0 && wanted > 0 && wanted != count && gpuOption != null) {
                throw option.wrong("asks for " + wanted + " GPUs, and --" + gpuOption.name() + " for " + count);
            }
            if (wanted > 0) {
                count = wanted;
                gpuOption = option;
            }
        }
        return count;
    }

    private int gpus(Given option, int runs) {
        int times = switch (option.name()) {
            case "gpus" -> 1;
            case "gpus-per-task" -> runs;
            default -> nodes;
        };
        int count = 0;
        for (String item : option.value().split(",", -1)) {
            count += one(option, item);
        }
        return count * times;
    }

    /** {@code 2}, {@code a100:2}; of gres {@code gpu}, {@code gpu:2}, {@code gpu:a100:2}. */
    private int one(Given option, String text) {
        boolean gres = option.name().equals("gres");
        if (gres && text.matches("none|[^:]+(:[^:]+)?:0")) {
            return 0;
        }
        if (gres && !text.equals("gpu") && !text.startsWith("gpu:")) {
            throw option.wrong(
                    "must be gpu:N or gpu:MODEL:N, which is all that nodes have, but is \"" + option.value() + "\"");
        }
        String[] parts = gres ? text.substring(Math.min(text.length(), 4)).split(":", -1) : text.split(":", -1);
        String last = parts[parts.length - 1];
        boolean number = last.matches("\\d{1,4}");
        if (parts.length > 2 || (parts.length == 2 && !number) || (text.isEmpty() && !gres)) {
            throw option.wrong("must be " + (gres ? "gpu:N or gpu:MODEL:N" : "N or MODEL:N") + ", but is \""
                    + option.value() + "\"");
        }
        if (parts.length == 2) {
            model = parts[0];
        } else if (!number && !last.isEmpty()) {
            model = last;
        }
        return number ? Integer.parseInt(last) : 1;
    }

    private long memory() {
        long bytes = memory("mem", nodes);
        if (bytes == 0) {
            bytes = memory("mem-per-cpu", cpus);
        }
        return bytes == 0 ? memory("mem-per-gpu", Math.max(1, gpus)) : bytes;
    }

    /** 0 where it was not given, and for 0, all that the node has: a job without this demand has no limit. */
    private long memory(String name, int times) {
        Given option = lines.get(name);
        if (option == null) {
            return 0;
        }
        long bytes = SbatchText.bytes(option.value());
        if (bytes < 0 || bytes > Long.MAX_VALUE / times) {
            throw option.wrong("must be " + SbatchText.MEMORY + ", but is \"" + option.value() + "\"");
        }
        return bytes * times;
    }
}
