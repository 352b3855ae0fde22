package io.berth.app.up;

import io.berth.app.up.setting.ShownSettings;
import io.berth.app.up.setting.UpOptions;
import io.berth.console.ConsoleServer;
import io.berth.console.setting.Reload;
import io.berth.console.setting.Setting;
import io.berth.console.setting.Settings;
import io.berth.core.state.State;
import io.berth.core.strategy.StrategySpec;
import io.berth.edge.access.Tokens;
import io.berth.live.disk.DiskFault;
import io.berth.live.driver.Operator;
import io.berth.spec.input.InputException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The settings of a Berth that runs on this machine. */
final class LocalSettings implements Settings {
    private static final String STRATEGY = "strategy";

    /** Of a setting that its file has changed, which holds only from the next start on. */
    private static final String AT_THE_START = ", as read at the start";

    private final Operator operator;
    private final Consumer<String> notes;
    private final boolean recovered;
    private final StrategySpec began;
    private UpOptions options;
    private @Nullable ConsoleServer console;
    private @Nullable StrategySpec last;

    /** @param recovered true where it went on with a journal */
    LocalSettings(UpOptions options, Operator operator, boolean recovered, Consumer<String> notes) {
        this.options = options;
        this.operator = operator;
        this.recovered = recovered;
        this.notes = notes;
        this.began = strategy();
    }

    /** From now on {@code server} is told of changes. */
    synchronized void serve(ConsoleServer server) {
        console = server;
    }

    /** The tokens that {@code wanted} names, with the owner's. */
    private static Tokens tokens(UpOptions wanted) {
        Path others = wanted.access().tokens();
        return Tokens.read(wanted.home().tokens(), others == null ? List.of() : List.of(others));
    }

    @Override
    public synchronized List<Setting> all() {
        StrategySpec holds = strategy();
        List<Setting> settings = new ArrayList<>();
        for (Setting setting : options.settings()) {
            boolean asSet = !setting.key().equals(STRATEGY) || holds.equals(options.strategy());
            settings.add(asSet ? setting : new Setting(STRATEGY, holds.name(), source(holds), true));
        }
        return settings;
    }

    /** Where a strategy comes from that no file names. */
    private String source(StrategySpec holds) {
        if (!holds.equals(began)) {
            return "set since the start";
        }
        return recovered ? ShownSettings.JOURNAL : ShownSettings.DEFAULT;
    }

    /** What decides now; the last that was known where the engine cannot be asked. */
    private StrategySpec strategy() {
        StrategySpec known = last;
        try {
            StrategySpec now = operator.ask(State::strategy).join();
            last = now;
            return now;
        } catch (CompletionException e) {
            if (known == null || !DiskFault.full(e)) {
                throw e;
            }
            return known;
        }
    }

    @Override
    public synchronized Reload reload() {
        Path file = options.file();
        ConsoleServer server = console;
        if (file == null || server == null) {
            throw new InputException("berth config reload", "berth up was started without --config FILE");
        }
        UpOptions wanted = UpOptions.read(new UpOptions.Typed(options.home(), "", file, null));
        boolean owned = options.access().owned();
        wanted.check().forEach(notes);
        Tokens tokens = owned && wanted.access().owned() ? tokens(wanted) : null;
        Reload reload = compare(wanted);
        StrategySpec strategy = wanted.strategy();
        if (strategy != null && changes(reload, STRATEGY)) {
            change(strategy);
        }
        if (wanted.queues() != null) {
            operator.queues(wanted.queues()).join();
        }
        if (wanted.qos() != null) {
            operator.qos(wanted.qos()).join();
        }
        if (wanted.pools() != null) {
            operator.pools(wanted.pools()).join();
        }
        if (tokens != null) {
            server.setTokens(tokens);
        }
        server.setSubmitRate(wanted.access().perSecond(), wanted.access().burst());
        operator.bound(wanted.limits());
        options = merged(wanted);
        notes.accept("read " + file + " again: "
                + (reload.changed().isEmpty()
                        ? "nothing changed"
                        : reload.changed().size() + " settings changed"));
        return reload;
    }

    private void change(StrategySpec strategy) {
        try {
            operator.strategy(strategy).join();
        } catch (CompletionException e) {
            Throwable cause = e.getCause() == null ? e : e.getCause();
            throw new InputException(STRATEGY, String.valueOf(cause.getMessage()));
        }
    }

    private Reload compare(UpOptions wanted) {
        List<Reload.Change> changed = new ArrayList<>();
        List<Reload.Change> pending = new ArrayList<>();
        for (Setting now : options.settings()) {
            // What was typed stays, whatever the file says.
            boolean typed = now.source().startsWith("--") || now.key().equals("home");
            // A strategy that the file does not name stays.
            boolean unnamed = now.key().equals(STRATEGY) && wanted.strategy() == null;
            String after = wanted.value(now.key());
            if (!typed && !unnamed && !after.equals(now.value())) {
                (now.reloadable() ? changed : pending).add(Reload.Change.of(now.key(), now.value(), after));
            }
        }
        return new Reload(changed, pending);
    }

    private static boolean changes(Reload reload, String key) {
        return reload.changed().stream().anyMatch(change -> change.key().equals(key));
    }

    /** The one of two that holds: what was typed, or cannot change, stays as it was, and its file may say otherwise now. */
    private static Setting held(Setting before, Setting after) {
        boolean typed = before.source().startsWith("--") || before.key().equals("home");
        if (typed || !before.reloadable() && !before.value().equals(after.value())) {
            boolean told = typed || before.source().endsWith(AT_THE_START);
            return told ? before : new Setting(before.key(), before.value(), before.source() + AT_THE_START, false);
        }
        return after;
    }

    /** What holds now: of {@code wanted} what could change, of before what could not. */
    private UpOptions merged(UpOptions wanted) {
        List<Setting> settings = new ArrayList<>();
        for (Setting before : options.settings()) {
            Setting after = wanted.settings().stream()
                    .filter(one -> one.key().equals(before.key()))
                    .findFirst()
                    .orElse(before);
            settings.add(held(before, after));
        }
        UpOptions.Access access = new UpOptions.Access(
                options.access().owned(),
                options.access().shared(),
                wanted.access().tokens(),
                wanted.access().perSecond(),
                wanted.access().burst(),
                options.access().homes(),
                options.access().connections());
        return new UpOptions(
                options.home(),
                options.port(),
                wanted.strategy(),
                wanted.queues(),
                wanted.qos(),
                wanted.pools(),
                options.stopGrace(),
                options.tasks(),
                options.node(),
                options.alerts(),
                options.others(),
                access,
                wanted.limits(),
                options.disk(),
                options.machine(),
                options.learn(),
                options.adaptive(),
                options.file(),
                settings);
    }
}
