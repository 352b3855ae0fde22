package io.berth.console.api;

import io.berth.console.api.call.Call;
import io.berth.console.api.call.Documented;
import io.berth.console.api.call.SystemName;
import io.berth.console.api.call.Views;
import io.berth.console.http.message.Problem;
import io.berth.console.http.message.Response;
import io.berth.console.view.LiveView;
import io.berth.console.view.NodePhase;
import io.berth.console.view.QueueRow;
import io.berth.console.view.Totals;
import io.berth.console.view.job.JobEntry;
import io.berth.edge.access.Caller;
import io.berth.live.disk.DiskGuard;
import io.berth.live.run.LiveRun;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The whole: queues, figures, and whether it works. */
final class SystemResource {
    private final LiveRun run;
    private final Views views;
    private volatile boolean ready;
    private final DiskGuard disk;
    private final SystemName name;
    private volatile boolean closing;

    SystemResource(LiveRun run, Views views, DiskGuard disk, SystemName name) {
        this.disk = disk;
        this.name = name;
        this.run = run;
        this.views = views;
    }

    /** From now on all is there that requests need. */
    void begin() {
        ready = true;
    }

    /** From now on nothing new should be sent here. */
    void close() {
        closing = true;
    }

    /** {@code GET /queues}. */
    Response queues(Call call) {
        LiveView view = views.of(call);
        return Response.json(200, new Documented.QueueList(seen(view, call.caller()), view.classes()));
    }

    /** {@code GET /status}. */
    Response status(Call call) {
        LiveView view = views.of(call);
        Totals totals = view.totals();
        long waiting = 0;
        long holding = 0;
        for (QueueRow queue : seen(view, call.caller())) {
            waiting += queue.jobsWaiting();
            holding += queue.jobsHolding();
        }
        Map<String, Long> nodes = new TreeMap<>();
        for (Map.Entry<NodePhase, Long> phase : totals.nodes().entrySet()) {
            nodes.put(phase.getKey().text(), phase.getValue());
        }
        return Response.json(
                200,
                new Documented.Status(
                        JobEntry.time(totals.wallNanos()),
                        totals.instants(),
                        totals.passes(),
                        totals.decisions(),
                        waiting,
                        holding,
                        nodes,
                        totals.gpuMilli().total() / 1000.0,
                        (totals.gpuMilli().total() - totals.gpuMilli().held()) / 1000.0,
                        totals.cpuMilli().total() / 1000.0,
                        (totals.cpuMilli().total() - totals.cpuMilli().held()) / 1000.0,
                        totals.memoryBytes().total(),
                        totals.memoryBytes().total() - totals.memoryBytes().held(),
                        totals.strategy().name(),
                        refusing(),
                        name.name(),
                        name.version()));
    }

    /** {@code GET /healthz}: false only where a restart is all that helps. */
    Response health() {
        return run.done().isDone()
                ? ended()
                : Response.json(200, new Documented.Health(refusing() == null ? "ok" : "disk-full"));
    }

    /** {@code GET /readyz}: whether requests, and the commands of this machine, are served. */
    Response ready() {
        if (closing || !ready) {
            String why = closing ? "the server is closing" : "the system is starting";
            return Problem.of(503, "unavailable", "the system cannot serve now", why)
                    .with("Retry-After", "1")
                    .response();
        }
        return health();
    }

    /** Why submissions are refused now; null where they are not. */
    private @Nullable String refusing() {
        String stalled = run.driver().refusal();
        return stalled == null ? disk.refusal() : stalled;
    }

    private static Response ended() {
        return Problem.of(503, "unavailable", "the system cannot serve now", "the engine has ended")
                .response();
    }

    private static List<QueueRow> seen(LiveView view, Caller caller) {
        return view.queues().stream()
                .filter(queue -> caller.enters(queue.name()))
                .toList();
    }
}
