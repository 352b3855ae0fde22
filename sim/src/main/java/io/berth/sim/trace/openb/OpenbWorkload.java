package io.berth.sim.trace.openb;

import io.berth.core.strategy.DemandCount;
import io.berth.core.time.Nanos;
import io.berth.core.workload.JobKind;
import io.berth.core.workload.JobSpec;
import io.berth.core.workload.TaskGroup;
import io.berth.core.workload.Timing;
import io.berth.sim.workload.Arrival;
import io.berth.sim.workload.Workload;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;

/**
 * The pods of an openb list as jobs of one task each.
 *
 * <p>Three forms:
 *
 * <ul>
 *   <li>{@link #arriving}: the FGD experiment. Pods come one second apart in a given order, never leave, and are dropped
 *       where they cannot be placed at once.
 *   <li>{@link #ordered}: the same in the order that the artifact of that experiment draws for a seed.
 *   <li>{@link #departing}: the trace in its own time. A pod is submitted at {@code creation_time}, runs for {@code
 *       deletion_time - scheduled_time} seconds ({@code deletion_time - creation_time} where it was never placed), and
 *       waits as long as it must. Its estimate is its run time, for the list has none.
 * </ul>
 *
 * <p>A job has its pod's name, with {@code #2} and so on for a pod that comes again, and its class of service in small
 * letters as queue. The {@link #mix} counts the list itself, every pod once, in all three forms: the typical pods of
 * the FGD paper are those of the trace, not of the tuned workload.
 */
public final class OpenbWorkload implements Workload {
    /** Between two pods that never leave; nothing depends on its length. */
    public static final long INTERARRIVAL_NANOS = Nanos.SECOND;

    private final List<OpenbPod> pods;
    private final int[] order;
    private final List<DemandCount> mix;
    private final boolean departing;

    private OpenbWorkload(OpenbPods list, int[] order, boolean departing) {
        this.pods = list.pods();
        this.order = order;
        this.mix = list.mix();
        this.departing = departing;
    }

    /** The pods of {@code list} in the order of {@code arrivals}; its nodes belong in {@code nodesByTieRank()} order. */
    public static OpenbWorkload arriving(OpenbPods list, OpenbArrivals arrivals) {
        return new OpenbWorkload(list, arrivals.order(), false);
    }

    /** The pods of {@code list} in the order of the artifact; its nodes belong in {@code nodesByTieRank()} order. */
    public static OpenbWorkload ordered(OpenbPods list, OpenbOrder order) {
        return new OpenbWorkload(list, order.pods(), false);
    }

    /** The pods of {@code list} at the times of the trace; the list must have them. */
    public static OpenbWorkload departing(OpenbPods list) {
        List<OpenbPod> pods = list.pods();
        // Time and place in one number: pods of one second stay in the order of the list.
        long[] keys = new long[pods.size()];
        for (int place = 0; place < keys.length; place++) {
            OpenbPod pod = pods.get(place);
            if (!pod.timed()) {
                throw list.file()
                        .problem(
                                0,
                                "creation_time and deletion_time",
                                "",
                                "are missing for " + pod.name(),
                                "times in seconds");
            }
            keys[place] = pod.createdSeconds() << Integer.SIZE - 1 | place;
        }
        Arrays.sort(keys);
        int[] order = new int[keys.length];
        for (int i = 0; i < order.length; i++) {
            order[i] = (int) (keys[i] & Integer.MAX_VALUE);
        }
        return new OpenbWorkload(list, order, true);
    }

    @Override
    public long size() {
        return order.length;
    }

    @Override
    public List<DemandCount> mix() {
        return mix;
    }

    @Override
    public Iterator<Arrival> iterator() {
        return new Arrivals();
    }

    private final class Arrivals implements Iterator<Arrival> {
        private final int[] times = new int[pods.size()];
        private int next;

        @Override
        public boolean hasNext() {
            return next < order.length;
        }

        @Override
        public Arrival next() {
            if (!hasNext()) {
                throw new NoSuchElementException();
            }
            int place = order[next];
            OpenbPod pod = pods.get(place);
            long at = departing ? pod.createdSeconds() * Nanos.SECOND : next * INTERARRIVAL_NANOS;
            next++;
            return new Arrival(START_NANOS + at, job(pod, ++times[place]));
        }

        private JobSpec job(OpenbPod pod, int time) {
            String name = time == 1 ? pod.name() : pod.name().concat("#").concat(Integer.toString(time));
            String queue = pod.qos().isEmpty() ? JobSpec.DEFAULT_QUEUE : pod.qos();
            long work = departing ? pod.runSeconds() * Nanos.SECOND : Nanos.NEVER;
            long patience = departing ? Nanos.NEVER : 0;
            return new JobSpec(
                    name, queue, JobKind.BATCH, 0, TaskGroup.of(1, pod.demand()), new Timing(work, work, patience));
        }
    }
}
