package io.berth.app.operate;

import io.berth.app.catalog.FullCatalog;
import io.berth.app.catalog.PluginsOption;
import io.berth.app.catalog.StrategyOption;
import io.berth.app.client.Api;
import io.berth.app.client.Client;
import io.berth.app.client.HomeOption;
import io.berth.app.command.Answer;
import io.berth.app.command.Command;
import io.berth.app.command.Output;
import io.berth.app.home.Address;
import io.berth.app.home.BerthHome;
import io.berth.app.option.Arguments;
import io.berth.app.option.Operand;
import io.berth.app.option.Option;
import io.berth.app.option.Options;
import io.berth.core.strategy.StrategySpec;
import io.berth.sim.scenario.CatalogNames;
import io.berth.spec.input.InputException;
import io.berth.spec.input.Source;
import io.berth.spec.input.Tree;
import io.berth.spec.input.TreeReader;
import io.berth.spec.json.Json;
import io.berth.spec.json.JsonTree;
import io.berth.spec.strategy.StrategyReader;
import io.berth.spec.strategy.StrategyWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;

/**
 * {@code berth strategy} and {@code berth strategy set NAME|FILE}: the strategy of a running system, of the one that wrote its address
 * into the home, else of a demo.
 */
public record StrategyCommand(Output output) implements Command {
    private static final String PATH = Api.ROOT + "/strategy";
    private static final Option CONTROL =
            Option.value("--control", "SOCKET", "Ask over this Unix socket, that of a demo elsewhere.");

    @Override
    public Options options() {
        return new Options(
                        List.of("[OPTION...] [show]", "[OPTION...] set NAME|FILE"),
                        "Shows the strategy of a running system, or changes it, from the next pass on: berth strategy set fgd, '{order:"
                                + " sjf, place: fgd}' in full, or a YAML file that describes one.",
                        List.of(HomeOption.OPTION, CONTROL, PluginsOption.OPTION, Answer.JSON))
                .with(Operand.known("NAME", StrategyOption.NAMES));
    }

    @Override
    public int run(Arguments arguments) {
        List<String> words = arguments.words();
        String action = words.isEmpty() ? "show" : words.getFirst();
        return switch (action) {
            case "show" -> {
                if (words.size() > 1) {
                    throw new InputException("berth strategy show", "takes no \"" + words.get(1) + "\"");
                }
                yield show(arguments, client(arguments));
            }
            case "set" -> {
                if (words.size() != 2) {
                    throw new InputException("berth strategy set", "name one strategy or file");
                }
                PluginsOption.use(arguments, BerthHome.of(arguments.path(HomeOption.OPTION.name()), System.getenv()));
                yield set(arguments, read(words.get(1)), client(arguments));
            }
            default ->
                throw new InputException(
                        "berth strategy", InputException.unknown("action", action, List.of("set", "show")));
        };
    }

    /** Of whom is asked. A demo writes no address, and berth up writes one. */
    private static Client client(Arguments arguments) {
        Path control = arguments.path(CONTROL.name());
        if (control != null) {
            return HomeOption.demo(control);
        }
        if (!HomeOption.isElsewhere(arguments, System.getenv())) {
            BerthHome home = BerthHome.of(arguments.path(HomeOption.OPTION.name()), System.getenv());
            if (Address.read(home) == null && Files.exists(home.demo())) {
                return HomeOption.demo(home.demo());
            }
        }
        return HomeOption.client(arguments);
    }

    private int show(Arguments arguments, Client client) {
        Tree strategy = client.get(PATH).checked().tree();
        SequencedMap<String, Object> document = new LinkedHashMap<>();
        strategy.entries().forEach(entry -> document.put(entry.key(), JsonTree.of(entry.value())));
        if (arguments.flag(Answer.JSON.name())) {
            output.json(Map.of("strategy", document));
        } else {
            document.forEach((key, value) -> show(key, value));
        }
        return 0;
    }

    /** A line of each part; of a list, such as that of classes of work, a line of each that is in it. */
    private void show(String key, @Nullable Object value) {
        if (value instanceof List<?> several && several.stream().allMatch(each -> each instanceof Map)) {
            output.out().println(key + ":");
            several.forEach(each -> output.out().println("  " + Json.line(each).strip()));
        } else {
            output.out().println(key + ": " + word(value));
        }
    }

    private static String word(@Nullable Object value) {
        return value instanceof String text ? text : Json.line(value).strip();
    }

    private int set(Arguments arguments, StrategySpec spec, Client client) {
        Object document = StrategyWriter.document(spec);
        client.ask("PUT", PATH, document).checked();
        if (arguments.flag(Answer.JSON.name())) {
            output.json(Map.of("strategy", document));
        } else {
            output.out().println("strategy " + spec.name() + " holds from now on: " + spec.partsText(" "));
        }
        return 0;
    }

    private static StrategySpec read(String strategy) {
        CatalogNames names = FullCatalog.names();
        StrategyReader reader = new StrategyReader(names, Path.of(""));
        boolean file = !strategy.startsWith("{")
                && (strategy.endsWith(".yaml") || strategy.endsWith(".yml") || Files.isRegularFile(Path.of(strategy)));
        StrategySpec spec = file
                ? reader.read(TreeReader.read(Source.file(strategy)))
                : reader.named(strategy, "berth strategy set");
        names.check(spec, file ? strategy : "berth strategy set");
        return spec;
    }
}
