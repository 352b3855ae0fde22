package io.berth.app;

import io.berth.core.policy.Catalog;
import io.berth.core.policy.window.WindowPlanners;
import io.berth.optimize.strategy.WindowSolver;

/** The catalog of this program: all policies, with the solver that plans windows of the queue. */
public final class FullCatalog {
    /** A unit of the solver's work, a task tried on a node: measured by bench/windows. */
    private static final long NANOS_PER_UNIT = 200;

    private static final Catalog CATALOG =
            Catalog.standard().with(new WindowPlanners(WindowSolver::new, NANOS_PER_UNIT));

    private FullCatalog() {}

    public static Catalog get() {
        return CATALOG;
    }
}
