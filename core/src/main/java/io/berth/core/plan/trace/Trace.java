package io.berth.core.plan.trace;

import io.berth.core.cluster.NodeTable;
import io.berth.core.cluster.Shape;
import io.berth.core.decision.DomainMiss;
import io.berth.core.decision.Reason;
import io.berth.core.plan.room.NearestDomain;
import io.berth.core.policy.Filter;
import io.berth.core.state.Job;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Why each job of one pass was passed over, told by the stages at the moment they decide, when the node table holds exactly what was
 * taken before. A pass that is traced comes to every waiting job in its turn, and plans as it does untraced.
 *
 * <p>A stage tells first that it {@link #comesTo} a job, then what it decided; where several tell of one job, the last word holds.
 */
public final class Trace {
    private static final SortedMap<Integer, Integer> NOWHERE = Collections.unmodifiableSortedMap(new TreeMap<>());

    /** So many nodes of shapes are kept at most; 9 bytes each, so 144 MB. */
    private static final long MOST_KEPT = 16L << 20;

    /** Null where nodes are not counted. */
    private final @Nullable NodeTable nodes;

    private final TreeMap<Integer, ShapeLack> byShape = new TreeMap<>();
    private final LinkedHashMap<Long, TracedJob> jobs = new LinkedHashMap<>();
    /** By job that runs: why it gets no more of its tasks. */
    private final TreeMap<Long, Reason> sizes = new TreeMap<>();

    private Filter filter = Filter.FIT;

    private Trace(@Nullable NodeTable nodes) {
        this.nodes = nodes;
    }

    /** Of a pass over {@code nodes}, which are counted for each job. */
    public static Trace counting(NodeTable nodes) {
        return new Trace(nodes);
    }

    /** Which does not count nodes, for those who ask for turns and no reasons. */
    public static Trace ofTurns() {
        return new Trace(null);
    }

    /** The waiting jobs by number, in the order in which the pass came to them. */
    public SequencedMap<Long, TracedJob> jobs() {
        return Collections.unmodifiableSequencedMap(jobs);
    }

    /** Why {@code job}, which runs and may have more tasks, gets none; null where nobody looked whether it does, and where it gets some. */
    public @Nullable Reason whyNotMore(long job) {
        return sizes.get(job);
    }

    /** A job that runs gets no more of its tasks. */
    public void keepsSize(Job job, Reason reason) {
        sizes.put(job.id(), reason);
    }

    /** The same where there is no room that it may have; room that is left is being made for those who wait. */
    public void noRoomForMore(Job job) {
        Reason reason = nodes == null
                ? Reason.OTHERS_WAIT
                : count(nodes, job.gang().shape(job.gang().inTurn(0))).reason();
        sizes.put(job.id(), reason == Reason.GANG ? Reason.OTHERS_WAIT : reason);
    }

    /** A pass begins in which {@code newFilter} says which nodes may take a task. */
    public void begin(Filter newFilter) {
        jobs.clear();
        sizes.clear();
        byShape.clear();
        filter = newFilter;
    }

    /** True where something was told of {@code job}. */
    public boolean tellsOf(Job job) {
        return jobs.containsKey(job.id());
    }

    /** A stage comes to {@code job}; nothing is taken for it yet, nothing withheld for others. */
    public void comesTo(Job job) {
        NodeCount worst = NodeCount.NONE;
        int room = 0;
        int lacking = 0;
        long lack = Long.MIN_VALUE;
        for (int group = 0; nodes != null && group < job.gang().groups(); group++) {
            NodeCount count = count(nodes, job.gang().shape(group));
            int tasks = job.spec().groups().get(group).min();
            room += (int) StrictMath.min(count.slots(), tasks);
            if (tasks - count.slots() > lack) {
                lack = tasks - count.slots();
                worst = count;
                lacking = group;
            }
        }
        jobs.put(job.id(), new TracedJob(job, lacking, worst, room, null, NOWHERE, job.promisedNanos(), List.of()));
    }

    /** Job {@code id} starts. */
    public void starts(long id) {
        tell(id, null);
    }

    /** Others stop so that job {@code id} has room on {@code nodes}, which are by task. */
    public void makesRoom(long id, SortedMap<Integer, Integer> nodes) {
        jobs.computeIfPresent(id, (_, told) -> told.making(nodes));
    }

    /** Job {@code id} does not start, or is turned away. */
    public void passedOver(long id, Reason reason) {
        tell(id, reason);
        if (reason == Reason.NO_DOMAIN_EVER) {
            jobs.computeIfPresent(id, (_, told) -> told.missing(nearest(told.job())));
        }
    }

    /**
     * The job does not start, since there is no room for all of its tasks; or none in one domain, where they must be within one.
     *
     * @param promised true where room is kept for others: it would delay them where all of its tasks fit none the less
     */
    public void noRoom(Job job, boolean promised) {
        jobs.computeIfPresent(job.id(), (_, told) -> {
            boolean room = told.room() == job.leastTasks() && told.nodes().fitting() > 0;
            if (promised && room) {
                return told.because(Reason.WOULD_DELAY);
            }
            return divided(job) && room
                    ? told.because(Reason.NO_ONE_DOMAIN).missing(nearest(job))
                    : told.because(told.nodes().reason());
        });
    }

    /** True where it, or a group of it, must be in one domain, or in equal parts in some. */
    private static boolean divided(Job job) {
        return job.gang().withinKey() != null
                || !job.gang().fewerFit()
                || job.gang().hasOwn();
    }

    private @Nullable DomainMiss nearest(Job job) {
        return nodes == null ? null : NearestDomain.of(nodes, job, filter);
    }

    /** Room is kept for job {@code id} on {@code kept}, and will be there from {@code atNanos} on. */
    public void promised(long id, long atNanos, List<Integer> kept) {
        jobs.computeIfPresent(id, (_, told) -> told.promised(atNanos, kept));
    }

    private void tell(long id, @Nullable Reason reason) {
        jobs.computeIfPresent(id, (_, told) -> told.because(reason));
    }

    private NodeCount count(NodeTable counted, Shape shape) {
        if (!byShape.containsKey(shape.id()) && (byShape.size() + 1L) * counted.count() > MOST_KEPT) {
            byShape.clear();
        }
        return byShape.computeIfAbsent(shape.id(), _ -> new ShapeLack(counted, shape, filter))
                .count();
    }
}
