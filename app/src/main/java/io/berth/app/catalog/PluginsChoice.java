package io.berth.app.catalog;

import io.berth.app.home.BerthHome;
import io.berth.app.option.Arguments;
import io.berth.app.option.Option;

/** {@link PluginsOption} of commands that declare their options without picocli. */
public final class PluginsChoice {
    public static final Option OPTION = Option.value(PluginsOption.NAME, PluginsOption.LABEL, PluginsOption.TEXT);

    private PluginsChoice() {}

    /** Has the catalog be that of what was typed; before anybody asks for it. */
    public static void use(Arguments arguments) {
        use(arguments, BerthHome.of(null, System.getenv()));
    }

    /** The same with the plugins of {@code home} where no folder was typed. */
    public static void use(Arguments arguments, BerthHome home) {
        FullCatalog.plugins(arguments.path(OPTION.name()), home);
    }
}
