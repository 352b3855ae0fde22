package io.berth.app.demo;

import io.berth.app.catalog.FullCatalog;
import io.berth.app.catalog.PluginsOption;
import io.berth.app.catalog.StrategyOption;
import io.berth.app.command.Answer;
import io.berth.app.command.Command;
import io.berth.app.command.Output;
import io.berth.app.command.SharedOptions;
import io.berth.app.demo.screen.Ending;
import io.berth.app.demo.screen.Look;
import io.berth.app.demo.screen.Notices;
import io.berth.app.home.BerthHome;
import io.berth.app.option.Arguments;
import io.berth.app.option.Option;
import io.berth.app.option.Options;
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
import java.util.Objects;
import java.util.concurrent.CompletionException;
import org.jline.terminal.Terminal;
import org.jline.terminal.TerminalBuilder;
import org.jline.utils.Signals;
import org.jspecify.annotations.Nullable;

/** {@code berth demo}: an emulated GPU cluster under a stream of jobs, in accelerated real time. */
public record DemoCommand(Output output) implements Command {
    private static final double SECONDS_WITHOUT_TERMINAL = 60;
    private static final int HIGHEST_PORT = 65_535;

    private static final Option SECONDS = Option.value("--seconds", "N", "End after so many seconds.");
    private static final Option TIME_SCALE =
            Option.value("--time-scale", "X", "Seconds of cluster time per second; 60 by default.");
    private static final Option STRATEGY = StrategyOption.saying(
            "The strategy to begin with, a name or {order: sjf, place: fgd} in full; fgd-greedy by default.");
    private static final Option STRATEGY_FILE =
            Option.value("--strategy-file", "FILE", "Take the strategy in this file whenever it changes.");
    private static final Option SEED = SharedOptions.SEED.saying("The seed of all chance; 42 by default.");
    private static final Option JOURNAL = Option.value(
            "--journal",
            "DIR",
            "Keep the journal there, or go on with the one that is there; without it, it goes with the demo.");
    private static final Option CONTROL =
            Option.value("--control", "SOCKET", "Where to listen for berth strategy set.");
    private static final Option PORT = Option.value(
            "--port",
            "N|none",
            "The port of the console on 127.0.0.1: 7118 or one that is free by default; none for no console.");

    @Override
    public Options options() {
        return Options.of(
                "[OPTION...]",
                "Runs an emulated cluster of 32 nodes with 8 GPUs each under a stream of jobs, faster than real time."
                        + " On a terminal it is shown live; q or Ctrl-C ends it. Elsewhere it ends by itself after 60 seconds.",
                SECONDS,
                TIME_SCALE,
                STRATEGY,
                STRATEGY_FILE,
                SEED,
                JOURNAL,
                CONTROL,
                PORT,
                Answer.JSON.saying("Print one JSON document at the end."),
                PluginsOption.OPTION);
    }

    private record Document(String scenario, List<RunReport> runs) {}

    @Override
    public int run(Arguments typed) {
        PluginsOption.use(typed.once().withoutWords());
        Answer answer = Answer.of(typed, output);
        try (@Nullable Terminal terminal = answer.json() ? null : terminal()) {
            DemoOptions options = options(typed, terminal != null);
            Notices notices = new Notices(output.err());
            Ending ending = new Ending(options.seconds());
            Signals.register("INT", ending::end);
            Signals.register("TERM", ending::end);
            DemoRun demo = DemoRun.start(options, notices);
            show(demo, view(terminal, notices, answer), ending);
            answer.print(
                    new Document("demo", List.of(demo.report())),
                    _ -> Summary.text(demo.report(), demo.clusterNanos()));
            return 0;
        } catch (IOException e) {
            throw new UncheckedIOException("the terminal cannot be given back", e);
        }
    }

    private static void show(DemoRun demo, View view, Ending ending) {
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
    }

    private View view(@Nullable Terminal terminal, Notices notices, Answer answer) {
        if (terminal == null) {
            return new PlainView(answer.json() ? output.err() : output.out());
        }
        return new TerminalView(terminal, Look.of(System.getenv(), terminal.encoding()), notices);
    }

    private static DemoOptions options(Arguments typed, boolean onTerminal) {
        Double seconds = typed.positive(SECONDS.name(), 1_000_000_000);
        double fallback = onTerminal ? 0 : SECONDS_WITHOUT_TERMINAL;
        Path control = typed.path(CONTROL.name());
        return new DemoOptions(
                typed.large(SEED.name(), Long.MIN_VALUE),
                strategy(typed.text(STRATEGY.name())),
                Objects.requireNonNullElse(typed.positive(TIME_SCALE.name(), 1_000_000), 60.0),
                seconds == null ? fallback : seconds,
                typed.path(JOURNAL.name()),
                typed.path(STRATEGY_FILE.name()),
                control == null ? BerthHome.of(null, System.getenv()).demo() : control,
                control != null,
                consolePort(typed.text(PORT.name())));
    }

    private static DemoOptions.@Nullable ConsolePort consolePort(@Nullable String port) {
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

    private static @Nullable StrategySpec strategy(@Nullable String strategy) {
        if (strategy == null) {
            return null;
        }
        CatalogNames names = FullCatalog.names();
        StrategySpec spec = new StrategyReader(names, Path.of("")).named(strategy, "--strategy");
        names.check(spec, "--strategy");
        return spec;
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
