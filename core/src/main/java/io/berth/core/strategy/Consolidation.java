package io.berth.core.strategy;

import io.berth.core.strategy.Parameter.Type;
import java.util.List;

/**
 * Whether and how running jobs move so that a waiting one fits.
 *
 * @param mostMoves how many jobs move within an hour at most; 0 for none, ever
 * @param mostShare the part of all devices that those hold at most which move at once, above 0 and up to 1
 * @param gain how much device time of waiting is saved at least, in times of the device time that the moves cost
 * @param sparing for how long a job runs at least before it moves, and a job waits before others move for it
 * @param pauseNanos how long a move takes, beside what jobs say of their checkpoints
 */
public record Consolidation(int mostMoves, double mostShare, double gain, Sparing sparing, long pauseNanos) {
    /** Nobody moves. */
    public static final Consolidation NONE = new Consolidation(0, 1, 0, Sparing.NONE, 0);

    /** What can be set of it. */
    public static final List<Parameter> PARAMETERS = List.of(
            new Parameter("budget", Type.INTEGER, "12", "moves of jobs within an hour, at most"),
            new Parameter(
                    "share", Type.NUMBER, "0.25", "the part of all devices that jobs hold at most which move at once"),
            new Parameter(
                    "gain",
                    Type.NUMBER,
                    "2",
                    "device time of waiting that is saved at least, in times of the device time that the moves cost"),
            new Parameter("min-runtime", Type.NUMBER, "10", "minutes that a job has run before it moves"),
            new Parameter("after", Type.NUMBER, "1", "minutes that a job waits before others move for it"),
            new Parameter(
                    "pause",
                    Type.NUMBER,
                    "60",
                    "seconds that a move takes, beside what jobs say of their checkpoints"));

    private static final double SECOND_NANOS = 1e9;
    private static final double MOST_SECONDS = 86_400;
    private static final int MOST_MOVES = 1_000_000;
    private static final double MOST_GAIN = 1e6;

    /**
     * As {@code parameters} say, which are {@link #PARAMETERS}.
     *
     * @throws IllegalArgumentException where a number is none that it may be
     */
    public static Consolidation of(Parameters parameters) {
        return new Consolidation(
                (int) bounded("budget", (double) parameters.integer("budget"), MOST_MOVES),
                above("share", parameters.number("share")),
                bounded("gain", parameters.number("gain"), MOST_GAIN),
                Sparing.of(parameters),
                (long) (bounded("pause", parameters.number("pause"), MOST_SECONDS) * SECOND_NANOS));
    }

    private static double bounded(String name, double value, double most) {
        if (!(value >= 0 && value <= most)) {
            throw new IllegalArgumentException("The " + name + " (" + value + ") must be from 0 to " + most + ".");
        }
        return value;
    }

    private static double above(String name, double value) {
        if (!(value > 0 && value <= 1)) {
            throw new IllegalArgumentException("The " + name + " (" + value + ") must be above 0 and at most 1.");
        }
        return value;
    }

    /** True where somebody moves. */
    public boolean moves() {
        return mostMoves > 0;
    }
}
