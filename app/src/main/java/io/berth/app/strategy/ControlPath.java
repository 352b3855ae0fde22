package io.berth.app.strategy;

import java.nio.file.Path;
import java.util.Map;

/** Where the control socket of a running system is unless somebody says otherwise. */
public final class ControlPath {
    private static final String HOME = "BERTH_HOME";
    private static final String SOCKET = "control.sock";

    private ControlPath() {}

    /**
     * The socket in {@code BERTH_HOME}, or where that is not set, in the folder that the platform's convention names for state:
     * {@code XDG_STATE_HOME/berth}, which is {@code ~/.local/state/berth} by default.
     */
    public static Path standard(Map<String, String> environment) {
        String home = environment.getOrDefault(HOME, "");
        if (!home.isEmpty()) {
            return Path.of(home, SOCKET);
        }
        String state = environment.getOrDefault("XDG_STATE_HOME", "");
        Path base = state.isEmpty() ? Path.of(System.getProperty("user.home"), ".local", "state") : Path.of(state);
        return base.resolve("berth").resolve(SOCKET);
    }
}
