package io.berth.app.catalog;

import io.berth.app.home.BerthHome;
import io.berth.app.option.Arguments;
import io.berth.app.option.Option;

/** Where a command takes policies from that do not ship with Berth. */
public final class PluginsOption {
    public static final Option OPTION = Option.value(
            "--plugins",
            "DIR",
            "Take the plugins in this folder, jars with policies; those in the folder plugins of BERTH_HOME by default.");

    private PluginsOption() {}

    /** Has the catalog be that of what was typed; before anybody asks for it. */
    public static void use(Arguments arguments) {
        use(arguments, BerthHome.of(null, System.getenv()));
    }

    /** The same with the plugins of {@code home} where no folder was typed. */
    public static void use(Arguments arguments, BerthHome home) {
        FullCatalog.plugins(arguments.path(OPTION.name()), home);
    }
}
