package io.berth.sim.workload;

import io.berth.core.event.Event;
import io.berth.core.queue.QueueSpec;
import io.berth.core.strategy.DemandCount;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

/**
 * A workload in queues that are declared before its first job comes, in place of those that it says itself.
 *
 * @param jobs what comes
 * @param queues at least one
 */
public record InQueues(Workload jobs, List<QueueSpec> queues) implements Workload {
    public InQueues {
        queues = List.copyOf(queues);
    }

    /** {@code jobs} in {@code queues}, or as they are where there are none. */
    public static Workload of(Workload jobs, List<QueueSpec> queues) {
        return queues.isEmpty() ? jobs : new InQueues(jobs, queues);
    }

    @Override
    public List<Happening> happenings() {
        Iterator<Arrival> arrivals = jobs.iterator();
        long first = arrivals.hasNext() ? arrivals.next().atNanos() : START_NANOS;
        List<Happening> all = new ArrayList<>();
        for (Happening happening : jobs.happenings()) {
            if (!(happening.event() instanceof Event.QueuesDeclared)) {
                first = StrictMath.min(first, happening.atNanos());
                all.add(happening);
            }
        }
        all.addFirst(new Happening(first, new Event.QueuesDeclared(queues)));
        return all;
    }

    @Override
    public Iterator<Arrival> iterator() {
        return jobs.iterator();
    }

    @Override
    public long size() {
        return jobs.size();
    }

    @Override
    public List<DemandCount> mix() {
        return jobs.mix();
    }

    @Override
    public boolean measured() {
        return jobs.measured();
    }

    @Override
    public JobUse use(long index) {
        return jobs.use(index);
    }
}
