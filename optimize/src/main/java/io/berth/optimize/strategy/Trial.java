package io.berth.optimize.strategy;

import io.berth.core.cluster.NodeTable;
import io.berth.core.cluster.Shape;
import io.berth.core.decision.Grant;
import io.berth.core.decision.Placement;
import io.berth.core.policy.window.Allowance;
import io.berth.core.policy.window.WindowCap;
import io.berth.core.policy.window.WindowJob;
import io.berth.core.policy.window.WindowQuestion;
import io.berth.core.policy.window.WindowStart;
import io.berth.core.policy.window.WindowTerms;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/**
 * A plan in the making: each job of a window is placed or not. The objective is what the plan is worth: the values of the jobs
 * placed less what the jobs to come lose by it, on the nodes as they are with the whole plan, so jobs that share a node are seen
 * together.
 */
final class Trial {
    /** A thousandth of a GPU that works now is worth so many that are lost to jobs to come: no job is left out to keep room free. */
    private static final double NOW_BEFORE_LATER = 10;

    /** A job without GPUs is worth this part of the GPUs that its CPUs would serve. */
    private static final double CPU_PART = 0.5;

    private static final double HOUR_NANOS = 3.6e12;
    private static final int HIGHEST_PRIORITY = 20;

    private final NodeTable nodes;
    private final PlacementCosts costs;
    private final List<WindowJob> jobs;
    private final double[] values;
    private final Ranking[] rankings;
    private final WindowTerms terms;
    private final Allowance allowance;
    private final List<WindowCap> caps;
    /** By job: what it is worth on devices of each layout, parts of one; null where that is the same everywhere. */
    private final @Nullable Utilities[] utilities;

    /** By job: where its tasks are; empty where it is not placed. */
    private final Placement[][] placed;

    /** By job: what its tasks are worth at the options where they were placed last. */
    private final long[] worths;

    /** The nodes that hold tasks of the plan, how many each, and what was lost of each before. */
    private int[] touched = new int[16];

    private int[] tasksOn = new int[16];
    private double[] lostBefore = new double[16];
    private int touchedCount;
    private final long budget;
    private final int tasks;
    private long work;
    /** The work when a search last asked whether to go on, and the most between two such questions. */
    private long asked;

    private long longestStep;

    Trial(WindowQuestion question, PlacementCosts costs) {
        this.nodes = question.nodes();
        this.costs = costs;
        this.jobs = question.jobs();
        this.values = new double[jobs.size()];
        this.rankings = new Ranking[jobs.size()];
        this.terms = question.planning().terms();
        this.caps = question.caps();
        this.allowance = new Allowance(caps);
        this.utilities = new @Nullable Utilities[jobs.size()];
        this.placed = new Placement[jobs.size()][];
        Arrays.fill(placed, new Placement[0]);
        this.worths = new long[jobs.size()];
        this.budget = question.planning().work();
        this.tasks = jobs.stream().mapToInt(WindowJob::tasks).sum();
        int most = StrictMath.min(tasks + 1, StrictMath.max(1, nodes.count()));
        for (int job = 0; job < values.length; job++) {
            values[job] = value(jobs.get(job));
            utilities[job] = Utilities.of(jobs.get(job), nodes);
            rankings[job] = ranking(job, most);
        }
        this.asked = work;
    }

    int size() {
        return values.length;
    }

    /** How often a task was tried on a node. */
    long work() {
        return work;
    }

    /** True where another step as long as the longest so far, and setting up the best plan again, might take more work than allowed. */
    boolean spent() {
        longestStep = StrictMath.max(longestStep, work - asked);
        asked = work;
        return !leaves(2 * longestStep);
    }

    /** Counts so much work of others. */
    void spend(long units) {
        work += units;
    }

    /** The work that is left, less what setting up a plan again may take. */
    long left() {
        return budget - work - 2L * tasks;
    }

    /** True where {@code steps} of work are left, and enough to set up a plan again. */
    boolean leaves(long steps) {
        return steps <= left();
    }

    boolean isPlaced(int job) {
        return placed[job].length > 0;
    }

    /** Where the tasks of the job are; none where it is not placed. */
    List<Placement> placements(int job) {
        return List.of(placed[job]);
    }

    /** What the tasks of the job are worth at the options where they were placed by wishes last. */
    long wished(int job) {
        return worths[job];
    }

    /** What the job is worth where nothing is told of its utility. */
    double value(int job) {
        return values[job];
    }

    /**
     * What a task of the job is worth less on {@code node} than where nothing is told of its utility, thousandths; below 0 where it is worth
     * more. It counts as what jobs to come lose by it does.
     */
    double forgone(int job, int node) {
        Utilities there = utilities[job];
        return there == null ? 0 : values[job] / jobs.get(job).tasks() * (1 - there.on(node));
    }

