package io.berth.edge.alert;

import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * An Alertmanager of Prometheus, which groups, silences and routes. It forgets an alert of which it does not hear again; so it hears every
 * minute, as from a Prometheus, and each alert ends by itself four times as long after (Prometheus, {@code rules/alerting.go}).
 */
final class Alertmanager implements Receiver {
    private static final Duration AGAIN = Duration.ofMinutes(1);
    private static final Duration LASTS = AGAIN.multipliedBy(4);

    private final JsonPost post;

    Alertmanager(JsonPost post) {
        String path = post.address().getPath();
        String base = path.endsWith("/") ? path.substring(0, path.length() - 1) : path;
        URI api = post.address().resolve(base + "/api/v2/alerts");
        this.post = new JsonPost(api, post.token());
    }

    @Override
    public String name() {
        return "alertmanager " + post.shown();
    }

    @Override
    public long againNanos() {
        return AGAIN.toNanos();
    }

    @Override
    public void tell(Changes changes, Instant now) throws IOException, InterruptedException {
        List<Object> alerts = new ArrayList<>();
        changes.raised().forEach(alert -> alerts.add(AlertDocument.of(alert, now.plus(LASTS))));
        changes.standing().forEach(alert -> alerts.add(AlertDocument.of(alert, now.plus(LASTS))));
        changes.cleared().forEach(alert -> alerts.add(AlertDocument.of(alert, now)));
        post.send(alerts);
    }
}
