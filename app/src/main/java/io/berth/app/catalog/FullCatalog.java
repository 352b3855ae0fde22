package io.berth.app.catalog;

import io.berth.app.home.BerthHome;
import io.berth.core.catalog.Catalog;
import io.berth.core.policy.window.WindowPlanners;
import io.berth.core.strategy.StrategySpec;
import io.berth.learn.store.ModelStore;
import io.berth.optimize.strategy.WindowSolver;
import io.berth.sim.scenario.CatalogNames;
import io.berth.spec.strategy.StoredModels;
import java.util.List;

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

    /** The strategies that have a name. */
    public static List<String> strategies() {
        return CATALOG.presets().stream().map(StrategySpec::name).toList();
    }

    /** Its names, with the models in the store of this machine's home. */
    public static CatalogNames names() {
        return names(BerthHome.of(null, System.getenv()));
    }

    /** The same with those in the store of {@code home}. */
    public static CatalogNames names(BerthHome home) {
        return new CatalogNames(CATALOG, models(home));
    }

    /** The models in the store of this machine's home. */
    public static StoredModels models() {
        return models(BerthHome.of(null, System.getenv()));
    }

    private static StoredModels models(BerthHome home) {
        return new ModelStore(home.models())::text;
    }
}
