package io.berth.core.plan.room;

import io.berth.core.cluster.GangShape;
import io.berth.core.cluster.NodeRow;
import io.berth.core.cluster.Shape;
import io.berth.core.decision.Placement;
import io.berth.core.workload.JobSpec;
import io.berth.core.workload.TaskGroup;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Places for the groups of a job on copies of rows: the group whose tasks ask for most first, each task on the first node with room; of a
 * group that has a domain of its own, of the domain with least room that holds it.
 */
public final class GroupPlaces {
    private final GangShape gang;
    private final List<TaskGroup> groups;
    private final int nodes;
    private final Rows rows;
    private final TreeMap<Integer, NodeRow> used = new TreeMap<>();
    private final List<Placement> places;

    /** What is left of nodes at the moment for which places are looked for. */
    public interface Rows {
        /** True where {@code node} takes tasks of {@code shape}, were it empty. */
        boolean takes(int node, Shape shape);

        /** A copy of what {@code node} has left. */
        NodeRow of(int node);

        /** The domains of which one must hold all that must start of group {@code group}; null where that may be anywhere. */
        default @Nullable List<int[]> domains(int group) {
            return null;
        }
    }

    /**
     * @param gang what the tasks of {@code job} ask for
     * @param nodes how many there are
     */
    public GroupPlaces(GangShape gang, JobSpec job, int nodes, Rows rows) {
        this.gang = gang;
        this.groups = job.groups();
        this.nodes = nodes;
        this.rows = rows;
        this.places = find(job.leastTasks());
    }

    /** Of the tasks that must start, in the order of their numbers; none where not all have room. */
    public List<Placement> places() {
        return places;
    }

    /** The nodes on which they are, as they are left beside them, by number. */
    public Collection<NodeRow> rows() {
        return used.values();
    }

    private List<Placement> find(int tasks) {
        Placement[] found = new Placement[tasks];
        for (int turn = 0; turn < gang.groups(); turn++) {
            int group = gang.inTurn(turn);
            int first = 0;
            for (int before = 0; before < group; before++) {
                first += groups.get(before).min();
            }
            int least = groups.get(group).min();
            if (!place(gang.shape(group), new Span(first, least, among(group, least)), found)) {
                return List.of();
            }
        }
        return Arrays.asList(found);
    }

    /** So many tasks from the first on, which go to those nodes, ascending; null for all. */
    @SuppressWarnings("ArrayRecordComponent")
    private record Span(int first, int tasks, int @Nullable [] among) {}

    /** The nodes to which {@code tasks} of group {@code group} go: those of the domain with least room of those that hold them; null for all. */
    private int @Nullable [] among(int group, int tasks) {
        List<int[]> domains = rows.domains(group);
        if (domains == null) {
            return null;
        }
        int[] tightest = new int[0];
        long least = Long.MAX_VALUE;
        for (int[] domain : domains) {
            long holds = 0;
            for (int node : domain) {
                holds += slots(node, gang.shape(group));
            }
            if (holds >= tasks && holds < least) {
                tightest = domain;
                least = holds;
            }
        }
        return tightest;
    }

    private int slots(int node, Shape shape) {
        if (!rows.takes(node, shape)) {
            return 0;
        }
        NodeRow known = used.get(node);
        return StrictMath.min(JobRoom.MOST, (known == null ? rows.of(node) : known).slots(shape));
    }

    private boolean place(Shape shape, Span span, Placement[] found) {
        int first = span.first;
        int tasks = span.tasks;
        int next = first;
        int count = span.among == null ? nodes : span.among.length;
        for (int i = 0; i < count && next < first + tasks; i++) {
            int node = span.among == null ? i : span.among[i];
            if (!rows.takes(node, shape)) {
                continue;
            }
            NodeRow known = used.get(node);
            NodeRow row = known == null ? rows.of(node) : known;
            int here = StrictMath.min(row.slots(shape), first + tasks - next);
            for (int task = 0; task < here; task++) {
                found[next++] = new Placement(node, row.takeOne(shape));
            }
            if (here > 0) {
                used.put(node, row);
            }
        }
        return next == first + tasks;
    }
}
