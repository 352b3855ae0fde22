package io.berth.testkit.guide;

import io.berth.core.policy.Gang;
import io.berth.core.policy.GangPlacer;

/** Each task of a job on a node of its own, the first nodes where one fits, so that a lost node takes one task along. */
public final class OneTaskPerNode implements GangPlacer {
    @Override
    public boolean place(Gang gang) {
        for (int node = 0; node < gang.nodes().count() && gang.left() > 0; node++) {
            gang.take(node);
        }
        return gang.left() == 0;
    }
}
