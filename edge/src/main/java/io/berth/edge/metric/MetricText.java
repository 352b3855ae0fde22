package io.berth.edge.metric;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;

/** Gathers values and writes them in the text format of Prometheus, version 0.0.4. */
public final class MetricText {
    public static final String MEDIA_TYPE = "text/plain; version=0.0.4; charset=utf-8";

    private final SequencedMap<Metric, StringBuilder> lines = new LinkedHashMap<>();

    /** @param declared what may be put into it, in the order in which it is written */
    public MetricText(List<Metric> declared) {
        declared.forEach(metric -> lines.put(metric, new StringBuilder()));
    }

    /** A value of {@code metric}, with the values of its labels in their order. */
    public void put(Metric metric, double value, String... labels) {
        if (metric.type() == Metric.Type.HISTOGRAM) {
            throw new IllegalArgumentException("The metric (" + metric.title() + ") is a histogram.");
        }
        line(metric, "", labels(metric, labels), number(value));
    }

    /** A histogram. */
    public void put(Metric metric, Histogram values, String... labels) {
        if (metric.type() != Metric.Type.HISTOGRAM) {
            throw new IllegalArgumentException("The metric (" + metric.title() + ") is no histogram.");
        }
        String own = labels(metric, labels);
        String more = own.isEmpty() ? "" : own + ",";
        long count = 0;
        for (int bucket = 0; bucket < values.bounds(); bucket++) {
            count += values.count(bucket);
            line(metric, "_bucket", more + "le=\"" + number(values.bound(bucket)) + "\"", Long.toString(count));
        }
        count += values.count(values.bounds());
        line(metric, "_bucket", more + "le=\"+Inf\"", Long.toString(count));
        line(metric, "_sum", own, number(values.sum()));
        line(metric, "_count", own, Long.toString(count));
    }

    /** All of it; metrics without a value are left out. */
    public String text() {
        StringBuilder text = new StringBuilder();
        lines.forEach((metric, values) -> {
            if (values.isEmpty()) {
                return;
            }
            text.append("# HELP ").append(metric.title()).append(' ').append(metric.help());
            text.append("\n# TYPE ")
                    .append(metric.title())
                    .append(' ')
                    .append(metric.type().text());
            text.append('\n').append(values);
        });
        return text.toString();
    }

    private void line(Metric metric, String suffix, String labels, String value) {
        StringBuilder line = lines.get(metric);
        if (line == null) {
            throw new IllegalArgumentException("The metric (" + metric.title() + ") was not declared.");
        }
        line.append(metric.title()).append(suffix);
        if (!labels.isEmpty()) {
            line.append('{').append(labels).append('}');
        }
        line.append(' ').append(value).append('\n');
    }

    private static String labels(Metric metric, String... values) {
        if (values.length != metric.labels().size()) {
            throw new IllegalArgumentException(
                    "The metric (" + metric.title() + ") has the labels " + metric.labels() + ".");
        }
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < values.length; i++) {
            text.append(i == 0 ? "" : ",").append(metric.labels().get(i)).append("=\"");
            text.append(escaped(values[i])).append('"');
        }
        return text.toString();
    }

    private static String escaped(String value) {
        return value.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n");
    }

    private static String number(double value) {
        boolean whole = value == Math.rint(value) && Math.abs(value) < 1e15;
        return whole ? Long.toString((long) value) : Double.toString(value);
    }
}
