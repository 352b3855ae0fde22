package io.berth.app.client;

import io.berth.spec.input.InputException;
import io.berth.spec.input.Tree;
import io.berth.spec.script.ScriptNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** What scripts may ask of the node that runs them: what the API tells of it, and what this machine says of its processors. */
public final class NodeFacts {
    private static final Path PROCESSORS = Path.of("/proc/cpuinfo");
    private static final Path NAME = Path.of("/proc/sys/kernel/hostname");
    private static final double GIBI = 1L << 30;

    /** Of some hundred flags those that scripts ask for, as sites call them. */
    private static final List<String> FLAGS = List.of(
            "avx", "avx2", "avx512f", "avx512bw", "avx512vl", "amx_tile", "fma", "sse4_1", "sse4_2", "asimd", "sve");

    private NodeFacts() {}

    /** The node that {@code client}'s Berth has, with the processors of this machine. */
    public static ScriptNode ask(Client client) {
        List<Tree> nodes = client.get(Api.ROOT + "/nodes")
                .checked()
                .tree()
                .require("nodes")
                .items();
        if (nodes.isEmpty()) {
            throw new InputException("berth", "has no node that could run a script");
        }
        Tree node = nodes.getFirst();
        return of(node, text(PROCESSORS));
    }

    /**
     * The node of {@code row}.
     *
     * @param processors as proc_cpuinfo(5) has them
     */
    static ScriptNode of(Tree row, String processors) {
        int gpus = (int) row.require("gpus").whole();
        String name = row.require("name").text();
        Set<String> features = new LinkedHashSet<>(List.of(name.toLowerCase(Locale.ROOT)));
        features.add(gpus > 0 ? "gpu" : "cpu");
        List<String> models = new ArrayList<>();
        for (Tree set : row.require("device_sets").items()) {
            String model = set.require("model").text();
            if (!model.isEmpty()) {
                models.add(model);
                addModel(model, set.require("memory_bytes").whole(), features);
            }
        }
        String architecture = System.getProperty("os.arch");
        features.add(architecture.equals("amd64") ? "x86_64" : architecture);
        if (processors.contains("GenuineIntel")) {
            features.add("intel");
        } else if (processors.contains("AuthenticAMD")) {
            features.add("amd");
        }
        List<String> flags = processors
                .lines()
                .filter(line -> line.startsWith("flags") || line.startsWith("Features"))
                .findFirst()
                .map(line -> Arrays.asList(line.split("\\s+")))
                .orElse(List.of());
        FLAGS.stream().filter(flags::contains).forEach(features::add);
        if (flags.contains("avx512f")) {
            features.add("avx512");
        }
        return new ScriptNode(
                List.of(name, "localhost"),
                (int) Double.parseDouble(row.require("cpus").text()),
                gpus,
                models,
                new ArrayList<>(features));
    }

    private static void addModel(String model, long memoryBytes, Set<String> features) {
        String plain = model.toLowerCase(Locale.ROOT);
        long gigabytes = (long) Math.ceil(memoryBytes / GIBI);
        features.add(plain);
        features.add(plain.replace("-", ""));
        if (gigabytes > 0) {
            features.addAll(List.of(gigabytes + "gb", gigabytes + "g", plain + "-" + gigabytes + "gb"));
            features.addAll(List.of(plain + "-" + gigabytes + "g", plain + "_" + gigabytes + "gb"));
        }
    }

    /** The name of the machine that this runs on; {@code localhost} where it does not say. */
    public static String hostName() {
        String name = text(NAME).strip();
        return name.isEmpty() ? "localhost" : name;
    }

    private static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            return "";
        }
    }
}
