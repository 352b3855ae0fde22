package io.berth.sim.table.gavel;

import java.util.List;

/** Which part of the time each job should run on each model; its {@code shares}. */
interface Sharing {
    /** Sets the shares of {@code jobs}, in the order of their numbers. */
    void share(List<GavelJob> jobs);

    /** True where it knows how fast jobs are by model. */
    boolean knowsSpeeds();

    /** True where a job that has no share must not run, though there be room. */
    boolean strict();
}
