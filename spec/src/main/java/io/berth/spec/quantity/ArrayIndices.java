package io.berth.spec.quantity;

import io.berth.core.workload.term.JobArray;
import io.berth.spec.input.Quote;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The jobs of an array as users write them: how many ({@code 100}), or their indices as Slurm's {@code sbatch --array} takes
 * them: {@code 0-99}, {@code 1,3,7}, {@code 0-20:4}, each with a limit of how many at once ({@code 0-99%5}).
 */
public final class ArrayIndices {
    public static final String ALLOWED =
            "a whole number from 1 to " + JobArray.MOST + ", or indices such as 0-99%5, 1,3,7 or 0-20:4";

    private static final Pattern NUMBER = Pattern.compile("\\d{1,9}");
    private static final Pattern PART = Pattern.compile("(\\d{1,9})(?:-(\\d{1,9})(?::(\\d{1,9}))?)?");

    private ArrayIndices() {}

    /** The array in {@code text}, where a number alone is how many there are. */
    public static JobArray parse(String text) {
        if (NUMBER.matcher(text).matches()) {
            int count = Integer.parseInt(text);
            if (count < 1 || count > JobArray.MOST) {
                throw wrong(text);
            }
            return JobArray.of(count, count);
        }
        if (text.indexOf('-') < 0 && text.indexOf(',') < 0) {
            throw wrong(text);
        }
        return indices(text);
    }

    /** The array in {@code text}, where a number alone is the index of its only job. */
    public static JobArray indices(String text) {
        int percent = text.indexOf('%');
        TreeSet<Integer> values = new TreeSet<>();
        for (String part : (percent < 0 ? text : text.substring(0, percent)).split(",", -1)) {
            add(part, values, text);
        }
        int parallel = values.size();
        if (percent >= 0) {
            String limit = text.substring(percent + 1);
            if (!NUMBER.matcher(limit).matches() || Integer.parseInt(limit) < 1) {
                throw wrong(text);
            }
            parallel = Math.min(parallel, Integer.parseInt(limit));
        }
        boolean counted = values.getFirst() == 0 && values.getLast() == values.size() - 1;
        return counted ? JobArray.of(values.size(), parallel) : JobArray.of(List.copyOf(values), parallel);
    }

    /** The text of {@code array}, which has indices of its own. */
    public static String format(JobArray array) {
        List<String> parts = new ArrayList<>();
        List<Integer> values = array.values();
        for (int first = 0; first < values.size(); ) {
            int last = first + 1 < values.size() ? first + 1 : first;
            int step = values.get(last) - values.get(first);
            while (last > first && last + 1 < values.size() && values.get(last + 1) - values.get(last) == step) {
                last++;
            }
            // Two values that happen to stand apart are no series.
            last = last - first == 1 && step > 1 ? first : last;
            String part = String.valueOf(values.get(first));
            if (last > first) {
                part += "-" + values.get(last) + (step == 1 ? "" : ":" + step);
            }
            parts.add(values.size() == 1 ? part + "-" + part : part);
            first = last + 1;
        }
        return String.join(",", parts) + (array.limits() ? "%" + array.parallel() : "");
    }

    private static void add(String part, TreeSet<Integer> values, String text) {
        Matcher matcher = PART.matcher(part);
        if (!matcher.matches()) {
            throw wrong(text);
        }
        int first = Integer.parseInt(matcher.group(1));
        int last = matcher.group(2) == null ? first : Integer.parseInt(matcher.group(2));
        int step = matcher.group(3) == null ? 1 : Integer.parseInt(matcher.group(3));
        if (last < first || step < 1) {
            throw wrong(text);
        }
        if ((last - first) / step >= JobArray.MOST) {
            throw many();
        }
        for (long value = first; value <= last; value += step) {
            values.add((int) value);
        }
        if (values.size() > JobArray.MOST) {
            throw many();
        }
    }

    private static QuantityException wrong(String text) {
        return new QuantityException("must be " + ALLOWED + ", but is " + Quote.of(text));
    }

    private static QuantityException many() {
        return new QuantityException("an array has at most " + JobArray.MOST + " jobs");
    }
}
