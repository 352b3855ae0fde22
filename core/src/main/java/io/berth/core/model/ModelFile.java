package io.berth.core.model;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A model as text: a line that says what it is and its version, a line per fact, its parameters as decimals that read back to the same
 * bits, and a digest of all before it. {@code docs/reference/model-file.md} has an example.
 */
public final class ModelFile {
    /** What every model begins with. */
    public static final String MAGIC = "berth-model";

    private static final int VERSION = 1;
    private static final int PER_LINE = 8;
    private static final int ID_DIGITS = 16;
    private static final String DECIDES = "order";
    private static final String DIGEST = "sha256 ";

    private ModelFile() {}

    /** The text of {@code model}. */
    public static String write(Model model) {
        StringBuilder text = new StringBuilder();
        text.append(MAGIC).append(' ').append(VERSION).append('\n');
        text.append("decides ").append(DECIDES).append('\n');
        text.append("columns ").append(model.columns().key()).append('\n');
        text.append("features ").append(features(model.columns())).append('\n');
        text.append("rows ").append(model.rows()).append('\n');
        text.append("longest_run_ns ").append(model.longestNanos()).append('\n');
        text.append("layers ")
                .append(model.shape())
                .append(' ')
                .append(hidden(model))
                .append('\n');
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

    /** What identifies the model of {@code text}. */
    public static String id(String text) {
        return digest(text).substring(0, ID_DIGITS);
    }

    /**
     * The model that {@code text} is.
     *
     * @throws InvalidModelException where it is none, was cut or changed, or is of a version or of features that are not known here
     */
    public static Model read(String text) {
        Lines lines = new Lines(text.lines().toList());
        String version = lines.value(MAGIC);
        if (!version.equals(Integer.toString(VERSION))) {
            throw lines.wrong("is of version " + version + "; this program reads version " + VERSION);
        }
        String decides = lines.value("decides");
        if (!decides.equals(DECIDES)) {
            throw lines.wrong("decides (" + decides + "); this program has models that decide " + DECIDES);
        }
        Columns columns = lines.parsed("columns", Columns::of);
        String features = lines.value("features");
        if (!features.equals(features(columns))) {
            throw lines.wrong("has the features (" + features + "); the columns (" + columns.key() + ") are ("
                    + features(columns) + ") here");
        }
        int rows = lines.parsed("rows", Integer::parseInt);
        long longest = lines.parsed("longest_run_ns", Long::parseLong);
        LayerSizes shape = lines.parsed("layers", ModelFile::layers);
        SortedMap<String, String> lineage = new TreeMap<>();
        while (lines.next().startsWith("lineage ")) {
            String[] parts = lines.value("lineage").split(" ", 2);
            lineage.put(parts[0], parts.length < 2 ? "" : parts[1]);
        }
        int count = lines.parsed("parameters", Integer::parseInt);
        if (count != shape.parameters()) {
            throw lines.wrong("tells of " + count + " parameters; layers " + shape + " have " + shape.parameters());
        }
        float[] parameters = lines.numbers(count);
        String told = lines.value("sha256");
        String found = digest(text.substring(0, Math.max(0, text.lastIndexOf(DIGEST))));
        if (!told.equals(found)) {
            throw lines.wrong("was changed after it was written: its digest is not what its last line tells");
        }
        return lines.checked(() -> new Model(columns, rows, longest, shape, parameters, lineage));
    }

    private static String features(Columns columns) {
        return String.join(
                " ", columns.columns().features().stream().map(Feature::name).toList());
    }

    private static String hidden(Model model) {
        return model.shape().hidden().name().toLowerCase(Locale.ROOT);
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

    /** The lines of a text, read one after the other. */
    private static final class Lines {
        private final List<String> lines;
        private int read;

        Lines(List<String> lines) {
            this.lines = lines;
        }

        /** A value as its reader makes it. */
        interface Reading<T> {
            T of(String text);
        }

        /** What is made of all that was read. */
        interface Making<T> {
            T get();
        }

        String next() {
            if (read == lines.size()) {
                throw new InvalidModelException(read + 1, "ends too early: it was cut");
            }
            return lines.get(read);
        }

        String value(String key) {
            String line = next();
            read++;
            if (!line.startsWith(key + " ")) {
                String begin = line.length() > 40 ? line.substring(0, 40) + "…" : line;
                throw wrong("should say (" + key + "), not (" + begin + ")");
            }
            return line.substring(key.length() + 1);
        }

        <T> T parsed(String key, Reading<T> reading) {
            String text = value(key);
            try {
                return reading.of(text);
            } catch (IllegalArgumentException e) {
                throw wrong(key + " (" + text + "): " + e.getMessage());
            }
        }

        float[] numbers(int count) {
            float[] numbers = new float[count];
            int known = 0;
            while (known < count) {
                String line = next();
                read++;
                for (String number : line.split(" ")) {
                    if (known == count) {
                        throw wrong("has more parameters than it tells of");
                    }
                    numbers[known++] = number(number);
                }
            }
            return numbers;
        }

        private float number(String text) {
            try {
                float number = Float.parseFloat(text);
                if (Float.isFinite(number)) {
                    return number;
                }
            } catch (NumberFormatException _) {
                // Told below: a word is as wrong as a number that is none.
            }
            throw wrong("has a parameter (" + text + ") that is no finite number");
        }

        <T> T checked(Making<T> making) {
            try {
                return making.get();
            } catch (IllegalArgumentException e) {
                throw wrong(e.getMessage());
            }
        }

        InvalidModelException wrong(String problem) {
            return new InvalidModelException(Math.max(read, 1), problem);
        }
    }
}
