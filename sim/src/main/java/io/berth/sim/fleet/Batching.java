package io.berth.sim.fleet;

import java.util.Map;
import java.util.SortedMap;

/**
 * How requests on one server slow one another.
 *
 * @param mode when a request may join those that run
 * @param throughput by number of requests from 1 to the slots: how much is done at once, relative to one request alone
 */
public record Batching(Mode mode, double[] throughput) {
    /** When a request may join. */
    public enum Mode {
        /** Each slot is a device of its own. */
        NONE,
        /** Requests of one model that wait together run together and end together, with the longest. */
        STATIC,
        /** A request joins as soon as there is a slot, and leaves when it is done. */
        CONTINUOUS
    }

    /** Slots that do not slow one another. */
    public static Batching none(int slots) {
        double[] throughput = new double[slots + 1];
        for (int requests = 1; requests <= slots; requests++) {
            throughput[requests] = requests;
        }
        return new Batching(Mode.NONE, throughput);
    }

    /**
     * A batch whose throughput is known at some sizes: straight lines between them, from 1 at size 1; level after the last.
     *
     * @param known relative throughput by batch size
     */
    public static Batching of(Mode mode, int slots, SortedMap<Integer, Double> known) {
        double[] throughput = new double[slots + 1];
        int from = 1;
        double level = 1;
        for (Map.Entry<Integer, Double> point : known.entrySet()) {
            int to = point.getKey();
            for (int size = from; size <= StrictMath.min(to, slots); size++) {
                double part = to == from ? 1 : (double) (size - from) / (to - from);
                throughput[size] = level + part * (point.getValue() - level);
            }
            from = to;
            level = point.getValue();
        }
        for (int size = from; size <= slots; size++) {
            throughput[size] = level;
        }
        return new Batching(mode, throughput);
    }

    /** What all slots do together, relative to one request alone. */
    public double full() {
        return throughput[throughput.length - 1];
    }

    /** How fast each of {@code requests} runs, relative to one alone. */
    double each(int requests) {
        return throughput[requests] / requests;
    }
}
