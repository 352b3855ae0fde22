package io.berth.sim.workload;

import io.berth.core.event.Event;
import io.berth.core.strategy.DemandCount;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

/**
 * A workload before whose first job something is declared, in place of what it says itself.
 *
 * @param jobs what comes
 * @param declared at least one event, of which those of a workload's own of the same kinds are left out
 */
public record Declaring(Workload jobs, List<Event> declared) implements Workload {
    public Declaring {
        declared = List.copyOf(declared);
    }

    /** {@code jobs} after {@code declared}, or as they are where that is nothing. */
    public static Workload of(Workload jobs, List<Event> declared) {
        return declared.isEmpty() ? jobs : new Declaring(jobs, declared);
    }

    @Override
    public List<Happening> happenings() {
        Iterator<Arrival> arrivals = jobs.iterator();
        long first = arrivals.hasNext() ? arrivals.next().atNanos() : START_NANOS;
        List<Happening> all = new ArrayList<>();
        for (Happening happening : jobs.happenings()) {
            if (declared.stream()
                    .noneMatch(
                            event -> event.getClass().equals(happening.event().getClass()))) {
                first = StrictMath.min(first, happening.atNanos());
                all.add(happening);
            }
        }
        for (Event event : declared.reversed()) {
            all.addFirst(new Happening(first, event));
        }
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
