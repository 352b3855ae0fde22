package io.berth.sim.fleet;

import io.berth.core.dispatch.Refusal;
import io.berth.core.dispatch.flow.Flow;
import io.berth.core.dispatch.flow.FlowCounts;
import io.berth.core.dispatch.flow.Outcome;
import io.berth.core.metric.Distribution;
import io.berth.core.metric.Imbalance;
import io.berth.core.time.Nanos;
import io.berth.sim.request.RequestArrival;
import io.berth.sim.scale.Scaling;
import io.berth.sim.scale.Warming;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The figures of a run of requests. Times are of requests that were answered; a figure that has no meaning for the run is NaN.
 *
 * <p>A server's utilisation is the share of its slots that compute. A slot whose model is still loading does not compute: its
 * GPU waits for the weights.
 */
public final class FleetMetrics {
    private static final long NOT_ABSENT = -1;

    private final FleetRun.Setup setup;
    private final Imbalance slots = new Imbalance();
    private final int[] slotsOf;
    private final int[] computing;
    private final long[] sinceNanos;
    private final double[] computedSeconds;
    private final Distribution latency = new Distribution();
    private final Distribution queueing = new Distribution();
    private final Distribution firstToken = new Distribution();
    private final TokenFigures tokens;
    private final GraphFigures graphs = new GraphFigures();
    private final TreeMap<Integer, Distribution> byPriority = new TreeMap<>();
    private final TreeMap<Integer, Distribution> byTenant = new TreeMap<>();
    private final long[] refusals = new long[Refusal.values().length];
    private long submitted;
    private long refused;
    private long dated;
    private long missed;
    private long events;
    private long firstNanos = -1;
    private long nowNanos;
    private long loads;
    private double loadingSeconds;
    private double hitRate = Double.NaN;
    private FlowCounts counts = FlowCounts.NONE;
    private final long[] absentSince;
    private final long[] absentNanos;
    private long failed;
    private long timedOut;
    private long ejections;
    private @Nullable Scaling scaling;
    private @Nullable Warming warming;
    private long unused;

    FleetMetrics(FleetRun.Setup setup) {
        this.setup = setup;
        tokens = new TokenFigures(setup.serving());
        List<VirtualServerSpec> declared = setup.servers();
        int servers = declared.size();
        slots.grow(servers);
        slotsOf = new int[servers];
        computing = new int[servers];
        sinceNanos = new long[servers];
        computedSeconds = new double[servers];
        absentNanos = new long[servers];
        absentSince = new long[servers];
        Arrays.fill(absentSince, NOT_ABSENT);
        for (int server = 0; server < servers; server++) {
            slotsOf[server] = declared.get(server).slots();
            slots.set(server, 0, slotsOf[server]);
        }
    }

    void elapse(long nanos) {
        slots.elapse(nanos);
        nowNanos += nanos;
    }

    void submitted(RequestArrival arrival, long now) {
        if (firstNanos < 0) {
            firstNanos = now;
            nowNanos = now;
        }
        submitted++;
        events++;
        dated += arrival.deadlineNanos() == Nanos.NEVER ? 0 : 1;
        graphs.submitted(arrival);
    }

    void ended(RequestEnd end) {
        graphs.ended(end);
        switch (end.outcome()) {
            case Outcome.Rejected rejected -> {
                refused++;
                refusals[rejected.reason().ordinal()]++;
            }
            case Outcome.Failed _ -> failed++;
            case Outcome.Plain plain -> {
                if (plain == Outcome.Plain.ANSWERED) {
                    finished(end);
                    return;
                }
                timedOut++;
            }
        }
        missed += end.arrival().deadlineNanos() == Nanos.NEVER ? 0 : 1;
    }

