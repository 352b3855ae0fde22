package io.berth.core.plan.resize;

import io.berth.core.cluster.NodeTable;
import io.berth.core.plan.preempt.Preempter;
import io.berth.core.plan.queue.HeldTask;
import io.berth.core.plan.queue.JobMarks;
import io.berth.core.plan.queue.QueueBook;
import io.berth.core.plan.room.OpenNodes;
import io.berth.core.plan.room.Scratch;
import io.berth.core.policy.KeyedOrder;
import io.berth.core.state.Job;
import io.berth.core.state.State;
import io.berth.core.state.part.JobState;
import io.berth.core.strategy.Resize;
import io.berth.core.workload.TaskGroup;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Tasks above the fewest of their jobs, and which of them stop so that a job that waits has room: as few as it finds to do, of the job that
 * goes last in the order first, and of a job those first that do not run yet. What they did stays done, so no work is lost.
 */
public final class Surplus {
    private final State state;
    private final NodeTable nodes;
    private final Scratch scratch;
    private final JobMarks marks;
    private final QueueBook book;
    private final OpenNodes open;
    private final ElasticJobs jobs;
    private final Rule rule;
    /** By gang: so many tasks found no room though all gave that could, in this pass; only where all give to anybody. */
    private final TreeMap<Integer, Integer> refused = new TreeMap<>();

    /**
     * Who gives to whom.
     *
     * @param order by which jobs go one before the other
     */
    public record Rule(Resize resize, KeyedOrder order) {
        /** True where {@code running} gives tasks above its fewest to {@code waiting}. */
        public boolean gives(Job running, Job waiting, long now) {
            if (!waiting.spec().terms().preempts()) {
                return false;
            }
            return switch (resize) {
                case NONE, GROW -> false;
                case BY_ORDER -> KeyedOrder.preempts(order, waiting, running, now);
                case ELASTIC, BY_GAIN -> true;
            };
        }
    }

    /** What a pass works on. */
    public record Parts(State state, Scratch scratch, JobMarks marks, QueueBook book, OpenNodes open) {}

    /**
     * Room that was made for a job.
     *
     * @param given the tasks that stop
     * @param first the step of the scratch from which on it has the room
     */
    public record Room(List<HeldTask> given, int first) {}

    /** Of {@code jobs}, by {@code rule}. */
    public Surplus(Parts parts, ElasticJobs jobs, Rule rule) {
        this.state = parts.state();
        this.nodes = state.nodeTable();
        this.scratch = parts.scratch();
        this.marks = parts.marks();
        this.book = parts.book();
        this.open = parts.open();
        this.jobs = jobs;
        this.rule = rule;
    }

    /** A pass begins: tasks that were told to stop count as gone, {@code preempter} hears of them. */
    public void begin(Preempter preempter) {
        refused.clear();
        for (Job job : jobs.all()) {
            for (int task = 0; !marks.released(job) && task < job.placedTasks(); task++) {
                if (job.leaves(task)) {
                    scratch.release(job.shape(task), job.node(task), job.grant(task));
                    preempter.leaves(job, task);
                }
            }
        }
    }

    /** Others gave room back: who found none may find some. */
    public void forget() {
        refused.clear();
    }

    /**
     * Makes room in the scratch for those tasks of {@code waiting} that must start; null where that does not help, and then the scratch is as
     * it was.
     */
    public @Nullable Room makeRoom(Job waiting, Preempter.Placing placing) {
        int gang = waiting.gang().id();
        boolean known =
                rule.resize().givesToAll() && refused.getOrDefault(gang, Integer.MAX_VALUE) <= waiting.leastTasks();
        List<HeldTask> all = known || !rule.resize().shrinks() ? List.of() : tasks(waiting);
        int fewest = fewest(waiting, placing, all);
        if (fewest == 0) {
            if (waiting.uniform() && !open.closes()) {
                refused.put(gang, waiting.leastTasks());
            }
            return null;
        }
        List<HeldTask> given = needed(waiting, placing, all.subList(0, fewest));
        int first = scratch.checkpoint();
        if (!given.isEmpty() && places(waiting, placing, given)) {
            return new Room(given, first + given.size());
        }
        return places(waiting, placing, all.subList(0, fewest))
                ? new Room(List.copyOf(all.subList(0, fewest)), first + fewest)
                : null;
    }

