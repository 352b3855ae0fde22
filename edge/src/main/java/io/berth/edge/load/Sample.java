package io.berth.edge.load;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * One line of Prometheus' text format. What is no such line is passed over, so that an exporter that writes one wrongly is still read for
 * the others.
 *
 * @param labels by name, in their order
 * @param value finite
 */
public record Sample(String name, Map<String, String> labels, double value) {
    /** A label; empty where it has none of that name. */
    public String label(String label) {
        return labels.getOrDefault(label, "");
    }

    /** Hands {@code each} the lines of {@code text} that have a name that is {@code wanted}. */
    public static void read(String text, Predicate<String> wanted, Consumer<Sample> each) {
        int from = 0;
        while (from < text.length()) {
            int end = text.indexOf('\n', from);
            end = end < 0 ? text.length() : end;
            Sample sample = new Line(text, from, end).read(wanted);
            if (sample != null) {
                each.accept(sample);
            }
            from = end + 1;
        }
    }

    /** One line, read from left to right. */
    private static final class Line {
        private final String text;
        private final int end;
        private int at;

        Line(String text, int from, int end) {
            this.text = text;
            this.at = from;
            this.end = end;
        }

        /** Null where the line is none that is wanted, or is none at all. */
        @Nullable
        Sample read(Predicate<String> wanted) {
            String name = word("{ \t");
            if (name.isEmpty() || name.charAt(0) == '#' || !wanted.test(name)) {
                return null;
            }
            Map<String, String> labels = new LinkedHashMap<>();
            if (next('{') && !labels(labels)) {
                return null;
            }
            skipBlanks();
            double value = number(word(" \t\r"));
            return Double.isFinite(value) ? new Sample(name, labels, value) : null;
        }

        private boolean labels(Map<String, String> into) {
            skipBlanks();
            while (!next('}')) {
                String name = word("= ");
                skipBlanks();
                if (name.isEmpty() || !next('=')) {
                    return false;
                }
                skipBlanks();
                String value = next('"') ? quoted() : null;
                if (value == null) {
                    return false;
                }
                into.put(name, value);
                skipBlanks();
                next(',');
                skipBlanks();
            }
            return true;
        }

        /** What stands before the closing quotation mark; null where there is none. */
        private @Nullable String quoted() {
            StringBuilder value = new StringBuilder();
            while (at < end && text.charAt(at) != '"') {
                char c = text.charAt(at++);
                if (c == '\\' && at < end) {
                    c = text.charAt(at++);
                    c = c == 'n' ? '\n' : c;
                }
                value.append(c);
            }
            return next('"') ? value.toString() : null;
        }

        private String word(String until) {
            int from = at;
            while (at < end && until.indexOf(text.charAt(at)) < 0) {
                at++;
            }
            return text.substring(from, at);
        }

        private boolean next(char c) {
            boolean there = at < end && text.charAt(at) == c;
            at += there ? 1 : 0;
            return there;
        }

        private void skipBlanks() {
            while (at < end && (text.charAt(at) == ' ' || text.charAt(at) == '\t')) {
                at++;
            }
        }

        private static double number(String word) {
            try {
                return Double.parseDouble(word);
            } catch (NumberFormatException e) {
                return Double.NaN;
            }
        }
    }
}
