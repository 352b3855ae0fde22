package io.berth.sim.table.gavel;

/** A job of a simulation in rounds; what happens to it is noted down here. */
final class GavelJob {
    final int number;
    final double submitSeconds;
    /** How many devices it needs, all of one model. */
    final int scale;
    /** Steps a second, by model; 0 where it does not run there. */
    final double[] speeds;

    double stepsLeft;
    /** When its last micro-task ended. */
    double endSeconds;
    /** Since shares were made last, and half a round more, by model. */
    final double[] received = new double[Models.COUNT];
    /** What it should have had and did not, by model. */
    final double[] deficit = new double[Models.COUNT];

    final double[] priority = new double[Models.COUNT];
    /** The share of its time that it should run on each model, from 0 to 1; only where it has shares. */
    double[] shares = new double[Models.COUNT];

    /** False until shares were made with it. */
    boolean hasShares;
    /** How often in a row it was given time for not even a step. */
    int failures;

    GavelJob(int number, double submitSeconds, int scale, double[] speeds, double steps) {
        this.number = number;
        this.submitSeconds = submitSeconds;
        this.scale = scale;
        this.speeds = speeds;
        this.stepsLeft = steps;
    }
}
