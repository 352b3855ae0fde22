package io.berth.app.kube;

import io.berth.app.catalog.FullCatalog;
import io.berth.app.catalog.PluginsOption;
import io.berth.app.command.Command;
import io.berth.app.command.Output;
import io.berth.app.option.Arguments;
import io.berth.app.option.Option;
import io.berth.app.option.Options;
import io.berth.app.option.Words;
import io.berth.core.strategy.StrategySpec;
import io.berth.kube.lease.LeaseName;
import io.berth.spec.input.InputException;
import io.berth.spec.strategy.StrategyReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jline.utils.Signals;
import org.jspecify.annotations.Nullable;

/** {@code berth kube}: schedules the pods of a Kubernetes cluster. */
public record KubeCommand(Output output) implements Command {
    private static final int HIGHEST_PORT = 65_535;
    static final int PORT = 7118;
    static final String SCHEDULER = "berth";
    private static final String LEASE = "kube-system/berth";
    private static final String ON = "on";
    private static final List<String> ON_OFF = List.of(ON, "off");

    @Override
    public Options options() {
        return new Options(
                List.of("[OPTION...]", "explain [OPTION...] POD", "record [OPTION...] DIR"),
                "Schedules the pods of a Kubernetes cluster that ask for it by schedulerName, beside other schedulers, until"
                        + " Ctrl-C. What runs goes on when it stops. explain says why a pod is pending, record"
                        + " writes down a cluster that somebody else schedules; berth kube explain --help says more.",
                List.of(
                        ClusterOption.OPTION,
                        Option.value(
                                "--scheduler-name",
                                "NAME",
                                "Which pods are its own, by their schedulerName; berth by default."),
                        Option.value(
                                        "--events",
                                        "on|off",
                                        "Write an event for each pod that is bound or cannot be; on by default.")
                                .of(Words.one(() -> ON_OFF)),
                        Option.value(
                                        "--leader-elect",
                                        "on|off",
                                        "Wait until no other has the lease, and schedule only while having it; off by default.")
                                .of(Words.one(() -> ON_OFF)),
                        Option.value("--lease", "NAMESPACE/NAME", "Which lease; " + LEASE + " by default."),
                        Option.value(
                                "--strategy",
                                "NAME",
                                "Decide by this strategy from now on; by default that of the journal, "
                                        + KubeSettings.DEFAULT_STRATEGY + " at first."),
                        Option.value(
                                "--journal",
                                "DIR",
                                "Keep the record of all decisions there, and go on with the one that is there; none by default."),
                        Option.value(
                                "--port", "N", "The port of the console on 127.0.0.1; 7118 by default, 0 for any."),
                        PluginsOption.OPTION));
    }

    @Override
    public int run(Arguments arguments) {
        Thread.setDefaultUncaughtExceptionHandler(
                (thread, e) -> say("a bug: the thread " + thread.getName() + " ended: " + e));
        PluginsOption.use(arguments);
        FullCatalog.plugins().forEach(plugin -> say("plugin " + plugin.shortText()));
        KubeSettings settings = settings(arguments.withoutWords(), System.getenv());
        CountDownLatch over = new CountDownLatch(1);
        AtomicBoolean scheduling = new AtomicBoolean();
        List.of("INT", "TERM")
                .forEach(signal -> Signals.register(signal, () -> {
                    if (!scheduling.get()) {
                        say("stopped before the cluster was listed");
                        Runtime.getRuntime().halt(0);
                    }
                    over.countDown();
                }));
        KubeSystem system = KubeSystem.start(settings, this::say);
        try (system) {
            scheduling.set(true);
            system.done().whenComplete((_, _) -> over.countDown());
            system.whenLost(over::countDown);
            say("schedules the pods of " + settings.scheduler() + " at "
                    + settings.server().address() + "; console at " + system.url());
            over.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        system.throwFailure();
        if (system.lost()) {
            say("ends: the lease could not be renewed, so another may schedule now");
            return 1;
        }
        say("stopped; what runs goes on");
        return 0;
    }

    private static KubeSettings settings(Arguments arguments, Map<String, String> environment) {
        @Nullable Integer port = arguments.whole("--port", 0, HIGHEST_PORT);
        @Nullable String scheduler = arguments.text("--scheduler-name");
        @Nullable String strategy = arguments.text("--strategy");
        return new KubeSettings(
                ClusterOption.server(arguments, environment),
                scheduler == null ? SCHEDULER : scheduler,
                isOn(arguments, "--events", true),
                isOn(arguments, "--leader-elect", false) ? lease(arguments.text("--lease")) : null,
                arguments.path("--journal"),
                strategy == null ? null : strategy(strategy),
                port == null ? PORT : port);
    }

    private static boolean isOn(Arguments arguments, String option, boolean otherwise) {
        @Nullable String word = arguments.text(option);
        if (word != null && !ON_OFF.contains(word)) {
            throw new InputException(option, "must be on or off, but is \"" + word + "\"");
        }
        return word == null ? otherwise : word.equals(ON);
    }

    /** {@code NAMESPACE/NAME}; held under a name that nobody else has. */
    private static LeaseName lease(@Nullable String named) {
        String whole = named == null ? LEASE : named;
        int slash = whole.indexOf('/');
        if (slash <= 0 || slash == whole.length() - 1 || whole.indexOf('/', slash + 1) >= 0) {
            throw new InputException("--lease", "must be NAMESPACE/NAME, but is \"" + whole + "\"");
        }
        return new LeaseName(
                whole.substring(0, slash), whole.substring(slash + 1), hostName() + "_" + UUID.randomUUID());
    }

    private static String hostName() {
        try {
            String name = Files.readString(Path.of("/proc/sys/kernel/hostname")).strip();
            return name.isEmpty() ? SCHEDULER : name;
        } catch (IOException e) {
            return SCHEDULER;
        }
    }

    private static StrategySpec strategy(String name) {
        return new StrategyReader(FullCatalog.names(), Path.of("")).named(name, "--strategy");
    }

    private void say(String line) {
        output.note("berth: " + line);
    }
}
