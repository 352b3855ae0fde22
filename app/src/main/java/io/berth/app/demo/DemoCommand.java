package io.berth.app.demo;

import io.berth.app.catalog.FullCatalog;
import io.berth.app.catalog.PluginsOption;
import io.berth.app.catalog.StrategyNames;
import io.berth.app.command.Command;
import io.berth.app.command.Output;
import io.berth.app.demo.screen.Ending;
import io.berth.app.demo.screen.Look;
import io.berth.app.demo.screen.Notices;
import io.berth.app.home.BerthHome;
import io.berth.core.strategy.StrategySpec;
import io.berth.live.driver.EngineStoppedException;
import io.berth.sim.report.RunReport;
import io.berth.sim.scenario.CatalogNames;
import io.berth.spec.input.InputException;
import io.berth.spec.input.WholeNumber;
import io.berth.spec.strategy.StrategyReader;
import java.io.Console;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletionException;
import org.jline.terminal.Terminal;
import org.jline.terminal.TerminalBuilder;
import org.jline.utils.Signals;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Option;

/** {@code berth demo}: an emulated GPU cluster under a stream of jobs, in accelerated real time. */
@CommandLine.Command(
        name = "demo",
        description =
                "Runs an emulated cluster of 32 nodes with 8 GPUs each under a stream of jobs, faster than real time."
                        + " On a terminal it is shown live; q or Ctrl-C ends it. Elsewhere it ends by itself after 60 seconds.")
public final class DemoCommand implements Command {
    private static final double SECONDS_WITHOUT_TERMINAL = 60;
    private static final int HIGHEST_PORT = 65_535;

    @Option(names = "--seconds", paramLabel = "N", description = "End after so many seconds.")
    private @Nullable Double seconds;

    @Option(
            names = "--time-scale",
            paramLabel = "X",
            description = "Seconds of cluster time per second; 60 by default.")
    private double timeScale = 60;

    @Option(
            names = "--strategy",
            paramLabel = "NAME",
            completionCandidates = StrategyNames.class,
            description =
                    "The strategy to begin with, a name or {order: sjf, place: fgd} in full; fgd-greedy by default.")
    private @Nullable String strategy;

    @Option(
            names = "--strategy-file",
            paramLabel = "FILE",
            description = "Take the strategy in this file whenever it changes.")
    private @Nullable Path strategyFile;

    @Option(names = "--seed", paramLabel = "N", description = "The seed of all chance; 42 by default.")
    private @Nullable Long seed;

    @Option(
            names = "--journal",
            paramLabel = "DIR",
            description =
                    "Keep the journal there, or go on with the one that is there; without it, it goes with the demo.")
    private @Nullable Path journal;

    @Option(names = "--control", paramLabel = "SOCKET", description = "Where to listen for berth strategy set.")
    private @Nullable Path control;

    @Option(
            names = "--port",
            paramLabel = "N|none",
            description =
                    "The port of the console on 127.0.0.1: 7118 or one that is free by default; none for no console.")
    private @Nullable String port;

    @Option(names = "--json", description = "Print one JSON document at the end.")
    private boolean json;

    @CommandLine.Mixin
    private PluginsOption plugins = new PluginsOption();

    private final Output output;

    public DemoCommand(Output output) {
        this.output = output;
    }

    private record Document(String scenario, List<RunReport> runs) {}

    @Override
    public int run() {
        plugins.use();
        try (@Nullable Terminal terminal = json ? null : terminal()) {
            DemoOptions options = options(terminal != null);
            Notices notices = new Notices(output.err());
            Ending ending = new Ending(options.seconds());
            Signals.register("INT", ending::end);
            Signals.register("TERM", ending::end);
            show(DemoRun.start(options, notices), view(terminal, notices), ending);
            return 0;
        } catch (IOException e) {
            throw new UncheckedIOException("the terminal cannot be given back", e);
        }
    }

    private void show(DemoRun demo, View view, Ending ending) {
        try (demo) {
            demo.done().whenComplete((_, _) -> ending.end());
            view.show(demo, ending);
        } catch (CompletionException e) {
            // Why the engine is gone is said below.
            if (!(e.getCause() instanceof EngineStoppedException)) {
                throw e;
            }
        }
        demo.throwFailure();
        print(demo);
    }

    private View view(@Nullable Terminal terminal, Notices notices) {
        if (terminal == null) {
            return new PlainView(json ? output.err() : output.out());
        }
        return new TerminalView(terminal, Look.of(System.getenv(), terminal.encoding()), notices);
    }

    private DemoOptions options(boolean onTerminal) {
        if (!(timeScale > 0 && timeScale <= 1e6)) {
            throw new InputException("--time-scale", "must be above 0 and at most 1000000, but is " + timeScale);
        }
        double fallback = onTerminal ? 0 : SECONDS_WITHOUT_TERMINAL;
        double lasts = seconds == null ? fallback : seconds;
        if (!(lasts >= 0 && lasts <= 1e9) || (seconds != null && lasts == 0)) {
            throw new InputException("--seconds", "must be above 0 and at most 1000000000, but is " + lasts);
        }
        return new DemoOptions(
                seed,
                strategySpec(),
                timeScale,
                lasts,
                journal,
                strategyFile,
                control == null ? BerthHome.of(null, System.getenv()).demo() : control,
                control != null,
                consolePort());
    }

    private DemoOptions.@Nullable ConsolePort consolePort() {
        if (port == null) {
            return DemoOptions.ConsolePort.STANDARD;
        }
        if (port.equals("none")) {
            return null;
        }
        try {
            long number = WholeNumber.parse(port);
            if (number >= 0 && number <= HIGHEST_PORT) {
                return new DemoOptions.ConsolePort((int) number, true);
            }
        } catch (NumberFormatException e) {
            // The same words as for a number out of range.
        }
        throw new InputException(
                "--port", "must be none or a whole number, 0 to " + HIGHEST_PORT + ", but is \"" + port + "\"");
    }

    private @Nullable StrategySpec strategySpec() {
        if (strategy == null) {
            return null;
        }
        CatalogNames names = FullCatalog.names();
        StrategySpec spec = new StrategyReader(names, Path.of("")).named(strategy, "--strategy");
        names.check(spec, "--strategy");
        return spec;
    }

    private void print(DemoRun demo) {
        RunReport report = demo.report();
        if (json) {
            output.json(new Document("demo", List.of(report)));
        } else {
            output.out().print(Summary.text(report, demo.clusterNanos()));
        }
    }

    /** A terminal that pictures can be drawn on, or null. */
    private static @Nullable Terminal terminal() {
        Console console = System.console();
        if (console == null || !console.isTerminal()) {
            return null;
        }
        try {
            // The console knows the locale's charset; JLine by itself takes UTF-8 where the locale has none.
            Terminal terminal = TerminalBuilder.builder()
                    .system(true)
                    .encoding(console.charset())
                    .build();
            if (terminal.getType().startsWith(Terminal.TYPE_DUMB)) {
                terminal.close();
                return null;
            }
            return terminal;
        } catch (IOException | IllegalStateException e) {
            return null;
        }
    }
}
