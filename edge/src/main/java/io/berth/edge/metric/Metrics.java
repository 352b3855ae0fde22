package io.berth.edge.metric;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/** The metrics of a process, put together from all that count. */
public final class Metrics {
    private final List<MetricSource> sources;
    private final List<Metric> declared = new ArrayList<>();

    /**
     * @param sources in the order in which they are written
     * @throws IllegalArgumentException where two declare metrics of one name
     */
    public Metrics(List<MetricSource> sources) {
        this.sources = List.copyOf(sources);
        TreeMap<String, MetricSource> owners = new TreeMap<>();
        for (MetricSource source : this.sources) {
            for (Metric metric : source.metrics()) {
                MetricSource other = owners.putIfAbsent(metric.title(), source);
                if (other != null) {
                    throw new IllegalArgumentException("The metric (" + metric.title() + ") is declared twice, by "
                            + other.getClass().getName() + " and by "
                            + source.getClass().getName() + ".");
                }
                declared.add(metric);
            }
        }
    }

    /** What all sources say now, in the text format of Prometheus. */
    public String text() {
        MetricText text = new MetricText(declared);
        sources.forEach(source -> source.write(text));
        return text.text();
    }
}
