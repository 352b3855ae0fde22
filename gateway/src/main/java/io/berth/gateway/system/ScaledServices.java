package io.berth.gateway.system;

import io.berth.core.scale.Demand;
import io.berth.core.time.Nanos;
import io.berth.edge.metric.Metric;
import io.berth.edge.metric.MetricSource;
import io.berth.edge.metric.MetricText;
import io.berth.edge.scale.ScaleFigures;
import io.berth.edge.scale.ScaleRow;
import io.berth.edge.scale.Told;
import io.berth.gateway.demand.DemandBook;
import io.berth.gateway.demand.DemandShare;
import io.berth.gateway.peer.Subject;
import io.berth.gateway.scale.ScaledObject;
import io.berth.gateway.setting.SourceSpec;
import io.berth.spec.json.Json;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Servers that are replicas whose number follows what comes: what is told of it to other gateways, and what was decided. For any thread. */
final class ScaledServices implements MetricSource {
    private static final Metric LEADS = Metric.gauge(
            "berth_gateway_scales",
            "0 or 1",
            "Whether it is this gateway that changes how many replicas a service has for the requests that come.",
            "service");

    private final DemandBook demand;
    private final Supplier<List<SourceSpec.Cluster>> sources;
    private final DemandShare share;
    private final SortedMap<String, ScaleRow> rows = new TreeMap<>();

    /** @param sources those that are replicas, as the settings have them now */
    ScaledServices(DemandBook demand, Supplier<List<SourceSpec.Cluster>> sources) {
        this.demand = demand;
        this.sources = sources;
        share = new DemandShare(this::own, System::nanoTime);
    }

    /** What other gateways are told, and tell. */
    Subject share() {
        return share;
    }

    private SortedMap<String, Demand> own() {
        SortedMap<String, Demand> own = new TreeMap<>();
        for (SourceSpec.Cluster source : sources.get()) {
            ScaledObject object = source.scaled();
            if (object != null) {
                own.put(source.name(), demand.of(source, object.each()));
            }
        }
        return own;
    }

    /** What people call those that may have no replica. */
    List<String> fromNone() {
        return sources.get().stream()
                .filter(ScaledServices::mayHaveNone)
                .map(SourceSpec::name)
                .toList();
    }

    private static boolean mayHaveNone(SourceSpec.Cluster source) {
        ScaledObject object = source.scaled();
        return object != null && object.idleNanos() != Nanos.NEVER;
    }

    /** {@code names} of models that servers have, and those that one would have that is started when somebody asks. */
    List<String> models(List<String> names) {
        TreeSet<String> all = new TreeSet<>(names);
        sources.get().stream()
                .filter(ScaledServices::mayHaveNone)
                .forEach(source -> all.addAll(source.traits().models()));
        return List.copyOf(all);
    }

    /** What comes at all gateways for {@code service}, for which {@code own} comes at this one. */
    SortedMap<String, Told> demands(String service, Demand own) {
        return share.all(service, own);
    }

    /** So many there are to be of {@code service}. */
    synchronized void decided(String service, ScaleRow row) {
        rows.put(service, row);
    }

    private synchronized SortedMap<String, ScaleRow> rows() {
        rows.keySet().retainAll(sources.get().stream().map(SourceSpec::name).toList());
        return new TreeMap<>(rows);
    }

    /** What was decided, as a document; null where nothing is scaled. */
    @Nullable
    String page() {
        if (sources.get().isEmpty()) {
            return null;
        }
        List<Map<String, Object>> services = new ArrayList<>();
        rows().forEach((name, row) -> services.add(document(name, row)));
        return Json.line(Map.of("services", services)) + "\n";
    }

    private static Map<String, Object> document(String name, ScaleRow row) {
        ScaleFigures figures = row.figures();
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("service", name);
        document.put("target", row.target());
        document.put("replicas", row.replicas());
        document.put("ready", row.ready());
        document.put("wanted", figures.wanted());
        document.put("requests_per_second", figures.perSecond());
        document.put("start_seconds", Nanos.toSeconds(figures.startNanos()));
        document.put("ups", figures.ups());
        document.put("downs", figures.downs());
        document.put("leads", row.leads());
        document.put("reason", row.reason());
        return document;
    }

    @Override
    public List<Metric> metrics() {
        List<Metric> metrics = new ArrayList<>(ScaleFigures.METRICS);
        metrics.add(LEADS);
        return metrics;
    }

    @Override
    public void write(MetricText text) {
        rows().forEach((name, row) -> {
            row.figures().write(text, name);
            text.put(LEADS, row.leads() ? 1 : 0, name);
        });
    }
}
