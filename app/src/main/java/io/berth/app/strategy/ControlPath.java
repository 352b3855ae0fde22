package io.berth.app.strategy;

import io.berth.app.home.BerthHome;
import java.nio.file.Path;
import java.util.Map;

/** Where the control socket of a running system is unless somebody says otherwise. */
public final class ControlPath {
    private ControlPath() {}

    /** The socket in the home of a Berth, see {@link BerthHome#of}. */
    public static Path standard(Map<String, String> environment) {
        return BerthHome.of(null, environment).control();
    }
}