    /** What the job is worth where it is worth most and would fit if it were alone. */
    double best(int job) {
        return rankings[job].size() == 0
                ? values[job]
                : values[job] - jobs.get(job).tasks() * forgone(job, rankings[job].node(0));
    }

    /** True where the job is not worth the same everywhere. */
    boolean choosy(int job) {
        return utilities[job] != null;
    }

    /** What some of the jobs may get together at most. */
    List<WindowCap> caps() {
        return caps;
    }

    /** True where the caps leave room for the job. */
    boolean allowed(int job) {
        return allowance.allows(jobs.get(job).job(), jobs.get(job).milli());
    }

    /** True where both are of one cap, so that one may keep the other away wherever they are. */
    boolean capped(int job, int other) {
        for (WindowCap cap : caps) {
            if (cap.jobs().contains(jobs.get(job).job())
                    && cap.jobs().contains(jobs.get(other).job())) {
                return true;
            }
        }
        return false;
    }

    WindowJob job(int job) {
        return jobs.get(job);
    }

    /** The cheapest nodes for one task of the job on the snapshot. */
    Ranking ranking(int job) {
        return rankings[job];
    }

    /** Places all tasks of the job, each where it costs least now; false, with nothing changed, where they do not fit. */
    boolean place(int job) {
        WindowJob asked = jobs.get(job);
        if (!allowed(job)) {
            return false;
        }
        Placement[] placements = new Placement[asked.tasks()];
        for (int task = 0; task < placements.length; task++) {
            int node = cheapest(job);
            if (node < 0) {
                for (int back = task - 1; back >= 0; back--) {
                    giveBack(asked.shape(), placements[back]);
                }
                return false;
            }
            placements[task] = take(asked.shape(), node);
        }
        settle(job, placements);
        return true;
    }

    /**
     * Places all tasks of the job, each at the first of its wishes with room; false, with nothing changed, where one has none.
     *
     * @param wishes by task of the job
     */
    boolean place(int job, IntFunction<List<Option>> wishes) {
        Shape shape = jobs.get(job).shape();
        if (!allowed(job)) {
            return false;
        }
        Placement[] placements = new Placement[jobs.get(job).tasks()];
        long worth = 0;
        for (int task = 0; task < placements.length; task++) {
            Option option = first(shape, wishes.apply(task));
            if (option == null) {
                for (int back = task - 1; back >= 0; back--) {
                    giveBack(shape, placements[back]);
                }
                return false;
            }
            Placement found = at(shape, option);
            touch(found.node());
            nodes.take(shape, found.node(), found.grant());
            placements[task] = found;
            worth += option.worth();
        }
        settle(job, placements);
        worths[job] = worth;
        return true;
    }

    /** The job is at {@code placements}, and was nowhere. */
    private void settle(int job, Placement[] placements) {
        placed[job] = placements;
        if (placements.length > 0) {
            allowance.take(jobs.get(job).job(), jobs.get(job).milli());
        }
    }

    /** Places the one task of the job on {@code node}, where it fits. */
    void placeOn(int job, int node) {
        settle(job, new Placement[] {take(jobs.get(job).shape(), node)});
    }

    /** True where the one task of the job fits on {@code node} now, and may start. */
    boolean fits(int job, int node) {
        work++;
        return allowed(job) && nodes.whyNot(jobs.get(job).shape(), node) == null;
    }

    /** Takes the job out of the plan. */
    void remove(int job) {
        for (int task = placed[job].length - 1; task >= 0; task--) {
            giveBack(jobs.get(job).shape(), placed[job][task]);
        }
        if (isPlaced(job)) {
            allowance.giveBack(jobs.get(job).job(), jobs.get(job).milli());
        }
        placed[job] = new Placement[0];
    }

    /** Takes all jobs out. */
    void clear() {
        for (int job = 0; job < placed.length; job++) {
            remove(job);
        }
    }

    /** What the plan is worth, thousandths of a GPU. */
    double worth() {
        double worth = 0;
        for (int i = 0; i < touchedCount; i++) {
            if (tasksOn[i] > 0) {
                work++;
                worth -= costs.outlook().lost(nodes, touched[i]) - lostBefore[i];
            }
        }
        for (int job = 0; job < placed.length; job++) {
            worth += isPlaced(job) ? values[job] : 0;
            for (Placement placement : placed[job]) {
                worth -= costs.price(placement.node(), jobs.get(job).shape()) + forgone(job, placement.node());
            }
        }
        return worth;
    }

    /** Where everything is. */
    Placement[][] snapshot() {
        return placed.clone();
    }

    /** Goes back to {@code snapshot}. */
    void restore(Placement[][] snapshot) {
        clear();
        for (int job = 0; job < placed.length; job++) {
            for (Placement placement : snapshot[job]) {
                touch(placement.node());
                nodes.take(jobs.get(job).shape(), placement.node(), placement.grant());
            }
            settle(job, snapshot[job]);
        }
    }

