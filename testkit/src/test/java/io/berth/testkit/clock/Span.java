package io.berth.testkit.clock;

import io.berth.core.time.Nanos;

/**
 * When something happened as far as one who asks from outside can tell: after {@code from}, when it had not yet, and before
 * {@code to}, when it had; nanoseconds. On a busy machine answers are late, and a span is as wide as they were.
 */
record Span(long from, long to) {
    /** The same, later. */
    Span plus(long nanos) {
        return new Span(from + nanos, to + nanos);
    }

    /** How long from {@code begin} to this: at least, and at most. */
    Span since(Span begin) {
        return new Span(from - begin.to, to - begin.from);
    }

    /** By how many seconds at least this is later than {@code wanted}; negative where it is earlier, 0 where both may be one. */
    double off(Span wanted) {
        if (from > wanted.to) {
            return Nanos.toSeconds(from - wanted.to);
        }
        return to < wanted.from ? Nanos.toSeconds(to - wanted.from) : 0;
    }
}
