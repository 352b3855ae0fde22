package io.berth.app.advise;

import io.berth.sim.portfolio.Candidate;
import io.berth.sim.portfolio.Race;

/** What is advised, and of what. */
record Advice(AdvisedWork work, Race.Rules rules, Race.Result result) {
    /** The best of the candidates that are not in force. */
    Candidate best() {
        return result.rows().get(result.best()).candidate();
    }

    Candidate inForce() {
        return result.rows().get(result.inForce()).candidate();
    }

    /** True where the best is to be put in force. */
    boolean advised() {
        return result.better();
    }
}
