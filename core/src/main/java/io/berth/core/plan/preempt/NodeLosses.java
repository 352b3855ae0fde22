package io.berth.core.plan.preempt;

import io.berth.core.cluster.NodeRow;
import io.berth.core.cluster.Shape;
import io.berth.core.state.Job;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.function.ToLongFunction;

/** What it costs to have room for one task more on a node, for two and so on. */
final class NodeLosses {
    private static final int MOST_UNITS = 64;

    private final NodeRow row;
    private final Shape shape;
    private final int slots;
    private final List<Victim> victims = new ArrayList<>();
    private long least = Long.MAX_VALUE;

    /** Jobs that are stopped together, of which some have tasks on the node. */
    private record Victim(Set<Job> jobs, int node, long loss) {
        private boolean there(Job job, int task) {
            return job.node(task) == node && job.holds(task) && !job.leaves(task);
        }

        /** Of the first of them, which tells it apart from others. */
        long number() {
            return jobs.iterator().next().id();
        }

        void give(NodeRow row) {
            for (Job job : jobs) {
                for (int task = 0; task < job.placedTasks(); task++) {
                    if (there(job, task)) {
                        row.give(job.shape(task), job.grant(task));
                    }
                }
            }
        }

        /** What its tasks there hold, all together. */
        long holds(ToLongFunction<Shape> amount) {
            long held = 0;
            for (Job job : jobs) {
                for (int task = 0; task < job.placedTasks(); task++) {
                    held += there(job, task) ? amount.applyAsLong(job.shape(task)) : 0;
                }
            }
            return held;
        }
    }

    /**
     * Those that free enough of something that is asked for, at the least loss.
     *
     * @param each how much a task asks for
     * @param free how much is left of it
     * @param unit in which it is counted, so that there are no more than {@value #MOST_UNITS}
     */
    private record Freeing(long each, long free, long unit, Filling filling) {}

    /** Some of them, and what that costs. */
    record Choice(long loss, List<Job> jobs) {}

    /** @param row what is left of the node; a copy */
    NodeLosses(NodeRow row, Shape shape) {
        this.row = row;
        this.shape = shape;
        this.slots = row.slots(shape);
    }

    /** How many tasks fit without any. */
    int slots() {
        return slots;
    }

    /** @param together jobs that stop together, and lose so much */
    void add(Set<Job> together, int node, long loss) {
        least = StrictMath.min(least, loss);
        victims.add(new Victim(together, node, loss));
    }

    /** What the cheapest of them costs, and any choice at least; as much as can be where there are none. */
    long least() {
        return least;
    }

    /** The cheapest that was found for one more, for two and so on up to {@code most}; fewer where no more can be had. */
    List<Choice> choices(int most) {
        victims.sort(Comparator.comparingLong(Victim::loss)
                .thenComparing(Comparator.<Victim>comparingLong(Victim::number).reversed()));
        NodeRow all = row.copy();
        victims.forEach(victim -> victim.give(all));
        int more = StrictMath.min(most, all.slots(shape) - slots);
        List<Freeing> freeing = more > 0 ? freeing(slots + more) : List.of();
        List<Choice> choices = new ArrayList<>();
        for (int count = 1; count <= more; count++) {
            choices.add(cheapest(slots + count, freeing));
        }
        return choices;
    }

    private Choice cheapest(int wanted, List<Freeing> freeing) {
        Choice best = pruned(victims, wanted);
        for (Freeing what : freeing) {
            long lacks = wanted * what.each - what.free;
            List<Victim> picked = lacks <= 0
                    ? List.of()
                    : what.filling.cheapest((int) ((lacks + what.unit - 1) / what.unit)).stream()
                            .map(victims::get)
                            .toList();
            if (!picked.isEmpty()) {
                // Where something else is short still, the cheapest of the others go too.
                List<Victim> turn = new ArrayList<>(picked);
                victims.stream().filter(victim -> !picked.contains(victim)).forEach(turn::add);
                Choice other = pruned(turn, wanted);
                best = other.loss < best.loss ? other : best;
            }
        }
        return best;
    }

    /** One for each thing that is asked for, and of which there is too little for {@code most} tasks. */
    private List<Freeing> freeing(int most) {
        List<Freeing> all = new ArrayList<>();
        for (int i = 0; i < shape.needs(); i++) {
            int column = shape.column(i);
            add(all, most, shape.amount(i), row.free(column), held -> held.amountIn(column));
        }
        if (shape.wholeGpus()) {
            add(all, most, shape.gpus(), row.idleGpus(), held -> held.wholeGpus() ? held.gpus() : 0);
        }
        return all;
    }

    private void add(List<Freeing> all, int most, long each, long free, ToLongFunction<Shape> amount) {
        long lacks = most * each - free;
        if (lacks > 0) {
            long unit = (lacks + MOST_UNITS - 1) / MOST_UNITS;
            int[] sizes = victims.stream()
                    .mapToInt(victim -> (int) StrictMath.min(MOST_UNITS, victim.holds(amount) / unit))
                    .toArray();
            long[] losses = victims.stream().mapToLong(Victim::loss).toArray();
            all.add(new Freeing(each, free, unit, new Filling(sizes, losses, (int) ((lacks + unit - 1) / unit))));
        }
    }

    /** The first of {@code turn} that are enough, without those that turn out not to be needed, the dearest first. */
    private Choice pruned(List<Victim> turn, int wanted) {
        List<Victim> chosen = new ArrayList<>();
        NodeRow left = row.copy();
        for (int i = 0; i < turn.size() && left.slots(shape) < wanted; i++) {
            turn.get(i).give(left);
            chosen.add(turn.get(i));
        }
        chosen.sort(Comparator.comparingLong(Victim::loss));
        for (int i = chosen.size() - 1; i >= 0; i--) {
            NodeRow without = row.copy();
            for (int other = 0; other < chosen.size(); other++) {
                if (other != i) {
                    chosen.get(other).give(without);
                }
            }
            if (without.slots(shape) >= wanted) {
                chosen.remove(i);
            }
        }
        return new Choice(
                chosen.stream().mapToLong(Victim::loss).sum(),
                chosen.stream().flatMap(victim -> victim.jobs.stream()).toList());
    }
}
