package io.berth.core.plan.preempt;

import io.berth.core.cluster.NodeTable;
import io.berth.core.plan.backfill.RunningTasks;
import io.berth.core.state.Job;
import io.berth.core.state.State;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The jobs whose stop loses the least work, of those that the pending one may preempt and that are no more urgent than the most urgent which
 * {@link LastInOrder} would stop: so a job is never stopped to spare one of a lower priority. What is lost is {@link Loss}.
 *
 * <p>For each node it is worked out what it costs to have room for one task more, for two and so on ({@link NodeLosses}); over all nodes, the cheapest
 * sum of those that gives the job its room is found exactly. A job that has tasks on several nodes, or a unit of them, counts on each in full at first; then all is worked
 * out again with those that were picked for nothing, as they are stopped anyway.
 */
public final class LeastLoss implements VictimPicker {
    private static final int MOST_ROUNDS = 3;

    /** For so many jobs in a pass all nodes are looked at; those after that have the last in the order stopped. */
    private static final int MOST_SEARCHES = 32;

    private final State state;
    private final NodeTable nodes;
    private final RunningTasks running;
    private final LastInOrder lastInOrder;
    private @Nullable Units units;
    private int searches;

    public LeastLoss(State state, RunningTasks running, LastInOrder lastInOrder) {
        this.state = state;
        this.nodes = state.nodeTable();
        this.running = running;
        this.lastInOrder = lastInOrder;
    }

    @Override
    public void begin(Units inForce) {
        units = inForce;
        searches = 0;
        lastInOrder.begin(inForce);
    }

    @Override
    public List<Job> pick(Job job, long releases) {
        List<Job> last = lastInOrder.pick(job, releases);
        // Rules between tasks are no matter of counts.
        if (last.isEmpty() || !job.uniform() || !job.gang().alone() || searches == MOST_SEARCHES) {
            return last;
        }
        searches++;
        int mostUrgent =
                last.stream().mapToInt(victim -> victim.priority()).max().orElseThrow();
        Set<Job> best = Collections.emptySet();
        long least = Long.MAX_VALUE;
        Set<Job> stopped = Collections.emptySet();
        for (int round = 0; round < MOST_ROUNDS; round++) {
            stopped = cheapest(job, mostUrgent, stopped);
            long loss = loss(stopped);
            if (stopped.isEmpty() || loss >= least) {
                break;
            }
            best = stopped;
            least = loss;
        }
        return best.isEmpty() ? last : sorted(best);
    }

    @Override
    public List<Job> candidates(Job job, int most) {
        return sorted(lastInOrder.candidates(job, most));
    }

    /** The least urgent first, then those that lose least. */
    private List<Job> sorted(Iterable<Job> jobs) {
        List<Job> sorted = new ArrayList<>();
        jobs.forEach(sorted::add);
        sorted.sort(Comparator.<Job>comparingInt(job -> job.priority())
                .thenComparingLong(job -> Loss.of(job, nodes, state.nowNanos()))
                .thenComparing(Comparator.comparingLong(Job::id).reversed()));
        return sorted;
    }

    private long loss(Set<Job> jobs) {
        long loss = 0;
        for (Job job : jobs) {
            loss += Loss.of(job, nodes, state.nowNanos());
        }
        return loss;
    }

    /**
     * Those that make room for all that must start, where that can be had.
     *
     * @param stopped who is stopped anyway
     */
    private Set<Job> cheapest(Job job, int mostUrgent, Set<Job> stopped) {
        int need = job.leastTasks();
        List<NodeLosses> all = new ArrayList<>();
        for (int node = 0; node < nodes.count(); node++) {
            if (nodes.usable(node) && nodes.emptySlots(job.shape(), node) > 0) {
                NodeLosses losses = new NodeLosses(nodes.row(node), job.shape());
                need -= losses.slots();
                gather(job, node, mostUrgent, stopped, losses);
                all.add(losses);
            }
        }
        if (need <= 0) {
            return Collections.emptySet();
        }
        return need == 1 ? cheapestOne(all) : Knapsack.cheapest(all, need);
    }

    /** Room for one task: a node is looked at closely only where the cheapest that runs there costs less than what was found. */
    private static Set<Job> cheapestOne(List<NodeLosses> all) {
        all.sort(Comparator.comparingLong(NodeLosses::least));
        long least = Long.MAX_VALUE;
        Set<Job> best = Collections.emptySet();
        for (NodeLosses losses : all) {
            if (losses.least() >= least) {
                break;
            }
            for (NodeLosses.Choice choice : losses.choices(1)) {
                if (choice.loss() < least) {
                    least = choice.loss();
                    best = new LinkedHashSet<>(choice.jobs());
                }
            }
        }
        return best;
    }

    private void gather(Job waiting, int node, int mostUrgent, Set<Job> stopped, NodeLosses losses) {
        Set<Job> seen = new LinkedHashSet<>();
        for (int i = 0; i < running.tasksOn(node); i++) {
            Job job = running.jobOn(node, i);
            // One that stops already is of no unit any more.
            if (seen.contains(job) || !lastInOrder.mayStop(waiting, job)) {
                continue;
            }
            Set<Job> together = Objects.requireNonNull(units).of(job);
            seen.addAll(together);
            if (together.stream()
                    .allMatch(each -> each.priority() <= mostUrgent && lastInOrder.mayStop(waiting, each))) {
                losses.add(together, node, stopped.containsAll(together) ? 0 : loss(together));
            }
        }
    }
}
