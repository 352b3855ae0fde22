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

/** Places for the groups of a job on copies of rows: the group whose tasks ask for most first, each task on the first node with room. */
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
            if (!place(gang.shape(group), first, groups.get(group).min(), found)) {
                return List.of();
            }
        }
        return Arrays.asList(found);
    }

    private boolean place(Shape shape, int first, int tasks, Placement[] found) {
        int next = first;
        for (int node = 0; node < nodes && next < first + tasks; node++) {
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
