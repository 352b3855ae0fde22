package io.berth.app.replay;

import io.berth.app.catalog.FullCatalog;
import io.berth.core.cluster.NodeTable;
import io.berth.core.cluster.Nodes;
import io.berth.core.policy.KeyedOrder;
import io.berth.core.state.Job;
import io.berth.core.state.State;
import io.berth.core.state.part.JobOutcome;
import io.berth.core.state.part.JobState;
import io.berth.core.time.Nanos;
import io.berth.sim.scenario.RecordedRun;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;

/**
 * What was there at a moment of a journal.
 *
 * @param from when the journal begins
 * @param at the moment of the last frame
 * @param jobs how many by state, and how many left in each way where the journal is whole
 * @param queueHead the first that wait, in the order of the strategy
 */
record ReplayDocument(
        String journal,
        String from,
        String at,
        long frames,
        long passes,
        long decisions,
        SequencedMap<String, String> strategy,
        NodeCounts nodes,
        GpuAmounts gpus,
        Map<String, Long> jobs,
        List<Waiting> queueHead) {
    private static final int QUEUE_SHOWN = 5;

    /** Nodes by whether they are there; draining ones are up. */
    record NodeCounts(int up, int draining, int lost) {}

    /** GPUs of the nodes that are up, in devices; no share of none. */
    record GpuAmounts(double total, double allocated, double allocatedPct) {}

    /** A job that waits. */
    record Waiting(long id, String name, String queue, int tasks, double waitedS) {}

    static ReplayDocument of(Replay replay) {
        State state = replay.state();
        return new ReplayDocument(
                replay.folder().toString(),
                Replay.time(state.wall().wallNanos(replay.fromNanos())),
                Replay.time(state.wall().wallNanos(state.nowNanos())),
                state.instants(),
                state.passes(),
                state.decisions(),
                state.strategy().texts(),
                nodes(state.nodeTable()),
                gpus(state.nodes()),
                jobs(state, replay.run()),
                queueHead(state));
    }

    /** The same for people. */
    static String text(Replay replay) {
        ReplayDocument document = of(replay);
        StringBuilder text = new StringBuilder();
        text.append("journal   ").append(document.journal).append('\n');
        text.append("time      ").append(document.at).append(" (");
        text.append(Nanos.format(replay.state().nowNanos() - replay.fromNanos()));
        text.append(" after it began)\n");
        text.append("strategy  ")
                .append(document.strategy.get("name"))
                .append(": order ")
                .append(document.strategy.get("order"));
        text.append(", place ").append(document.strategy.get("place"));
        text.append(", backfill ").append(document.strategy.get("backfill")).append('\n');
        if (document.strategy.containsKey("plugins")) {
            text.append("plugins   ").append(document.strategy.get("plugins")).append('\n');
        }
        text.append("nodes     ").append(document.nodes.up).append(" up (").append(document.nodes.draining);
        text.append(" draining), ").append(document.nodes.lost).append(" lost\n");
        text.append("gpus      ").append(gpus(document.gpus)).append('\n');
        text.append("jobs      ").append(counts(document.jobs)).append('\n');
        text.append("frames    ")
                .append(document.frames)
                .append(", ")
                .append(document.passes)
                .append(" passes, ");
        text.append(document.decisions).append(" decisions\n");
        for (Waiting job : document.queueHead) {
            text.append("waits     ")
                    .append(job.name)
                    .append(" (job ")
                    .append(job.id)
                    .append(", queue ");
            text.append(job.queue).append(") for ").append(Nanos.format((long) (job.waitedS * Nanos.SECOND)));
            text.append('\n');
        }
        return text.toString();
    }

    private static String gpus(GpuAmounts gpus) {
        return gpus.total == 0
                ? "none"
                : String.format(
                        Locale.ROOT, "%.2f of %.0f allocated (%.2f %%)", gpus.allocated, gpus.total, gpus.allocatedPct);
    }

    private static String counts(Map<String, Long> jobs) {
        StringBuilder text = new StringBuilder();
        for (Map.Entry<String, Long> count : jobs.entrySet()) {
            if (count.getValue() > 0) {
                text.append(text.isEmpty() ? "" : ", ")
                        .append(count.getValue())
                        .append(' ')
                        .append(count.getKey());
            }
        }
        return text.isEmpty() ? "none" : text.toString();
    }

    private static NodeCounts nodes(NodeTable nodes) {
        int draining = 0;
        int lost = 0;
        for (int node = 0; node < nodes.count(); node++) {
            if (!nodes.present(node)) {
                lost++;
            } else if (nodes.draining(node)) {
                draining++;
            }
        }
        return new NodeCounts(nodes.count() - lost, draining, lost);
    }

    private static GpuAmounts gpus(Nodes nodes) {
        long total = 0;
        long free = 0;
        for (int node = 0; node < nodes.count(); node++) {
            if (nodes.present(node)) {
                total += nodes.gpus(node) * 1000L;
                free += nodes.totalFreeMilli(node);
            }
        }
        double allocatedPct = total == 0 ? Double.NaN : 100.0 * (total - free) / total;
        return new GpuAmounts(total / 1000.0, (total - free) / 1000.0, allocatedPct);
    }

    private static Map<String, Long> jobs(State state, @Nullable RecordedRun run) {
        Map<String, Long> counts = new LinkedHashMap<>();
        if (run != null) {
            counts.put("submitted", run.submitted());
        }
        for (JobState each : JobState.values()) {
            if (each != JobState.ENDED) {
                counts.put(each.name().toLowerCase(Locale.ROOT), 0L);
            }
        }
        for (Job job : state.jobs()) {
            counts.merge(job.state().name().toLowerCase(Locale.ROOT), 1L, Long::sum);
        }
        if (run != null) {
            for (JobOutcome outcome : JobOutcome.values()) {
                counts.put(
                        outcome.name().toLowerCase(Locale.ROOT), run.outcomes().getOrDefault(outcome, 0L));
            }
        }
        return counts;
    }

    private static List<Waiting> queueHead(State state) {
        KeyedOrder order = FullCatalog.get()
                .inForce(state.strategy(), state.facts())
                .order()
                .keyed();
        List<Job> waiting = new ArrayList<>();
        for (Job job : state.jobs()) {
            if (job.waiting()) {
                waiting.add(job);
            }
        }
        waiting.sort(Comparator.<Job>comparingLong(job -> order.key(job, state.nowNanos()))
                .thenComparingLong(Job::submitNanos)
                .thenComparingLong(Job::id));
        List<Waiting> head = new ArrayList<>();
        for (Job job : waiting.subList(0, Math.min(QUEUE_SHOWN, waiting.size()))) {
            head.add(new Waiting(
                    job.id(),
                    job.spec().name(),
                    job.spec().queue(),
                    job.spec().tasks(),
                    Nanos.toSeconds(state.nowNanos() - job.submitNanos())));
        }
        return head;
    }
}
