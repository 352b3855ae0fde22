package io.berth.app.client;

import io.berth.app.home.BerthHome;
import io.berth.app.option.Arguments;
import io.berth.app.option.Option;

/** The option that says which Berth is meant. */
final class HomeOption {
    static final Option OPTION = Option.value(
            "--home", "DIR", "The home of the Berth that is asked; BERTH_HOME, or the folder that berth up takes.");

    private HomeOption() {}

    /** A client of the Berth that {@code arguments} mean. */
    static Client client(Arguments arguments) {
        return Client.of(BerthHome.of(arguments.path(OPTION.name()), System.getenv()));
    }
}
