package io.berth.core.model;

import io.berth.core.model.column.Columns;
import io.berth.core.model.column.Feature;
import io.berth.core.model.column.JointColumns;
import io.berth.core.model.column.NodeColumns;
import io.berth.core.model.column.ServerColumns;
import io.berth.core.model.column.WindowColumns;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Supplier;

/**
 * A model as text: a line that says what it is and its version, a line per fact, its parameters as decimals that read back to the same
 * bits, and a digest of all before it. {@code docs/guide/train-a-policy.md} tells what stands in it.
 */
public final class ModelFile {
    /** What every model begins with. */
    public static final String MAGIC = "berth-model";

    /** Of files whose network is a perceptron; the first that there were, and still written so. */
    private static final int PERCEPTRON_VERSION = 1;

    /** Of files that say which network they hold. */
    private static final int VERSION = 2;

    private static final String LAYERS = "layers";
    private static final String NETWORK = "network";
    private static final int PER_LINE = 8;
    private static final int ID_DIGITS = 16;
    private static final String LARGEST_CPU = "largest_cpu_milli";
    private static final String LARGEST_MEMORY = "largest_memory_bytes";
    private static final String LARGEST_GPU = "largest_gpu_milli";
    private static final String LARGEST_SPEED = "largest_speed_milli";
    private static final String LARGEST_SLOTS = "largest_slots";

    private static final String ROWS = "rows";
    private static final String LONGEST = "longest_run_ns";
    private static final String NODES = "nodes";
    private static final String MACHINE = "machine_milli";

    /** Where a model says what it decides. */
    private static final int DECIDES_LINE = 2;

    private static final String DIGEST = "sha256 ";

    private ModelFile() {}

    /** The text of {@code model}. */
    public static String write(LearntModel model) {
        StringBuilder text = new StringBuilder();
        text.append(MAGIC).append(' ').append(version(model)).append('\n');
        text.append("decides ").append(model.decides()).append('\n');
        text.append("columns ").append(model.columnsKey()).append('\n');
        text.append("features ").append(names(model.features())).append('\n');
        text.append(facts(model));
        text.append(network(model.shape())).append('\n');
        model.lineage()
                .forEach((name, value) -> text.append("lineage ")
                        .append(name)
                        .append(' ')
                        .append(value.replace('\n', ' '))
                        .append('\n'));
        float[] parameters = model.parameters();
        text.append("parameters ").append(parameters.length).append('\n');
        for (int i = 0; i < parameters.length; i++) {
            boolean last = i % PER_LINE == PER_LINE - 1 || i == parameters.length - 1;
            text.append(parameters[i]).append(last ? '\n' : ' ');
        }
        String digest = digest(text.toString());
        return text.append(DIGEST).append(digest).append('\n').toString();
    }

    private static String facts(LearntModel model) {
        return switch (model) {
            case Model order -> order(order.rows(), order.longestNanos());
            case JointModel joint -> {
                JointModel.Scales scales = joint.scales();
                yield order(joint.view().jobs(), scales.longestNanos()) + NODES + " "
                        + joint.view().nodes() + "\n" + MACHINE + " " + scales.machineMilli() + "\n"
                        + largest(scales.largest());
            }
            case PlacementModel placement -> largest(placement.largest());
            case BalancerModel balancer -> {
                LargestServer largest = balancer.largest();
                yield LARGEST_SPEED + " " + largest.speedMilli() + "\n" + LARGEST_SLOTS + " " + largest.slots() + "\n"
                        + LARGEST_MEMORY + " " + largest.memoryBytes() + "\n";
            }
            case SequenceModel _ -> "";
        };
    }

    private static String order(int rows, long longestNanos) {
        return ROWS + " " + rows + "\n" + LONGEST + " " + longestNanos + "\n";
    }

