package io.berth.app.strategy;

import io.berth.app.Command;
import io.berth.app.Output;
import io.berth.core.policy.Catalog;
import io.berth.core.policy.StrategySpec;
import io.berth.live.control.ControlClient;
import io.berth.live.control.ControlException;
import io.berth.sim.scenario.CatalogNames;
import io.berth.spec.input.InputException;
import io.berth.spec.input.Source;
import io.berth.spec.input.TreeReader;
import io.berth.spec.scenario.StrategyReader;
import io.berth.spec.scenario.StrategyWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code berth strategy set NAME|FILE}: changes the strategy of a running system. */
@CommandLine.Command(
        name = "strategy",
        description =
                "Changes the strategy of a running system: berth strategy set fgd, or a YAML file that describes one.")
public final class StrategyCommand implements Command {
    @Parameters(index = "0", paramLabel = "set", description = "What to do.")
    private String action = "";

    @Parameters(
            index = "1",
            paramLabel = "NAME|FILE",
            description = "A strategy or policy by name, {place: fgd} in full, or a YAML file.")
    private String strategy = "";

    @Option(names = "--control", paramLabel = "SOCKET", description = "The control socket of the running system.")
    private @Nullable Path control;

    @Option(names = "--json", description = "Print one JSON document.")
    private boolean json;

    private final Output output;

    public StrategyCommand(Output output) {
        this.output = output;
    }

    @Override
    public int run() {
        if (!action.equals("set")) {
            throw new InputException("berth strategy", InputException.unknown("action", action, List.of("set")));
        }
        StrategySpec spec = read();
        Path socket = control == null ? ControlPath.standard(System.getenv()) : control;
        try (ControlClient client = ControlClient.connect(socket)) {
            client.request("strategy", Map.of("strategy", StrategyWriter.document(spec)));
        } catch (ControlException e) {
            output.note("berth: " + e.getMessage());
            return 1;
        }
        if (json) {
            output.json(Map.of("strategy", StrategyWriter.document(spec)));
        } else {
            output.out()
                    .println("strategy " + spec.name() + " holds from now on: order " + spec.order() + ", place "
                            + spec.place() + ", backfill " + spec.backfill() + ", preempt " + spec.preempt());
        }
        return 0;
    }

    private StrategySpec read() {
        CatalogNames names = new CatalogNames(Catalog.standard());
        StrategyReader reader = new StrategyReader(names);
        boolean file = !strategy.startsWith("{")
                && (strategy.endsWith(".yaml") || strategy.endsWith(".yml") || Files.isRegularFile(Path.of(strategy)));
        StrategySpec spec = file
                ? reader.read(TreeReader.read(Source.file(strategy)))
                : reader.named(strategy, "berth strategy set");
        names.check(spec, file ? strategy : "berth strategy set");
        return spec;
    }
}
