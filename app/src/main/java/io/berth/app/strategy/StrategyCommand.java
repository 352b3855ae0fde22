package io.berth.app.strategy;

import io.berth.app.Command;
import io.berth.app.Output;
import io.berth.core.policy.Catalog;
import io.berth.core.policy.PartSpec;
import io.berth.core.policy.PolicyKind;
import io.berth.core.policy.PolicySpec;
import io.berth.core.policy.StrategySpec;
import io.berth.live.control.ControlClient;
import io.berth.live.control.ControlException;
import io.berth.sim.scenario.CatalogNames;
import io.berth.spec.input.InputException;
import io.berth.spec.input.Source;
import io.berth.spec.input.TreeReader;
import io.berth.spec.scenario.StrategyReader;
import io.berth.spec.schema.Shape.Named;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
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
            client.request("strategy", Map.of("strategy", document(spec)));
        } catch (ControlException e) {
            output.note("berth: " + e.getMessage());
            return 1;
        }
        if (json) {
            output.json(Map.of("strategy", document(spec)));
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

    /** The strategy as strategy files write it, with each part named. */
    private static SequencedMap<String, Object> document(StrategySpec spec) {
        SequencedMap<String, Object> document = new LinkedHashMap<>();
        document.put("name", spec.name());
        for (PolicyKind kind : PolicyKind.values()) {
            document.put(kind.key(), part(spec.part(kind)));
        }
        return document;
    }

    private static Object part(PartSpec part) {
        return switch (part) {
            case PolicySpec one -> policy(one);
            case PartSpec.Weighted weighted ->
                weighted.parts().stream().map(StrategyCommand::weighed).toList();
            case PartSpec.Lexicographic ordered ->
                ordered.policies().stream().map(StrategyCommand::policy).toList();
        };
    }

    private static Object policy(PolicySpec policy) {
        return policy.parameters().isEmpty() ? policy.name() : Map.of(policy.name(), policy.parameters());
    }

    private static Object weighed(PartSpec.Weighed part) {
        SequencedMap<String, Object> values = new LinkedHashMap<>(part.policy().parameters());
        values.put(Named.WEIGHT_KEY, part.weight());
        return Map.of(part.policy().name(), values);
    }
}