    private static String largest(LargestNode largest) {
        return LARGEST_CPU + " " + largest.cpuMilli() + "\n" + LARGEST_MEMORY + " " + largest.memoryBytes() + "\n"
                + LARGEST_GPU + " " + largest.gpuMilli() + "\n";
    }

    /** What identifies the model of {@code text}. */
    public static String id(String text) {
        return digest(text).substring(0, ID_DIGITS);
    }

    /**
     * The order that {@code text} is.
     *
     * @throws InvalidModelException as {@link #readAny}, and where it decides something else
     */
    public static Model read(String text) {
        return read(text, Model.class, Model.DECIDES);
    }

    /**
     * The placement that {@code text} is.
     *
     * @throws InvalidModelException as {@link #readAny}, and where it decides something else
     */
    public static PlacementModel readPlacement(String text) {
        return read(text, PlacementModel.class, PlacementModel.DECIDES);
    }

    /** True where {@code text}, if it is a model, decides order and placement together. */
    public static boolean isJoint(String text) {
        return text.startsWith(MAGIC)
                && text.lines().skip(DECIDES_LINE - 1L).findFirst().orElse("").equals("decides " + JointModel.DECIDES);
    }

    /**
     * What decides order and placement together, as {@code text} is.
     *
     * @throws InvalidModelException as {@link #readAny}, and where it decides something else
     */
    public static JointModel readJoint(String text) {
        return read(text, JointModel.class, JointModel.DECIDES);
    }

    /**
     * The balancer that {@code text} is.
     *
     * @throws InvalidModelException as {@link #readAny}, and where it decides something else
     */
    public static BalancerModel readBalancer(String text) {
        return read(text, BalancerModel.class, BalancerModel.DECIDES);
    }

    /**
     * The order of windows that {@code text} is.
     *
     * @throws InvalidModelException as {@link #readAny}, and where it decides something else
     */
    public static SequenceModel readWindow(String text) {
        return read(text, SequenceModel.class, SequenceModel.DECIDES);
    }

    private static <M extends LearntModel> M read(String text, Class<M> needed, String decides) {
        LearntModel model = readAny(text);
        if (needed.isInstance(model)) {
            return needed.cast(model);
        }
        throw new InvalidModelException(
                DECIDES_LINE,
                "decides " + model.decides() + ", and what decides " + decides + " is needed here; it goes to {"
                        + model.key() + ": {learnt: {model: FILE}}}");
    }

    /**
     * The model that {@code text} is, whatever it decides.
     *
     * @throws InvalidModelException where it is none, was cut or changed, or is of a version or of features that are not known here
     */
    public static LearntModel readAny(String text) {
        ModelLines lines = new ModelLines(text);
        String version = lines.value(MAGIC);
        boolean named = version.equals(Integer.toString(VERSION));
        if (!named && !version.equals(Integer.toString(PERCEPTRON_VERSION))) {
            throw lines.wrong("is of version " + version + "; this program reads versions " + PERCEPTRON_VERSION
                    + " to " + VERSION);
        }
        String decides = lines.value("decides");
        return switch (decides) {
            case Model.DECIDES -> order(lines, named, text);
            case PlacementModel.DECIDES -> placement(lines, named, text);
            case JointModel.DECIDES -> joint(lines, named, text);
            case BalancerModel.DECIDES -> balancer(lines, named, text);
            case SequenceModel.DECIDES -> window(lines, named, text);
            default ->
                throw lines.wrong("decides (" + decides + "); this program has models that decide " + Model.DECIDES
                        + ", " + PlacementModel.DECIDES + ", " + JointModel.DECIDES + ", " + BalancerModel.DECIDES
                        + " or "
                        + SequenceModel.DECIDES);
        };
    }

    private static Model order(ModelLines lines, boolean named, String text) {
        Columns columns = lines.parsed("columns", Columns::of);
        checkFeatures(lines, columns.key(), columns.columns().features());
        int rows = lines.parsed(ROWS, Integer::parseInt);
        long longest = lines.parsed(LONGEST, Long::parseLong);
        NetworkShape shape =
                named ? lines.parsed(NETWORK, ModelFile::pointer) : lines.parsed(LAYERS, ModelFile::layers);
        LearntNetwork<?> network = network(lines, shape, text);
        return lines.checked(() -> new Model(columns, rows, longest, network));
    }

