package io.berth.app.up;

import io.berth.app.home.BerthHome;
import io.berth.app.up.setting.UpOptions;
import java.nio.file.Path;
import java.util.Map;
import java.util.function.Consumer;

/** A Berth for a moment, for the run that the start-up cache is made from. */
public final class Rehearsal {
    private Rehearsal() {}

    /** Starts a Berth in {@code home} on any port, has {@code commands} ask it, and stops it. */
    public static void with(Path home, Consumer<Path> commands) {
        UpOptions options = UpOptions.read(BerthHome.of(home, Map.of()), null, 0);
        try (LocalSystem system = LocalSystem.start(options, _ -> {})) {
            commands.accept(home);
            system.tasks();
        }
    }
}
