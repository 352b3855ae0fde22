package io.berth.sim.scale;

import io.berth.core.dispatch.Fleet;
import io.berth.spec.fleet.ServerChange;
import java.util.List;

/** How servers come to be that are wanted: one that is started joins the fleet later, unless it is given up before. */
public interface Starts {
    /** The server of {@code place} is wanted. */
    void start(int place, long nowNanos);

    /** It is not any more; it has not joined yet. */
    void giveUp(int place, long nowNanos);

    /** What happens to servers by {@code nowNanos} without anybody's decision: they join, or are lost. */
    List<ServerChange> due(long nowNanos);

    /** When that is next. */
    long nextNanos();

    /** The places of servers that are wanted and have not joined yet: those first that are nearest to it. */
    List<Integer> starting();

    /** How many of those are paid for. */
    int paid();

    /** Whether one of them may join though nothing else happens. */
    boolean busy();

    /** Whether the server of {@code place} is one of them, or another one cannot be there yet for another reason. */
    boolean takes(int place);

    /** Makes the starts of a run. */
    @FunctionalInterface
    interface Maker {
        /**
         * Those of a run.
         *
         * @param fleet the servers by number
         * @param numbers by place the number of a server; {@link Fleet#NONE} for one that is not there
         */
        Starts of(Fleet fleet, int[] numbers);
    }
}
