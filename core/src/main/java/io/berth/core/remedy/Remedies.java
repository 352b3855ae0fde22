package io.berth.core.remedy;

import io.berth.core.catalog.Catalog;
import io.berth.core.decision.Decision;
import io.berth.core.event.Event;
import io.berth.core.plan.Planner;
import io.berth.core.queue.QueueRaise;
import io.berth.core.queue.QueueSpec;
import io.berth.core.queue.QueueUse;
import io.berth.core.state.Job;
import io.berth.core.state.State;
import io.berth.core.workload.Demand;
import io.berth.core.workload.JobChange;
import io.berth.core.workload.JobSpec;
import io.berth.core.workload.NodeTerms;
import io.berth.core.workload.TaskGroup;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What would start a job that waits, cheapest first: what costs nobody anything (another model, any labels, another queue), what others wait for (more
 * urgency), what makes the job slower (less of what it asks for), then what whoever runs the cluster may do: greater rights of its queue, running jobs
 * that stop. What is less is taken from the whole of what single nodes have left, never a little of this node and a little of that. Each is tried: a
 * copy of the state has it, and the next pass is planned on that.
 */
public final class Remedies {
    /** Different demands that are tried, those first that give up least. */
    private static final int MOST_DEMANDS = 8;

    /** Of those that start the job, so many are told: they are alike. */
    private static final int TOLD_DEMANDS = 3;

    /** Other queues that are tried; so many that start the job are told. */
    private static final int MOST_QUEUES = 8;

    private static final int TOLD_QUEUES = 2;

    /** Sets of running jobs that are tried, and how often it is tried to do without one of them. */
    private static final int MOST_SETS = 3;

    private static final int MOST_SPARED = 16;

    /** A queue's right may be below another bound, and that below a third. */
    private static final int MOST_RAISES = 4;

    /** As a process ends that is told to. */
    private static final int STOPPED = 143;

    private final Supplier<State> copies;
    private final Catalog catalog;
    private final long id;

    private Remedies(Supplier<State> copies, Catalog catalog, long id) {
        this.copies = copies;
        this.catalog = catalog;
        this.id = id;
    }

    /**
     * Those of job {@code id}: that start it in the next pass, then changes that do not yet but keep all that it asks for; none where it does not wait, is held, or waits for other jobs.
     *
     * @param copies gives copies of one state, a new one at each call
     */
    public static List<Remedy> of(Supplier<State> copies, Catalog catalog, long id) {
        State state = copies.get();
        Job job = state.job(id);
        if (job == null || !job.queued() || job.notBeforeNanos() > state.nowNanos()) {
            return List.of();
        }
        return new Remedies(copies, catalog, id).of(state, job);
    }

    private List<Remedy> of(State state, Job job) {
        List<Remedy> now = new ArrayList<>();
        List<Remedy> later = new ArrayList<>();
        JobSpec spec = job.spec();
        if (spec.uniform()) {
            for (Demand demand : OtherModels.of(state.nodeTable(), spec.demand())) {
                sort(RemedyKind.MODEL, JobChange.ofDemand(demand), now, later);
            }
            Demand anywhere = anywhere(spec.demand());
            if (!anywhere.equals(spec.demand())) {
                sort(RemedyKind.LABELS, JobChange.ofDemand(anywhere), now, later);
            }
        }
        now.addAll(otherQueues(state, job));
        int most = mostUrgent(state);
        if (most >= spec.priority() && most < Integer.MAX_VALUE) {
            sort(RemedyKind.PRIORITY, JobChange.ofPriority(most + 1), now, later);
        }
        if (spec.uniform()) {
            now.addAll(smaller(state, job));
        }
        List<QueueRaise> raises = raises(job);
        if (!raises.isEmpty()) {
            now.add(Remedy.raising(raises));
        }
        List<Victim> victims = spec.uniform() && !spec.demand().bestEffort() ? victims(state, job) : List.of();
        if (!victims.isEmpty()) {
            now.add(Remedy.stopping(victims));
        }
        now.addAll(later);
        return now;
    }

    /** The greatest priority of others that wait. */
    private int mostUrgent(State state) {
        int most = Integer.MIN_VALUE;
        for (Job other : state.jobs()) {
            most = other.waiting() && other.id() != id
                    ? StrictMath.max(most, other.spec().priority())
                    : most;
        }
        return most;
    }

    /** Where its queue is in the way, those that are not. */
    private List<Remedy> otherQueues(State state, Job job) {
        QueueUse use = state.queues().use(state.nodes());
        long[] needs = needs(state, job);
        int own = use.tree().leaf(job.queue());
        List<Remedy> found = new ArrayList<>();
        if (!state.queues().any() || own >= 0 && use.refuses(own, needs) == null) {
            return found;
        }
        int tried = 0;
        for (String queue : use.tree().leaves()) {
            int leaf = use.tree().leaf(queue);
            if (leaf != own && tried < MOST_QUEUES && found.size() < TOLD_QUEUES && use.refuses(leaf, needs) == null) {
                tried++;
                JobChange change = new JobChange(queue, null, null);
                if (starts(change)) {
                    found.add(Remedy.of(RemedyKind.QUEUE, change, true, 1));
                }
            }
        }
        return found;
    }

    private static long[] needs(State state, Job job) {
        long[] needs = new long[state.queues().tree().resources().size()];
        for (TaskGroup group : job.spec().groups()) {
            state.queues().add(group.demand(), group.min(), needs);
        }
        return needs;
    }

