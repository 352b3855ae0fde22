package io.berth.core.plan.backfill;

import io.berth.core.cluster.NodeRow;
import io.berth.core.cluster.Resource;
import io.berth.core.cluster.Shape;
import io.berth.core.decision.Grant;
import io.berth.core.time.Nanos;
import io.berth.core.workload.Demand;
import java.util.Arrays;

/**
 * What is expected to be left of one node from now on, as steps: at the expected ends room comes back, promises take it for a
 * while.
 */
final class Timeline {
    /** Step {@code i} holds from {@code from[i]} until {@code from[i + 1]}, the last one for ever. */
    private long[] from = new long[8];

    private NodeRow[] rows = new NodeRow[8];
    /** Of each step, so that most are passed over at a glance: thousandths of CPUs, idle devices, the largest share of one. */
    private int[] cpu = new int[8];

    private int[] idle = new int[8];

    private int[] largest = new int[8];
    private int size = 1;

    /** Nothing changes on a node of which {@code now} is left. */
    Timeline(NodeRow now) {
        from[0] = Long.MIN_VALUE;
        rows[0] = now;
        glance(0);
    }

    /** A task is expected to give back its room at {@code at}. */
    void ends(long at, Shape shape, Grant grant) {
        move(at, Nanos.NEVER, shape, grant, true);
    }

    /** A task takes room from {@code start} until {@code end}. */
    void take(long start, long end, Shape shape, Grant grant) {
        move(start, end, shape, grant, false);
    }

    /** Takes back {@link #take}. */
    void giveBack(long start, long end, Shape shape, Grant grant) {
        move(start, end, shape, grant, true);
    }

    /** What is left all the time from {@code start} until {@code end}: the least of each step between. */
    NodeRow least(long start, long end) {
        int step = at(start);
        NodeRow least = rows[step].copy();
        while (++step < size && from[step] < end) {
            least.lowerTo(rows[step]);
        }
        return least;
    }

    /**
     * When a task of {@code shape} that runs for {@code duration} has room here first.
     *
     * @return at least {@code after}; {@link Nanos#NEVER} where that is not before {@code before}
     */
    long earliest(Shape shape, long duration, long after, long before) {
        Demand demand = shape.demand();
        int[] have = demand.gpus() == 0 ? cpu : demand.wholeGpus() ? idle : largest;
        int need =
                demand.gpus() == 0 ? clamp(demand.cpuMilli()) : demand.wholeGpus() ? demand.gpus() : demand.gpuMilli();
        int step = at(after);
        while (step < size && from[step] < before) {
            if (have[step] < need) {
                step++;
                continue;
            }
            long start = StrictMath.max(from[step], after);
            int last = step + 1;
            long end = Nanos.after(start, duration);
            while (last < size && from[last] < end && have[last] >= need) {
                last++;
            }
            boolean glance = last == size || from[last] >= end;
            int lacking = glance ? firstLacking(step, last, shape) : last;
            if (lacking == last && glance) {
                return start;
            }
            step = lacking == last || rows[lacking].slots(shape) == 0 ? lacking + 1 : step + 1;
        }
        return Nanos.NEVER;
    }

    /** Hears where there is more than there was. */
    interface More {
        void between(long start, long end);
    }

    /** Tells {@code more} the time in which all lies that this has more than {@code other} after {@code now}, if there is any. */
    void compare(Timeline other, long now, More more) {
        long start = Nanos.NEVER;
        long end = Long.MIN_VALUE;
        int here = at(now);
        int there = other.at(now);
        long at = now;
        while (at != Nanos.NEVER) {
            long nextHere = here + 1 < size ? from[here + 1] : Nanos.NEVER;
            long nextThere = there + 1 < other.size ? other.from[there + 1] : Nanos.NEVER;
            long next = StrictMath.min(nextHere, nextThere);
            if (!rows[here].within(other.rows[there])) {
                start = StrictMath.min(start, at);
                end = next;
            }
            here += nextHere == next ? 1 : 0;
            there += nextThere == next ? 1 : 0;
            at = next;
        }
        if (end != Long.MIN_VALUE) {
            more.between(start, end);
        }
    }

    /** The next moment after {@code after} at which something changes; {@link Nanos#NEVER} for never. */
    long nextChange(long after) {
        int next = at(after) + 1;
        return next < size ? from[next] : Nanos.NEVER;
    }

    /** The first step before {@code last} that leaves no room for a task that begins in {@code step}; {@code last} for none. */
    private int firstLacking(int step, int last, Shape shape) {
        if (rows[step].slots(shape) == 0) {
            return step;
        }
        if (last == step + 1) {
            return last;
        }
        NodeRow least = rows[step].copy();
        for (int later = step + 1; later < last; later++) {
            least.lowerTo(rows[later]);
            if (least.slots(shape) == 0) {
                return later;
            }
        }
        return last;
    }

    private static int clamp(long amount) {
        return (int) StrictMath.min(Integer.MAX_VALUE, StrictMath.max(amount, Integer.MIN_VALUE));
    }

    private void glance(int step) {
        cpu[step] = clamp(rows[step].free(Resource.CPU));
        idle[step] = rows[step].idleGpus();
        largest[step] = rows[step].largestFreeMilli();
    }

    private void move(long start, long end, Shape shape, Grant grant, boolean give) {
        int first = split(start);
        int last = split(end);
        for (int step = first; step < last; step++) {
            if (give) {
                rows[step].give(shape, grant);
            } else {
                rows[step].take(shape, grant);
            }
            glance(step);
        }
    }

    /** Makes a step begin at {@code at}: which; {@code size} where that is never. */
    private int split(long at) {
        if (at == Nanos.NEVER) {
            return size;
        }
        int step = at(at);
        if (from[step] == at) {
            return step;
        }
        if (size == from.length) {
            from = Arrays.copyOf(from, size * 2);
            rows = Arrays.copyOf(rows, size * 2);
            cpu = Arrays.copyOf(cpu, size * 2);
            idle = Arrays.copyOf(idle, size * 2);
            largest = Arrays.copyOf(largest, size * 2);
        }
        System.arraycopy(from, step + 1, from, step + 2, size - step - 1);
        System.arraycopy(rows, step + 1, rows, step + 2, size - step - 1);
        System.arraycopy(cpu, step, cpu, step + 1, size - step);
        System.arraycopy(idle, step, idle, step + 1, size - step);
        System.arraycopy(largest, step, largest, step + 1, size - step);
        from[step + 1] = at;
        rows[step + 1] = rows[step].copy();
        size++;
        return step + 1;
    }

    /** The step that holds at {@code at}. */
    private int at(long at) {
        int low = 0;
        int high = size - 1;
        while (low < high) {
            int middle = low + high + 1 >>> 1;
            if (from[middle] <= at) {
                low = middle;
            } else {
                high = middle - 1;
            }
        }
        return low;
    }
}
