package io.berth.sim.workload;

import io.berth.core.strategy.DemandCount;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;

/**
 * Jobs that are all known beforehand.
 *
 * @param arrivals in the order of their submission
 */
public record ListedWorkload(List<Arrival> arrivals, List<DemandCount> mix, List<Happening> happenings)
        implements Workload {
    public ListedWorkload {
        arrivals = List.copyOf(arrivals);
        mix = List.copyOf(mix);
        happenings = List.copyOf(happenings);
    }

    /** One in which nothing happens but submissions. */
    public ListedWorkload(List<Arrival> arrivals, List<DemandCount> mix) {
        this(arrivals, mix, List.of());
    }

    /** The same in which {@code newHappenings} happen. */
    public ListedWorkload with(List<Happening> newHappenings) {
        return new ListedWorkload(arrivals, mix, newHappenings);
    }

    /** {@code arrivals} by instant, those of one instant in the given order; equal demands must be one object. */
    public static ListedWorkload of(List<Arrival> arrivals) {
        SharedGroups groups = new SharedGroups();
        List<Arrival> sorted = new ArrayList<>(arrivals.size());
        for (Arrival arrival : arrivals) {
            sorted.add(new Arrival(arrival.atNanos(), groups.share(arrival.spec())));
        }
        sorted.sort(Comparator.comparingLong(Arrival::atNanos));
        DemandTally tally = new DemandTally();
        for (Arrival arrival : sorted) {
            arrival.spec().groups().forEach(group -> tally.add(group.demand(), group.max()));
        }
        return new ListedWorkload(sorted, tally.mix());
    }

    @Override
    public long size() {
        return arrivals.size();
    }

    @Override
    public Iterator<Arrival> iterator() {
        return arrivals.iterator();
    }
}
