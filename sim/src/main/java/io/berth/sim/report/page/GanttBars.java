package io.berth.sim.report.page;

import io.berth.core.cluster.Nodes;
import io.berth.core.cluster.Resource;
import io.berth.core.decision.Decision;
import io.berth.core.journal.Frame;
import io.berth.core.state.Job;
import io.berth.core.state.State;
import io.berth.core.workload.Demand;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.TreeMap;
import java.util.function.LongPredicate;

/**
 * What ran on some nodes within a window, as bars: a row per device, or per node where it has none. Nodes are taken at even
 * distances over the cluster. A bar begins when room is taken and ends when it is given back.
 */
final class GanttBars {
    /** How many rows a picture has at most, but for one node with more devices. */
    static final int ROWS = 40;

    /** Bars beyond this are only counted. */
    static final int MOST_BARS = 800;

    static final Picture NO_PICTURE = new Picture(0, 0, List.of(), List.of(), List.of(), 0);

    private final Window window;
    private final List<Row> rows = new ArrayList<>();
    private final TreeMap<Integer, Integer> firstRows = new TreeMap<>();
    private final TreeMap<Long, JobLabel> jobs = new TreeMap<>();
    private final List<Open> open = new ArrayList<>();
    private final List<Bar> bars = new ArrayList<>();
    private boolean begun;
    private boolean over;
    private long leftOut;

    /**
     * A row of the picture.
     *
     * @param gpu the number of the device; -1 for the whole node
     */
    record Row(String node, int gpu, String model) {}

    /** The job of a bar. */
    record JobLabel(long id, String name, String queue, String size, int gpus, Number submitS) {}

    /**
     * One bar.
     *
     * @param row the first of its rows
     * @param rows over how many rows it goes: neighbouring devices of one task
     * @param milli how thick it is in each, thousandths of a row
     * @param ended false where it goes on after the window
     */
    record Bar(int row, int rows, Number fromS, Number toS, long job, long milli, boolean ended) {}

    /**
     * The picture.
     *
     * @param leftOut how many bars it has not, for it would be too full
     */
    record Picture(Number fromS, Number toS, List<Row> rows, List<JobLabel> jobs, List<Bar> bars, long leftOut) {
        /** The picture as the page's script reads it: jobs and bars without keys, which would be most of it. */
        Packed packed() {
            List<List<Object>> packedJobs = new ArrayList<>();
            for (JobLabel job : jobs) {
                packedJobs.add(List.of(job.id(), job.name(), job.queue(), job.size(), job.gpus(), job.submitS()));
            }
            List<List<Number>> packedBars = new ArrayList<>();
            for (Bar bar : bars) {
                int ended = bar.ended() ? 1 : 0;
                packedBars.add(List.of(bar.row(), bar.rows(), bar.fromS(), bar.toS(), bar.job(), bar.milli(), ended));
            }
            return new Packed(fromS, toS, rows, packedJobs, packedBars, leftOut);
        }
    }

    /** A picture whose jobs and bars are lists of their components. */
    record Packed(
            Number fromS, Number toS, List<Row> rows, List<List<Object>> jobs, List<List<Number>> bars, long leftOut) {}

    /** Where a bar lies: its rows, and how thick it is in each. */
    private record Strip(int row, int rows, long milli) {}

    private record Open(Job job, long decision, int task, int node, long mask, long fromNanos) {
        Demand demand() {
            return job.shape(task).demand();
        }
    }

    GanttBars(Window window) {
        this.window = window;
    }

    /** An instant is over. */
    void instant(Frame frame, State state) {
        long now = frame.atNanos();
        if (over || now < window.fromNanos()) {
            return;
        }
        if (now > window.toNanos()) {
            finish(state.nodes(), window.toNanos());
        } else if (begun) {
            close(state, now);
            open(frame, state);
        } else {
            begun = true;
            chooseRows(state.nodes());
            for (Job job : state.jobs()) {
                open(job, now, _ -> true);
            }
        }
    }

    /** The picture of a run that ended at {@code endNanos}. */
    Picture picture(Nodes nodes, long endNanos) {
        long to = StrictMath.min(window.toNanos(), endNanos);
        if (!over) {
            finish(nodes, to);
        }
        return new Picture(
                seconds(window.fromNanos()), seconds(to), rows, List.copyOf(jobs.values()), List.copyOf(bars), leftOut);
    }

