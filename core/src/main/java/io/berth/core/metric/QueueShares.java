package io.berth.core.metric;

import io.berth.core.queue.QueueTree;
import io.berth.core.queue.QueueUse;
import io.berth.core.queue.Queues;
import io.berth.core.state.State;
import java.util.SortedMap;

/**
 * What the jobs of each declared queue held over time: GPU hours, or CPU hours where the cluster has no GPUs. Nothing where queues are
 * names alone.
 */
final class QueueShares {
    private static final double HOUR_NANOS = 3600e9;
    private static final int GPU = 0;
    private static final int CPU = 1;

    private final State state;
    private QueueTree tree = QueueTree.NONE;
    private int column;
    /** By queue: what it holds since {@code sinceNanos}, and beyond its quota; and what came of that before. */
    private long[] used = new long[0];

    private long[] borrowed = new long[0];
    private double[] usedHours = new double[0];
    private double[] borrowedHours = new double[0];
    private long changes = -1;
    private long sinceNanos;

    QueueShares(State state) {
        this.state = state;
    }

    /** An instant is over, at {@code now}; time before the last one that is not in {@code window} does not count. */
    void instant(long now, Window window) {
        Queues queues = state.queues();
        if (!queues.any() && !tree.any()) {
            return;
        }
        QueueUse use = queues.use(state.nodes());
        if (use.changes() == changes && use.tree() == tree) {
            return;
        }
        elapse(now, window);
        if (use.tree() != tree) {
            begin(use.tree());
        }
        changes = use.changes();
        column = use.capacity(GPU) > 0 ? GPU : CPU;
        for (int queue = 0; queue < used.length; queue++) {
            used[queue] = use.used(queue, column);
            borrowed[queue] = use.borrowed(queue, column);
        }
    }

    private void begin(QueueTree declared) {
        tree = declared;
        used = new long[tree.root()];
        borrowed = new long[used.length];
        usedHours = new double[used.length];
        borrowedHours = new double[used.length];
    }

    private void elapse(long now, Window window) {
        double hours = window.overlap(sinceNanos, now) / HOUR_NANOS;
        for (int queue = 0; queue < used.length; queue++) {
            usedHours[queue] += hours * used[queue] / QueueTree.OF_ONE;
            borrowedHours[queue] += hours * borrowed[queue] / QueueTree.OF_ONE;
        }
        sinceNanos = now;
    }

    /** As of {@code now}. */
    void figures(long now, Window window, SortedMap<String, Double> figures) {
        if (!tree.any()) {
            return;
        }
        elapse(now, window);
        double sum = 0;
        double squares = 0;
        int leaves = 0;
        for (int queue = 0; queue < used.length; queue++) {
            String name = tree.queues().get(queue).name();
            String unit = column == GPU ? "_gpu_h." : "_cpu_h.";
            figures.put("queue_used" + unit + name, usedHours[queue]);
            figures.put("queue_borrowed" + unit + name, borrowedHours[queue]);
            if (tree.leaf(queue)) {
                double share = usedHours[queue] / tree.part(queue);
                sum += share;
                squares += share * share;
                leaves++;
            }
        }
        figures.put("queue_jain_fairness", squares > 0 ? sum * sum / (leaves * squares) : Double.NaN);
    }
}
