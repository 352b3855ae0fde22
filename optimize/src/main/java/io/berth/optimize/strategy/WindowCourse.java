package io.berth.optimize.strategy;

import io.berth.core.cluster.NodeTable;
import io.berth.core.cluster.Resource;
import io.berth.core.decision.Placement;
import io.berth.core.model.column.Feature;
import io.berth.core.model.column.WindowColumns;
import io.berth.core.model.sequence.Course;
import io.berth.core.policy.window.WindowQuestion;
import io.berth.core.workload.Demand;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.IntStream;

/**
 * The jobs of a window in turn: each gets the places that it is worth most at, of those that have room when it comes. What it is worth is
 * that of {@link WindowProblem}, so the worth of an order is a value of the stated objective, and no order is worth more than the optimum.
 * What is left has less and less room, so a job without places never has any later.
 */
public final class WindowCourse implements Course {
    private static final double TENTH = 0.1;
    private static final double FEW_PLACES = 4;
    private static final double GPUS = 8;
    private static final double SMALLEST = 65_536;
    private static final double FIFTIETHS = 50;
    private static final int MILLI = Demand.WHOLE_GPU_MILLI;

    private final Trial trial;
    private final WindowProblem problem;
    private final NodeTable nodes;
    private final int jobs;
    private final int[] seen;
    private final int[] byValue;
    private final long[] pilots;
    private final float[] jobRows;
    private final float[] nodeRows;
    private final float[] stepRows;
    private final float[] stateRow = new float[WindowColumns.STATE.size()];
    private final Scales scales;
    /** What each job would get if it came next; null where there is no room. */
    private final Turn[] turns;

    private final Turn[] first;
    private final boolean[] taken;
    /** By job: its first place with room; room only shrinks, so none before it has any until the course begins again. */
    private final int[] from;

    private final int[] firstFrom;
    /** The most work of looking what would become of all jobs. */
    private final long lookWork;

    private boolean observed;
    private boolean stopped;
    private long worth;

    /**
     * What a job gets in its turn.
     *
     * @param worth of that; below 0 where there is no room
     * @param placements of its tasks
     * @param node of the first
     * @param there how many of them are on that node
     */
    private record Turn(long worth, List<Placement> placements, int node, int there) {
        static final Turn NONE = new Turn(-1, List.of(), -1, 0);

        boolean open() {
            return worth >= 0;
        }

        boolean meets(Turn other) {
            for (Placement placement : placements) {
                if (other.isOn(placement.node())) {
                    return true;
                }
            }
            return false;
        }

        private boolean isOn(int other) {
            for (Placement placement : placements) {
                if (placement.node() == other) {
                    return true;
                }
            }
            return false;
        }
    }

    /** What columns are shares of, all at least 1. */
    private record Scales(
            long gpuMilli, long cpuMilli, long nodeGpuMilli, long nodeCpuMilli, double value, double density) {}

    /** The course of {@code question}, whose nodes it may change. */
    public static WindowCourse of(WindowQuestion question) {
        PlacementCosts costs = new PlacementCosts();
        costs.begin(question.mix(), question.nodes());
        Trial trial = new Trial(question, costs);
        WindowProblem problem = new WindowProblem(trial, question.nodes(), costs);
        problem.open();
        return new WindowCourse(trial, problem);
    }

