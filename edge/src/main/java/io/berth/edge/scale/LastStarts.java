package io.berth.edge.scale;

import java.util.ArrayDeque;

/** How long the last replicas took to start. Of one thread. */
public final class LastStarts {
    private static final int LAST = 5;

    private final ArrayDeque<Long> last = new ArrayDeque<>();

    /** One took so long; 0 where it was ready when it was seen for the first time, which took no time that anybody could see. */
    public void took(long nanos) {
        if (nanos == 0) {
            return;
        }
        last.addLast(nanos);
        if (last.size() > LAST) {
            last.removeFirst();
        }
    }

    /** The longest of the last; 0 where none was seen. */
    public long nanos() {
        return last.stream().mapToLong(Long::longValue).max().orElse(0);
    }
}
