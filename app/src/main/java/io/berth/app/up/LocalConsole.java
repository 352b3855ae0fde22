package io.berth.app.up;

import io.berth.app.home.Address;
import io.berth.app.home.HomeSocket;
import io.berth.app.home.SharedSocket;
import io.berth.app.system.ConsoleSetup;
import io.berth.app.system.LiveSystem;
import io.berth.app.up.setting.KeptFolders;
import io.berth.app.up.setting.UpOptions;
import io.berth.console.ConsoleOptions;
import io.berth.console.ConsoleServer;
import io.berth.console.access.StartCheck;
import io.berth.console.api.call.Sources;
import io.berth.console.api.call.SystemName;
import io.berth.local.launch.process.UserAccount;
import io.berth.local.world.Startable;
import io.berth.spec.input.InputException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.BindException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * How a Berth of this machine is served: at a port, over the Unix socket of its home, and over one for all users where its file says so;
 * to whom, and how commands find it.
 */
final class LocalConsole implements ConsoleSetup {
    private final UpOptions options;
    private final Function<LiveSystem, Sources> sources;
    private final Startable startable;
    private final Consumer<String> notes;
    private final LocalUsers users;
    private String token = "";
    private @Nullable Path socket;
    private @Nullable LocalSettings settings;

    /**
     * @param sources what it shows of this machine beside what the engine knows
     * @param startable which programs can be started here
     */
    LocalConsole(
            UpOptions options, Function<LiveSystem, Sources> sources, Startable startable, Consumer<String> notes) {
        this.options = options;
        this.sources = sources;
        this.startable = startable;
        this.notes = notes;
        users = new LocalUsers(
                UserAccount.currentUid(),
                new KeptUsers(
                        options.home().tenants(),
                        new KeptFolders(options.access().homes()),
                        UserAccount::isTaken));
    }

    @Override
    public ConsoleOptions options(LiveSystem system) {
        UpOptions.Access access = options.access();
        token = access.owned() ? OwnerToken.renew(options.home()) : "";
        boolean recovered = system.run().recovered() != null;
        LocalSettings shown = new LocalSettings(options, system.run().operator(), recovered, notes);
        settings = shown;
        ConsoleOptions serving = ConsoleOptions.local(options.port())
                .withSocket(chooseSocket())
                .withConnections(access.connections())
                .withKeys(options.home().keys())
                .withSeries(options.home().series())
                .called(new SystemName(
                        hostName(), LocalSystem.class.getPackage().getImplementationVersion()))
                .withSubmitRate(access.perSecond(), access.burst())
                .withSources(sources.apply(system).withSettings(shown).withStarts(startCheck()));
        return reachedBy(serving.withUsers(users), access);
    }

    /** The same for those who may come in. */
    private ConsoleOptions reachedBy(ConsoleOptions serving, UpOptions.Access access) {
        ConsoleOptions reached = serving;
        Path shared = access.shared();
        if (shared != null) {
            SharedSocket.prepare(shared, UserAccount.currentUid());
            reached = reached.withShared(shared);
        }
        Path others = access.tokens();
        if (access.owned()) {
            reached = reached.withOwner(options.home().tokens());
        }
        return others == null ? reached : reached.withTokens(others);
    }

    @Override
    public ConsoleOptions instead(UncheckedIOException cause) {
        if (cause.getCause() instanceof BindException) {
            throw new InputException(
                    "the port " + options.port(),
                    "of 127.0.0.1 is taken by another program; --port N names another, --port 0 takes any");
        }
        throw cause;
    }

    /** From now on settings that are read again change {@code serving}. */
    void serve(ConsoleServer serving) {
        LocalSettings shown = settings;
        if (shown != null) {
            shown.serve(serving);
        }
    }

    /** Writes down for commands how they reach it, at {@code url}; what is returned takes that away again. */
    AutoCloseable announce(String url) {
        Path own = socket;
        if (own == null) {
            throw new IllegalStateException("There is an address only when the console serves.");
        }
        Address.here(url, token, own).write(options.home());
        return () -> {
            try {
                Files.deleteIfExists(options.home().address());
            } catch (IOException e) {
                notes.accept("cannot delete " + options.home().address() + ": " + e.getMessage());
            }
        };
    }

    @Override
    public void close() {
        Path own = socket;
        if (own != null) {
            delete(own);
        }
    }

    /** Where commands ask, in place of what one that was killed left. */
    private Path chooseSocket() {
        Address before = Address.read(options.home());
        if (before != null && !before.socket().isEmpty()) {
            delete(Path.of(before.socket()));
        }
        Path chosen = HomeSocket.choose(options.home());
        socket = chosen;
        return chosen;
    }

    private void delete(Path left) {
        try {
            HomeSocket.delete(options.home(), left);
        } catch (IOException e) {
            notes.accept("cannot delete " + left + ": " + e.getMessage());
        }
    }

    private StartCheck startCheck() {
        return program -> {
            Startable.Obstacle obstacle = startable.obstacle(program);
            return obstacle == null ? null : new StartCheck.Refusal(obstacle.key(), obstacle.text());
        };
    }

    /** What the machine is called. */
    static String hostName() {
        try {
            String name = Files.readString(Path.of("/proc/sys/kernel/hostname")).strip();
            return name.isEmpty() ? "local" : name;
        } catch (IOException e) {
            return "local";
        }
    }
}
