package io.berth.console.history;

import io.berth.core.time.WallClock;
import java.util.ArrayList;
import java.util.List;

/** A range by the times that the machine's clock showed, where it was set meanwhile: what it showed twice is counted together. */
final class ShownRange {
    private ShownRange() {}

    /** From the earliest to the latest that was shown. */
    private record Extent(long fromNanos, long toNanos) {
        static Extent of(long fromNanos, long toNanos, WallClock wall) {
            long least = Math.min(wall.wallNanos(fromNanos), wall.wallNanos(toNanos));
            long most = Math.max(wall.wallNanos(fromNanos), wall.wallNanos(toNanos));
            for (int setting = 0; setting < wall.settings(); setting++) {
                long at = wall.fromNanos(setting);
                if (at > fromNanos && at <= toNanos) {
                    least = Math.min(least, wall.wallNanos(at));
                    most = Math.max(most, wall.wallNanos(at - 1));
                }
            }
            return new Extent(least, most);
        }
    }

    /** {@code range}, whose times are Berth's, as {@code wall} showed them. */
    static Past.Range of(Past.Range range, WallClock wall) {
        int count = range.events().size();
        Extent known = Extent.of(range.fromNanos(), range.toNanos(), wall);
        Extent counted = Extent.of(
                range.beginNanos(), Math.min(range.toNanos(), range.beginNanos() + count * range.stepNanos()), wall);
        long step = range.stepNanos();
        while ((counted.toNanos - counted.fromNanos) / step >= Density.MOST_STEPS) {
            step *= 2;
        }
        long[] events = new long[Math.max(count, (int) ((counted.toNanos - counted.fromNanos) / step) + 1)];
        int last = 0;
        for (int i = 0; i < count; i++) {
            long shown = wall.wallNanos(range.beginNanos() + i * range.stepNanos());
            int place = Math.clamp((shown - counted.fromNanos) / step, 0, events.length - 1);
            events[place] += range.events().get(i);
            last = Math.max(last, place);
        }
        List<Long> shown = new ArrayList<>();
        for (int place = 0; place <= last; place++) {
            shown.add(events[place]);
        }
        return new Past.Range(range.complete(), known.fromNanos, known.toNanos, counted.fromNanos, step, shown);
    }
}
