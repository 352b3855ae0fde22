package io.berth.gateway.system;

import io.berth.core.dispatch.Fleet;
import io.berth.edge.metric.Metric;
import io.berth.edge.metric.MetricSource;
import io.berth.edge.metric.MetricText;
import io.berth.gateway.desk.Desk;
import io.berth.gateway.setting.Backend;
import java.util.List;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/** How the servers of a gateway are. */
final class Figures implements MetricSource {
    private static final Metric REQUESTS = Metric.gauge(
            "berth_gateway_server_requests",
            "requests",
            "Requests at a model server that this gateway sent it.",
            "server");
    private static final Metric UP =
            Metric.gauge("berth_gateway_server_up", "0 or 1", "Whether a model server gets requests.", "server");
    private static final Metric SENT =
            Metric.counter("berth_gateway_sent_total", "requests", "Requests that were sent to model servers.");
    private static final Metric UNDER_WAY =
            Metric.gauge("berth_gateway_requests", "requests", "Requests that have come and are not answered.");

    private final Desk desk;
    private final List<Backend> servers;
    private final IntPredicate up;

    Figures(Desk desk, List<Backend> servers, IntPredicate up) {
        this.desk = desk;
        this.servers = servers;
        this.up = up;
    }

    boolean anyUp() {
        return IntStream.range(0, servers.size()).anyMatch(up);
    }

    @Override
    public List<Metric> metrics() {
        return List.of(REQUESTS, UP, SENT, UNDER_WAY);
    }

    @Override
    public void write(MetricText text) {
        for (int server = 0; server < servers.size(); server++) {
            int number = server;
            String name = servers.get(server).name();
            int there = desk.look(fleet -> fleet.outstanding(number));
            text.put(REQUESTS, there, name);
            text.put(UP, up.test(server) ? 1 : 0, name);
        }
        long sent = desk.look(Fleet::sends);
        text.put(SENT, (double) sent);
        text.put(UNDER_WAY, desk.underWay());
    }
}