    /** The course of a trial in which nothing is placed yet, by a problem that was opened. */
    WindowCourse(Trial trial, WindowProblem problem) {
        this.trial = trial;
        this.problem = problem;
        this.nodes = problem.nodes();
        this.jobs = trial.size();
        this.turns = new Turn[jobs];
        this.pilots = new long[jobs];
        this.byValue = IntStream.range(0, jobs)
                .boxed()
                .sorted(Comparator.comparingDouble(job -> -trial.value(job)))
                .mapToInt(Integer::intValue)
                .toArray();
        this.taken = new boolean[jobs];
        this.from = new int[jobs];
        for (int job = 0; job < jobs; job++) {
            turns[job] = turn(job);
        }
        this.firstFrom = from.clone();
        this.lookWork = work(trial, problem);
        this.first = turns.clone();
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

    /** The most work of looking at every job with every other behind it, as is done before each step. */
    static long work(Trial trial, WindowProblem problem) {
        long looks = 0;
        for (int job = 0; job < trial.size(); job++) {
            // A look at an option, a device or a node that is touched.
            looks += (long) trial.job(job).tasks() * (2L + problem.options(job).size());
        }
        return (trial.size() + 1) * looks;
    }

    @Override
    public int jobs() {
        return jobs;
    }

    @Override
    public float[] jobRows() {
        return jobRows;
    }

    @Override
    public int nodes() {
        return seen.length;
    }

    @Override
    public float[] nodeRows() {
        return nodeRows;
    }

    @Override
    public void restart() {
        trial.clear();
        System.arraycopy(first, 0, turns, 0, jobs);
        System.arraycopy(firstFrom, 0, from, 0, jobs);
        Arrays.fill(taken, false);
        worth = 0;
        observed = false;
    }

    @Override
    public boolean open(int job) {
        return !stopped && isLeft(job);
    }

    /** True where {@code job} has no places yet, and there is room for it. */
    private boolean isLeft(int job) {
        return !taken[job] && turns[job].open();
    }

    /** True once the work of the window did not allow to look further: from then on no job may come next. */
    boolean stopped() {
        return stopped;
    }

    @Override
    public float[] stepRows() {
        observe();
        return stepRows;
    }

    @Override
    public float[] stateRow() {
        observe();
        return stateRow;
    }

    @Override
    public void take(int job) {
        if (!isLeft(job) || !place(job)) {
            throw new IllegalStateException("The job " + job + " of the window may not come next.");
        }
        worth += turns[job].worth();
        taken[job] = true;
        observed = false;
        for (int other = 0; other < jobs; other++) {
            if (isLeft(other) && turns[other].meets(turns[job])) {
                turns[other] = turn(other);
            }
        }
        stopped |= !trial.leaves(lookWork);
    }

    private boolean place(int job) {
        List<Option> options = problem.options(job);
        List<Option> left = options.subList(from[job], options.size());
        return trial.place(job, _ -> left);
    }

    @Override
    public long worth() {
        return worth;
    }

    /** What {@code job} would be worth in its turn now; below 0 where it may not come next. */
    long worth(int job) {
        return open(job) ? turns[job].worth() : -1;
    }

    /** Where the tasks of {@code job} would be if it came next. */
    List<Placement> placements(int job) {
        return turns[job].placements();
    }

    /** What {@code placements} of tasks of {@code job} are worth. */
    long worth(int job, List<Placement> placements) {
        long sum = 0;
        for (Placement placement : placements) {
            sum += option(job, placement).worth();
        }
        return sum;
    }

    /** What the jobs are worth in {@code order}, whoever fits; the course is at its beginning afterwards. */
    public long worth(int[] order) {
        restart();
        long sum = 0;
        for (int job : order) {
            if (first[job].open() && place(job)) {
                sum += trial.wished(job);
            }
        }
        trial.clear();
        return sum;
    }

    /** A worth in whole thousandths of a GPU, as plans tell theirs. */
    public long thousandths(long parts) {
        return problem.thousandths(parts);
    }

    /** What all come to if {@code job}, which may come next, does, and then the most valuable that fits each time. */
    public long pilot(int job) {
        observe();
        return pilots[job];
    }

    /** Value of {@code job} for each thousandth of a GPU that it asks for. */
    public double density(int job) {
        return trial.value(job) / StrictMath.max(1, milli(job));
    }

    /** Thousandths of GPUs of all tasks of {@code job}. */
    public long milli(int job) {
        return problem.shape(job).demand().totalGpuMilli() * trial.job(job).tasks();
    }

    private Turn turn(int job) {
        if (!place(job)) {
            return Turn.NONE;
        }
        from[job] = first(job);
        List<Placement> placements = trial.placements(job);
        long sum = trial.wished(job);
        trial.remove(job);
        if (sum < 0) {
            return Turn.NONE;
        }
        int node = placements.getFirst().node();
        int there = 0;
        for (Placement placement : placements) {
            there += placement.node() == node ? 1 : 0;
        }
        return new Turn(sum, placements, node, there);
    }

    private Option option(int job, Placement placement) {
        return problem.options(job).get(option(job, placement, 0));
    }

    /** The option of {@code job} that its first task has. */
    private int first(int job) {
        return option(job, trial.placements(job).getFirst(), from[job]);
    }

    private int option(int job, Placement placement, int since) {
        List<Option> options = problem.options(job);
        for (int at = since; at < options.size(); at++) {
            Option option = options.get(at);
            boolean there = option.device() < 0 || (placement.grant().mask() >> option.device() & 1) == 1;
            if (option.node() == placement.node() && there) {
                return at;
            }
        }
        throw new IllegalStateException("The job " + job + " of the window is where it has no option.");
    }

    /** The nodes of options, those first that most jobs like best, of equal ones the lower number. */
    private int[] seen() {
        TreeMap<Integer, Integer> liked = new TreeMap<>();
        for (int job = 0; job < jobs; job++) {
            for (Option option : problem.options(job)) {
                liked.putIfAbsent(option.node(), 0);
            }
            if (turns[job].open()) {
                liked.merge(turns[job].node(), 1, Integer::sum);
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
            value = StrictMath.max(value, trial.value(job));
            density = StrictMath.max(density, density(job));
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
            share(milli(job), scales.gpuMilli),
            share(demand.totalGpuMilli(), scales.nodeGpuMilli),
            problem.isShare(job) ? share(demand.gpuMilli(), MILLI) : 0,
            share(cpu * tasks, scales.cpuMilli),
            share(cpu, scales.nodeCpuMilli),
            (tasks - 1.0) / tasks,
            trial.value(job) / scales.value,
            density(job) / scales.density,
            net(turns[job]),
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
            if (turns[job].open() && turns[job].node() == node) {
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
            placed += taken[job] ? 1 : 0;
            if (isLeft(job)) {
                open++;
                asked += milli(job);
                densest = StrictMath.max(densest, density(job));
            }
        }
        for (int job = 0; job < jobs; job++) {
            pilots[job] = isLeft(job) ? piloted(job) : 0;
        }
        for (int job = 0; job < jobs; job++) {
            write(stepRows, job, isLeft(job) ? stepRow(job, free, densest) : new double[WindowColumns.STEP.size()]);
        }
        write(stateRow, 0, new double[] {
            free / scales.gpuMilli, share(placed, jobs), share(open, jobs), asked / (asked + free)
        });
    }

    private double[] stepRow(int job, double free, double densest) {
        int rivals = 0;
        for (int other = 0; other < jobs; other++) {
            rivals += other != job && isLeft(other) && turns[other].node() == turns[job].node() ? 1 : 0;
        }
        double each = TENTH * StrictMath.max(1, problem.parts(trial.value(job)));
        long most = 1;
        for (long pilot : pilots) {
            most = StrictMath.max(most, pilot);
        }
        double behind = (double) (most - pilots[job]) / (double) most;
        return new double[] {
            net(turns[job]),
            (first[job].worth() - turns[job].worth()) / each,
            milli(job) / free,
            density(job) / densest,
            left(job, true),
            left(job, false),
            cpuLeft(job),
            share(rivals, jobs),
            FIFTIETHS * behind,
            StrictMath.log1p(SMALLEST * behind) / StrictMath.log1p(SMALLEST),
            pilots[job] >= most ? 1 : 0
        };
    }

    /**
     * What all come to if {@code job} comes next and then the most valuable that fits each time.
     *
     * <p>Source: Duin, Voß: The pilot method, Networks 34, 1999.
     */
    private long piloted(int job) {
        long sum = worth + turns[job].worth();
        place(job);
        int[] placed = new int[jobs];
        int count = 0;
        for (int other : byValue) {
            if (other != job && isLeft(other) && place(other)) {
                sum += trial.wished(other);
                placed[count++] = other;
            }
        }
        for (int at = count - 1; at >= 0; at--) {
            trial.remove(placed[at]);
        }
        trial.remove(job);
        return sum;
    }

    /** What is left on the node of the first task: GPUs, of which only those that are idle where not {@code parts} count. */
    private double left(int job, boolean parts) {
        if (!turns[job].open()) {
            return 0;
        }
        int node = turns[job].node();
        Demand demand = problem.shape(job).demand();
        long there = turns[job].there();
        if (parts) {
            return (nodes.totalFreeMilli(node) - there * demand.totalGpuMilli()) / (GPUS * MILLI);
        }
        return (nodes.idleGpus(node) - (demand.wholeGpus() ? there * demand.gpus() : 0)) / GPUS;
    }

    private double cpuLeft(int job) {
        if (!turns[job].open()) {
            return 0;
        }
        long asked = turns[job].there() * problem.shape(job).demand().cpuMilli();
        return (nodes.free(turns[job].node(), Resource.CPU) - asked) / (double) scales.nodeCpuMilli;
    }

    private double net(Turn turn) {
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
