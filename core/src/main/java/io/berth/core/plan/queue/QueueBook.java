package io.berth.core.plan.queue;

import io.berth.core.decision.Reason;
import io.berth.core.plan.room.Scratch;
import io.berth.core.queue.QueueRefusal;
import io.berth.core.queue.QueueTree;
import io.berth.core.queue.QueueUse;
import io.berth.core.state.Job;
import io.berth.core.state.State;
import io.berth.core.workload.TaskGroup;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * What queues may take in the pass that is being planned: as the state says, with those that start counted in. It is kept twice, as the room of
 * nodes is: as it is now, for who starts now; and as it will be when all that stop have stopped, for who waits for that. Where no queue is declared it says yes
 * to all and costs nothing.
 */
public final class QueueBook {
    private final State state;
    private final JobMarks marks;
    private boolean any;
    private @Nullable QueueUse present;
    private @Nullable QueueUse later;
    /** Of the job that is asked about. */
    private long[] amounts = new long[0];

    private long[] others = new long[0];
    /** In a queue that waits for its head nobody starts any more in this pass. */
    private final TreeSet<String> waiting = new TreeSet<>();

    /** By row of the job that was asked about last: the name of its queue and its number. */
    private @Nullable String[] names = {};

    private int[] leaves = {};

    /** The queues of which jobs start or stop in this pass, as they did. */
    private final List<Integer> changed = new ArrayList<>();

    /** @param marks say which tasks of running jobs count as gone */
    public QueueBook(State state, JobMarks marks) {
        this.state = state;
        this.marks = marks;
    }

    /** A pass begins. */
    public void begin() {
        any = state.queues().any();
        if (!any) {
            return;
        }
        waiting.clear();
        changed.clear();
        QueueUse use = state.queues().use(state.nodes());
        QueueUse known = present;
        if (known == null || known.tree() != use.tree()) {
            present = use.copy();
            later = use.copy();
            amounts = new long[use.tree().resources().size()];
            others = new long[amounts.length];
            Arrays.fill(names, null);
        } else {
            known.become(use);
            later().become(use);
        }
    }

    /** True where queues are declared. */
    public boolean any() {
        return any;
    }

    /** What queues hold when all that stop have stopped, and all start that may. */
    public QueueUse later() {
        return Objects.requireNonNull(later);
    }

    private QueueUse present() {
        return Objects.requireNonNull(present);
    }

    /** The number of the queue of {@code job}; -1 where it is none that jobs may be in. */
    @SuppressWarnings("ReferenceEquality")
    public int leaf(Job job) {
        int row = job.row();
        if (row >= names.length) {
            names = Arrays.copyOf(names, StrictMath.max(row + 1, names.length * 2));
            leaves = Arrays.copyOf(leaves, names.length);
        }
        // The very object is compared, which a job keeps as long as it is in the queue.
        if (names[row] != job.queue()) {
            names[row] = job.queue();
            leaves[row] = tree().leaf(job.queue());
        }
        return leaves[row];
    }

    /** Why {@code job} may not start, whatever room there is; null where it may. */
    public @Nullable Reason refuses(Job job) {
        if (!job.classKnown()) {
            return Reason.NO_CLASS;
        }
        if (!any) {
            return null;
        }
        int leaf = leaf(job);
        if (leaf < 0) {
            return Reason.NO_QUEUE;
        }
        if (waiting.contains(job.queue())) {
            return Reason.BEHIND_HEAD;
        }
        needs(job, amounts);
        QueueRefusal refusal = later().refuses(leaf, amounts);
        return refusal == null ? null : reason(leaf, refusal);
    }

    private Reason reason(int leaf, QueueRefusal refusal) {
        if (later().neverHolds(leaf, amounts)) {
            return Reason.QUEUE_TOO_SMALL;
        }
        return refusal.reason();
    }

    /** The queue of {@code job} waits for it: nobody behind it starts in this pass. */
    public void waitsFor(Job job) {
        waiting.add(job.queue());
    }

    /** What those tasks of {@code job} hold that must start together, into {@code to}. */
    public void needs(Job job, long[] to) {
        Arrays.fill(to, 0);
        for (TaskGroup group : job.spec().groups()) {
            state.queues().add(group.demand(), group.min(), to);
        }
    }

    /** What {@code job} holds now, but for tasks that are given back, into {@code to}. */
    public void held(Job job, long[] to) {
        Arrays.fill(to, 0);
        for (int task = 0; task < job.placedTasks(); task++) {
            if (marks.keeps(job, task)) {
                state.queues().add(job.shape(task).demand(), 1, to);
            }
        }
    }

    /** Gives back tasks beyond those that must start of a job that has room from step {@code first} on, as far as its queue is too small for them. */
    public void trim(Job job, Scratch scratch, int first) {
        int least = first + job.leastTasks();
        while (any && scratch.checkpoint() > least && refuses(leaf(job), scratch, first, later())) {
            scratch.rollback(scratch.checkpoint() - 1);
        }
    }

