package io.berth.local.device.tool;

import io.berth.local.device.Accelerator;
import io.berth.local.device.Field;
import io.berth.local.device.Maker;
import io.berth.local.device.Maker.Figure;
import io.berth.spec.input.Tree;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a program of a maker says of one device.
 *
 * @param index its number; {@link Accelerator#UNKNOWN} where it has none
 * @param values by place or by name in lower case, names of sections before them
 */
record Told(Maker maker, int index, Map<String, String> values) {
    private static final Pattern WORDS = Pattern.compile("\"([^\"]*)\"|(\\S+)");
    private static final int MODEL_GROUP = 2;
    private static final int ADDRESS_GROUP = 3;

    /** What the line says by which a device begins; no name of a value begins so. */
    private static final String MODEL = ":model";

    private static final String ADDRESS = ":address";

    /** The devices of {@code output}. */
    static List<Told> read(Maker maker, String output) {
        return switch (maker.format()) {
            case CSV -> lines(maker, output, line -> List.of(line.split(",", -1)));
            case WORDS -> lines(maker, output, Told::words);
            case PAIRS -> pairs(maker, output);
            case JSON -> json(maker, output);
        };
    }

    /** Splits a line into its columns. */
    private interface Columns {
        List<String> of(String line);
    }

    private static List<Told> lines(Maker maker, String output, Columns columns) {
        List<Told> all = new ArrayList<>();
        int needed = maker.fields().values().stream()
                .flatMap(List::stream)
                .mapToInt(Integer::parseInt)
                .max()
                .orElse(0);
        for (String line : Field.plain(output).lines().toList()) {
            List<String> cells = columns.of(line);
            // A line that is cut, or a sentence between them.
            if (cells.size() > needed) {
                TreeMap<String, String> values = new TreeMap<>();
                for (int place = 0; place < cells.size(); place++) {
                    values.put(String.valueOf(place), cells.get(place).strip());
                }
                String number = values.getOrDefault(maker.of(Figure.INDEX).getFirst(), "");
                all.add(new Told(maker, Field.index(number), values));
            }
        }
        return all;
    }

    private static List<String> words(String line) {
        List<String> words = new ArrayList<>();
        Matcher matcher = WORDS.matcher(line);
        while (matcher.find()) {
            words.add(matcher.group(1) == null ? matcher.group(2) : matcher.group(1));
        }
        return words;
    }

    private static List<Told> pairs(Maker maker, String output) {
        List<Told> all = new ArrayList<>();
        Map<String, String> values = new TreeMap<>();
        String section = "";
        for (String line : Field.plain(output).lines().map(String::strip).toList()) {
            Matcher device = maker.device().matcher(line);
            int colon = line.indexOf(':');
            if (device.matches()) {
                values = new TreeMap<>();
                section = "";
                put(values, MODEL, device, MODEL_GROUP);
                put(values, ADDRESS, device, ADDRESS_GROUP);
                all.add(new Told(maker, Field.index(device.group(1)), values));
            } else if (colon < 0 || line.substring(colon + 1).isBlank()) {
                section = (colon < 0 ? line : line.substring(0, colon)).strip().toLowerCase(Locale.ROOT);
            } else {
                String name = line.substring(0, colon).strip().toLowerCase(Locale.ROOT);
                String value = line.substring(colon + 1).strip();
                values.putIfAbsent(section + "/" + name, value);
                values.putIfAbsent(name, value);
            }
        }
        return all;
    }

    private static void put(Map<String, String> values, String name, Matcher device, int group) {
        if (device.groupCount() >= group) {
            values.put(name, device.group(group));
        }
    }

    private static List<Told> json(Maker maker, String output) {
        List<Told> all = new ArrayList<>();
        for (Tree.Entry entry :
                JsonOutput.read(maker.command().getFirst(), output).entries()) {
            Matcher device = maker.device().matcher(entry.key());
            if (device.matches() && entry.value() instanceof Tree.Map map) {
                TreeMap<String, String> values = new TreeMap<>();
                for (Tree.Entry value : map.entries()) {
                    values.putIfAbsent(value.key().toLowerCase(Locale.ROOT), JsonOutput.text(map, value.key()));
                }
                all.add(new Told(maker, Field.index(device.group(1)), values));
            }
        }
        return all;
    }

    /** The first of its names that has a value; empty where none has. */
    String text(Figure figure) {
        return maker.of(figure).stream()
                .map(name -> values.getOrDefault(name.toLowerCase(Locale.ROOT), ""))
                .filter(text -> !Field.isAbsent(text))
                .findFirst()
                .orElse("");
    }

    /** A size by the unit of its value, else of its name, else of the maker; bytes, NaN where it is unknown. */
    double size(Figure figure) {
        for (String name : maker.of(figure)) {
            String text = values.getOrDefault(name.toLowerCase(Locale.ROOT), "");
            double told = Field.sizeWithUnit(text);
            double size = Double.isNaN(told) ? Field.size(text, name.endsWith("(B)") ? 1 : maker.unitBytes()) : told;
            if (!Double.isNaN(size)) {
                return size;
            }
        }
        return Double.NaN;
    }
}
