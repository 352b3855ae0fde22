package io.berth.core.scale;

import java.util.ArrayDeque;

/** The numbers that were right lately: fewer servers are wanted only once no larger number was for a while. The servers that it begins with were right then. */
final class Recent {
    private final long nanos;
    /** From the earliest on. */
    private final ArrayDeque<Right> before = new ArrayDeque<>();

    private record Right(long atNanos, int servers) {}

    /** @param nanos how long a number counts */
    Recent(long nanos) {
        this.nanos = nanos;
    }

    /** {@code right} is right now; how many servers are wanted. */
    int wanted(Sight sight, int right) {
        if (before.isEmpty()) {
            before.add(new Right(sight.nowNanos(), sight.current()));
        }
        before.add(new Right(sight.nowNanos(), right));
        while (before.getFirst().atNanos < sight.nowNanos() - nanos) {
            before.remove();
        }
        int largest = before.stream().mapToInt(Right::servers).max().orElse(right);
        return right >= sight.current() ? right : StrictMath.min(sight.current(), largest);
    }
}