    /** The plan as advice, the jobs in the order of the queue. */
    List<WindowStart> starts() {
        List<WindowStart> starts = new ArrayList<>();
        for (int job = 0; job < placed.length; job++) {
            if (isPlaced(job)) {
                starts.add(new WindowStart(jobs.get(job).job(), List.of(placed[job])));
            }
        }
        return starts;
    }

    /** Equal shapes that are worth the same everywhere are ranked once. */
    private Ranking ranking(int job, int most) {
        Shape shape = jobs.get(job).shape();
        for (int earlier = 0; earlier < job && !choosy(job); earlier++) {
            if (jobs.get(earlier).shape().equals(shape) && !choosy(earlier)) {
                return rankings[earlier];
            }
        }
        work += nodes.count();
        return costs.ranking(shape, most, node -> forgone(job, node));
    }

    /** The node where one more task of the job costs least now; of equal ones the lower number; -1 where it fits nowhere. */
    private int cheapest(int job) {
        Shape shape = jobs.get(job).shape();
        Ranking ranking = rankings[job];
        int best = -1;
        double least = PlacementCosts.IMPOSSIBLE;
        for (int place = 0; place < ranking.size() && best < 0; place++) {
            if (!isTouched(ranking.node(place))) {
                best = ranking.node(place);
                least = ranking.cost(place);
            }
        }
        for (int i = 0; i < touchedCount; i++) {
            work++;
            double cost = costs.now(shape, touched[i]) + forgone(job, touched[i]);
            if (cost < least || (cost == least && best >= 0 && touched[i] < best)) {
                least = cost;
                best = touched[i];
            }
        }
        return best;
    }

    private boolean isTouched(int node) {
        for (int i = 0; i < touchedCount; i++) {
            if (touched[i] == node) {
                return true;
            }
        }
        return false;
    }

    private @Nullable Option first(Shape shape, List<Option> options) {
        for (Option option : options) {
            work++;
            boolean room = nodes.whyNot(shape, option.node()) == null
                    && (option.device() < 0 || nodes.gpuFits(shape, option.node(), option.device()));
            if (room) {
                return option;
            }
        }
        return null;
    }

    private Placement at(Shape shape, Option option) {
        Grant grant = Grant.NONE;
        if (option.device() >= 0) {
            grant = nodes.grants().at(shape, option.node(), option.device());
        } else if (shape.gpus() > 0) {
            grant = nodes.grants().firstIdle(shape, option.node());
        }
        return new Placement(option.node(), grant);
    }

    private Placement take(Shape shape, int node) {
        work++;
        costs.now(shape, node);
        Placement placement = new Placement(node, costs.devices(shape, node));
        touch(node);
        nodes.take(shape, node, placement.grant());
        return placement;
    }

    private void giveBack(Shape shape, Placement placement) {
        nodes.undo(shape, placement.node(), placement.grant());
        for (int i = 0; i < touchedCount; i++) {
            if (touched[i] == placement.node() && --tasksOn[i] == 0) {
                touchedCount--;
                touched[i] = touched[touchedCount];
                tasksOn[i] = tasksOn[touchedCount];
                lostBefore[i] = lostBefore[touchedCount];
                return;
            }
        }
    }

    private void touch(int node) {
        for (int i = 0; i < touchedCount; i++) {
            if (touched[i] == node) {
                tasksOn[i]++;
                return;
            }
        }
        if (touchedCount == touched.length) {
            touched = Arrays.copyOf(touched, touchedCount * 2);
            tasksOn = Arrays.copyOf(tasksOn, touchedCount * 2);
            lostBefore = Arrays.copyOf(lostBefore, touchedCount * 2);
        }
        work++;
        touched[touchedCount] = node;
        tasksOn[touchedCount] = 1;
        lostBefore[touchedCount] = costs.outlook().lost(nodes, node);
        touchedCount++;
    }

    /** GPU thousandths, as many times by each level of priority as the window's terms say, growing by itself with each hour waited. */
    private double value(WindowJob job) {
        double milli = (double) job.shape().demand().totalGpuMilli();
        if (milli == 0) {
            double perMilli = 0;
            for (int model = 0; model < nodes.models(); model++) {
                perMilli = StrictMath.max(perMilli, costs.outlook().cpuPerMilli(model));
            }
            double cpu = (double) job.shape().demand().cpuMilli();
            milli = perMilli > 0 ? CPU_PART * cpu / perMilli : StrictMath.max(1, cpu);
        }
        int priority = StrictMath.clamp(job.priority(), -HIGHEST_PRIORITY, HIGHEST_PRIORITY);
        double urgency = (1 + (double) job.waitedNanos() / HOUR_NANOS)
                * StrictMath.pow(terms.priorityWeight(), (double) priority);
        return NOW_BEFORE_LATER * urgency * job.tasks() * StrictMath.max(1, milli);
    }
}
