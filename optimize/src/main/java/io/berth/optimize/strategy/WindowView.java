package io.berth.optimize.strategy;

import io.berth.core.cluster.NodeTable;
import io.berth.core.cluster.Resource;
import io.berth.core.model.column.Feature;
import io.berth.core.model.column.WindowColumns;
import io.berth.core.workload.Demand;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;

/** What a network sees of a window, as {@link WindowColumns} says: of its jobs and nodes once, of each step what is left and what would become of each job now. */
final class WindowView {
    private static final double TENTH = 0.1;
    private static final double FEW_PLACES = 4;
    private static final double GPUS = 8;
    private static final double SMALLEST = 65_536;
    private static final double FIFTIETHS = 50;
    private static final int MILLI = Demand.WHOLE_GPU_MILLI;

    private final WindowCourse course;
    private final Trial trial;
    private final WindowProblem problem;
    private final NodeTable nodes;
    private final int jobs;
    private final int[] seen;
    private final Scales scales;
    private final float[] jobRows;
    private final float[] nodeRows;
    private final float[] stepRows;
    private final float[] stateRow = new float[WindowColumns.STATE.size()];
    private boolean observed;

    /** What columns are shares of, all at least 1. */
    private record Scales(
            long gpuMilli, long cpuMilli, long nodeGpuMilli, long nodeCpuMilli, double value, double density) {}

    /** Of a course that is at its beginning. */
    WindowView(WindowCourse course, Trial trial, WindowProblem problem) {
        this.course = course;
        this.trial = trial;
        this.problem = problem;
        this.nodes = problem.nodes();
        this.jobs = trial.size();
        this.seen = seen();
        this.scales = scales();
        this.jobRows = new float[jobs * WindowColumns.JOB.size()];
        this.nodeRows = new float[seen.length * WindowColumns.NODE.size()];
        this.stepRows = new float[jobs * WindowColumns.STEP.size()];
        for (int job = 0; job < jobs; job++) {
            write(jobRows, job, jobRow(job));
        }
        for (int at = 0; at < seen.length; at++) {
            write(nodeRows, at, nodeRow(seen[at]));
        }
    }

    float[] jobRows() {
        return jobRows;
    }

    int nodes() {
        return seen.length;
    }

    float[] nodeRows() {
        return nodeRows;
    }

    float[] stepRows() {
        observe();
        return stepRows;
    }

    float[] stateRow() {
        observe();
        return stateRow;
    }

    /** Another job has its places, or none has. */
    void changed() {
        observed = false;
    }

    /** The nodes of options, those first that most jobs like best, of equal ones the lower number. */
    private int[] seen() {
        TreeMap<Integer, Integer> liked = new TreeMap<>();
        for (int job = 0; job < jobs; job++) {
            for (Option option : problem.options(job)) {
                liked.putIfAbsent(option.node(), 0);
            }
            if (course.turn(job).open()) {
                liked.merge(course.turn(job).node(), 1, Integer::sum);
            }
        }
        List<Integer> all = new ArrayList<>(liked.keySet());
        all.sort(Comparator.comparingInt((Integer node) -> -liked.getOrDefault(node, 0)));
        return all.stream()
                .limit(WindowColumns.MAX_NODES)
                .mapToInt(Integer::intValue)
                .toArray();
    }

    private Scales scales() {
        long gpu = 1;
        long cpu = 1;
        long nodeGpu = 1;
        long nodeCpu = 1;
        for (int node : seen) {
            gpu += nodes.totalFreeMilli(node);
            cpu += nodes.free(node, Resource.CPU);
            nodeGpu = StrictMath.max(nodeGpu, nodes.totalFreeMilli(node));
            nodeCpu = StrictMath.max(nodeCpu, nodes.free(node, Resource.CPU));
        }
        double value = 1;
        double density = 0;
        for (int job = 0; job < jobs; job++) {
            value = StrictMath.max(value, trial.best(job));
            density = StrictMath.max(density, course.density(job));
        }
        return new Scales(gpu, cpu, nodeGpu, nodeCpu, value, StrictMath.max(density, TENTH));
    }

    private double[] jobRow(int job) {
        Demand demand = problem.shape(job).demand();
        int tasks = trial.job(job).tasks();
        List<Option> options = problem.options(job);
        double best = options.isEmpty() ? 0 : options.getFirst().worth();
        double second = options.size() < 2 ? 0 : options.get(1).worth();
        double last = options.isEmpty() ? 0 : options.getLast().worth();
        double each = TENTH * StrictMath.max(1, problem.parts(trial.value(job) / tasks));
        long cpu = demand.cpuMilli();
        return new double[] {
            share(course.milli(job), scales.gpuMilli),
            share(demand.totalGpuMilli(), scales.nodeGpuMilli),
            problem.isShare(job) ? share(demand.gpuMilli(), MILLI) : 0,
            share(cpu * tasks, scales.cpuMilli),
            share(cpu, scales.nodeCpuMilli),
            (tasks - 1.0) / tasks,
            trial.best(job) / scales.value,
            course.density(job) / scales.density,
            net(course.turn(job)),
            options.size() / (options.size() + FEW_PLACES),
            (best - second) / each,
            (best - last) / each,
            left(job, true),
            cpuLeft(job)
        };
    }

