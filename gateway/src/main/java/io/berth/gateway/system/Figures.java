package io.berth.gateway.system;

import io.berth.core.dispatch.Fleet;
import io.berth.edge.metric.Metric;
import io.berth.edge.metric.MetricSource;
import io.berth.edge.metric.MetricText;
import io.berth.gateway.desk.AttachedServers;
import io.berth.gateway.desk.Desk;
import io.berth.gateway.fleet.Member;
import io.berth.gateway.fleet.Roster;
import io.berth.gateway.fleet.Watch;
import java.util.List;

/** How the servers of a gateway are. */
final class Figures implements MetricSource {
    private static final double NANOS = 1e9;
    private static final Metric REQUESTS = Metric.gauge(
            "berth_gateway_server_requests",
            "requests",
            "Requests at a model server that this gateway sent it.",
            "server");
    private static final Metric ELSEWHERE = Metric.gauge(
            "berth_gateway_server_requests_of_others",
            "requests",
            "Requests at a model server that other gateways say they have there, less where they said it long ago.",
            "server");
    private static final Metric UP =
            Metric.gauge("berth_gateway_server_up", "0 or 1", "Whether a model server gets requests.", "server");
    private static final Metric STATE = Metric.gauge(
            "berth_gateway_server_state",
            "1",
            "How a model server does: up, tried (one request at a time), rising (slow start), ejected, lost, leaving.",
            "server",
            "state");
    private static final Metric AGE = Metric.gauge(
            "berth_gateway_server_report_age_seconds",
            "s",
            "How long ago a model server said how many requests it has; absent where it never did.",
            "server");
    private static final Metric MODE = Metric.gauge(
            "berth_gateway_server_mode",
            "1",
            "Whether what a model server says of itself counts: fresh (all of it), decayed (a part, as it is old), blind (none).",
            "server",
            "mode");
    private static final Metric GPUS = Metric.gauge(
            "berth_gateway_server_gpu_active",
            "1",
            "How busy the GPUs of a model server are, as its DCGM exporter says: engine, memory (shares of the time), and others, the share that"
                    + " somebody else seems to use; absent where nobody says, or not any more.",
            "server",
            "part");
    private static final Metric GPU_MODE = Metric.gauge(
            "berth_gateway_server_gpu_mode",
            "1",
            "Whether what the DCGM exporter of a model server says counts: fresh (all of it), decayed (a part, as it is old), blind (none).",
            "server",
            "mode");
    private static final Metric EJECTIONS = Metric.counter(
            "berth_gateway_ejections_total",
            "ejections",
            "How often a model server was ejected, as requests failed at it.");
    private static final Metric EVICTIONS = Metric.counter(
            "berth_gateway_evictions_total",
            "requests",
            "How often a request was ended at its server to make room for a more urgent one.");
    private static final Metric LINGERING = Metric.gauge(
            "berth_gateway_server_stopped_requests",
            "requests",
            "Requests that were stopped at a model server and have their slots still, as nobody has said that they ended.",
            "server");
    private static final Metric SENT =
            Metric.counter("berth_gateway_sent_total", "requests", "Requests that were sent to model servers.");
    private static final Metric UNDER_WAY =
            Metric.gauge("berth_gateway_requests", "requests", "Requests that have come and are not answered.");
    private static final Metric PARKED = Metric.gauge(
            "berth_gateway_requests_without_server", "requests", "Requests that wait for any model server to be up.");
    private static final Metric WAITING = Metric.gauge(
            "berth_gateway_requests_waiting_for_others",
            "requests",
            "Requests that wait for those of their session, and those that they name.");

    private final Desk desk;
    private final Roster roster;
    private final Watch watch;

    Figures(Desk desk, Roster roster, Watch watch) {
        this.desk = desk;
        this.roster = roster;
        this.watch = watch;
    }

    boolean anyUp() {
        return roster.members().stream().anyMatch(watch::up);
    }

    @Override
    public List<Metric> metrics() {
        return List.of(
                REQUESTS, ELSEWHERE, LINGERING, UP, STATE, AGE, MODE, GPUS, GPU_MODE, EJECTIONS, EVICTIONS, SENT,
                UNDER_WAY, PARKED, WAITING);
    }

    @Override
    public void write(MetricText text) {
        for (Member member : roster.members()) {
            String name = name(member);
            text.put(REQUESTS, desk.servers().outstanding(member.number()), name);
            text.put(ELSEWHERE, desk.servers().elsewhere(member.number()), name);
            text.put(LINGERING, desk.servers().lingering(member.number()), name);
            text.put(UP, watch.up(member) ? 1 : 0, name);
            text.put(STATE, 1, name, watch.state(member));
            text.put(MODE, 1, name, watch.mode(member));
            writeGpus(member, name, text);
            long age = watch.reportAge(member);
            if (age >= 0) {
                text.put(AGE, (double) age / NANOS, name);
            }
        }
        text.put(EJECTIONS, (double) watch.ejections());
        text.put(EVICTIONS, (double) desk.evictions());
        long sent = desk.look(Fleet::sends);
        text.put(SENT, (double) sent);
        text.put(UNDER_WAY, desk.underWay());
        text.put(PARKED, desk.parked());
        text.put(WAITING, desk.waitingForOthers());
    }

    private void writeGpus(Member member, String name, MetricText text) {
        if (member.server().gpus() == null) {
            return;
        }
        text.put(GPU_MODE, 1, name, watch.gpuMode(member));
        AttachedServers.Gpus gpus = desk.servers().gpus(member.number());
        if (gpus != null) {
            text.put(GPUS, gpus.engine(), name, "engine");
            text.put(GPUS, gpus.others(), name, "others");
            if (!Double.isNaN(gpus.memory())) {
                text.put(GPUS, gpus.memory(), name, "memory");
            }
        }
    }

    /** Where one leaves and another of its name has come, both have a line. */
    private String name(Member member) {
        String name = member.server().name();
        if (!member.leaving()) {
            return name;
        }
        long same = roster.members().stream()
                .filter(each -> each.server().name().equals(name))
                .count();
        return same > 1 ? name + " (leaving, no " + member.number() + ")" : name;
    }
}
