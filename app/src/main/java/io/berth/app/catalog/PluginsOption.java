package io.berth.app.catalog;

import io.berth.app.home.BerthHome;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;

/** Where a command takes policies from that do not ship with Berth. */
public final class PluginsOption {
    /** The option, for commands that declare theirs without picocli. */
    public static final String NAME = "--plugins";

    public static final String LABEL = "DIR";
    public static final String TEXT =
            "Take the plugins in this folder, jars with policies; those in the folder plugins of BERTH_HOME by default.";

    @CommandLine.Option(names = NAME, paramLabel = LABEL, description = TEXT)
    private @Nullable Path folder;

    /** Has the catalog be that of what was typed; before anybody asks for it. */
    public void use() {
        FullCatalog.plugins(folder, BerthHome.of(null, System.getenv()));
    }
}
