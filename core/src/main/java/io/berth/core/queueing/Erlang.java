package io.berth.core.queueing;

/** Erlang's formulas, for Poisson arrivals. They are exact, and as near for thousands of servers as for one. */
public final class Erlang {
    private Erlang() {}

    /**
     * Erlang B: the part of arrivals that find all servers busy where nobody waits.
     *
     * @param offered arrivals in the time of a service, 0 or more
     */
    public static double blocked(double offered, int servers) {
        double blocked = 1;
        for (int k = 1; k <= servers; k++) {
            // Jagerman's recurrence: all terms are positive, and errors shrink.
            blocked = offered * blocked / (k + offered * blocked);
        }
        return blocked;
    }

    /** Erlang C: the part of arrivals that wait where all do until a server is free; 1 where more comes than can be served. */
    public static double delayed(double offered, int servers) {
        if (offered >= servers) {
            return 1;
        }
        double blocked = blocked(offered, servers);
        return blocked / (1 - offered / servers * (1 - blocked));
    }
}
