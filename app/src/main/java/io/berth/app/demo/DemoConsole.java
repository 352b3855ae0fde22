package io.berth.app.demo;

import io.berth.app.home.DemoSocket;
import io.berth.app.system.ConsoleSetup;
import io.berth.app.system.LiveSystem;
import io.berth.console.ConsoleOptions;
import io.berth.console.api.call.Sources;
import io.berth.console.api.call.SystemName;
import io.berth.spec.input.InputException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * How a demo is served: its pages to everybody on this machine, and commands of its owner over a Unix socket. Where nobody asked for the
 * port or the socket, another port will do, or none of the socket.
 */
final class DemoConsole implements ConsoleSetup {
    /** Keys of submissions lie in the journal of whoever named one, under a name that no journal minds. */
    private static final String KEYS = ".keys";

    private final DemoOptions options;
    private final Consumer<String> notes;
    private @Nullable Path socket;

    DemoConsole(DemoOptions options, Consumer<String> notes) {
        this.options = options;
        this.notes = notes;
    }

    @Override
    public @Nullable ConsoleOptions options(LiveSystem system) {
        socket = claimed();
        DemoOptions.ConsolePort port = options.console();
        if (port != null) {
            return at(port.port());
        }
        return socket == null ? null : called(ConsoleOptions.over(socket));
    }

    @Override
    public ConsoleOptions instead(UncheckedIOException cause) {
        DemoOptions.ConsolePort port = options.console();
        if (port == null) {
            throw cause;
        }
        if (port.asked()) {
            throw new InputException("--port " + port.port(), String.valueOf(cause.getMessage()));
        }
        return at(0);
    }

    private ConsoleOptions at(int number) {
        ConsoleOptions serving = ConsoleOptions.local(number);
        return called(socket == null ? serving : serving.withSocket(socket));
    }

    private ConsoleOptions called(ConsoleOptions serving) {
        Path journal = options.journal();
        ConsoleOptions kept = journal == null ? serving : serving.withKeys(journal.resolve(KEYS));
        return kept.withSources(Sources.NONE.withLinks(DemoCluster::links))
                .called(new SystemName("demo", DemoConsole.class.getPackage().getImplementationVersion()));
    }

    /** The socket of commands; null where it can do without and has to. */
    private @Nullable Path claimed() {
        Path wanted = options.control();
        if (wanted == null) {
            return null;
        }
        try {
            DemoSocket.prepare(wanted);
            return wanted;
        } catch (IOException e) {
            if (options.controlAsked()) {
                throw new InputException("--control", String.valueOf(e.getMessage()));
            }
            notes.accept(e.getMessage() + "; this demo goes without (--control SOCKET names another)");
            return null;
        }
    }
}
