package io.berth.core.plan.room;

import io.berth.core.cluster.CountedSlots;
import io.berth.core.cluster.GangShape;
import io.berth.core.cluster.NodeRow;
import io.berth.core.cluster.NodeTable;
import io.berth.core.cluster.Shape;
import io.berth.core.decision.Reason;
import io.berth.core.policy.domain.DomainPolicies;
import io.berth.core.state.Job;
import io.berth.core.workload.JobSpec;
import io.berth.core.workload.PeerRule;
import io.berth.core.workload.PeerRule.Within;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What is known not to fit, by gang, so that a long queue of few shapes asks once for each. All of it follows from the node
 * table; where a job of some tasks does not fit, one of more tasks does not either.
 *
 * <p>A job of several groups is looked at in each pass: how its groups are placed is no search of all ways, and what is taken elsewhere
 * may lead it to another.
 */
public final class Misfits {
    private final NodeTable nodes;
    /** Where {@code releases} stood when {@code tasks} or more did not fit. */
    private long[] at = new long[16];

    private int[] tasks = new int[16];
    /** The plan in which {@code tasksBeside} or more did not fit beside what is promised. */
    private long[] besideAt = new long[16];

    private int[] tasksBeside = new int[16];
    /** By shape: the tasks that the empty cluster holds. */
    private @Nullable CountedSlots[] slots = new @Nullable CountedSlots[16];

    /** By gang, of those of several groups: why the empty cluster does not hold them. */
    private final TreeMap<Integer, Together> together = new TreeMap<>();

    /** By gang, of those of one group that must be within a domain: the most tasks that an empty one holds. */
    private final TreeMap<Integer, Domain> domains = new TreeMap<>();

    /** By gang, of those of one group that are divided equally in a domain. */
    private final TreeMap<Integer, Divided> divided = new TreeMap<>();

    private long plans;

    /** The most tasks that a domain of {@code key} held when so much was declared. */
    private record Domain(GangShape gang, long most, long redeclarations, int nodes) {}

    /** Whether so many tasks that are divided equally had a domain when so much was declared. */
    private record Divided(int tasks, boolean fits, long redeclarations, int nodes) {}

    /** What was found out of jobs like {@code job} when so much was declared. */
    private record Together(
            GangShape gang, JobSpec job, @Nullable Reason never, long redeclarations, int nodes) {}

    public Misfits(NodeTable nodes) {
        this.nodes = nodes;
    }

    /** A plan is begun; there are {@code gangs}. */
    public void begin(int gangs) {
        plans++;
        int old = at.length;
        if (gangs > old) {
            int size = StrictMath.max(gangs, old * 2);
            at = Arrays.copyOf(at, size);
            Arrays.fill(at, old, size, -1);
            tasks = Arrays.copyOf(tasks, size);
            besideAt = Arrays.copyOf(besideAt, size);
            tasksBeside = Arrays.copyOf(tasksBeside, size);
            slots = Arrays.copyOf(slots, size);
        }
    }

    /** What is free is not what it was thought to be. */
    public void forget() {
        Arrays.fill(at, -1);
    }

    /** True where {@code job} cannot fit, since nothing was given back after as many tasks or fewer did not. */
    public boolean known(Job job) {
        int gang = job.gang().id();
        return job.uniform() && at[gang] == nodes.releases() && fewer(tasks[gang], job);
    }

    /** The fewest tasks of the job's gang that are known not to fit. */
    public int tasks(Job job) {
        return tasks[job.gang().id()];
    }

    public void add(Job job) {
        at[job.gang().id()] = nodes.releases();
        tasks[job.gang().id()] = job.leastTasks();
    }

    /** True where the cluster as declared could hold less of some shape since that was asked last. */
    public boolean shrank() {
        boolean shrank = false;
        for (CountedSlots known : slots) {
            if (known != null) {
                long before = known.slots();
                shrank |= nodes.emptySlots(known) < before;
            }
        }
        for (Domain known : List.copyOf(domains.values())) {
            shrank |= mostInADomain(known.gang, Objects.requireNonNull(known.gang.within())) < known.most;
        }
        for (Together known : List.copyOf(together.values())) {
            shrank |= known.never == null && whyNeverTogether(known.gang, known.job) != null;
        }
        return shrank;
    }

    /** Where it stands still, nothing was given back, and no rule between tasks came to hold that did not. */
    public long releases() {
        return nodes.releases();
    }

    /** What did not fit beside what this plan has promised may fit now. */
    public void forgetBeside() {
        plans++;
    }

    /** True where {@code job} cannot fit beside what this plan has promised. */
    public boolean knownBeside(Job job) {
        int gang = job.gang().id();
        return job.uniform() && besideAt[gang] == plans && fewer(tasksBeside[gang], job);
    }

    /** True where {@code job} has no room, as {@code known} tasks of its gang have none. */
    private static boolean fewer(int known, Job job) {
        return known == job.leastTasks()
                || known < job.leastTasks() && job.gang().fewerFit();
    }

