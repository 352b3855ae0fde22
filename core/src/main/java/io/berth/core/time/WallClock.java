package io.berth.core.time;

import java.util.Arrays;

/**
 * What the machine's clock showed at each moment of Berth's time, which goes evenly: by how much it was ahead, from when on. It
 * never changes; {@link #set} gives another.
 *
 * <p>What is shown to people goes through it, durations never do. It holds {@link #MOST} settings at most; where there are
 * more, the smallest change among the earlier ones is forgotten, and what was after it is shown as what was before it.
 */
public final class WallClock {
    /** A clock that was never set: Berth's time is the machine's. */
    public static final WallClock EVEN = new WallClock(new long[0], new long[0]);

    /** Settings that are kept. */
    static final int MOST = 512;

    private final long[] froms;
    private final long[] offsets;

    private WallClock(long[] froms, long[] offsets) {
        this.froms = froms;
        this.offsets = offsets;
    }

    /**
     * The clock that was set so, as {@link #fromNanos} and {@link #offsetOf} tell it.
     *
     * @throws IllegalArgumentException where the moments do not rise or there are more than are kept
     */
    public static WallClock of(long[] froms, long[] offsets) {
        for (int setting = 1; setting < froms.length; setting++) {
            if (froms[setting] <= froms[setting - 1]) {
                throw new IllegalArgumentException("A clock's settings must come one after another.");
            }
        }
        if (froms.length != offsets.length || froms.length > MOST) {
            throw new IllegalArgumentException("A clock has as many moments as offsets, and at most " + MOST + ".");
        }
        return froms.length == 0 ? EVEN : new WallClock(froms.clone(), offsets.clone());
    }

    /** The same, but that it is ahead by {@code offsetNanos} from {@code nanos} on; a setting is never before the last. */
    public WallClock set(long nanos, long offsetNanos) {
        int count = froms.length;
        long fromNanos = count == 0 ? nanos : Math.max(nanos, froms[count - 1]);
        int kept = count > 0 && froms[count - 1] == fromNanos ? count - 1 : count;
        if (offsetNanos == (kept == 0 ? 0 : offsets[kept - 1])) {
            return new WallClock(Arrays.copyOf(froms, kept), Arrays.copyOf(offsets, kept));
        }
        long[] newFroms = Arrays.copyOf(froms, kept + 1);
        long[] newOffsets = Arrays.copyOf(offsets, kept + 1);
        newFroms[kept] = fromNanos;
        newOffsets[kept] = offsetNanos;
        WallClock more = new WallClock(newFroms, newOffsets);
        return kept + 1 > MOST ? more.without(more.smallest()) : more;
    }

    /** What the clock showed at {@code nanos} of Berth's time, UTC nanoseconds; never stays never. */
    public long wallNanos(long nanos) {
        return nanos == Nanos.NEVER ? Nanos.NEVER : nanos + offsetNanos(nanos);
    }

    /** By how much the clock was ahead of Berth's time at {@code nanos} of it. */
    public long offsetNanos(long nanos) {
        int at = Arrays.binarySearch(froms, nanos);
        int setting = at >= 0 ? at : -at - 2;
        return setting < 0 ? 0 : offsets[setting];
    }

    /** By how much it is ahead since it was last set. */
    public long lastOffsetNanos() {
        return offsets.length == 0 ? 0 : offsets[offsets.length - 1];
    }

    /**
     * The moment of Berth's time, up to {@code latestNanos}, at which the clock showed {@code wallNanos}: the later one where it did
     * twice, the one at which it was set past it where it never did.
     */
    public long nanos(long wallNanos, long latestNanos) {
        long end = Math.max(latestNanos, froms.length == 0 ? latestNanos : froms[froms.length - 1]);
        long skipped = Long.MIN_VALUE;
        for (int setting = froms.length - 1; setting >= -1; setting--) {
            long offset = setting < 0 ? 0 : offsets[setting];
            long from = setting < 0 ? Long.MIN_VALUE : froms[setting];
            // A moment far outside of what a long holds is before or after all.
            long nanos = saturated(wallNanos, offset);
            if (nanos >= from && (nanos < end || setting == froms.length - 1 && nanos == end)) {
                return nanos;
            }
            if (skipped == Long.MIN_VALUE && nanos >= end) {
                skipped = end;
            }
            end = from;
        }
        return skipped == Long.MIN_VALUE ? latestNanos : Math.min(skipped, latestNanos);
    }

    /** How often it was set, as far as that is kept. */
    public int settings() {
        return froms.length;
    }

    /** From when on setting {@code setting} held, Berth's time; they are in order. */
    public long fromNanos(int setting) {
        return froms[setting];
    }

    /** By how much the clock was ahead from setting {@code setting} on. */
    public long offsetOf(int setting) {
        return offsets[setting];
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof WallClock clock
                && Arrays.equals(froms, clock.froms)
                && Arrays.equals(offsets, clock.offsets);
    }

    @Override
    public int hashCode() {
        return 31 * Arrays.hashCode(froms) + Arrays.hashCode(offsets);
    }

    @Override
    public String toString() {
        return Arrays.toString(froms) + " " + Arrays.toString(offsets);
    }

    /** The setting before the last that changed least. */
    private int smallest() {
        int smallest = 0;
        long least = Long.MAX_VALUE;
        for (int setting = 0; setting < froms.length - 1; setting++) {
            long change = StrictMath.abs(offsets[setting] - (setting == 0 ? 0 : offsets[setting - 1]));
            if (change < least) {
                least = change;
                smallest = setting;
            }
        }
        return smallest;
    }

    private WallClock without(int setting) {
        return new WallClock(without(froms, setting), without(offsets, setting));
    }

    private static long[] without(long[] all, int index) {
        long[] rest = Arrays.copyOf(all, all.length - 1);
        System.arraycopy(all, index + 1, rest, index, rest.length - index);
        return rest;
    }

    private static long saturated(long wallNanos, long offset) {
        long nanos = wallNanos - offset;
        if (((wallNanos ^ offset) & (wallNanos ^ nanos)) < 0) {
            return wallNanos < 0 ? Long.MIN_VALUE : Long.MAX_VALUE;
        }
        return nanos;
    }
}
