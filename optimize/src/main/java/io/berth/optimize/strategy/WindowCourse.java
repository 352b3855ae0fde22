package io.berth.optimize.strategy;

import io.berth.core.decision.Placement;
import io.berth.core.model.sequence.Course;
import io.berth.core.policy.window.WindowQuestion;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The jobs of a window in turn: each gets the places that it is worth most at, of those that have room when it comes. What it is worth is
 * that of {@link WindowProblem}, so the worth of an order is a value of the stated objective, and no order is worth more than the optimum.
 * What is left has less and less room, so a job without places never has any later.
 */
public final class WindowCourse implements Course {
    private final Trial trial;
    private final WindowProblem problem;
    private final int jobs;
    private final int[] byValue;
    private final long[] pilots;
    private final WindowView view;
    /** What each job would get if it came next; null where there is no room. */
    private final Turn[] turns;

    private final Turn[] first;
    private final boolean[] taken;
    /** By job: its first place with room; room only shrinks, so none before it has any until the course begins again. */
    private final int[] from;

    private final int[] firstFrom;
    /** The most work of looking what would become of all jobs. */
    private final long lookWork;

    /** True while {@link #pilots} are those of now. */
    private boolean piloted;

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
    record Turn(long worth, List<Placement> placements, int node, int there) {
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
        this.jobs = trial.size();
        this.turns = new Turn[jobs];
        this.pilots = new long[jobs];
        this.byValue = IntStream.range(0, jobs)
                .boxed()
                .sorted(Comparator.comparingDouble(job -> -trial.best(job)))
                .mapToInt(Integer::intValue)
                .toArray();
        this.taken = new boolean[jobs];
        this.from = new int[jobs];
        for (int job = 0; job < jobs; job++) {
            turns[job] = found(job);
        }
        this.firstFrom = from.clone();
        this.lookWork = work(trial, problem);
        this.first = turns.clone();
        this.view = new WindowView(this, trial, problem);
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
        return view.jobRows();
    }

    @Override
    public int nodes() {
        return view.nodes();
    }

    @Override
    public float[] nodeRows() {
        return view.nodeRows();
    }

    @Override
    public void restart() {
        trial.clear();
        System.arraycopy(first, 0, turns, 0, jobs);
        System.arraycopy(firstFrom, 0, from, 0, jobs);
        Arrays.fill(taken, false);
        worth = 0;
        changed();
    }

    private void changed() {
        piloted = false;
        view.changed();
    }

    @Override
    public boolean open(int job) {
        return !stopped && isLeft(job);
    }

    /** True where {@code job} has no places yet, and there is room for it. */
    boolean isLeft(int job) {
        return !taken[job] && turns[job].open();
    }

    /** True once the work of the window did not allow to look further: from then on no job may come next. */
    boolean stopped() {
        return stopped;
    }

    @Override
    public float[] stepRows() {
        return view.stepRows();
    }

    @Override
    public float[] stateRow() {
        return view.stateRow();
    }

    @Override
    public void take(int job) {
        if (!isLeft(job) || !place(job)) {
            throw new IllegalStateException("The job " + job + " of the window may not come next.");
        }
        worth += turns[job].worth();
        taken[job] = true;
        changed();
        for (int other = 0; other < jobs; other++) {
            if (isLeft(other) && (turns[other].meets(turns[job]) || trial.capped(other, job))) {
                turns[other] = found(other);
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
        return pilots()[job];
    }

    /** The same of all jobs; 0 for those that may not come next. */
    long[] pilots() {
        if (!piloted) {
            piloted = true;
            for (int job = 0; job < jobs; job++) {
                pilots[job] = isLeft(job) ? piloted(job) : 0;
            }
        }
        return pilots;
    }

    /** What {@code job} would get if it came next. */
    Turn turn(int job) {
        return turns[job];
    }

    /** What it would have got if it had come first. */
    Turn firstTurn(int job) {
        return first[job];
    }

    /** True where {@code job} has its places. */
    boolean placed(int job) {
        return taken[job];
    }

    /** What {@code job} is worth at best for each thousandth of a GPU that it asks for. */
    public double density(int job) {
        return trial.best(job) / StrictMath.max(1, milli(job));
    }

    /** Thousandths of GPUs of all tasks of {@code job}. */
    public long milli(int job) {
        return problem.shape(job).demand().totalGpuMilli() * trial.job(job).tasks();
    }

    private Turn found(int job) {
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
}