    public void addBeside(Job job) {
        besideAt[job.gang().id()] = plans;
        tasksBeside[job.gang().id()] = job.leastTasks();
    }

    /**
     * Why the cluster as declared, empty, could not hold the job; null where it could. One of several groups as {@link GroupPlaces} says, which
     * finds it room at the latest when nobody else holds any.
     */
    public @Nullable Reason whyNever(Job job) {
        if (!job.uniform()) {
            return whyNeverTogether(job.gang(), job.spec());
        }
        if (emptySlots(job.shape()) < job.leastTasks()) {
            return Reason.NO_NODE_EVER;
        }
        Within within = job.gang().within();
        boolean fits = within == null || fitsADomain(job, within);
        return fits ? null : Reason.NO_DOMAIN_EVER;
    }

    private boolean fitsADomain(Job job, Within within) {
        if (!job.gang().fewerFit()) {
            return dividesEver(job, within);
        }
        return !within.required() || mostInADomain(job.gang(), within) >= job.leastTasks();
    }

    private boolean dividesEver(Job job, Within within) {
        Divided known = divided.get(job.gang().id());
        if (known == null
                || known.tasks != job.leastTasks()
                || known.redeclarations != nodes.redeclarations()
                || known.nodes != nodes.count()) {
            Shape shape = job.shape();
            boolean fits = empty(within)
                    .fits(shape, job.leastTasks(), !within.required(), node -> nodes.emptySlots(shape, node));
            known = new Divided(job.leastTasks(), fits, nodes.redeclarations(), nodes.count());
            divided.put(job.gang().id(), known);
        }
        return known.fits;
    }

    /** All nodes as they were declared. */
    private DomainSearch empty(Within within) {
        return new DomainSearch(nodes, within, DomainPolicies.TIGHTEST, _ -> true);
    }

    private long mostInADomain(GangShape gang, Within within) {
        Domain known = domains.get(gang.id());
        if (known == null || known.redeclarations != nodes.redeclarations() || known.nodes != nodes.count()) {
            Shape shape = gang.shape(0);
            long most = empty(within).most(node -> nodes.emptySlots(shape, node));
            known = new Domain(gang, most, nodes.redeclarations(), nodes.count());
            domains.put(gang.id(), known);
        }
        return known.most;
    }

    private @Nullable Reason whyNeverTogether(GangShape gang, JobSpec job) {
        Together known = together.get(gang.id());
        if (known == null || known.redeclarations != nodes.redeclarations() || known.nodes != nodes.count()) {
            known = new Together(gang, job, foundNever(gang, job), nodes.redeclarations(), nodes.count());
            together.put(gang.id(), known);
        }
        return known.never;
    }

    private @Nullable Reason foundNever(GangShape gang, JobSpec job) {
        if (!hasPlaces(gang, job, new Declared(null, null))) {
            return Reason.NO_NODE_EVER;
        }
        Within within = gang.within();
        GangShape apart = gang.hasOwn() ? gang : null;
        DomainSearch search = within == null || !within.required() ? null : empty(within);
        boolean fits = search == null
                ? apart == null || hasPlaces(gang, job, new Declared(null, apart))
                : search.domains(search.asked()).stream()
                        .anyMatch(domain -> hasPlaces(gang, job, new Declared(domain, apart)));
        return fits ? null : Reason.NO_DOMAIN_EVER;
    }

    private boolean hasPlaces(GangShape gang, JobSpec job, Declared rows) {
        return !new GroupPlaces(gang, job, nodes.count(), rows).places().isEmpty();
    }

    /** All nodes, nothing of them held. */
    private final class Declared implements GroupPlaces.Rows {
        /** Those that count for tasks that must be in one domain, ascending; null for all. */
        private final int @Nullable [] among;
        /** Whose groups must be in domains of their own; null where that is not asked. */
        private final @Nullable GangShape apart;

        Declared(int @Nullable [] among, @Nullable GangShape apart) {
            this.among = among;
            this.apart = apart;
        }

        @Override
        public @Nullable List<int[]> domains(int group) {
            Within own = apart == null ? null : apart.own(group);
            if (own == null) {
                return null;
            }
            DomainSearch search = empty(own);
            return search.domains(search.asked());
        }

        @Override
        public boolean takes(int node, Shape shape) {
            boolean counts =
                    among == null || Arrays.binarySearch(among, node) >= 0 || !PeerRule.Within.bind(shape.demand());
            return counts && nodes.emptySlots(shape, node) > 0;
        }

        @Override
        public NodeRow of(int node) {
            return nodes.declaredRow(node);
        }
    }

    private long emptySlots(Shape shape) {
        CountedSlots known = slots[shape.id()];
        if (known == null) {
            known = new CountedSlots(shape);
            slots[shape.id()] = known;
        }
        return nodes.emptySlots(known);
    }
}
