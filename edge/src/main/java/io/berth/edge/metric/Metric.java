package io.berth.edge.metric;

import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * A metric: declared once, as a constant of the class that counts it. The reference page is made of these constants.
 *
 * @param title its name in Prometheus; a counter's ends with {@code _total}
 * @param unit what its values count
 * @param help what it says, a sentence
 * @param labels by what it is split
 */
public record Metric(String title, Type type, String unit, String help, List<String> labels) {
    private static final Pattern TITLE = Pattern.compile("(berth|scheduler)_[a-z]+(_[a-z]+)*");
    private static final Pattern LABEL = Pattern.compile("[a-z]+(_[a-z]+)*");

    /** What can be done with its values. */
    public enum Type {
        /** Only rises, but for restarts. */
        COUNTER,
        /** Goes up and down. */
        GAUGE,
        /** Counts values by their size. */
        HISTOGRAM;

        /** As Prometheus writes it. */
        String text() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    public Metric {
        labels = List.copyOf(labels);
        if (!TITLE.matcher(title).matches() || title.endsWith("_total") != (type == Type.COUNTER)) {
            throw new IllegalArgumentException(
                    "The name (" + title + ") of a " + type.text()
                            + " must be berth_, or scheduler_ as kube-scheduler has it, and words with _ between them; that of a counter ends with _total, others do not.");
        }
        for (String label : labels) {
            if (!LABEL.matcher(label).matches()) {
                throw new IllegalArgumentException(
                        "The label (" + label + ") of " + title + " must be of small letters.");
            }
        }
    }

    /** One whose values only rise, but for restarts. */
    public static Metric counter(String title, String unit, String help, String... labels) {
        return new Metric(title, Type.COUNTER, unit, help, List.of(labels));
    }

    /** One whose values go up and down. */
    public static Metric gauge(String title, String unit, String help, String... labels) {
        return new Metric(title, Type.GAUGE, unit, help, List.of(labels));
    }

    /** One that counts values by their size. */
    public static Metric histogram(String title, String unit, String help, String... labels) {
        return new Metric(title, Type.HISTOGRAM, unit, help, List.of(labels));
    }
}