    /** The tasks that may stop for {@code waiting}, in the order in which they do. */
    private List<HeldTask> tasks(Job waiting) {
        long now = state.nowNanos();
        List<Job> giving = new ArrayList<>();
        for (Job job : jobs.open()) {
            if (!marks.released(job) && rule.gives(job, waiting, now) && !covered(job)) {
                giving.add(job);
            }
        }
        giving.sort(Comparator.<Job>comparingLong(job -> rule.order().key(job, now))
                .thenComparingLong(Job::submitNanos)
                .thenComparingLong(Job::id)
                .reversed());
        List<List<HeldTask>> tasks = new ArrayList<>();
        for (Job job : giving) {
            tasks.add(of(job));
        }
        return rule.resize() == Resize.BY_GAIN
                ? Gain.leastFirst(tasks, now)
                : tasks.stream().flatMap(List::stream).toList();
    }

    /** True where somebody said how many of its tasks may be stopped. */
    private boolean covered(Job job) {
        return state.budgets().values().stream()
                .anyMatch(budget -> job.spec().groups().stream()
                        .anyMatch(group -> budget.covers().picks(job.queue(), group.labels())));
    }

    /** Those of {@code job} above its fewest, in the order in which they stop. */
    private List<HeldTask> of(Job job) {
        List<HeldTask> joining = new ArrayList<>();
        List<HeldTask> running = new ArrayList<>();
        int first = 0;
        for (TaskGroup group : job.spec().groups()) {
            List<Integer> staying = new ArrayList<>();
            for (int task = first + group.max() - 1; task >= first; task--) {
                if (marks.keeps(job, task) && !job.leaves(task)) {
                    staying.add(task);
                }
            }
            staying.sort(Comparator.comparing(task -> job.taskState(task) == JobState.RUNNING));
            for (int task : staying.subList(0, StrictMath.max(0, staying.size() - group.min()))) {
                (job.taskState(task) == JobState.RUNNING ? running : joining).add(new HeldTask(job, task));
            }
            first += group.max();
        }
        joining.addAll(running);
        return joining;
    }

    /** How many of {@code all}, from the first on, it takes: twice as many until that helps, then by halves fewer; 0 where nothing helps. */
    private int fewest(Job waiting, Preempter.Placing placing, List<HeldTask> all) {
        int tooFew = 0;
        int most = StrictMath.min(1, all.size());
        while (most > 0 && !tries(waiting, placing, all.subList(0, most))) {
            if (most == all.size()) {
                return 0;
            }
            tooFew = most;
            most = StrictMath.min(2 * most, all.size());
        }
        while (most - tooFew > 1) {
            int middle = tooFew + most >>> 1;
            if (tries(waiting, placing, all.subList(0, middle))) {
                most = middle;
            } else {
                tooFew = middle;
            }
        }
        return most;
    }

    private boolean tries(Job waiting, Preempter.Placing placing, List<HeldTask> given) {
        int checkpoint = scratch.checkpoint();
        boolean placed = places(waiting, placing, given);
        scratch.rollback(checkpoint);
        return placed;
    }

    /** Has {@code given} give back their room, and {@code waiting} take some for as many tasks as must start; or nothing at all. */
    private boolean places(Job waiting, Preempter.Placing placing, List<HeldTask> given) {
        int checkpoint = scratch.checkpoint();
        for (HeldTask held : given) {
            Job job = held.job();
            scratch.release(job.shape(held.task()), job.node(held.task()), job.grant(held.task()));
        }
        boolean placed = book.allowsWithout(waiting, given) && placing.place(waiting);
        scratch.rollback(placed ? checkpoint + given.size() + waiting.leastTasks() : checkpoint);
        return placed;
    }

    /** Those of {@code given}, with which there is room, whose room is needed; the last ones keep theirs where nobody does. */
    private List<HeldTask> needed(Job waiting, Preempter.Placing placing, List<HeldTask> given) {
        int checkpoint = scratch.checkpoint();
        List<HeldTask> needed = new ArrayList<>(given);
        places(waiting, placing, given);
        for (int i = given.size() - 1; i >= 0; i--) {
            HeldTask spared = needed.remove(i);
            if (!takesBack(spared) || !book.allowsWithout(waiting, needed)) {
                needed.add(i, spared);
            }
        }
        scratch.rollback(checkpoint);
        return needed;
    }

    private boolean takesBack(HeldTask held) {
        Job job = held.job();
        int node = job.node(held.task());
        boolean free = nodes.row(node).has(job.shape(held.task()), job.grant(held.task()));
        if (free) {
            scratch.take(job.shape(held.task()), held.task(), node, job.grant(held.task()));
        }
        return free;
    }
}