    private static PlacementModel placement(ModelLines lines, boolean named, String text) {
        checkColumns(lines, "A placement", NodeColumns.KEY, NodeColumns.FEATURES);
        Supplier<LargestNode> largest = largest(lines);
        LearntNetwork<LayerSizes> network = perceptron(lines, named, "placements", text);
        return lines.checked(() -> new PlacementModel(largest.get(), network));
    }

    /** The amounts of the lines that come next. */
    private static Supplier<LargestNode> largest(ModelLines lines) {
        long cpu = lines.parsed(LARGEST_CPU, Long::parseLong);
        long memory = lines.parsed(LARGEST_MEMORY, Long::parseLong);
        long gpu = lines.parsed(LARGEST_GPU, Long::parseLong);
        return () -> new LargestNode(cpu, memory, gpu);
    }

    private static JointModel joint(ModelLines lines, boolean named, String text) {
        checkColumns(lines, "What decides order and placement together", JointColumns.KEY, JointColumns.FEATURES);
        int jobs = lines.parsed(ROWS, Integer::parseInt);
        long longest = lines.parsed(LONGEST, Long::parseLong);
        int nodes = lines.parsed(NODES, Integer::parseInt);
        long machine = lines.parsed(MACHINE, Long::parseLong);
        Supplier<LargestNode> largest = largest(lines);
        LearntNetwork<LayerSizes> network = perceptron(lines, named, "models of order and placement", text);
        return lines.checked(() -> new JointModel(
                new JointModel.View(jobs, nodes), new JointModel.Scales(longest, machine, largest.get()), network));
    }

    private static BalancerModel balancer(ModelLines lines, boolean named, String text) {
        checkColumns(lines, "A balancer", ServerColumns.KEY, ServerColumns.FEATURES);
        int speed = lines.parsed(LARGEST_SPEED, Integer::parseInt);
        int slots = lines.parsed(LARGEST_SLOTS, Integer::parseInt);
        long memory = lines.parsed(LARGEST_MEMORY, Long::parseLong);
        LearntNetwork<LayerSizes> network = perceptron(lines, named, "balancers", text);
        return lines.checked(() -> new BalancerModel(new LargestServer(speed, slots, memory), network));
    }

    private static SequenceModel window(ModelLines lines, boolean named, String text) {
        checkColumns(lines, "An order of windows", WindowColumns.KEY, WindowColumns.ALL);
        if (!named) {
            throw lines.wrong("is of version " + PERCEPTRON_VERSION + "; orders of windows are of version " + VERSION);
        }
        LearntNetwork<SequenceShape> network = network(lines, lines.parsed(NETWORK, ModelFile::sequence), text);
        return lines.checked(() -> new SequenceModel(network));
    }

    /** The network of a model that is always a perceptron; {@code what} such models are called. */
    private static LearntNetwork<LayerSizes> perceptron(ModelLines lines, boolean named, String what, String text) {
        if (named) {
            throw lines.wrong(
                    "is of version " + VERSION + "; " + what + " are perceptrons, of version " + PERCEPTRON_VERSION);
        }
        return network(lines, lines.parsed(LAYERS, ModelFile::layers), text);
    }

