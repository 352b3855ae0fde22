package io.berth.app.catalog;

import io.berth.app.home.BerthHome;
import io.berth.app.plugin.PluginFolder;
import io.berth.core.catalog.Catalog;
import io.berth.core.dispatch.catalog.DispatchCatalog;
import io.berth.core.plugin.PluginOrigin;
import io.berth.core.policy.window.WindowPlanners;
import io.berth.core.strategy.StrategySpec;
import io.berth.learn.store.ModelStore;
import io.berth.optimize.strategy.WindowSolver;
import io.berth.sim.scenario.CatalogNames;
import io.berth.spec.input.InputException;
import io.berth.spec.strategy.StoredModels;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The catalog of this program: all policies, with the solver that plans windows of the queue and those of plugins. Jars are loaded once, by
 * whoever asks first; a command that names a folder of its own does so before.
 */
public final class FullCatalog {
    /** A unit of the solver's work, a task tried on a node: measured by bench/windows. */
    private static final long NANOS_PER_UNIT = 200;

    private static final PluginFolder.Catalogs SHIPPED = new PluginFolder.Catalogs(
            Catalog.standard().with(new WindowPlanners(WindowSolver::new, NANOS_PER_UNIT)), DispatchCatalog.standard());

    private static PluginFolder.@Nullable Catalogs catalogs;

    private FullCatalog() {}

    /**
     * From now on, policies are those that ship and those of plugins.
     *
     * @param folder of jars; null for the one in {@code home}, where that has one
     * @throws InputException where there is no such folder, or one of its jars cannot be had
     */
    public static synchronized void plugins(@Nullable Path folder, BerthHome home) {
        boolean there = Files.isDirectory(folder == null ? home.plugins() : folder);
        if (folder != null && !there) {
            throw new InputException("--plugins", "there is no folder " + folder);
        }
        catalogs = there ? SHIPPED.with(folder == null ? home.plugins() : folder) : SHIPPED;
    }

    public static Catalog get() {
        return catalogs().jobs();
    }

    /** What decides about requests. */
    public static DispatchCatalog dispatch() {
        return catalogs().requests();
    }

    private static synchronized PluginFolder.Catalogs catalogs() {
        if (catalogs == null) {
            plugins(null, BerthHome.of(null, System.getenv()));
        }
        return catalogs == null ? SHIPPED : catalogs;
    }

    /** The plugins that brought some of them. */
    public static List<PluginOrigin> plugins() {
        return get().plugins();
    }

    /** The strategies that have a name; plugins bring none. */
    public static List<String> strategies() {
        return SHIPPED.jobs().presets().stream().map(StrategySpec::name).toList();
    }

    /** Its names, with the models in the store of this machine's home. */
    public static CatalogNames names() {
        return names(BerthHome.of(null, System.getenv()));
    }

    /** The same with those in the store of {@code home}. */
    public static CatalogNames names(BerthHome home) {
        return new CatalogNames(get(), models(home));
    }

    /** The models in the store of this machine's home. */
    public static StoredModels models() {
        return models(BerthHome.of(null, System.getenv()));
    }

    private static StoredModels models(BerthHome home) {
        return new ModelStore(home.models())::text;
    }
}
