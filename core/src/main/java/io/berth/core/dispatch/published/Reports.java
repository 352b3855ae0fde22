package io.berth.core.dispatch.published;

import io.berth.core.dispatch.Fleet;
import io.berth.core.dispatch.ServerSpec;
import java.util.Arrays;

/**
 * How busy servers said they are. Of one that has said nothing the fleet's own count stands in; where servers have queues of their own and
 * slots that nobody knows, as behind a gateway, all requests there run, as far as that tells.
 */
final class Reports {
    private boolean[] told = {};
    private int[] running = {};
    private int[] waiting = {};
    private int[] foreign = {};
    private int[] most = {};

    void grow(int size) {
        if (told.length < size) {
            told = Arrays.copyOf(told, size);
            running = Arrays.copyOf(running, size);
            waiting = Arrays.copyOf(waiting, size);
            foreign = Arrays.copyOf(foreign, size);
            most = Arrays.copyOf(most, size);
        }
    }

    void reported(Fleet fleet, int server, int runs, int waits) {
        grow(fleet.size());
        told[server] = true;
        running[server] = runs;
        waiting[server] = waits;
        foreign[server] = StrictMath.max(0, runs + waits - fleet.outstanding(server));
        most[server] = StrictMath.max(most[server], runs);
    }

    void forget(int server) {
        told[server] = false;
        foreign[server] = 0;
        most[server] = 0;
    }

    /** Requests that have a slot, as of the last report. */
    int running(Fleet fleet, int server) {
        return told[server] ? running[server] : fleet.running(server);
    }

    /** Requests that have none, as of the last report. */
    int waiting(Fleet fleet, int server) {
        return told[server] ? waiting[server] : fleet.waiting(server);
    }

    /** Requests there now: those that this fleet sent, and those that others had there at the last report. */
    int there(Fleet fleet, int server) {
        return fleet.outstanding(server) + foreign[server];
    }

    /**
     * What part of its memory for requests is in use, 0 to 1: of one whose memory is known the part that is not free; of another one the
     * requests that run, over the most that ever did; 0 of one that says nothing of either.
     */
    double memoryUse(Fleet fleet, int server) {
        ServerSpec spec = fleet.spec(server);
        if (spec.memoryBytes() > 0) {
            return StrictMath.clamp(1 - (double) fleet.freeBytes(server) / spec.memoryBytes(), 0.0, 1.0);
        }
        return most[server] == 0 ? 0 : (double) running(fleet, server) / most[server];
    }
}