    /** What is the same in all models: what was learnt, and where it comes from. */
    private static <S extends NetworkShape> LearntNetwork<S> network(ModelLines lines, S shape, String text) {
        SortedMap<String, String> lineage = new TreeMap<>();
        while (lines.next().startsWith("lineage ")) {
            String[] parts = lines.value("lineage").split(" ", 2);
            lineage.put(parts[0], parts.length < 2 ? "" : parts[1]);
        }
        int count = lines.parsed("parameters", Integer::parseInt);
        if (count != shape.parameters()) {
            throw lines.wrong("tells of " + count + " parameters; " + told(shape) + " " + shape.parameters());
        }
        float[] parameters = lines.numbers(count);
        String told = lines.value("sha256");
        String found = digest(text.substring(0, Math.max(0, text.lastIndexOf(DIGEST))));
        if (!told.equals(found)) {
            throw lines.wrong("was changed after it was written: its digest is not what its last line tells");
        }
        return lines.checked(() -> new LearntNetwork<>(shape, parameters, lineage));
    }

    private static void checkColumns(ModelLines lines, String what, String key, List<Feature> known) {
        String columns = lines.value("columns");
        if (!columns.equals(key)) {
            throw lines.wrong("columns (" + columns + "): " + what + " is shown the columns (" + key + ").");
        }
        checkFeatures(lines, columns, known);
    }

    private static void checkFeatures(ModelLines lines, String columns, List<Feature> known) {
        String features = lines.value("features");
        if (!features.equals(names(known))) {
            throw lines.wrong("has the features (" + features + "); the columns (" + columns + ") are (" + names(known)
                    + ") here");
        }
    }

    private static String names(List<Feature> features) {
        return String.join(" ", features.stream().map(Feature::name).toList());
    }

    private static int version(LearntModel model) {
        return model.shape() instanceof LayerSizes ? PERCEPTRON_VERSION : VERSION;
    }

    private static String network(NetworkShape shape) {
        return switch (shape) {
            case LayerSizes layers ->
                LAYERS + ' ' + layers + ' ' + layers.hidden().name().toLowerCase(Locale.ROOT);
            case PointerShape pointer -> NETWORK + ' ' + pointer;
            case SequenceShape sequence -> NETWORK + ' ' + sequence;
        };
    }

    private static String told(NetworkShape shape) {
        return shape instanceof LayerSizes ? LAYERS + ' ' + shape + " have" : "a network of " + shape + " has";
    }

    /** As {@link PointerShape#toString} writes it. */
    private static PointerShape pointer(String text) {
        List<Integer> sizes = sizes(text, "pointer inputs 8 width 16 hidden 32 blocks 1");
        return new PointerShape(sizes.get(0), sizes.get(1), sizes.get(2), sizes.get(3));
    }

    /** As {@link SequenceShape#toString} writes it. */
    private static SequenceShape sequence(String text) {
        List<Integer> sizes = sizes(text, "sequence width 32 hidden 64 blocks 1");
        return new SequenceShape(sizes.get(0), sizes.get(1), sizes.get(2));
    }

    /** The numbers of {@code text}, whose words are those of {@code like}. */
    private static List<Integer> sizes(String text, String like) {
        String[] parts = text.split(" ");
        String[] words = like.split(" ");
        boolean told = parts.length == words.length;
        List<Integer> sizes = new ArrayList<>();
        for (int i = 0; told && i < parts.length; i++) {
            boolean number = Character.isDigit(words[i].charAt(0));
            told = number || words[i].equals(parts[i]);
            if (told && number) {
                sizes.add(Integer.parseInt(parts[i]));
            }
        }
        if (!told) {
            throw new IllegalArgumentException("This program knows networks like: " + like + ".");
        }
        return sizes;
    }

    private static LayerSizes layers(String text) {
        String[] parts = text.split(" ");
        List<Integer> sizes = new ArrayList<>();
        for (String size : parts[0].split("-")) {
            sizes.add(Integer.parseInt(size));
        }
        if (parts.length != 2) {
            throw new IllegalArgumentException("Layers are sizes and an activation, such as 8-32-1 relu.");
        }
        return new LayerSizes(sizes, Activation.valueOf(parts[1].toUpperCase(Locale.ROOT)));
    }

    private static String digest(String text) {
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(hash);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("Every Java has SHA-256.", e);
        }
    }
}