    private void chooseRows(Nodes nodes) {
        int count = StrictMath.min(ROWS, nodes.count());
        while (count > 1 && rowsOf(nodes, count) > ROWS) {
            count--;
        }
        for (int i = 0; i < count; i++) {
            int node = (int) ((long) i * nodes.count() / count);
            firstRows.put(node, rows.size());
            String model = nodes.model(node) < 0 ? "" : JobWords.cut(nodes.modelName(nodes.model(node)));
            String name = JobWords.cut(nodes.name(node));
            for (int gpu = 0; gpu < nodes.gpus(node); gpu++) {
                rows.add(new Row(name, gpu, model));
            }
            if (nodes.gpus(node) == 0) {
                rows.add(new Row(name, -1, model));
            }
        }
    }

    private static int rowsOf(Nodes nodes, int count) {
        int rows = 0;
        for (int i = 0; i < count; i++) {
            rows += StrictMath.max(1, nodes.gpus((int) ((long) i * nodes.count() / count)));
        }
        return rows;
    }

    private void open(Frame frame, State state) {
        if (frame.plan() == null) {
            return;
        }
        for (Decision decision : frame.plan().decisions()) {
            Job job = switch (decision) {
                case Decision.Start start -> state.job(start.job());
                case Decision.Grow grow -> state.job(grow.job());
                default -> null;
            };
            if (job != null) {
                open(job, frame.atNanos(), by -> by == decision.id());
            }
        }
    }

    /** Those of its tasks that a decision of {@code which} brought. */
    private void open(Job job, long now, LongPredicate which) {
        if (job.waiting()) {
            return;
        }
        for (int task = 0; task < job.spec().tasks(); task++) {
            if (job.holds(task) && which.test(job.decision(task)) && firstRows.containsKey(job.node(task))) {
                open.add(new Open(
                        job,
                        job.decision(task),
                        task,
                        job.node(task),
                        job.grant(task).mask(),
                        now));
            }
        }
    }

    private void close(State state, long now) {
        Iterator<Open> each = open.iterator();
        while (each.hasNext()) {
            Open held = each.next();
            Job job = state.job(held.job().id());
            boolean holds = job != null
                    && !job.waiting()
                    && job.decision(held.task()) == held.decision()
                    && job.holds(held.task());
            if (!holds) {
                draw(held, now, true, state.nodes());
                each.remove();
            }
        }
    }

    private void finish(Nodes nodes, long endNanos) {
        over = true;
        for (Open held : open) {
            draw(held, endNanos, false, nodes);
        }
        open.clear();
    }

    private void draw(Open held, long toNanos, boolean ended, Nodes nodes) {
        int first = firstRows.getOrDefault(held.node(), 0);
        if (nodes.gpus(held.node()) == 0) {
            long cpu = StrictMath.max(1, nodes.total(held.node(), Resource.CPU));
            draw(held, new Strip(first, 1, 1000 * held.demand().cpuMilli() / cpu), toNanos, ended);
            return;
        }
        // A task without GPUs holds none of the rows of a node that has some.
        for (long rest = held.mask(); rest != 0; ) {
            int gpu = Long.numberOfTrailingZeros(rest);
            int length = Long.numberOfTrailingZeros(~(rest >>> gpu));
            draw(held, new Strip(first + gpu, length, held.demand().gpuMilli()), toNanos, ended);
            rest = gpu + length >= Long.SIZE ? 0 : rest & -1L << gpu + length;
        }
    }

    private void draw(Open held, Strip strip, long toNanos, boolean ended) {
        if (toNanos <= held.fromNanos()) {
            return;
        }
        if (bars.size() >= MOST_BARS) {
            leftOut++;
            return;
        }
        Job job = held.job();
        jobs.computeIfAbsent(
                job.id(),
                id -> new JobLabel(
                        id,
                        JobWords.cut(job.spec().name()),
                        JobWords.cut(job.spec().queue()),
                        JobWords.size(job.spec()),
                        (int) job.spec().total(Demand::gpus),
                        seconds(job.submitNanos())));
        Number from = seconds(held.fromNanos());
        bars.add(new Bar(strip.row(), strip.rows(), from, seconds(toNanos), job.id(), strip.milli(), ended));
    }

    private Number seconds(long nanos) {
        return Rounded.seconds(nanos - window.originNanos());
    }
}
