package io.berth.app.demo;

import io.berth.app.demo.DemoOptions.ConsolePort;
import io.berth.app.system.ConsoleSetup;
import io.berth.app.system.LiveSystem;
import io.berth.console.ConsoleOptions;
import io.berth.console.api.call.Sources;
import io.berth.console.api.call.SystemName;
import io.berth.spec.input.InputException;
import java.io.UncheckedIOException;

/**
 * The pages of a demo, which everybody on this machine may use. Where nobody asked for their port, another will do.
 *
 * @param port where they are wanted
 */
record DemoConsole(ConsolePort port) implements ConsoleSetup {
    @Override
    public ConsoleOptions options(LiveSystem system) {
        return at(port.port());
    }

    @Override
    public ConsoleOptions instead(UncheckedIOException cause) {
        if (port.asked()) {
            throw new InputException("--port " + port.port(), String.valueOf(cause.getMessage()));
        }
        return at(0);
    }

    private static ConsoleOptions at(int number) {
        return ConsoleOptions.local(number)
                .withSources(Sources.NONE.withLinks(DemoCluster::links))
                .called(new SystemName("demo", DemoConsole.class.getPackage().getImplementationVersion()));
    }
}