    /** True where {@code job}, which has room from step {@code first} on, need not wait until others have stopped. */
    public boolean free(Job job, Scratch scratch, int first) {
        return !any || !refuses(leaf(job), scratch, first, present());
    }

    private boolean refuses(int leaf, Scratch scratch, int first, QueueUse use) {
        taken(scratch, first);
        return use.refuses(leaf, amounts) != null;
    }

    private void taken(Scratch scratch, int first) {
        Arrays.fill(amounts, 0);
        for (int step = first; step < scratch.checkpoint(); step++) {
            if (scratch.took(step)) {
                state.queues().add(scratch.shape(step).demand(), 1, amounts);
            }
        }
    }

    /** {@code job} starts on the room that the scratch holds for it from step {@code first} on. */
    public void starts(Job job, Scratch scratch, int first) {
        if (any) {
            taken(scratch, first);
            present().take(leaf(job), amounts);
            later().take(leaf(job), amounts);
            changed.add(leaf(job));
        }
    }

    /** {@code job} starts there when others have stopped. */
    public void waits(Job job, Scratch scratch, int first) {
        if (any) {
            taken(scratch, first);
            later().take(leaf(job), amounts);
            changed.add(leaf(job));
        }
    }

    /** What {@code job} holds counts as given back. */
    public void stops(Job job) {
        if (any && leaf(job) >= 0) {
            held(job, others);
            later().give(leaf(job), others);
            changed.add(leaf(job));
        }
    }

    /** What task {@code task} of {@code job} holds counts as given back. */
    public void stops(Job job, int task) {
        if (any && leaf(job) >= 0) {
            give(new HeldTask(job, task), true);
            changed.add(leaf(job));
        }
    }

    /** True where what the scratch holds from step {@code first} on is more than the queue of {@code job} may have beside what it has now. */
    public boolean refuses(Job job, Scratch scratch, int first) {
        return any && (leaf(job) < 0 || refuses(leaf(job), scratch, first, later()) || !free(job, scratch, first));
    }

    /** True where {@code job} may start when {@code victims} have stopped, as far as its queue goes. */
    public boolean allows(Job job, List<Job> victims) {
        if (!any) {
            return true;
        }
        victims.forEach(victim -> give(victim, true));
        needs(job, amounts);
        boolean allows = leaf(job) >= 0 && later().refuses(leaf(job), amounts) == null;
        victims.forEach(victim -> give(victim, false));
        return allows;
    }

    /** True where {@code job} may start when {@code tasks} are gone, as far as its queue goes. */
    public boolean allowsWithout(Job job, List<HeldTask> tasks) {
        if (!any) {
            return true;
        }
        if (leaf(job) < 0 || waiting.contains(job.queue())) {
            return false;
        }
        tasks.forEach(held -> give(held, true));
        needs(job, amounts);
        boolean allows = later().refuses(leaf(job), amounts) == null;
        tasks.forEach(held -> give(held, false));
        return allows;
    }

    private void give(HeldTask held, boolean back) {
        int leaf = leaf(held.job());
        Arrays.fill(others, 0);
        state.queues().add(held.job().shape(held.task()).demand(), 1, others);
        move(leaf, back);
    }

    private void give(Job victim, boolean back) {
        held(victim, others);
        move(leaf(victim), back);
    }

    private void move(int leaf, boolean back) {
        if (leaf >= 0 && back) {
            later().give(leaf, others);
        } else if (leaf >= 0) {
            later().take(leaf, others);
        }
    }

    /** True where the queue of {@code job} holds no more than its quota with it. */
    public boolean withinQuota(Job job) {
        return withinQuota(leaf(job), job);
    }

    /** The same where it is known that the queue is {@code leaf}: finding it by name takes longer than all else, and is done for each job that waits. */
    boolean withinQuota(int leaf, Job job) {
        needs(job, amounts);
        return leaf >= 0 && later().withinQuota(leaf, tree().parent(leaf), amounts);
    }

    /**
     * True where the queue of {@code job} holds no more than its quota with it, when {@code victims} of that queue have stopped: those go first
     * who do, so it would wait behind them else.
     */
    public boolean goesBefore(Job job, List<Job> victims) {
        victims.forEach(victim -> give(victim, true));
        boolean within = withinQuota(job);
        victims.forEach(victim -> give(victim, false));
        return within;
    }

    private QueueTree tree() {
        return later().tree();
    }

    /** How often a job started or stopped in this pass. */
    public int changes() {
        return changed.size();
    }

    /** The queues of which jobs started or stopped, those first {@code before} times left out. */
    public List<Integer> changedSince(int before) {
        return changed.subList(before, changed.size());
    }
}