    private double[] nodeRow(int node) {
        int wished = 0;
        int fits = 0;
        double pressure = 0;
        for (int job = 0; job < jobs; job++) {
            for (Option option : problem.options(job)) {
                if (option.node() == node) {
                    fits++;
                    break;
                }
            }
            if (course.turn(job).open() && course.turn(job).node() == node) {
                wished++;
                pressure += problem.shape(job).demand().totalGpuMilli();
            }
        }
        double free = nodes.totalFreeMilli(node);
        return new double[] {
            free / scales.nodeGpuMilli,
            nodes.idleGpus(node) / GPUS,
            share(nodes.free(node, Resource.CPU), scales.nodeCpuMilli),
            share(nodes.largestFreeMilli(node), MILLI),
            share(wished, jobs),
            share(fits, jobs),
            pressure / (pressure + free + 1)
        };
    }

    private void observe() {
        if (observed) {
            return;
        }
        observed = true;
        double free = 1;
        for (int node : seen) {
            free += nodes.totalFreeMilli(node);
        }
        double densest = TENTH;
        double asked = 0;
        int placed = 0;
        int open = 0;
        for (int job = 0; job < jobs; job++) {
            placed += course.placed(job) ? 1 : 0;
            if (course.isLeft(job)) {
                open++;
                asked += course.milli(job);
                densest = StrictMath.max(densest, course.density(job));
            }
        }
        long[] pilots = course.pilots();
        long most = 1;
        for (long pilot : pilots) {
            most = StrictMath.max(most, pilot);
        }
        Now now = new Now(free, densest, most);
        for (int job = 0; job < jobs; job++) {
            write(stepRows, job, course.isLeft(job) ? stepRow(job, now) : new double[WindowColumns.STEP.size()]);
        }
        write(stateRow, 0, new double[] {
            free / scales.gpuMilli, share(placed, jobs), share(open, jobs), asked / (asked + free)
        });
    }

    /**
     * What columns of a step are shares of.
     *
     * @param free thousandths of GPUs that are left
     * @param densest the largest value for a thousandth of a GPU of the jobs that are left
     * @param most what all come to after the best of these
     */
    private record Now(double free, double densest, long most) {}

    private double[] stepRow(int job, Now now) {
        int rivals = 0;
        for (int other = 0; other < jobs; other++) {
            rivals += other != job
                            && course.isLeft(other)
                            && course.turn(other).node() == course.turn(job).node()
                    ? 1
                    : 0;
        }
        double each = TENTH * StrictMath.max(1, problem.parts(trial.value(job)));
        long pilot = course.pilot(job);
        double behind = (double) (now.most - pilot) / (double) now.most;
        return new double[] {
            net(course.turn(job)),
            (course.firstTurn(job).worth() - course.turn(job).worth()) / each,
            course.milli(job) / now.free,
            course.density(job) / now.densest,
            left(job, true),
            left(job, false),
            cpuLeft(job),
            share(rivals, jobs),
            FIFTIETHS * behind,
            StrictMath.log1p(SMALLEST * behind) / StrictMath.log1p(SMALLEST),
            pilot >= now.most ? 1 : 0
        };
    }

    /** What is left on the node of the first task: GPUs, of which only those that are idle where not {@code parts} count. */
    private double left(int job, boolean parts) {
        if (!course.turn(job).open()) {
            return 0;
        }
        int node = course.turn(job).node();
        Demand demand = problem.shape(job).demand();
        long there = course.turn(job).there();
        if (parts) {
            return (nodes.totalFreeMilli(node) - there * demand.totalGpuMilli()) / (GPUS * MILLI);
        }
        return (nodes.idleGpus(node) - (demand.wholeGpus() ? there * demand.gpus() : 0)) / GPUS;
    }

    private double cpuLeft(int job) {
        if (!course.turn(job).open()) {
            return 0;
        }
        long asked = course.turn(job).there() * problem.shape(job).demand().cpuMilli();
        return (nodes.free(course.turn(job).node(), Resource.CPU) - asked) / (double) scales.nodeCpuMilli;
    }

    private double net(WindowCourse.Turn turn) {
        return turn.open() ? turn.worth() / StrictMath.max(1, (double) problem.parts(scales.value)) : 0;
    }

    private static double share(long part, long whole) {
        return Feature.shareOf(part, whole);
    }

    private static void write(float[] rows, int row, double[] numbers) {
        for (int i = 0; i < numbers.length; i++) {
            rows[row * numbers.length + i] = (float) StrictMath.clamp(numbers[i], 0.0, 1.0);
        }
    }
}
