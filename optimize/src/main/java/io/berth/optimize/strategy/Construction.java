package io.berth.optimize.strategy;

/** Plans made job by job. */
final class Construction {
    private Construction() {}

    /** Places the jobs in the order of the queue, each where it costs least, whoever fits. */
    static void inTurn(Trial trial) {
        for (int job = 0; job < trial.size(); job++) {
            trial.place(job);
        }
    }

    /** The same in another order. */
    static void inOrder(Trial trial, int[] order) {
        for (int job : order) {
            trial.place(job);
        }
    }
}