    /** What queues would have to have a right to so that it starts; empty where that is not in the way, or not all. */
    private List<QueueRaise> raises(Job job) {
        State copy = copies.get();
        int leaf = copy.queues().tree().leaf(job.queue());
        if (leaf < 0) {
            return List.of();
        }
        long[] needs = needs(copy, job);
        List<QueueRaise> all = new ArrayList<>();
        for (int round = 0; round < MOST_RAISES; round++) {
            List<QueueRaise> raises = QueueRaise.of(copy.queues().use(copy.nodes()), leaf, needs);
            if (raises.isEmpty()) {
                break;
            }
            all.addAll(raises);
            List<QueueSpec> queues = copy.queues().tree().queues();
            for (QueueRaise raise : raises) {
                queues = raise.in(queues);
            }
            copy.apply(copy.nowNanos(), new Event.QueuesDeclared(queues));
        }
        return !all.isEmpty() && planned(new Planner(copy, catalog)) ? all : List.of();
    }

    /** Who would have to stop, as few as were found; empty where that does not help. */
    private List<Victim> victims(State state, Job job) {
        for (SortedSet<Long> jobs : VictimSets.of(state, job, MOST_SETS)) {
            if (startsWithout(jobs)) {
                return needed(jobs).stream()
                        .map(victim -> Objects.requireNonNull(state.job(victim)))
                        .map(victim -> Victim.of(victim, state.nodeTable(), state.nowNanos()))
                        .toList();
            }
        }
        return List.of();
    }

    /** Those of {@code jobs}, without whom the job starts, without whom alone it does not. */
    private SortedSet<Long> needed(SortedSet<Long> jobs) {
        TreeSet<Long> needed = new TreeSet<>(jobs);
        int tries = MOST_SPARED;
        for (long spared : jobs.reversed()) {
            needed.remove(spared);
            if (tries-- <= 0 || needed.isEmpty() || !startsWithout(needed)) {
                needed.add(spared);
            }
        }
        return needed;
    }

    /** True where the pass after {@code jobs} have stopped, which are held from then on, starts the job. */
    private boolean startsWithout(SortedSet<Long> jobs) {
        State copy = copies.get();
        long now = copy.nowNanos();
        Planner planner = new Planner(copy, catalog);
        for (long victim : jobs) {
            copy.apply(now, new Event.JobHeld(victim, true));
            copy.apply(now, new Event.JobRequeued(victim));
        }
        copy.apply(now, planner.plan());
        copy.endInstant();
        for (long victim : jobs) {
            Job stopped = copy.job(victim);
            long decision = stopped == null ? 0 : stopped.decision();
            for (int task = 0; stopped != null && task < stopped.placedTasks(); task++) {
                if (stopped.holds(task)) {
                    copy.apply(now, new Event.TaskEnded(victim, task, decision, STOPPED));
                }
            }
        }
        return planned(planner);
    }

    /** The same on any node that it tolerates. */
    private static Demand anywhere(Demand demand) {
        return demand.where(new NodeTerms(List.of(), demand.where().tolerations(), List.of()));
    }

    private void sort(RemedyKind kind, JobChange change, List<Remedy> now, List<Remedy> later) {
        boolean starts = starts(change);
        (starts ? now : later).add(Remedy.of(kind, change, starts, 1));
    }

    private List<Remedy> smaller(State state, Job job) {
        List<Remedy> found = new ArrayList<>();
        List<Demand> demands = LesserDemands.of(state.nodeTable(), job.spec().demand(), MOST_DEMANDS);
        for (Demand demand : demands) {
            JobChange change = JobChange.ofDemand(demand);
            if (found.size() < TOLD_DEMANDS && starts(change)) {
                found.add(Remedy.of(RemedyKind.DEMAND, change, true, slower(job.spec(), change)));
            }
        }
        Remedy tasks = fewerTasks(job.spec());
        if (tasks != null) {
            found.add(tasks);
        }
        found.sort(Comparator.comparingDouble(Remedy::slower));
        return found;
    }

    /** With as many tasks as start at once, found by halving; null for none. */
    private @Nullable Remedy fewerTasks(JobSpec spec) {
        int least = 0;
        int most = spec.leastTasks();
        while (most - least > 1) {
            int middle = (least + most) >>> 1;
            if (starts(JobChange.ofTasks(middle))) {
                least = middle;
            } else {
                most = middle;
            }
        }
        if (least == 0) {
            return null;
        }
        JobChange change = JobChange.ofTasks(least);
        return Remedy.of(RemedyKind.TASKS, change, true, slower(spec, change));
    }

    private static double slower(JobSpec spec, JobChange change) {
        JobSpec less = change.applied(spec, true);
        long before = spec.total(Remedies::strength);
        long after = less.total(Remedies::strength);
        return after == 0 || before <= after ? 1 : (double) before / after;
    }

    private static long strength(Demand demand) {
        return demand.totalGpuMilli() > 0 ? demand.totalGpuMilli() : demand.cpuMilli();
    }

    /** True where the next pass starts the job when it is changed so. */
    private boolean starts(JobChange change) {
        State copy = copies.get();
        copy.apply(copy.nowNanos(), new Event.JobUpdated(id, change));
        return planned(new Planner(copy, catalog));
    }

    /** True where the next pass of {@code planner} starts the job. */
    private boolean planned(Planner planner) {
        for (Decision decision : planner.plan().decisions()) {
            if (decision instanceof Decision.Start start && start.job() == id) {
                return true;
            }
        }
        return false;
    }
}
