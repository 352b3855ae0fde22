package io.berth.edge.alert;

import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;

/** Alerts as the Alertmanager of Prometheus writes them (its API, version 2, and its webhooks, version 4). */
final class AlertDocument {
    private AlertDocument() {}

    /** Its labels, its name among them. */
    static Map<String, String> labels(Alert alert) {
        Map<String, String> labels = new TreeMap<>(alert.labels());
        labels.put("alertname", alert.name());
        return labels;
    }

    /** One alert; {@code ends} is when it ends, or ended. */
    static Map<String, Object> of(Alert alert, Instant ends) {
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("labels", labels(alert));
        document.put("annotations", Map.of("summary", alert.text()));
        document.put("startsAt", alert.since().toString());
        document.put("endsAt", ends.toString());
        return document;
    }
}
