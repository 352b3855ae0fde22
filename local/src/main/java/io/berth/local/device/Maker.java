package io.berth.local.device;

import io.berth.spec.input.Source;
import io.berth.spec.input.Tree;
import io.berth.spec.input.TreeReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;

/**
 * A maker of accelerators as the file {@code makers.yaml} describes it, which says what each part means.
 *
 * @param device by which a device begins, its number the first group
 * @param fields where each figure stands: places, or names
 * @param unitBytes of sizes without a unit
 * @param visible the variables by which its runtime takes the numbers of devices
 */
public record Maker(
        Vendor vendor,
        List<String> command,
        Format format,
        Pattern device,
        Map<Figure, List<String>> fields,
        long unitBytes,
        List<String> visible) {
    private static final String FILE = "makers.yaml";

    /** All that the file has, in its order. */
    public static final List<Maker> ALL = read();

    /** How a program writes. */
    public enum Format {
        CSV,
        WORDS,
        PAIRS,
        JSON
    }

    /** What a program says of a device. */
    public enum Figure {
        INDEX,
        MODEL,
        ADDRESS,
        TOTAL,
        USED,
        BUSY,
        TEMPERATURE,
        POWER
    }

    public Maker {
        command = List.copyOf(command);
        fields = new EnumMap<>(fields);
        visible = List.copyOf(visible);
    }

    /** The names or places of {@code figure}; none where it is not told. */
    public List<String> of(Figure figure) {
        return fields.getOrDefault(figure, List.of());
    }

    private static List<Maker> read() {
        try (InputStream stream = Objects.requireNonNull(Maker.class.getResourceAsStream(FILE), FILE)) {
            String text = new String(stream.readAllBytes(), StandardCharsets.UTF_8);
            return TreeReader.read(Source.text(FILE, text)).items().stream()
                    .map(Maker::of)
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Maker of(Tree tree) {
        List<String> command = new ArrayList<>(texts(tree.require("arguments")));
        command.addFirst(tree.require("program").text());
        EnumMap<Figure, List<String>> fields = new EnumMap<>(Figure.class);
        for (Tree.Entry entry : tree.require("fields").entries()) {
            fields.put(Figure.valueOf(entry.key().toUpperCase(Locale.ROOT)), texts(entry.value()));
        }
        Tree device = tree.get("device");
        return new Maker(
                Vendor.valueOf(tree.require("vendor").text()),
                command,
                Format.valueOf(tree.require("format").text().toUpperCase(Locale.ROOT)),
                Pattern.compile(device == null ? "" : device.text()),
                fields,
                unit(tree.require("unit").text()),
                texts(tree.require("visible")));
    }

    private static List<String> texts(Tree list) {
        return list.items().stream().map(Tree::text).toList();
    }

    private static long unit(String name) {
        return switch (name) {
            case "B" -> 1;
            case "KiB" -> 1 << 10;
            case "MiB" -> Field.MIB;
            default -> throw new IllegalArgumentException("The unit (" + name + ") must be B, KiB or MiB.");
        };
    }
}
