package io.berth.app.up;

import io.berth.app.catalog.FullCatalog;
import io.berth.app.catalog.PluginsOption;
import io.berth.app.client.HomeOption;
import io.berth.app.command.Command;
import io.berth.app.command.Output;
import io.berth.app.home.BerthHome;
import io.berth.app.option.Arguments;
import io.berth.app.option.Option;
import io.berth.app.option.Options;
import io.berth.app.up.setting.UpOptions;
import io.berth.core.cluster.NodeSpec;
import io.berth.local.device.Machine;
import io.berth.local.launch.process.CreationMask;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import org.jline.utils.Signals;
import org.jspecify.annotations.Nullable;

/** {@code berth up}: runs Berth on this machine. */
public record UpCommand(Output output) implements Command {
    private static final int HIGHEST_PORT = 65_535;

    /** As the JVM exits itself. */
    private static final int WITHOUT_MEMORY = 3;

    @Override
    public Options options() {
        return Options.of(
                "[OPTION...]",
                "Runs Berth on this machine: real jobs on its CPUs and GPUs, until Ctrl-C or berth down. Tasks go on when it"
                        + " stops, and the next berth up takes them up again.",
                Option.value(
                        "--config",
                        "FILE",
                        "A YAML file; docs/reference/config.yaml has every key. berth config check FILE checks one."),
                Option.value(
                        "--port",
                        "N",
                        "The port of the console on 127.0.0.1; 7117 by default, 0 for any that is free."),
                HomeOption.HOME.saying(
                        "Where everything is kept; BERTH_HOME, or ~/.local/state/berth (/var/lib/berth for root)."),
                PluginsOption.OPTION.saying(
                        "Take the plugins in this folder, jars with policies; those in the folder plugins of the home by"
                                + " default."),
                Option.flag(
                        "--detach",
                        "-d",
                        "Run in the background, and return when it serves. What it says is in up.log in the home."));
    }

    @Override
    public int run(Arguments arguments) {
        @Nullable Integer port = arguments.withoutWords().whole("--port", 0, HIGHEST_PORT);
        @Nullable Path config = arguments.path("--config");
        Path home = arguments.path("--home");
        BerthHome place = BerthHome.of(home, System.getenv());
        UpOptions.Typed typed = new UpOptions.Typed(place, BerthHome.source(home, System.getenv()), config, port);
        Thread.setDefaultUncaughtExceptionHandler((thread, e) -> uncaught(thread, e));
        CreationMask.makePrivate();
        if (arguments.flag("--detach")) {
            return new Background(place, output).run();
        }
        loadPlugins(arguments.path(PluginsOption.OPTION.name()), place);
        CountDownLatch over = new CountDownLatch(1);
        Signals.register("INT", over::countDown);
        Signals.register("TERM", over::countDown);
        LocalSystem system = LocalSystem.start(UpOptions.read(typed), this::say);
        long left = 0;
        try (system) {
            system.done().whenComplete((_, e) -> {
                haltWithoutMemory(e);
                over.countDown();
            });
            system.machine().notices().forEach(this::say);
            say(text(system.machine().node()));
            say("up at " + system.url() + ", home " + place.folder() + "; Ctrl-C or berth down stops it");
            showWay(system);
            await(over);
            left = system.done().isDone() ? 0 : system.tasks();
        }
        system.throwFailure();
        if (system.unanswered() > 0) {
            say(
                    "the disk is full: " + system.unanswered()
                            + " changes could not be written down and are not acknowledged; tasks that ended keep their exit codes");
        }
        say(
                left <= 0
                        ? left == 0 ? "stopped; no task runs" : "stopped; what runs goes on"
                        : "stopped; " + left + (left == 1 ? " task goes on" : " tasks go on")
                                + ", and berth up takes up again what they do");
        return 0;
    }

    private void loadPlugins(@Nullable Path folder, BerthHome home) {
        FullCatalog.plugins(folder, home);
        FullCatalog.plugins().forEach(plugin -> say("plugin " + plugin.shortText()));
    }

    /** To people only: what is not a terminal may be a log, and a code belongs in none. */
    private void showWay(LocalSystem system) {
        if (output.terminal()) {
            output.out().println("console: " + system.page());
            output.out().println("(good once, for a few minutes; berth console gives another)");
            output.out().flush();
        }
    }

    private void uncaught(Thread thread, Throwable e) {
        haltWithoutMemory(e);
        say("a bug: the thread " + thread.getName() + " ended: " + e);
    }

    /**
     * Without memory, or threads, which Java reports as such, it would neither serve nor end. The JVM ends itself where the heap is full
     * (./berth says so), and does not where a thread cannot be had.
     */
    private void haltWithoutMemory(@Nullable Throwable e) {
        for (Throwable cause = e; cause != null; cause = cause.getCause()) {
            if (cause instanceof OutOfMemoryError) {
                say("ends at once: " + cause.getMessage() + "; tasks go on, and the next berth up takes them up again");
                Runtime.getRuntime().halt(WITHOUT_MEMORY);
            }
        }
    }

    private void say(String line) {
        output.note("berth: " + line);
    }

    private static void await(CountDownLatch over) {
        try {
            over.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static String text(NodeSpec node) {
        return node.name() + ": " + node.cpuMilli() / 1000 + " CPUs, " + (node.memoryBytes() >> 20) + " MiB, "
                + Machine.devices(node);
    }
}
