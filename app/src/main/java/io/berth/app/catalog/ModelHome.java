package io.berth.app.catalog;

import io.berth.app.home.BerthHome;
import io.berth.app.option.Arguments;
import io.berth.app.option.Option;
import io.berth.learn.store.ModelStore;

/** Where models are kept. */
public final class ModelHome {
    public static final Option OPTION =
            Option.value("--home", "DIR", "The home whose folder models keeps them; BERTH_HOME by default.");

    private ModelHome() {}

    /** Those of the home that was typed. */
    public static ModelStore store(Arguments typed) {
        return new ModelStore(
                BerthHome.of(typed.path(OPTION.name()), System.getenv()).models());
    }
}
