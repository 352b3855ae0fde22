package io.berth.gateway.fleet.engine;

import java.util.ArrayList;
import java.util.List;

/** What engines write at {@code /metrics}, read for the few lines that are of interest. */
final class PrometheusText {
    private PrometheusText() {}

    /**
     * The sum of all lines of {@code name}; NaN where there is none.
     *
     * @param name of a metric, or of one with its first labels, up to a quotation mark
     */
    static double sum(String text, String name) {
        double sum = Double.NaN;
        for (String line : lines(text, name)) {
            double value = value(line, name);
            sum = Double.isNaN(value) ? sum : value + (Double.isNaN(sum) ? 0 : sum);
        }
        return sum;
    }

    /** The line of {@code name} with the highest value, the latest where values are times; empty where there is none. */
    static String latest(String text, String name) {
        String latest = "";
        double highest = Double.NEGATIVE_INFINITY;
        for (String line : lines(text, name)) {
            double value = value(line, name);
            if (value > highest) {
                highest = value;
                latest = line;
            }
        }
        return latest;
    }

    /** The label {@code name} of {@code line}; empty where it has none. */
    static String label(String line, String name) {
        int at = line.indexOf(name + "=\"");
        int from = at + name.length() + 2;
        int end = at < 0 ? -1 : line.indexOf('"', from);
        return end < 0 ? "" : line.substring(from, end);
    }

    private static List<String> lines(String text, String name) {
        List<String> found = new ArrayList<>();
        int line = 0;
        while (line < text.length()) {
            int end = text.indexOf('\n', line);
            end = end < 0 ? text.length() : end;
            if (text.startsWith(name, line)) {
                found.add(text.substring(line, end));
            }
            line = end + 1;
        }
        return found;
    }

    /** NaN where it is no line of that, or no number from 0 on. */
    private static double value(String line, String name) {
        int at = name.length();
        if (name.endsWith("\"") || at < line.length() && line.charAt(at) == '{') {
            at = line.lastIndexOf('}') + 1;
            if (at <= name.length()) {
                return Double.NaN;
            }
        }
        if (at >= line.length() || line.charAt(at) != ' ') {
            return Double.NaN;
        }
        try {
            double value = Double.parseDouble(line.substring(at).strip().split(" ")[0]);
            return value >= 0 ? value : Double.NaN;
        } catch (NumberFormatException e) {
            return Double.NaN;
        }
    }
}
