package io.berth.console.api;

import io.berth.console.api.call.Call;
import io.berth.console.http.message.Problem;
import io.berth.console.http.message.Response;
import io.berth.edge.metric.MetricText;
import io.berth.edge.metric.Metrics;

/** {@code GET /metrics}. */
final class MetricResource {
    private final Metrics metrics;

    MetricResource(Metrics metrics) {
        this.metrics = metrics;
    }

    Response get(Call call) {
        if (!call.caller().seesAll()) {
            throw Problem.of(
                            403,
                            "forbidden",
                            "this is not allowed",
                            "metrics are of all jobs, and " + call.caller().name() + " may not see all of them")
                    .exception();
        }
        return Response.text(200, MetricText.MEDIA_TYPE, metrics.text());
    }
}
