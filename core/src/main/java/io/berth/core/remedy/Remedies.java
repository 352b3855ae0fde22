package io.berth.core.remedy;

import io.berth.core.catalog.Catalog;
import io.berth.core.decision.Decision;
import io.berth.core.event.Event;
import io.berth.core.plan.Planner;
import io.berth.core.state.Job;
import io.berth.core.state.State;
import io.berth.core.workload.Demand;
import io.berth.core.workload.JobChange;
import io.berth.core.workload.JobSpec;
import io.berth.core.workload.NodeTerms;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What would start a job that waits, cheapest first: another model, more urgency, any labels, then less of what it asks for. What is less
 * is taken from the whole of what single nodes have left, never a little of this node and a little of that. Each is tried: a copy of the
 * state has it, and the next pass is planned on that.
 */
public final class Remedies {
    /** Different demands that are tried, those first that give up least. */
    private static final int MOST_DEMANDS = 8;

    /** Of those that start the job, so many are told: they are alike. */
    private static final int TOLD_DEMANDS = 3;

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
        int most = Integer.MIN_VALUE;
        for (Job other : state.jobs()) {
            most = other.waiting() && other.id() != id
                    ? StrictMath.max(most, other.spec().priority())
                    : most;
        }
        if (spec.uniform()) {
            for (Demand demand : OtherModels.of(state.nodeTable(), spec.demand())) {
                sort(RemedyKind.MODEL, JobChange.ofDemand(demand), now, later);
            }
        }
        if (most >= spec.priority() && most < Integer.MAX_VALUE) {
            sort(RemedyKind.PRIORITY, JobChange.ofPriority(most + 1), now, later);
        }
        if (spec.uniform()) {
            Demand anywhere = anywhere(spec.demand());
            if (!anywhere.equals(spec.demand())) {
                sort(RemedyKind.LABELS, JobChange.ofDemand(anywhere), now, later);
            }
            now.addAll(smaller(state, job));
        }
        now.addAll(later);
        return now;
    }

    /** The same on any node that it tolerates. */
    private static Demand anywhere(Demand demand) {
        return demand.where(new NodeTerms(List.of(), demand.where().tolerations(), List.of()));
    }

    private void sort(RemedyKind kind, JobChange change, List<Remedy> now, List<Remedy> later) {
        boolean starts = starts(change);
        (starts ? now : later).add(new Remedy(kind, change, starts, 1));
    }

    private List<Remedy> smaller(State state, Job job) {
        List<Remedy> found = new ArrayList<>();
        List<Demand> demands = LesserDemands.of(state.nodeTable(), job.spec().demand(), MOST_DEMANDS);
        for (Demand demand : demands) {
            JobChange change = JobChange.ofDemand(demand);
            if (found.size() < TOLD_DEMANDS && starts(change)) {
                found.add(new Remedy(RemedyKind.DEMAND, change, true, slower(job.spec(), change)));
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
        return new Remedy(RemedyKind.TASKS, change, true, slower(spec, change));
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
        for (Decision decision : new Planner(copy, catalog).plan().decisions()) {
            if (decision instanceof Decision.Start start && start.job() == id) {
                return true;
            }
        }
        return false;
    }
}
