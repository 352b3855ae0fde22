package io.berth.console.event;

import io.berth.console.http.message.Problem;
import io.berth.console.http.message.Response;
import io.berth.edge.access.Caller;
import java.io.IOException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/** Who follows something for as long as he likes. Each is a connection, so they are counted, all together and of each caller. */
public final class Readers {
    /** A proxy in front of many can share one. */
    private static final int MOST = 256;

    /** A quarter: as many pages as one person leaves open, and nobody takes the room of all. */
    private static final int MOST_OF_A_CALLER = 64;

    private final String what;
    private final AtomicInteger all = new AtomicInteger();
    private final Map<String, Integer> byCaller = new ConcurrentHashMap<>();

    /** @param what they follow, such as {@code the events} */
    public Readers(String what) {
        this.what = what;
    }

    /** How many there are. */
    public int count() {
        return all.get();
    }

    /**
     * Refuses {@code caller} where there are too many.
     *
     * @throws io.berth.console.http.message.ProblemException with status 429
     */
    public void check(Caller caller) {
        if (all.get() >= MOST) {
            throw tooMany("as many as " + MOST + " follow " + what + " already");
        }
        if (byCaller.getOrDefault(caller.name(), 0) >= MOST_OF_A_CALLER) {
            throw tooMany(caller.name() + " follows " + what + " " + MOST_OF_A_CALLER + " times already");
        }
    }

    /** {@code feed}, counted as long as it goes on. */
    public Response.Feed counted(Caller caller, Response.Feed feed) {
        return sink -> writeCounted(caller, feed, sink);
    }

    private void writeCounted(Caller caller, Response.Feed feed, Response.Sink sink)
            throws IOException, InterruptedException {
        int now = all.incrementAndGet();
        int own = byCaller.merge(caller.name(), 1, Integer::sum);
        try {
            // Of those that came at the same moment, and were not refused, the last end at once.
            if (now <= MOST && own <= MOST_OF_A_CALLER) {
                feed.writeTo(sink);
            }
        } finally {
            byCaller.computeIfPresent(caller.name(), (_, count) -> count == 1 ? null : count - 1);
            all.decrementAndGet();
        }
    }

    private RuntimeException tooMany(String detail) {
        return Problem.of(429, "too-many-readers", "too many follow " + what, detail)
                .with("Retry-After", "5")
                .exception();
    }
}