    private void finished(RequestEnd end) {
        events++;
        RequestArrival arrival = end.arrival();
        double seconds = Nanos.toSeconds(end.atNanos() - arrival.atNanos());
        latency.add(seconds);
        queueing.add(Nanos.toSeconds(end.queuedNanos()));
        byPriority.computeIfAbsent(arrival.priority(), _ -> new Distribution()).add(seconds);
        byTenant.computeIfAbsent(arrival.tenant(), _ -> new Distribution()).add(seconds);
        if (end.firstNanos() != RequestEnd.NOT_YET) {
            firstToken.add(Nanos.toSeconds(end.firstNanos() - arrival.atNanos()));
        }
        tokens.answered(end);
        missed += end.atNanos() > arrival.deadlineNanos() ? 1 : 0;
    }

    /** Whether {@code server} is there and up from now on; one that is not does not count among the servers. */
    void present(int server, boolean now, long nowNanos) {
        if (now == (absentSince[server] == NOT_ABSENT)) {
            return;
        }
        if (now) {
            absentNanos[server] += nowNanos - absentSince[server];
            absentSince[server] = NOT_ABSENT;
        } else {
            computing(server, 0, nowNanos);
            absentSince[server] = nowNanos;
        }
        slots.set(server, 0, now ? slotsOf[server] : 0);
    }

    /** {@code server} computes {@code count} requests from now on. */
    void computing(int server, int count, long now) {
        events++;
        computedSeconds[server] += computing[server] * Nanos.toSeconds(now - sinceNanos[server]);
        sinceNanos[server] = now;
        computing[server] = count;
        slots.set(server, count, slotsOf[server]);
    }

    /** A server has loaded so much. */
    void loaded(ModelMemory memory) {
        loads += memory.loads();
        loadingSeconds += Nanos.toSeconds(memory.loadingNanos());
        unused += memory.unused();
    }

    TokenFigures tokens() {
        return tokens;
    }

    /** Servers were taken out so often because requests failed there. */
    void ejected(long times) {
        ejections = times;
    }

    /** What the caches did, and what became of attempts. */
    void flow(Flow flow) {
        hitRate = flow.featureHitRate();
        counts = flow.counts();
    }

    /** What had servers come and go; null where nothing did. */
    void scaling(@Nullable Scaling by) {
        scaling = by;
    }

    /** What had models loaded ahead; null where nothing did. */
    void warming(@Nullable Warming by) {
        warming = by;
    }

    /** Requests that came. */
    public long requestsSubmitted() {
        return submitted;
    }

    /** Requests that were answered. */
    public long requestsFinished() {
        return latency.size();
    }

    /** Requests that were turned away. */
    public long requestsRejected() {
        return refused;
    }

    /** Requests that were let in and not answered, for want of a server. */
    public long requestsFailed() {
        return failed;
    }

    /** Requests for whose answer nobody waited any more. */
    public long requestsTimedOut() {
        return timedOut;
    }

    /** What became of attempts. */
    public FlowCounts counts() {
        return counts;
    }

    /** Instants at which something happened to a request or a server. */
    public long events() {
        return events;
    }

    /** All figures by name, sorted. */
    public SortedMap<String, Double> figures() {
        TreeMap<String, Double> figures = new TreeMap<>();
        requests(figures);
        servers(figures);
        flow(figures);
        graphs.put(figures);
        tokens.put(figures, submitted, Nanos.toSeconds(nowNanos - StrictMath.max(0, firstNanos)));
        return figures;
    }

    /** Only what the run could have: a fleet that changes, requests that time out, stages that share work. */
    private void flow(SortedMap<String, Double> figures) {
        if (failed > 0 || !setup.changes().isNone() || setup.strategy().evict() != null) {
            figures.put("requests_failed", (double) failed);
            figures.put("requests_lost", (double) counts.lost());
            figures.put("requests_moved", (double) counts.moved());
            figures.put("requests_retried", (double) counts.retried());
        }
        if (setup.changes().watched()) {
            figures.put("server_ejections", (double) ejections);
        }
        if (setup.flow().timeoutNanos() != Nanos.NEVER) {
            figures.put("requests_timed_out", (double) timedOut);
        }
        if (setup.flow().singleFlight()) {
            figures.put("requests_shared", (double) counts.shared());
        }
        if (setup.strategy().evict() != null) {
            figures.put("requests_evicted", (double) counts.evicted());
            double computed = Arrays.stream(computedSeconds).sum();
            figures.put("evicted_work_share", computed == 0 ? 0 : Nanos.toSeconds(counts.evictedNanos()) / computed);
        }
    }

