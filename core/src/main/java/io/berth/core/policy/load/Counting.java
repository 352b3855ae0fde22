package io.berth.core.policy.load;

import io.berth.core.cluster.load.Recents;
import io.berth.core.cluster.load.Use;
import io.berth.core.cluster.load.alike.Expected;

/** What tasks that no measurement shows are taken to use. */
public enum Counting {
    /** What an estimate says of what they ask for, whatever tasks like them used. */
    FACTORS,
    /** What tasks like them used in the mean; the estimate where nobody knows. */
    MEAN,
    /** What 95 of 100 tasks like them did not go beyond; the estimate where nobody knows. */
    MOST;

    Use of(Expected expected) {
        return this == MOST ? expected.most() : expected.mean();
    }

    Use of(Recents recents) {
        return this == MOST ? recents.mostLearnt() : recents.learnt();
    }
}
