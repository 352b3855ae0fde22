package io.berth.console.series;

import io.berth.spec.input.InputException;
import io.berth.spec.input.Source;
import io.berth.spec.input.Tree;
import io.berth.spec.json.Json;
import io.berth.spec.json.JsonReader;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Samples as lines of JSON. The first line of a file names the figures, so that a later build may have others. */
final class SampleText {
    /** Bytes of memory and seconds need no fractions, GPUs no more of them. */
    private static final double THOUSANDTHS = 1_000;

    private final List<String> names;

    private SampleText(List<String> names) {
        this.names = names;
    }

    /** The line that a file begins with. */
    static String head() {
        List<String> names = new ArrayList<>();
        for (int i = 0; i < Figure.count(); i++) {
            names.add(Figure.of(i).text());
        }
        return Json.line(Map.of("figures", names)) + "\n";
    }

    /** What reads the lines after {@code head}; null where that is no such line. */
    static @Nullable SampleText after(String head) {
        try {
            List<Tree> items = JsonReader.read(Source.text("series", head))
                    .require("figures")
                    .items();
            return new SampleText(items.stream().map(Tree::text).toList());
        } catch (InputException e) {
            return null;
        }
    }

    static String line(Sample sample) {
        SequencedMap<String, Object> document = new LinkedHashMap<>();
        document.put("t", sample.second());
        document.put("all", numbers(sample.all()));
        document.put("queues", parts(sample.queues()));
        document.put("owners", parts(sample.owners()));
        return Json.line(document) + "\n";
    }

    /** The sample of {@code line}; null where it is none. */
    @Nullable
    Sample read(String line) {
        try {
            Tree tree = JsonReader.read(Source.text("series", line));
            return new Sample(
                    tree.require("t").whole(),
                    row(tree.require("all")),
                    parts(tree.require("queues")),
                    parts(tree.require("owners")));
        } catch (InputException | NumberFormatException e) {
            return null;
        }
    }

    private static SequencedMap<String, Object> parts(SortedMap<String, double[]> rows) {
        SequencedMap<String, Object> parts = new LinkedHashMap<>();
        rows.forEach((name, row) -> parts.put(name, numbers(row)));
        return parts;
    }

    private static List<@Nullable Double> numbers(double[] row) {
        List<@Nullable Double> numbers = new ArrayList<>(row.length);
        for (double value : row) {
            numbers.add(Double.isNaN(value) ? null : Double.valueOf(Math.rint(value * THOUSANDTHS) / THOUSANDTHS));
        }
        return numbers;
    }

    private SortedMap<String, double[]> parts(Tree tree) {
        SortedMap<String, double[]> parts = new TreeMap<>();
        for (Tree.Entry entry : tree.entries()) {
            parts.put(entry.key(), row(entry.value()));
        }
        return parts;
    }

    private double[] row(Tree tree) {
        double[] row = Sample.row();
        List<Tree> items = tree.items();
        for (int i = 0; i < row.length; i++) {
            int at = names.indexOf(Figure.of(i).text());
            if (at >= 0 && at < items.size()) {
                row[i] = items.get(at).isNull()
                        ? Double.NaN
                        : Double.parseDouble(items.get(at).text());
            }
        }
        return row;
    }
}