    private void requests(SortedMap<String, Double> figures) {
        figures.put("requests_submitted", (double) submitted);
        figures.put("requests_finished", (double) latency.size());
        figures.put("requests_rejected", (double) refused);
        for (Refusal refusal : Refusal.values()) {
            String name = refusal.name().toLowerCase(Locale.ROOT);
            if (!refusal.ofPrecedence() || refusals[refusal.ordinal()] > 0) {
                figures.put("requests_rejected_" + name, (double) refusals[refusal.ordinal()]);
            }
        }
        figures.put("request_rejection_rate", submitted == 0 ? Double.NaN : (double) refused / submitted);
        figures.put("deadline_miss_rate", dated == 0 ? Double.NaN : (double) missed / dated);
        figures.put("latency_mean_s", latency.mean());
        figures.put("latency_p50_s", latency.quantile(0.50));
        figures.put("latency_p99_s", latency.quantile(0.99));
        byPriority.forEach((priority, times) -> {
            figures.put("latency_mean_priority_" + priority + "_s", times.mean());
            figures.put("latency_p99_priority_" + priority + "_s", times.quantile(0.99));
        });
        figures.put("task_completion_time_variance", latency.variance());
        figures.put("queueing_time_mean_s", queueing.mean());
        figures.put("queueing_time_p50_s", queueing.quantile(0.50));
        figures.put("queueing_time_p99_s", queueing.quantile(0.99));
        figures.put("ttft_mean_s", firstToken.mean());
        figures.put("ttft_p50_s", firstToken.quantile(0.50));
        figures.put("ttft_p99_s", firstToken.quantile(0.99));
        figures.put("feature_cache_hit_rate", hitRate);
        figures.put("jain_fairness", jain());
    }

    private void servers(SortedMap<String, Double> figures) {
        Distribution means = new Distribution();
        double seconds = Nanos.toSeconds(nowNanos - StrictMath.max(0, firstNanos));
        double slotSeconds = 0;
        double serverSeconds = 0;
        for (int server = 0; server < slotsOf.length; server++) {
            double there = seconds - absentSeconds(server);
            if (there > 0 || seconds == 0) {
                means.add(seconds == 0 ? 0 : computedSeconds[server] / (there * slotsOf[server]));
            }
            slotSeconds += there * slotsOf[server];
            serverSeconds += there;
        }
        figures.put("makespan_s", submitted == 0 ? Double.NaN : seconds);
        figures.put("node_utilization_mean", means.mean());
        figures.put("node_utilization_variance", slots.meanVariance());
        figures.put("node_mean_utilization_variance", means.variance());
        figures.put("resource_idle_rate", seconds == 0 ? Double.NaN : slots.meanIdleRate());
        figures.put("model_loads", (double) loads);
        figures.put("model_loading_rate", slotSeconds == 0 ? Double.NaN : loadingSeconds / slotSeconds);
        if (scaling != null) {
            scaling.put(figures, serverSeconds);
        }
        if (warming != null) {
            warming.put(figures, serverSeconds, unused);
        }
    }

    private double absentSeconds(int server) {
        long since = absentSince[server];
        return Nanos.toSeconds(absentNanos[server] + (since < 0 ? 0 : nowNanos - since));
    }

    /** Jain's index (Σx)²/(n Σx²) over the tenants' mean latencies; 1 is even. */
    private double jain() {
        double sum = 0;
        double squares = 0;
        for (Distribution times : byTenant.values()) {
            sum += times.mean();
            squares += times.mean() * times.mean();
        }
        return byTenant.isEmpty() ? Double.NaN : sum * sum / (byTenant.size() * squares);
    }
}
