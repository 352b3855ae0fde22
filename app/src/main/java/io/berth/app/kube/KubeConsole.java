package io.berth.app.kube;

import io.berth.app.system.ConsoleSetup;
import io.berth.app.system.LiveSystem;
import io.berth.console.ConsoleOptions;
import io.berth.console.access.StartCheck;
import io.berth.console.api.call.Sources;
import io.berth.console.api.call.SystemName;
import io.berth.spec.input.InputException;
import java.io.UncheckedIOException;
import java.net.BindException;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * How what is scheduled in a cluster is served: to whoever is on this machine, at a port.
 *
 * @param sources what it tells of beside the jobs, when the console is opened
 */
record KubeConsole(KubeSettings settings, Function<LiveSystem, Sources> sources) implements ConsoleSetup {
    @Override
    public @Nullable ConsoleOptions options(LiveSystem system) {
        return ConsoleOptions.local(settings.ports().console())
                .called(new SystemName(
                        settings.scheduler(), KubeConsole.class.getPackage().getImplementationVersion()))
                .withSources(sources.apply(system)
                        .withStarts(_ -> new StartCheck.Refusal(
                                "command", "jobs of this Berth are the pods of a cluster; kubectl apply makes one")));
    }

    @Override
    public ConsoleOptions instead(UncheckedIOException cause) {
        if (cause.getCause() instanceof BindException) {
            throw new InputException(
                    "the port " + settings.ports().console(),
                    "of 127.0.0.1 is taken by another program; --port N names another, --port 0 takes any");
        }
        throw cause;
    }
}
