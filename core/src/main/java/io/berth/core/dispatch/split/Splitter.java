package io.berth.core.dispatch.split;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Into which shares a request of several equal items is split over which servers.
 *
 * <p>It is split over servers that would begin at once, one share each, so that all shares are predicted to be done at about the same time:
 * the items go one after another to the server that would be done with it first. Of the numbers of shares that one is taken for
 * which the time of the request, and what the others wait longer since each further call costs what is fixed once more, are least
 * together; and only where that is 5 % less than of the request as a whole. Nothing is split while requests wait at the gateway.
 *
 * <p>Four images of 3 s and a call of 1 s: 13 s on one server, on two 7 s each, on four 4 s each. Three further calls are 3 s of work: of a
 * fleet that is idle, nobody waits for that, of one of which half is taken the next ones do, 3 s in all. So it is four shares, as
 * 4 + 3 is less than 7 + 1; with nine tenths of the fleet taken it is 4 + 27, 7 + 9, and so one.
 */
public final class Splitter {
    /** What is predicted to be less worth is not done. */
    private static final double LEAST_GAIN = 0.05;
    /** A server that would begin within this share of the whole time is free. */
    private static final double FREE = 0.02;
    /** Requests that are split to see what a smaller call takes. */
    private static final int LOOKS = 12;

    private static final int MOST_KINDS = 256;
    private static final double BUSY_SHARE = 0.05;

    private final int mostShares;
    private final CallTimes times;
    private final Map<Long, Kind> kinds = new LinkedHashMap<>(16, 0.75f, true);
    private double busy;

    private static final class Kind {
        private final Switchback switchback = new Switchback();
        private int looks;
        private boolean never;
    }

    /**
     * What is done of a request.
     *
     * @param shares at least two; empty where it is not split
     */
    public record Split(List<Share> shares, Switchback.@Nullable Entry entry, long kind) {
        static Split none(long kind) {
            return new Split(List.of(), null, kind);
        }

        public Split {
            shares = List.copyOf(shares);
        }
    }

    /** @param mostShares of a request, at least 2 */
    public Splitter(int mostShares, CallTimes times) {
        if (mostShares < 2) {
            throw new IllegalArgumentException("A request is split into 2 shares at least, not " + mostShares + ".");
        }
        this.mostShares = mostShares;
        this.times = times;
    }

    /** What becomes of a request of {@code items} of {@code kind}. */
    public Split split(long kind, int items, FleetView view) {
        busy += BUSY_SHARE * (view.busy() - busy);
        Kind known = of(kind);
        if (items < 2 || known.never || view.held() > 0 || view.places().size() < 2) {
            return Split.none(kind);
        }
        KindTimes learnt = times.of(kind);
        if (!learnt.known()) {
            return look(known, learnt, new Job(kind, items, 0), view);
        }
        double whole = whole(learnt, items, view);
        List<Share> shares = best(learnt, new Job(kind, items, whole), view);
        if (shares.isEmpty()) {
            return Split.none(kind);
        }
        Switchback.Entry entry = known.switchback.enter(alone(learnt, items, view));
        return new Split(entry.on() ? shares : List.of(), entry, kind);
    }

    /** A request was answered, {@code tookNanos} after it came. */
    public void ended(Split split, double tookNanos) {
        if (split.entry != null) {
            of(split.kind).switchback.ended(split.entry, tookNanos);
        }
    }

    /** Answers of this kind cannot be put together: none is split again. */
    public void never(long kind) {
        of(kind).never = true;
    }

    private record Job(long kind, int items, double wholeNanos) {}

    /** Where all calls were of one size, some are split so that it is seen what is fixed. */
    private static Split look(Kind known, KindTimes learnt, Job job, FleetView view) {
        List<Place> free =
                view.places().stream().filter(place -> place.waitNanos() == 0).toList();
        if (learnt.calls() < LOOKS || known.looks >= LOOKS || free.size() < 2) {
            return Split.none(job.kind);
        }
        known.looks++;
        int half = job.items / 2;
        return new Split(
                List.of(
                        new Share(free.get(0).row(), job.items - half),
                        new Share(free.get(1).row(), half)),
                null,
                job.kind);
    }

    private static double alone(KindTimes learnt, int items, FleetView view) {
        return view.places().stream()
                .mapToDouble(place -> learnt.nanos(place.server(), items))
                .min()
                .orElse(1);
    }

    private static double whole(KindTimes learnt, int items, FleetView view) {
        double least = Double.POSITIVE_INFINITY;
        for (Place place : view.places()) {
            least = StrictMath.min(least, place.waitNanos() + learnt.nanos(place.server(), items));
        }
        return least;
    }

    private List<Share> best(KindTimes learnt, Job job, FleetView view) {
        List<Place> free = new ArrayList<>(view.places());
        free.removeIf(place -> place.waitNanos() > FREE * job.wholeNanos);
        int most = StrictMath.min(StrictMath.min(mostShares, job.items), free.size());
        double pressure = FleetView.pressure(busy);
        double least = (1 - LEAST_GAIN) * job.wholeNanos;
        List<Share> best = List.of();
        for (int count = 2; count <= most; count++) {
            int each = (job.items + count - 1) / count;
            free.sort(Comparator.comparingDouble(place -> place.waitNanos() + learnt.nanos(place.server(), each)));
            int[] items = spread(learnt, job.items, free.subList(0, count));
            double last = 0;
            double fixed = 0;
            for (int i = 0; i < count; i++) {
                Place place = free.get(i);
                double took = learnt.nanos(place.server(), items[i]);
                last = items[i] == 0 ? last : StrictMath.max(last, place.waitNanos() + took);
                fixed += learnt.fixed(place.server());
            }
            double cost = last + pressure * fixed * (count - 1) / count;
            if (cost < least) {
                least = cost;
                best = shares(free, items);
            }
        }
        return best;
    }

    /** Of {@code count} items, how many each of {@code places} has: those done first are taken, wherever they are. */
    private static int[] spread(KindTimes learnt, int count, List<Place> places) {
        int[] items = new int[places.size()];
        double[] next = new double[places.size()];
        for (int i = 0; i < next.length; i++) {
            next[i] = places.get(i).waitNanos() + learnt.nanos(places.get(i).server(), 1);
        }
        for (int item = 0; item < count; item++) {
            int first = 0;
            for (int i = 1; i < next.length; i++) {
                first = next[i] < next[first] ? i : first;
            }
            items[first]++;
            next[first] += StrictMath.max(1, learnt.each(places.get(first).server()));
        }
        return items;
    }

    private static List<Share> shares(List<Place> places, int[] items) {
        List<Share> shares = new ArrayList<>();
        for (int i = 0; i < items.length; i++) {
            if (items[i] > 0) {
                shares.add(new Share(places.get(i).row(), items[i]));
            }
        }
        return shares.size() < 2 ? List.of() : shares;
    }

    private Kind of(long kind) {
        Kind known = kinds.computeIfAbsent(kind, _ -> new Kind());
        if (kinds.size() > MOST_KINDS) {
            kinds.remove(kinds.keySet().iterator().next());
        }
        return known;
    }
}
