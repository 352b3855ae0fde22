package io.berth.core.remedy;

import io.berth.core.cluster.NodeRow;
import io.berth.core.cluster.NodeTable;
import io.berth.core.cluster.Shape;
import io.berth.core.plan.preempt.Loss;
import io.berth.core.queue.QueueUse;
import io.berth.core.queue.Queues;
import io.berth.core.state.Job;
import io.berth.core.state.State;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Which running jobs hold the room that a job lacks: on each node those that lose least, until a task of it fits there; of the nodes those first
 * on which least is lost. Orders, priorities and queues are not looked at, since whoever runs the cluster may stop anybody; whether the job
 * starts then, a pass on a copy must show. Where its queue is in the way, those of its own queue are looked for too.
 */
final class VictimSets {
    private final NodeTable nodes;
    private final Shape shape;
    private final long nowNanos;
    private final int missing;
    private final TreeMap<Integer, List<Held>> byNode = new TreeMap<>();
    private final List<Room> rooms = new ArrayList<>();

    /** A task that runs on a node. */
    private record Held(Job job, int task) {}

    /**
     * Room on one node without some.
     *
     * @param slots how many more tasks fit there than do without stopping anybody
     */
    private record Room(int node, SortedSet<Long> jobs, double loss, int slots) {}

    /** @param queue whose jobs alone may stop; empty for any */
    private VictimSets(State state, Job job, String queue) {
        nodes = state.nodeTable();
        shape = job.shape();
        nowNanos = state.nowNanos();
        for (Job other : state.jobs()) {
            boolean asked =
                    stoppable(other) && (queue.isEmpty() || other.queue().equals(queue));
            for (int task = 0; task < other.placedTasks() && asked; task++) {
                if (other.holds(task)) {
                    byNode.computeIfAbsent(other.node(task), _ -> new ArrayList<>())
                            .add(new Held(other, task));
                }
            }
        }
        long fit = 0;
        for (int node = 0; node < nodes.count(); node++) {
            fit += nodes.usable(node) ? nodes.slots(shape, node) : 0;
        }
        missing = (int) StrictMath.max(0, job.leastTasks() - fit);
    }

    private static boolean stoppable(Job job) {
        return job.stopping() == null && !job.bestEffort();
    }

    /**
     * Sets for {@code job}, whose tasks are all alike, at most {@code most} of each kind: those first whose room is enough, of any queue, then of its own;
     * then those by which its queue gets below what stands in its way. None where it lacks neither room nor rights.
     */
    static List<SortedSet<Long>> of(State state, Job job, int most) {
        List<SortedSet<Long>> all = new ArrayList<>();
        VictimSets any = new VictimSets(state, job, "");
        if (any.missing > 0) {
            all.addAll(any.found(most));
        }
        SortedSet<Long> own = ofQueue(state, job);
        if (!own.isEmpty()) {
            if (any.missing > 0) {
                all.addAll(new VictimSets(state, job, job.queue()).found(most));
            }
            all.add(own);
        }
        return all;
    }

    /** Jobs of its queue, those first that lose least, until that may hold what {@code job} asks for; none where it may now. */
    private static SortedSet<Long> ofQueue(State state, Job job) {
        Queues queues = state.queues();
        int leaf = queues.tree().leaf(job.queue());
        TreeSet<Long> stopped = new TreeSet<>();
        if (leaf < 0) {
            return stopped;
        }
        QueueUse use = queues.use(state.nodes()).copy();
        long[] needs = new long[queues.tree().resources().size()];
        queues.add(job.spec().demand(), job.leastTasks(), needs);
        List<Job> turn = new ArrayList<>();
        for (Job other : state.jobs()) {
            if (!other.waiting() && stoppable(other) && other.queue().equals(job.queue())) {
                turn.add(other);
            }
        }
        turn.sort(Comparator.comparingLong((Job other) -> Loss.of(other, state.nodeTable(), state.nowNanos()))
                .thenComparing(Comparator.comparingLong(Job::id).reversed()));
        for (Job other : turn) {
            if (use.refuses(leaf, needs) == null) {
                return stopped;
            }
            long[] held = new long[needs.length];
            for (int task = 0; task < other.placedTasks(); task++) {
                if (other.holds(task)) {
                    queues.add(other.shape(task).demand(), 1, held);
                }
            }
            use.give(leaf, held);
            stopped.add(other.id());
        }
        return use.refuses(leaf, needs) == null ? stopped : new TreeSet<>();
    }

    private List<SortedSet<Long>> found(int most) {
        byNode.forEach((node, held) -> {
            if (nodes.usable(node) && nodes.neverFits(shape, node) == null) {
                rooms(node, held);
            }
        });
        rooms.sort(Comparator.comparingDouble(Room::loss)
                .thenComparingInt(room -> room.jobs.size())
                .thenComparingInt(Room::node));
        List<SortedSet<Long>> found = new ArrayList<>();
        if (missing == 1) {
            rooms.stream().limit(most).forEach(room -> found.add(room.jobs));
            return found;
        }
        TreeSet<Long> jobs = new TreeSet<>();
        int slots = 0;
        for (Room room : rooms) {
            if (slots < missing) {
                slots += room.slots;
                jobs.addAll(room.jobs);
            }
        }
        return slots < missing ? List.of() : List.of(jobs);
    }

    private void rooms(int node, List<Held> held) {
        TreeMap<Long, List<Held>> byJob = new TreeMap<>();
        held.forEach(task ->
                byJob.computeIfAbsent(task.job.id(), _ -> new ArrayList<>()).add(task));
        List<Victim> turn = byJob.values().stream()
                .map(tasks -> Victim.of(tasks.getFirst().job, nodes, nowNanos))
                .sorted(Comparator.comparingLong(Victim::loss)
                        .thenComparing(Comparator.comparingLong(Victim::job).reversed()))
                .toList();
        NodeRow row = nodes.row(node);
        int before = row.slots(shape);
        int gained = 0;
        TreeMap<Long, Victim> stopped = new TreeMap<>();
        for (Victim victim : turn) {
            give(row, byJob.getOrDefault(victim.job(), List.of()));
            stopped.put(victim.job(), victim);
            int slots = row.slots(shape) - before;
            if (slots > gained && gained < missing) {
                TreeMap<Long, Victim> needed = new TreeMap<>(stopped);
                spare(row, byJob, needed, before + slots);
                double loss = needed.values().stream().mapToDouble(Victim::loss).sum();
                rooms.add(new Room(node, new TreeSet<>(needed.keySet()), loss, slots - gained));
                gained = slots;
            }
        }
    }

    /** Those keep their room, the last that was taken first, without whom {@code slots} tasks fit all the same. */
    private void spare(NodeRow row, TreeMap<Long, List<Held>> byJob, TreeMap<Long, Victim> needed, int slots) {
        List<Victim> last = needed.values().stream()
                .sorted(Comparator.comparingLong(Victim::loss).reversed())
                .toList();
        NodeRow trial = row.copy();
        for (Victim victim : last) {
            List<Held> tasks = byJob.getOrDefault(victim.job(), List.of());
            NodeRow without = trial.copy();
            tasks.forEach(task -> without.take(task.job.shape(task.task), task.job.grant(task.task)));
            if (without.slots(shape) >= slots) {
                trial = without;
                needed.remove(victim.job());
            }
        }
    }

    private static void give(NodeRow row, List<Held> tasks) {
        tasks.forEach(task -> row.give(task.job.shape(task.task), task.job.grant(task.task)));
    }
}
