package io.berth.spec.scenario;

import io.berth.spec.input.Assignment;
import io.berth.spec.input.InputException;
import io.berth.spec.input.Quote;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Values of a scenario that a command line varies, each written {@code key.path=VALUE,VALUE,...}; a value may be a range {@code
 * FIRST..LAST/STEP} of numbers, with one unit or none. Commas within brackets or quotes belong to the value.
 */
public final class Sweep {
    /** The option that carries sweeps. */
    public static final String OPTION = "--sweep";

    /** Points of all sweeps together; each costs a run at least. */
    public static final int MOST_POINTS = 10_000;

    private static final String NUMBER = "(-?\\d{1,15}(?:\\.\\d{1,9})?)([A-Za-z%]*)";
    private static final Pattern RANGE = Pattern.compile(NUMBER + "\\.\\." + NUMBER + "(?:/" + NUMBER + ")?");

    /** Seeds have ranges of their own. */
    private static final String SEEDS = "seeds";

    private Sweep() {}

    /**
     * One choice of all swept values.
     *
     * @param set the values by key, as text, in the order of the options
     */
    public record Point(SequencedMap<String, String> set) {
        /** The values as assignments, whose errors name the option. */
        public List<Assignment> assignments() {
            return set.entrySet().stream()
                    .map(entry -> Assignment.parse(OPTION, entry.getKey() + "=" + entry.getValue()))
                    .toList();
        }
    }

    /**
     * The product of all {@code options}, the last varying fastest; one point without values where there is none.
     *
     * @throws InputException where an option is not of the form, or names a key or value twice
     */
    public static List<Point> points(List<String> options) {
        List<Point> points = List.of(new Point(new LinkedHashMap<>()));
        for (String option : options) {
            int equals = option.indexOf('=');
            if (equals <= 0) {
                throw wrong(option, "must be key.path=VALUE,VALUE like workload.generate.load=0.5,0.7");
            }
            String key = option.substring(0, equals).strip();
            if (points.getFirst().set().containsKey(key)) {
                throw wrong(option, "sweeps " + Quote.of(key) + " twice");
            }
            points = product(points, key, values(option, key, option.substring(equals + 1)), option);
        }
        return points;
    }

    private static List<Point> product(List<Point> points, String key, List<String> values, String option) {
        if ((long) points.size() * values.size() > MOST_POINTS) {
            throw wrong(option, "makes more than " + MOST_POINTS + " points");
        }
        List<Point> product = new ArrayList<>();
        for (Point point : points) {
            for (String value : values) {
                SequencedMap<String, String> set = new LinkedHashMap<>(point.set());
                set.put(key, value);
                product.add(new Point(set));
            }
        }
        return product;
    }

    private static List<String> values(String option, String key, String text) {
        List<String> values = new ArrayList<>();
        for (String part : parts(text)) {
            Matcher range = RANGE.matcher(part);
            if (key.equals(SEEDS) || !range.matches()) {
                values.add(part);
            } else {
                addRange(option, range, values);
            }
        }
        for (int i = 0; i < values.size(); i++) {
            if (values.get(i).isEmpty()) {
                throw wrong(option, "has an empty value");
            }
            if (values.indexOf(values.get(i)) < i) {
                throw wrong(option, Quote.of(values.get(i)) + " is there twice");
            }
        }
        return values;
    }

    private static void addRange(String option, Matcher range, List<String> values) {
        String unit = range.group(2);
        if (range.group(5) == null || !unit.equals(range.group(4)) || !unit.equals(range.group(6))) {
            throw wrong(option, "a range must be FIRST..LAST/STEP in one unit, like 0.5..0.9/0.1 or 10m..30m/5m");
        }
        BigDecimal value = new BigDecimal(range.group(1));
        BigDecimal last = new BigDecimal(range.group(3));
        BigDecimal step = new BigDecimal(range.group(5));
        if (step.signum() <= 0 || last.compareTo(value) < 0) {
            throw wrong(option, "a range must rise by a step above 0, but is " + Quote.of(range.group()));
        }
        while (value.compareTo(last) <= 0) {
            if (values.size() >= MOST_POINTS) {
                throw wrong(option, "makes more than " + MOST_POINTS + " points");
            }
            values.add(value.toPlainString() + unit);
            value = value.add(step);
        }
    }

    /** {@code text} at its commas outside brackets and quotes. */
    private static List<String> parts(String text) {
        List<String> parts = new ArrayList<>();
        int depth = 0;
        char quote = 0;
        int begin = 0;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (quote != 0) {
                quote = c == quote ? 0 : quote;
            } else if (c == '"' || c == '\'') {
                quote = c;
            } else if (c == ',' && depth == 0) {
                parts.add(text.substring(begin, i).strip());
                begin = i + 1;
            } else {
                depth += "[{".indexOf(c) >= 0 ? 1 : "]}".indexOf(c) >= 0 ? -1 : 0;
            }
        }
        parts.add(text.substring(begin).strip());
        return parts;
    }

    private static InputException wrong(String option, String problem) {
        return new InputException(OPTION + " " + option, problem);
    }
}
