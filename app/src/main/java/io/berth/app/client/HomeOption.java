package io.berth.app.client;

import io.berth.app.home.BerthHome;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The option that says which Berth is meant. */
final class HomeOption {
    @Option(
            names = "--home",
            paramLabel = "DIR",
            description = "The home of the Berth that is asked; BERTH_HOME, or the folder that berth up takes.")
    private @Nullable Path home;

    BerthHome home() {
        return BerthHome.of(home, System.getenv());
    }

    Client client() {
        return Client.of(home());
    }
}
