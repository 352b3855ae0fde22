package io.berth.app.demo;

import io.berth.app.catalog.FullCatalog;
import io.berth.app.demo.screen.DemoSnapshot;
import io.berth.app.demo.screen.DemoSnapshot.Activity;
import io.berth.app.demo.screen.DemoSnapshot.GpuCell;
import io.berth.app.demo.screen.DemoSnapshot.LogRow;
import io.berth.app.demo.screen.DemoSnapshot.NodeRow;
import io.berth.app.demo.screen.DemoSnapshot.NodeStatus;
import io.berth.app.demo.screen.DemoSnapshot.QueueRow;
import io.berth.core.cluster.NodeTable;
import io.berth.core.explain.Explainer;
import io.berth.core.explain.Explanation;
import io.berth.core.state.Job;
import io.berth.core.state.State;
import io.berth.core.workload.Demand;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;

/** Makes the snapshot for a view from a copy of the state, on the view's thread. */
final class SnapshotMaker {
    /** As many waiting jobs are explained as a tall terminal shows. */
    private static final int MOST_QUEUE_ROWS = 40;

    private final State copy;
    private final List<String> tenants = new ArrayList<>(DemoStream.TENANTS);

    /**
     * What is not in the state.
     *
     * @param wallSeconds since the demo began
     */
    record Surroundings(
            double wallSeconds, double timeScale, double startedPerHour, double finishedPerHour, List<LogRow> log) {}

    /** @param copy of the state; nobody else uses it */
    SnapshotMaker(State copy) {
        this.copy = copy;
        TreeSet<String> others = new TreeSet<>();
        for (Job job : copy.jobs()) {
            others.add(job.spec().queue());
        }
        others.removeAll(tenants);
        tenants.addAll(others);
    }

    DemoSnapshot snapshot(Surroundings around) {
        List<NodeRow> nodes = nodes();
        return new DemoSnapshot(
                copy.nowNanos(),
                around.wallSeconds(),
                around.timeScale(),
                copy.strategy().name(),
                tenants,
                nodes,
                activity(around, nodes),
                queue(),
                around.log());
    }

    private Activity activity(Surroundings around, List<NodeRow> nodes) {
        long held = 0;
        long gpus = 0;
        for (NodeRow node : nodes) {
            if (node.status() != NodeStatus.LOST) {
                held += node.gpus().stream().mapToInt(GpuCell::allocatedMilli).sum();
                gpus += node.gpus().size();
            }
        }
        double pct = gpus == 0 ? 0 : 100.0 * held / (gpus * Demand.WHOLE_GPU_MILLI);
        long waiting = copy.waitingJobs();
        return new Activity(
                pct,
                copy.liveJobs() - waiting,
                waiting,
                around.startedPerHour(),
                around.finishedPerHour(),
                copy.decisions());
    }

    private List<NodeRow> nodes() {
        NodeTable table = copy.nodeTable();
        int[][][] heldByTenant = new int[table.count()][][];
        for (int node = 0; node < table.count(); node++) {
            heldByTenant[node] = new int[table.gpus(node)][tenants.size()];
        }
        for (Job job : copy.jobs()) {
            if (!job.waiting()) {
                count(job, heldByTenant);
            }
        }
        List<NodeRow> rows = new ArrayList<>();
        for (int node = 0; node < table.count(); node++) {
            List<GpuCell> cells = new ArrayList<>();
            for (int gpu = 0; gpu < table.gpus(node); gpu++) {
                int held = Demand.WHOLE_GPU_MILLI - table.gpuFreeMilli(node, gpu);
                cells.add(new GpuCell(held, most(heldByTenant[node][gpu])));
            }
            rows.add(new NodeRow(table.name(node), status(table, node), cells));
        }
        return rows;
    }

    private void count(Job job, int[][][] heldByTenant) {
        int tenant = tenants.indexOf(job.spec().queue());
        for (int task = 0; task < job.spec().tasks(); task++) {
            if (!job.holds(task)) {
                continue;
            }
            for (long rest = job.grant(task).mask(); rest != 0; rest &= rest - 1) {
                int gpu = Long.numberOfTrailingZeros(rest);
                heldByTenant[job.node(task)][gpu][tenant] +=
                        Math.max(1, job.spec().demand(task).gpuMilli());
            }
        }
    }

    private static int most(int[] held) {
        int most = -1;
        for (int tenant = 0; tenant < held.length; tenant++) {
            if (held[tenant] > 0 && (most < 0 || held[tenant] > held[most])) {
                most = tenant;
            }
        }
        return most;
    }

    private static NodeStatus status(NodeTable table, int node) {
        if (!table.present(node)) {
            return NodeStatus.LOST;
        }
        return table.draining(node) ? NodeStatus.DRAINING : NodeStatus.UP;
    }

    private List<QueueRow> queue() {
        List<QueueRow> rows = new ArrayList<>();
        if (copy.waitingJobs() == 0) {
            return rows;
        }
        Explainer explainer = new Explainer(copy, FullCatalog.get());
        for (Job job : explainer.waiting()) {
            if (rows.size() == MOST_QUEUE_ROWS) {
                break;
            }
            Explanation why = explainer.explain(job.id());
            if (why != null) {
                long waited = copy.nowNanos() - job.submitNanos();
                rows.add(new QueueRow(job.spec().name(), job.spec().queue(), JobText.asks(job.spec()), waited, why));
            }
        }
        return rows;
    }
}
