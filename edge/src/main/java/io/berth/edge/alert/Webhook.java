package io.berth.edge.alert;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** An address that gets what a webhook of an Alertmanager gets: what reads the one reads the other. */
final class Webhook implements Receiver {
    /** What an Alertmanager writes in place of an end that has not come. */
    private static final Instant NOT_YET = Instant.parse("0001-01-01T00:00:00Z");

    private final JsonPost post;

    Webhook(JsonPost post) {
        this.post = post;
    }

    @Override
    public String name() {
        return "webhook " + post.shown();
    }

    @Override
    public long againNanos() {
        return Long.MAX_VALUE;
    }

    @Override
    public void tell(Changes changes, Instant now) throws IOException, InterruptedException {
        List<Object> alerts = new ArrayList<>();
        changes.raised().forEach(alert -> alerts.add(alert(alert, "firing", NOT_YET)));
        changes.cleared().forEach(alert -> alerts.add(alert(alert, "resolved", now)));
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("version", "4");
        document.put("groupKey", "berth");
        document.put("truncatedAlerts", 0);
        document.put("status", changes.raised().isEmpty() ? "resolved" : "firing");
        document.put("receiver", "berth");
        document.put("groupLabels", Map.of());
        document.put("commonLabels", Map.of());
        document.put("commonAnnotations", Map.of());
        document.put("externalURL", "");
        document.put("alerts", alerts);
        post.send(document);
    }

    private static Map<String, Object> alert(Alert alert, String status, Instant ends) {
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("status", status);
        document.putAll(AlertDocument.of(alert, ends));
        document.put("generatorURL", "");
        document.put("fingerprint", String.format("%016x", fingerprint(alert)));
        return document;
    }

    /** FNV-1a over names and values of labels, as Prometheus has it (its {@code model.LabelSet.Fingerprint}). */
    private static long fingerprint(Alert alert) {
        long hash = 0xcbf29ce484222325L;
        for (Map.Entry<String, String> label : AlertDocument.labels(alert).entrySet()) {
            hash = hash(hash, label.getKey());
            hash = hash(hash, label.getValue());
        }
        return hash;
    }

    /** {@code text}, and a byte that no text of UTF-8 has. */
    private static long hash(long before, String text) {
        long hash = before;
        for (byte part : text.getBytes(StandardCharsets.UTF_8)) {
            hash = (hash ^ (part & 0xff)) * 0x100000001b3L;
        }
        return (hash ^ 0xff) * 0x100000001b3L;
    }
}
